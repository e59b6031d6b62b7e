// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QWidget>

class QLabel;
class QToolButton;

namespace cheetah::gui {

/// One setting on a page: its name, what it does, its standard value, the control, and an arrow back to the standard. It
/// knows no values: its page does.
class SettingRow : public QWidget {
    Q_OBJECT

public:
    /// Takes the control over.
    SettingRow(const Theme &theme, QWidget *control, QWidget *parent = nullptr);

    /// `standard`: the value of it in words.
    void setTexts(const QString &name, const QString &note, const QString &standard);
    void setIsStandard(bool isStandard);
    /// Name or note has all of these words.
    bool matches(const QStringList &words) const;
    QWidget *control() const { return m_control; }

signals:
    void resetWanted();

private:
    void restyle();

    const Theme &m_theme;
    QWidget *m_control;
    QLabel *m_name, *m_note;
    QToolButton *m_reset;
};

} // namespace cheetah::gui

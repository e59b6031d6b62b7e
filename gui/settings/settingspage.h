// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtWidgets/QScrollArea>

#include <vector>

class QBoxLayout;

namespace cheetah::gui {

class SettingRow;
class Settings;

/// One page of the settings: rows below each other. Every change goes to the settings at once; who follows them applies
/// it.
class SettingsPage : public QScrollArea {
    Q_OBJECT

public:
    SettingsPage(Settings &settings, const Theme &theme, QWidget *parent = nullptr);

    virtual QString title() const = 0;
    /// Shows what has all of these words, everything without any; how much that is.
    virtual int search(const QStringList &words);

protected:
    SettingRow *addRow(QWidget *control);
    void add(QWidget *widget, int stretch = 0);
    void endRows(); ///< once all are added
    virtual void retranslate() = 0;
    /// Controls as the settings say.
    virtual void load() = 0;
    void changeEvent(QEvent *event) override;

    Settings &settings() const { return m_settings; }
    const Theme &theme() const { return m_theme; }

private:
    Settings &m_settings;
    const Theme &m_theme;
    QBoxLayout *m_column;
    std::vector<SettingRow *> m_rows;
};

} // namespace cheetah::gui

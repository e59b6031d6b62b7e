// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QKeySequence>
#include <QtWidgets/QWidget>

namespace cheetah::gui {

/// A shortcut drawn as keys; its accessible name is the shortcut in words.
class KeyCaps : public QWidget {
    Q_OBJECT

public:
    explicit KeyCaps(const QKeySequence &keys, QWidget *parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int capWidth(const QString &key) const;

    QStringList m_keys;
};

} // namespace cheetah::gui

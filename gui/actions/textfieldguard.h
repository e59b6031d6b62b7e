// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace cheetah::gui {

/// Keeps shortcuts that are a single key, with Shift at most, from firing while a text field has the focus: the key is the
/// field's then. Watches the whole application for as long as it lives.
class TextFieldGuard : public QObject {
    Q_OBJECT

public:
    explicit TextFieldGuard(QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"

#include <QtWidgets/QComboBox>

namespace cheetah::gui {

/// Whose things are asked for: one of the fleet's users, or anybody typed.
class UserBox : public QComboBox {
    Q_OBJECT

public:
    static constexpr int mostOffered = 500;

    explicit UserBox(QWidget *parent = nullptr);

    /// Those who have clients. What was typed or chosen stays; at first it is the first of them.
    void offer(const Fleet &fleet);
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QFrame>

namespace cheetah::gui {

/// A raised surface with a thin line around it, to hold what belongs together.
class Panel : public QFrame {
    Q_OBJECT

public:
    using QFrame::QFrame;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace cheetah::gui

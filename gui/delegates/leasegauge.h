// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/registrytime.h"
#include "theme/theme.h"

#include <QtCore/QString>

class QPainter;
class QRect;

namespace cheetah::gui {

/// How much of a lease is left, as it is shown everywhere: a bar from the left and a time. Below a fifth it is amber; below a
/// twentieth red, hatched and says so in words. Value.
struct LeaseGauge {
    enum class Look { None, Endless, Calm, Low, Ending, Overdue };

    Look look = Look::None;
    double part = 0;      ///< that is left, 0 … 1
    Micros left{0};       ///< negative: since when it is overdue
    bool isStale = false; ///< as it was when the deployment was heard last

    /// `expiry` as in ExpiryRole; `span`: the whole time.
    static LeaseGauge of(qlonglong expiry, RegistryTime now, Micros span);

    Tone tone() const;
    /// Such as `4:32`, `0:09 expires soon`; empty where there is nothing to tell.
    QString text() const;
    /// The bar with its text in `rect`; the painter's font is used.
    void paint(QPainter &painter, const QRect &rect, const Theme &theme, const QPalette &palette) const;
};

} // namespace cheetah::gui

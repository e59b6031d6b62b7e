// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/health.h"
#include "theme/theme.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

/// The figures of a dispatcher over time, one line each.
enum class HealthSeries { Admitted, Sent, Acknowledged, Ended, Queued, Pending, P50, P95, P99 };
constexpr std::size_t healthSeriesCount = std::size_t(HealthSeries::P99) + 1;

/// What each figure is called, how its line looks, and what a sample says of it; one way for the plot, its legend and its
/// read-out.
class HealthFigures {
    Q_DECLARE_TR_FUNCTIONS(cheetah::gui::HealthFigures)

public:
    static bool isRate(HealthSeries series) { return series <= HealthSeries::Ended; }
    static bool isLatency(HealthSeries series) { return series >= HealthSeries::P50; }
    static QColor color(HealthSeries series, const Theme &theme);
    static Qt::PenStyle line(HealthSeries series);
    static QString title(HealthSeries series);
    /// Per second, commands or milliseconds; not a number where there is none.
    static double number(HealthSeries series, const HealthSample &sample);
    /// The same as text with its unit; an en dash where there is none.
    static QString text(HealthSeries series, const HealthSample &sample);
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/healthfigures.h"

#include <QtCore/QLocale>

#include <cmath>
#include <limits>

namespace cheetah::gui {

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

double milliseconds(const std::optional<Micros> &latency)
{
    return latency ? double(latency->count()) / 1e3 : noValue;
}

} // namespace

QColor HealthFigures::color(HealthSeries series, const Theme &theme)
{
    switch (series) {
    case HealthSeries::Admitted:
    case HealthSeries::Queued:
    case HealthSeries::P50:
        return theme.color(Tone::Info);
    case HealthSeries::Sent:
    case HealthSeries::Pending:
    case HealthSeries::P95:
        return theme.color(Tone::Warn);
    case HealthSeries::Acknowledged:
    case HealthSeries::P99:
        return theme.color(Tone::Reserved);
    case HealthSeries::Ended:
        return theme.color(Tone::Ok);
    }
    return {};
}

Qt::PenStyle HealthFigures::line(HealthSeries series)
{
    switch (series) {
    case HealthSeries::Admitted:
    case HealthSeries::Queued:
    case HealthSeries::P50:
        return Qt::SolidLine;
    case HealthSeries::Sent:
    case HealthSeries::Pending:
    case HealthSeries::P95:
        return Qt::DashLine;
    case HealthSeries::Acknowledged:
    case HealthSeries::P99:
        return Qt::DotLine;
    case HealthSeries::Ended:
        return Qt::DashDotLine;
    }
    return Qt::SolidLine;
}

QString HealthFigures::title(HealthSeries series)
{
    switch (series) {
    case HealthSeries::Admitted:
        return tr("Admitted");
    case HealthSeries::Sent:
        return tr("Sent");
    case HealthSeries::Acknowledged:
        return tr("Acknowledged");
    case HealthSeries::Ended:
        return tr("Ended");
    case HealthSeries::Queued:
        return tr("Queued");
    case HealthSeries::Pending:
        return tr("Under way");
    case HealthSeries::P50:
        return tr("Half within", "latency, median");
    case HealthSeries::P95:
        return tr("95 % within", "latency");
    case HealthSeries::P99:
        return tr("99 % within", "latency");
    }
    return {};
}

QString HealthFigures::text(HealthSeries series, const HealthSample &sample)
{
    const double value = number(series, sample);
    if (std::isnan(value))
        return QStringLiteral("–");
    const QLocale locale;
    if (isRate(series))
        return tr("%1/s", "per second").arg(locale.toString(value, 'f', value < 10 ? 1 : 0));
    if (isLatency(series))
        return tr("%1 ms", "milliseconds").arg(locale.toString(value, 'f', value < 10 ? 1 : 0));
    return locale.toString(qulonglong(value));
}

double HealthFigures::number(HealthSeries series, const HealthSample &sample)
{
    switch (series) {
    case HealthSeries::Admitted:
        return sample.admittedRate;
    case HealthSeries::Sent:
        return sample.sentRate;
    case HealthSeries::Acknowledged:
        return sample.acknowledgedRate;
    case HealthSeries::Ended:
        return sample.endedRate;
    case HealthSeries::Queued:
        return double(sample.queued);
    case HealthSeries::Pending:
        return double(sample.pendingCommands);
    case HealthSeries::P50:
        return milliseconds(sample.ackP50);
    case HealthSeries::P95:
        return milliseconds(sample.ackP95);
    case HealthSeries::P99:
        return milliseconds(sample.ackP99);
    }
    return noValue;
}

} // namespace cheetah::gui

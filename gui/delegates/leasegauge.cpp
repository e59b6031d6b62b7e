// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/leasegauge.h"

#include "delegates/cellroles.h"
#include "delegates/textline.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QPainter>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr double low = 0.2, ending = 0.05;

QString translated(const char *source)
{
    return QCoreApplication::translate("LeaseGauge", source);
}

} // namespace

LeaseGauge LeaseGauge::of(qlonglong expiry, RegistryTime now, Micros span)
{
    if (expiry == 0)
        return {};
    if (expiry == leaseWithoutExpiry)
        return {Look::Endless};
    LeaseGauge gauge;
    gauge.left = RegistryTime{expiry} - now;
    gauge.part = span.count() > 0 ? std::clamp(double(gauge.left.count()) / double(span.count()), 0.0, 1.0) : 0;
    gauge.look = gauge.left.count() <= 0 ? Look::Overdue
               : gauge.part < ending     ? Look::Ending
               : gauge.part < low        ? Look::Low
                                         : Look::Calm;
    return gauge;
}

Tone LeaseGauge::tone() const
{
    if (isStale)
        return Tone::Muted;
    switch (look) {
    case Look::Low:
        return Tone::Warn;
    case Look::Ending:
    case Look::Overdue:
        return Tone::Danger;
    case Look::Calm:
        return Tone::Accent;
    case Look::None:
    case Look::Endless:
        break;
    }
    return Tone::Muted;
}

QString LeaseGauge::text() const
{
    switch (look) {
    case Look::None:
        return {};
    case Look::Endless:
        return translated(QT_TRANSLATE_NOOP("LeaseGauge", "no expiry"));
    case Look::Overdue:
        return isStale ? translated(QT_TRANSLATE_NOOP("LeaseGauge", "was overdue"))
                       : translated(QT_TRANSLATE_NOOP("LeaseGauge", "overdue for %1")).arg(Words::clock(-left));
    case Look::Ending:
        if (!isStale)
            return translated(QT_TRANSLATE_NOOP("LeaseGauge", "%1 expires soon")).arg(Words::clock(left));
        break;
    case Look::Calm:
    case Look::Low:
        break;
    }
    return isStale ? translated(QT_TRANSLATE_NOOP("LeaseGauge", "was %1")).arg(Words::clock(left)) : Words::clock(left);
}

void LeaseGauge::paint(QPainter &painter, const QRect &rect, const Theme &theme, const QPalette &palette) const
{
    if (look == Look::None || rect.width() <= 2)
        return;
    if (look != Look::Endless) {
        const QColor line = theme.color(tone());
        QRect bar = rect.adjusted(1, 1, -1, -1);
        painter.fillRect(rect, palette.color(QPalette::Base));
        bar.setWidth(look == Look::Overdue ? bar.width() : std::max(1, int(bar.width() * part)));
        painter.fillRect(bar, theme.fill(tone()));
        if (isStale || look == Look::Ending || look == Look::Overdue) {
            QColor hatch = line;
            hatch.setAlphaF(0.35f);
            painter.fillRect(bar, QBrush(hatch, isStale ? Qt::FDiagPattern : Qt::BDiagPattern));
        }
        // Its length in full colour stands below the text instead of across it.
        const int strip = std::max(2, bar.height() / 8);
        painter.fillRect(QRect(bar.left(), bar.bottom() - strip + 1, bar.width(), strip), line);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(look == Look::Calm || isStale ? palette.color(QPalette::Mid) : line);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    const QFontMetrics metrics = painter.fontMetrics();
    const int side = metrics.averageCharWidth() / 2 + 2;
    painter.setPen(look == Look::Endless ? theme.color(Tone::Muted) : palette.color(QPalette::Text));
    paintTextLine(painter, rect.adjusted(side, 0, -side, 0), text());
}

} // namespace cheetah::gui

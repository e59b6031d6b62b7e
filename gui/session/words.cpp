// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/words.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

QString translated(const char *source, int count = -1)
{
    return QCoreApplication::translate("Words", source, nullptr, count);
}

std::int64_t wholeSeconds(Micros duration)
{
    return duration.count() <= 0 ? 0 : (duration.count() + 999'999) / 1'000'000;
}

QDateTime dateTime(RegistryTime at)
{
    return QDateTime::fromMSecsSinceEpoch(at.us / 1000);
}

} // namespace

Words::Words()
    : m_wording([](std::string_view source, std::optional<std::uint32_t> count) {
          const std::string text(source);
          return QCoreApplication::translate("Wording", text.c_str(), nullptr, count ? int(*count) : -1).toStdString();
      })
{}

QString Words::state(ContextState state)
{
    switch (state) {
    case ContextState::Assigned:
        return translated(QT_TRANSLATE_NOOP("Words", "assigned"));
    case ContextState::Settling:
        return translated(QT_TRANSLATE_NOOP("Words", "settling"));
    case ContextState::Disconnected:
        return translated(QT_TRANSLATE_NOOP("Words", "disconnected"));
    case ContextState::Unavailable:
        return translated(QT_TRANSLATE_NOOP("Words", "unavailable"));
    case ContextState::Held:
        return translated(QT_TRANSLATE_NOOP("Words", "held"));
    case ContextState::Draining:
        return translated(QT_TRANSLATE_NOOP("Words", "draining"));
    case ContextState::Idle:
        return translated(QT_TRANSLATE_NOOP("Words", "idle"));
    }
    return {};
}

QString Words::health(Health health)
{
    switch (health) {
    case Health::Live:
        return translated(QT_TRANSLATE_NOOP("Words", "live"));
    case Health::Loading:
        return translated(QT_TRANSLATE_NOOP("Words", "loading"));
    case Health::Crashed:
        return translated(QT_TRANSLATE_NOOP("Words", "crashed"));
    case Health::Discarded:
        return translated(QT_TRANSLATE_NOOP("Words", "discarded"));
    case Health::Unresponsive:
        return translated(QT_TRANSLATE_NOOP("Words", "unresponsive"));
    }
    return {};
}

QString Words::kind(ClientKind kind)
{
    switch (kind) {
    case ClientKind::Browser:
        return translated(QT_TRANSLATE_NOOP("Words", "browser"));
    case ClientKind::Console:
        return translated(QT_TRANSLATE_NOOP("Words", "console"));
    case ClientKind::Web:
        return translated(QT_TRANSLATE_NOOP("Words", "web"));
    case ClientKind::Mobile:
        return translated(QT_TRANSLATE_NOOP("Words", "mobile"));
    }
    return {};
}

Tone Words::tone(ContextState state)
{
    switch (state) {
    case ContextState::Assigned:
        return Tone::Accent;
    case ContextState::Settling:
    case ContextState::Draining:
        return Tone::Warn;
    case ContextState::Unavailable:
        return Tone::Danger;
    case ContextState::Held:
        return Tone::Reserved;
    case ContextState::Disconnected:
        return Tone::Muted;
    case ContextState::Idle:
        return Tone::Ok;
    }
    return Tone::Neutral;
}

Glyph Words::glyph(ContextState state)
{
    switch (state) {
    case ContextState::Assigned:
        return Glyph::StateAssigned;
    case ContextState::Settling:
        return Glyph::StateSettling;
    case ContextState::Disconnected:
        return Glyph::StateDisconnected;
    case ContextState::Unavailable:
        return Glyph::StateUnavailable;
    case ContextState::Held:
        return Glyph::StateHeld;
    case ContextState::Draining:
        return Glyph::StateDraining;
    case ContextState::Idle:
        return Glyph::StateIdle;
    }
    return Glyph::Unknown;
}

QString Words::clock(Micros duration)
{
    const std::int64_t seconds = wholeSeconds(duration);
    const std::int64_t days = seconds / 86'400, hours = seconds / 3'600 % 24, minutes = seconds / 60 % 60;
    const auto two = [](std::int64_t number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    if (days > 0)
        return translated(QT_TRANSLATE_NOOP("Words", "%1 d %2"))
            .arg(days)
            .arg(QString::number(hours) + ':' + two(minutes));
    if (hours > 0)
        return QString::number(hours) + ':' + two(minutes) + ':' + two(seconds % 60);
    return QString::number(minutes) + ':' + two(seconds % 60);
}

QString Words::roughly(Micros duration)
{
    const std::int64_t seconds = wholeSeconds(duration);
    if (seconds < 120)
        return translated(QT_TRANSLATE_NOOP("Words", "%1 s")).arg(seconds);
    if (seconds < 7'200)
        return translated(QT_TRANSLATE_NOOP("Words", "%1 min")).arg(seconds / 60);
    if (seconds < 2 * 86'400)
        return translated(QT_TRANSLATE_NOOP("Words", "%1 h")).arg(seconds / 3'600);
    return translated(QT_TRANSLATE_NOOP("Words", "%1 d")).arg(seconds / 86'400);
}

QString Words::ago(Micros age)
{
    return translated(QT_TRANSLATE_NOOP("Words", "%1 ago")).arg(roughly(age));
}

QString Words::time(RegistryTime at)
{
    if (!at.isSet())
        return {};
    const QLocale locale;
    const QDateTime local = dateTime(at);
    if (local.date() == QDate::currentDate())
        return local.time().toString(QStringLiteral("HH:mm:ss"));
    return locale.toString(local.date(), QLocale::ShortFormat) + ' '
         + local.time().toString(QStringLiteral("HH:mm:ss"));
}

QString Words::isoTime(RegistryTime at)
{
    return at.isSet() ? dateTime(at).toUTC().toString(Qt::ISODateWithMs) : QString();
}

} // namespace cheetah::gui

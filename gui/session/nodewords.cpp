// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/nodewords.h"

#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

QString number(double value)
{
    return QLocale().toString(value, 'f', value < 100 ? 1 : 0);
}

} // namespace

NodeWords::State NodeWords::state(const Fleet &fleet, const NodeInfo &node, RegistryTime now, Micros lease)
{
    if (now - node.heartbeatAt > lease)
        return State::Silent;
    if (node.report == NodeReport())
        return State::Unknown;
    if (!node.report.ready)
        return State::NotReady;
    if (fleet.drain(node.id))
        return State::Draining;
    return node.report.problems.empty() ? State::Ready : State::Warned;
}

QString NodeWords::word(State state)
{
    switch (state) {
    case State::Ready:
        return tr("ready", "state of a node");
    case State::Warned:
        return tr("ready, with warnings", "state of a node");
    case State::Draining:
        return tr("draining", "state of a node");
    case State::NotReady:
        return tr("not ready", "state of a node");
    case State::Silent:
        return tr("not heard of", "state of a node");
    case State::Unknown:
        return tr("not known", "state of a node");
    }
    return {};
}

Glyph NodeWords::glyph(State state)
{
    switch (state) {
    case State::Ready:
        return Glyph::Yes;
    case State::Warned:
        return Glyph::Warning;
    case State::Draining:
        return Glyph::StateDraining;
    case State::NotReady:
        return Glyph::Error;
    case State::Silent:
        return Glyph::StateDisconnected;
    case State::Unknown:
        break;
    }
    return Glyph::Unknown;
}

Tone NodeWords::tone(State state)
{
    switch (state) {
    case State::Ready:
        return Tone::Ok;
    case State::Warned:
    case State::Draining:
        return Tone::Warn;
    case State::NotReady:
    case State::Silent:
        return Tone::Danger;
    case State::Unknown:
        break;
    }
    return Tone::Muted;
}

QString NodeWords::roundTrip(const std::optional<Micros> &time)
{
    return time ? tr("%1 ms", "milliseconds").arg(number(double(time->count()) / 1e3)) : QString();
}

QString NodeWords::offset(const std::optional<Micros> &time)
{
    if (!time)
        return {};
    const QString sign = time->count() < 0 ? QStringLiteral("\u2212") : QStringLiteral("+");
    const double ms = double(std::chrono::abs(*time).count()) / 1e3;
    return sign
         + (ms < 1'000 ? tr("%1 ms", "milliseconds").arg(number(ms)) : tr("%1 s", "seconds").arg(number(ms / 1e3)));
}

const std::string &NodeWords::address(const NodeInfo &node)
{
    return node.advertisedUrl.empty() ? node.report.url : node.advertisedUrl;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"
#include "theme/theme.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QString>

namespace cheetah::gui {

/// What a node tells of itself, in words; one way for the table and the inspector.
class NodeWords {
    Q_DECLARE_TR_FUNCTIONS(cheetah::gui::NodeWords)

public:
    enum class State { Ready, Warned, Draining, NotReady, Silent, Unknown };

    /// The first that is a person's business. `lease`: after which a node that is not heard of is taken for gone.
    static State state(const Fleet &fleet, const NodeInfo &node, RegistryTime now, Micros lease);
    static QString word(State state);
    static Glyph glyph(State state);
    static Tone tone(State state);

    /// Such as `0.4 ms`; empty where it is not known.
    static QString roundTrip(const std::optional<Micros> &time);
    /// How far its clock is ahead, such as `+3 ms` or `−1.2 s`; empty where it is not known.
    static QString offset(const std::optional<Micros> &time);
    /// Where others reach it, or where it listens.
    static const std::string &address(const NodeInfo &node);
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.h"

#include <QtNetwork/QHostAddress>

namespace cheetah::gui {

/// The address by which programs on this machine reach the session's node: the one that a person connected to, else what
/// the node says of itself. Empty if there is none.
inline QUrl nodeFromHere(const Session &session)
{
    const SessionOrigin &origin = session.origin();
    return origin.kind == SessionKind::Attached && !origin.node.isEmpty() ? origin.node : session.node();
}

inline bool isOnThisMachine(const QUrl &node)
{
    return node.host() == QLatin1String("localhost") || QHostAddress(node.host()).isLoopback();
}

} // namespace cheetah::gui

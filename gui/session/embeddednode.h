// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "session/sessionfactory.h"

namespace cheetah::gui {

/// A deployment that runs in this process.
struct EmbeddedNode {
    std::unique_ptr<Deployment> deployment;
    QString tokenFile; ///< what programs of this account reach it with; empty: nothing can
};

// The console's only door to the engine itself. Everything else in gui/ sees a Deployment and cannot tell where its node is.

Result<EmbeddedNode> embedNode(const EmbedOptions &options, const LogSink &log);
Result<EmbeddedNode> embedDemo(const LogSink &log);

} // namespace cheetah::gui

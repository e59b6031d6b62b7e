// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "session/sessionfactory.h"

namespace cheetah::gui {

/// The console's only door to the engine itself: makes the deployments that run in this process. Everything else in gui/
/// sees a Deployment and cannot tell where its node is.
Result<std::unique_ptr<Deployment>> embedNode(const EmbedOptions &options, const LogSink &log);
Result<std::unique_ptr<Deployment>> makeDemo();

/// What such a deployment tells beyond the interface, once it listens; empty for others.
NodeAccess accessOf(const Deployment &deployment);

} // namespace cheetah::gui

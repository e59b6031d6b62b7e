// SPDX-License-Identifier: Apache-2.0
#include "model/journal.h"

#include "model/nametable.h"

namespace cheetah {

namespace {

constexpr auto kinds = nameTable<JournalKind, JournalKind::InputRefused>(
    "acquired", "acquire_refused", "renewed", "ended", "epoch_started", "client_connected", "client_disconnected",
    "client_removed", "window_opened", "window_closed", "context_opened", "context_closed", "health_changed",
    "provision_started", "provision_ended", "drain_started", "drain_ended", "settling_started", "settling_ended",
    "command_admitted", "command_ended", "operator_action", "node_started", "node_stopped", "component_failed",
    "component_restored", "input_refused");

} // namespace

std::string_view name(JournalKind kind)
{
    return kinds.of(kind);
}

std::optional<JournalKind> journalKindFromName(std::string_view name)
{
    return kinds.find(name);
}

} // namespace cheetah

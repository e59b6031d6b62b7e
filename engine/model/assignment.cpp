// SPDX-License-Identifier: Apache-2.0
#include "model/assignment.h"

#include "model/nametable.h"

namespace cheetah {

namespace {

constexpr auto causes = nameTable<EndCause, EndCause::Drained>(
    "released", "expired", "disconnected", "context_gone", "epoch_ended", "client_removed", "operator", "longest_hold",
    "requester_gone", "cancelled", "drained");

} // namespace

std::string_view name(EndCause cause)
{
    return causes.of(cause);
}

std::optional<EndCause> endCauseFromName(std::string_view name)
{
    return causes.find(name);
}

} // namespace cheetah

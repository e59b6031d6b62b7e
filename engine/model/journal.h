// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cheetah {

/// What a journal entry tells. The journal is a live coordination record, not a task ledger.
enum class JournalKind {
    Acquired,
    AcquireRefused,
    Renewed,
    Ended,
    EpochStarted,
    ClientConnected,
    ClientDisconnected,
    ClientRemoved,
    WindowOpened,
    WindowClosed,
    ContextOpened,
    ContextClosed,
    HealthChanged,
    ProvisionStarted,
    ProvisionEnded,
    DrainStarted,
    DrainEnded,
    SettlingStarted,
    SettlingEnded,
    CommandAdmitted,
    CommandEnded,
    OperatorAction,
    NodeStarted,
    NodeStopped,
    ComponentFailed,
    ComponentRestored,
    InputRefused,
};
std::string_view name(JournalKind kind);
std::optional<JournalKind> journalKindFromName(std::string_view name);

struct Refusal;
using RefusalPtr = std::shared_ptr<const Refusal>;

/// One line of the journal. Empty fields do not apply. `params` are bytes from outside, already cleaned for showing.
struct JournalEntry {
    std::uint64_t number = 0; ///< grows by one within a node's journal
    RegistryTime at;
    JournalKind kind = JournalKind::Acquired;
    UserId user;
    ClientId client;
    ContextNamePtr context;
    TaskId task;
    RequestId request;
    CommandId command;
    Fence fence = 0;
    std::optional<EndCause> cause;
    std::string by;                                          ///< operator or node that acted
    std::vector<std::pair<std::string, std::string>> params; ///< such as {code, nothing_available}, {reason, …}
    RefusalPtr refusal; ///< of AcquireRefused: what was asked, and what stood against it (model/refusal.h)
};

} // namespace cheetah

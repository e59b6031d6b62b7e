// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "registry/reply.h"

#include <vector>

namespace cheetah {

struct Admission {
    CommandRecord record;
    bool repeated = false; ///< the same id with the same content was there already (SPEC D5)
};

struct CommandEnd {
    UserId user;
    CommandId command;
    CommandOutcome outcome = CommandOutcome::Result;
    std::string result;
    PayloadId resultRef;
    std::optional<Error> error;
    Epoch epoch; ///< of the client that answers; must be the command's for Result and Error
};

/// What is known of commands: monotonic, bounded, kept for a retention (SPEC D2, D5). Each call is one atomic step
/// together with the leases, which is why the registries implement it. Owner: the host.
class EvidenceStore {
public:
    virtual ~EvidenceStore() = default;

    /// Admits a command with its handle (or with a client command's empty handle, fence 0, which is not fenced). Errors:
    /// `stale_handle`, `command_id_conflict`, `history_full`, `context_unknown`. A child context (SPEC W20) is addressed
    /// by its own name with the parent's handle. A record without a task takes that of its lease.
    virtual void admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply) = 0;

    /// Checks the handle and records *send attempted* in one step; only then may the frame leave (SPEC D1). If the
    /// assignment ended the command ends as `fenced`, past its deadline as `expired`, and that error is answered; a client that
    /// is not connected under `generation` answers `client_not_connected` and changes nothing, and so does a command whose
    /// send was attempted before, or that ended otherwise: `request_known`, for nothing is sent twice.
    virtual void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                           Reply<CommandRecord> reply) = 0;

    /// Accepted whatever became of the assignment; unknown ids `command_unknown`; never moves backwards.
    virtual void acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                             Reply<CommandRecord> reply) = 0;

    /// Ends a command. The first end stays, but `unknown` may be replaced once by a late result or error of the same epoch
    /// (SPEC D2). `expired` and `fenced` mean "never sent": on a command whose send was attempted meanwhile an end as one of
    /// them changes nothing. Ends settling where this was the last unresolved command (SPEC W17). Answers the record as it now is.
    virtual void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) = 0;

    virtual void get(const UserId &user, const CommandId &command, const Scope &scope,
                     Reply<CommandRecord> reply) = 0; ///< `command_unknown`
    virtual void byTask(const UserId &user, const TaskId &task, const Scope &scope,
                        Reply<std::vector<CommandRecord>> reply) = 0;
    /// Commands that are not terminal and whose deadline has passed; at most `limit`.
    virtual void overdue(std::uint32_t limit, const Scope &scope, Reply<std::vector<CommandRecord>> reply) = 0;
    /// Commands of the user (empty: of all users), those that have not ended first by their deadline, then the latest ended
    /// first; at most `limit`.
    virtual void recent(const UserId &user, std::uint32_t limit, const Scope &scope,
                        Reply<std::vector<CommandRecord>> reply) = 0;
    virtual EvidenceCounts counts() const = 0;
    /// True while admission would not answer `history_full`.
    virtual bool hasCapacity() const = 0;
};

} // namespace cheetah

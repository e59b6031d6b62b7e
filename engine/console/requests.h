// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/reply.h"
#include "console/deployment.h"
#include "model/acquire.h"
#include "model/drain.h"
#include "model/nodestatus.h"
#include "model/verdict.h"

#include <map>

namespace cheetah {

/// What became of a release by hand. A lease that somebody else holds by now is an error instead: `fence_mismatch` with
/// params `task` and `fence` of who holds it; nothing was done then.
enum class ReleaseOutcome { Released, AlreadyOver };

/// The five questions answered, and the records that they were answered from.
struct EvidenceFound {
    EvidenceAnswers answers;
    std::vector<CommandRecord> commands;
};

/// Commands of a user, newest first, as of one revision.
struct CommandsFound {
    std::uint64_t revision = 0;
    RegistryTime at;
    std::vector<CommandRecord> commands;
};

/// A stretch of the journal, oldest first.
struct EventsFound {
    std::uint64_t last = 0;    ///< number of the newest entry that there is
    std::uint64_t dropped = 0; ///< entries that the node has forgotten
    std::vector<JournalEntry> entries;
};

/// Calls of a deployment's methods with types instead of JSON, for views and flows (SPEC O1, O3, W9, D3). Every reply
/// comes once, later than the call, and not after its scope died. Errors are the method's; `forbidden` where the token may
/// not; `unavailable` where there is no connection, or where it ended first: an action may then have happened or not.
/// Owned by the console session; the deployment outlives it.
class Requests final : public QObject {
    Q_OBJECT

public:
    explicit Requests(Deployment &deployment, QObject *parent = nullptr);

    /// A reason that a person gave; it stands in the node's journal.
    struct Reason {
        std::string text = {};
    };

    /// Ends the lease with that fence, no other.
    void forceRelease(const ContextName &context, Fence fence, const Reason &reason, const Scope &scope,
                      Reply<ReleaseOutcome> reply);
    /// Ends the client's connection and keeps it out for `keepOut`, if above zero. `seen` is the generation of the connection
    /// that the person saw: `generation_mismatch` (param generation) if the client has come again since, and nothing was done; 0: any.
    /// `client_not_connected`, `client_unknown`.
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Reason &reason,
                    const Scope &scope, Reply<void> reply);
    /// With `force`, what is left at the deadline (from now) is ended; else it stays.
    void drain(const DrainTarget &target, std::optional<Micros> deadline, bool force, const Reason &reason,
               const Scope &scope, Reply<Drain::State> reply);
    void undrain(const DrainTarget &target, const Reason &reason, const Scope &scope, Reply<void> reply);
    /// Declares the commands that the person saw the context settle on to be over: `fence_mismatch` (param command) if it
    /// settles on another by now, and nothing was done; none `seen`: whatever it settles on.
    void settle(const ContextName &context, const std::vector<CommandId> &seen, const Reason &reason,
                const Scope &scope, Reply<void> reply);

    /// What an acquire like this would get, and why not; reserves nothing.
    void explain(const AcquireRequest &request, bool details, const Scope &scope, Reply<Explanation> reply);
    /// `command_unknown`.
    void evidence(const UserId &user, const CommandId &command, const Scope &scope, Reply<EvidenceFound> reply);
    void evidence(const UserId &user, const TaskId &task, const Scope &scope, Reply<EvidenceFound> reply);
    /// The newest commands of a user; of all users for an empty id.
    void commands(const UserId &user, std::uint32_t limit, const Scope &scope, Reply<CommandsFound> reply);
    /// At most `limit` entries with numbers above `after`; the newest for 0.
    void events(std::uint64_t after, std::uint32_t limit, const Scope &scope, Reply<EventsFound> reply);
    void config(const Scope &scope, Reply<std::vector<ConfigEntry>> reply);
    void status(const Scope &scope, Reply<NodeStatus> reply);

    /// Calls that are not answered yet.
    std::size_t pending() const { return m_pending.size(); }

private:
    using Answer = Callback<void(const Result<std::string> &)>;

    void finished(CallId call, const Result<std::string> &answer);
    void call(std::string_view method, std::string params, const Scope &scope, Answer answer);
    template <class T, class Convert>
    void ask(std::string_view method, std::string params, const Scope &scope, Reply<T> reply, Convert convert);

    struct Pending {
        Scope::Guard asker;
        Answer answer;
    };
    Deployment &m_deployment;
    std::map<CallId, Pending> m_pending;
};

} // namespace cheetah

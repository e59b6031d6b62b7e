// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifecycle/component.h"
#include "model/policies.h"
#include "pool/acquireoperation.h"
#include "pool/journalsink.h"
#include "pool/landing.h"
#include "pool/reservationwatch.h"
#include "pool/timeoutsweeper.h"
#include "pool/waiters.h"

#include <unordered_map>

namespace cheetah {

/// Settings of a WorkerContextManager, with the library's defaults.
struct ManagerConfig {
    NodeId node;
    Micros taskTimeout = Millis(300'000); ///< 0 turns the timeout sweep off, and only this one (SPEC W2)
    double checkIntervalSeconds = 30;     ///< of the timeout sweep; finite and > 0 while there is a timeout
    ProvisioningOwner provisioning = ProvisioningOwner::ThisNode;
    NodeId provisionOwner{}; ///< alone creates for the whole deployment; empty: each client's claim decides (SPEC W14)
    Micros provisionTimeout = Seconds(30);
    std::size_t maxPending = 10'000;    ///< acquires of this node that wait or create
    std::uint32_t disconnectSlice = 50; ///< assignments ended in one step of onClientDisconnect (SPEC R2)

    /// `bad_setting` naming the setting (SPEC W2).
    Result<void> check() const;
};

/// One acquire that has not been answered yet, for diagnostics.
struct PendingAcquire {
    AcquireRequest request;
    std::string_view state;
    std::uint64_t place = 0;
    RegistryTime startedAt;
    RegistryTime deadline; ///< unset: none
};

struct ManagerCounts {
    std::uint64_t granted = 0;
    std::uint64_t refused = 0;
    std::uint64_t undone = 0; ///< successes that came too late and were taken back
};

/// The pool's public face: leases contexts, renews and releases them, explains why a request gets nothing, and sweeps
/// timeouts (SPEC W1–W20). Owned by the host, together with everything given to create(), which must outlive it; one
/// thread. It holds no task input, attempt, priority or result (SPEC W15), attaches itself to no connection (SPEC W6),
/// and reaches browsers only through the ProvisionPort.
class WorkerContextManager final : public Component, private AcquireOwner {
public:
    struct Parts {
        ContextRegistry &contexts;
        WindowRegistry &windows;
        ConnectionRegistry &connections;
        FleetView &view;
        Scheduler &scheduler;
        const Clock &clock;
        IdSource &ids;
        ProvisionPort *port = nullptr;             ///< null: nothing is created nor closed
        BulkTimeoutRelease *bulkRelease = nullptr; ///< null: asked of `contexts`, which may offer it (SPEC W5)
        JournalSink journal = {};
        Log log = {};
        Tracer *tracer = nullptr; ///< null: nobody traces
    };

    /// Starts nothing (SPEC W1). `bad_setting` as ManagerConfig::check().
    static Result<std::unique_ptr<WorkerContextManager>> create(ManagerConfig config, Parts parts);
    ~WorkerContextManager() override;

    // The manager as a component; both hooks answer at once and may be repeated (SPEC W1).
    std::string_view name() const override { return "manager"; }
    void start(const Scope &scope, HookDone done) override;
    void stop(const Scope &scope, HookDone done) override;

    /// Starts the timeout sweep, if there is a timeout, and the watch over reservations.
    void start();
    /// Ends both, and answers every acquire that still waits `going_down`. Leases stay as they are.
    void stop();

    /// Gives a context to the request, or the reason why not (SPEC W8–W13). The error's params carry the counts of the
    /// explanation. Codes: `nothing_available`, `unsatisfiable`, `deadline_exceeded`, `cancelled`, `queue_full`,
    /// `contradictory_request`, `unknown_strategy`, `not_tieable`, `request_known`, `provisioning_…`, `unavailable` (ask
    /// again with the same request id). An empty request id is replaced by a new one.
    void acquire(const AcquireRequest &request, const Scope &scope, Reply<Lease> reply);

    /// Moves the deadline, while current (SPEC W4).
    void renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply)
    {
        m_parts.contexts.renew(handle, scope, std::move(reply));
    }

    /// Ends the lease, while current; one's own release repeated is a success with `already` (SPEC W4). What the lease
    /// opened by our commands is closed (SPEC W20).
    void release(const Handle &handle, const Scope &scope, Reply<Released> reply);

    /// Releases and acquires, in one registry step where something fits at once (SPEC W8). A stale handle acquires
    /// nothing; when nothing is got the release stands (param released=true).
    void releaseAndAcquire(const Handle &handle, const AcquireRequest &request, const Scope &scope, Reply<Lease> reply);

    using Component::cancel;
    /// Ends the request, wherever it stands: what it was given is released, and it will be given nothing (SPEC W12).
    void cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply);

    /// The requester's connection is gone: its waiting acquires are cancelled, its tied leases end (SPEC W12, W19).
    void requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply);

    /// Ends at once the assignments that the client's contexts hold, and answers how many (SPEC W6). Attached by the host
    /// if at all.
    void onClientDisconnect(const ClientName &client, const Scope &scope, Reply<std::uint32_t> reply);

    /// An operator's release, fenced by what was seen (SPEC O3).
    void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply);

    /// Why the request gets nothing, or how many contexts fit, at this revision; the same list of rules that decides
    /// (SPEC W9). The request may be hypothetical.
    Explanation explain(const AcquireRequest &request, bool detailed) const;

    /// Adds a strategy of the host's (SPEC W8). `bad_setting` for a name that is used.
    Result<void> registerStrategy(std::string name, StrategyFunction function);

    /// What contradicts itself in the request, by name; success otherwise (SPEC W8).
    Result<void> check(const AcquireRequest &request) const;

    std::vector<PendingAcquire> pending() const;
    const ManagerConfig &config() const { return m_config; }
    const ManagerCounts &counts() const { return m_counts; }
    const TimeoutSweeper *timeoutSweeper() const { return m_sweeper.get(); } ///< null: no timeout

private:
    struct RequestKey {
        UserId user;
        RequestId request;
        friend bool operator==(const RequestKey &, const RequestKey &) = default;
    };
    struct RequestKeyHash {
        std::size_t operator()(const RequestKey &key) const noexcept
        {
            return std::hash<UserId>()(key.user) * 31 + std::hash<RequestId>()(key.request);
        }
    };

    struct Exchange;

    WorkerContextManager(ManagerConfig config, Parts parts);

    Result<Lease> leaseOf(Assigned &&assigned, bool provisioned) override;
    Error refusal(const AcquireRequest &request, Error error, bool explained) override;
    void undo(const UserId &user, const RequestId &request) override;
    bool provisions() const override { return provisionSetup().provisions(); }
    ProvisionPlan plan(const AcquireRequest &request, const std::vector<ClientName> &without) override;
    void createContext(const ProvisionOrder &order, const Scope &scope, Reply<ProvisionDone> reply) override;
    AssignArgs assignArgs(const AcquireRequest &request, const ContextKey &context, std::uint64_t place) override;
    Waiter waiterOf(const AcquireRequest &request, RegistryTime deadline) override;
    Micros provisionTimeout() const override { return m_config.provisionTimeout; }
    const NodeId &node() const override { return m_config.node; }
    void finished(AcquireOperation &operation) override;

    void acquireTraced(const AcquireRequest &request, const AcquireTracePtr &trace, const Scope &scope,
                       Reply<Lease> reply);
    void fillArgs(AssignArgs &args, const AcquireRequest &request, std::uint64_t place) const;
    bool joinPending(const AcquireRequest &request, Scope::Guard guard, Reply<Lease> &reply);
    void begin(const AcquireRequest &request, const Strategy &strategy, const AcquireTracePtr &trace,
               Scope::Guard guard, Reply<Lease> reply);
    void tryFirst(Slot candidate, const AcquireRequest &request, const Strategy &strategy, const AcquireTracePtr &trace,
                  const Scope &scope, Reply<Lease> &reply);
    AcquireOperation *makeOperation(const AcquireRequest &request, const Strategy &strategy,
                                    const AcquireTracePtr &trace, Scope::Guard guard, Reply<Lease> &reply);
    void releaseThenAcquire(std::shared_ptr<Exchange> exchange);
    void acquireAfterRelease(Exchange &exchange);
    void exchanged(Exchange &exchange, Result<Assigned> result);
    ContextKey candidateAfterRelease(const Handle &handle, const AcquireRequest &request, const Strategy &strategy);
    void closeAll(const std::vector<ContextNamePtr> &contexts);
    void disconnectSlice(const ClientName &client, std::uint32_t endedBefore, Scope::Guard guard,
                         Reply<std::uint32_t> reply);
    void undoAttempt(const UserId &user, const RequestId &request, unsigned attempt);
    ProvisionSetup provisionSetup() const;
    Explanation explainAt(const AcquireRequest &request, std::uint64_t place, bool detailed) const;

    const ManagerConfig m_config;
    const Parts m_parts;
    Strategies m_strategies;
    Selector m_selector;
    Landing<Assigned> m_assignLanding;
    Landing<Released> m_releaseLanding;
    AssignArgs m_args; ///< of the step under way, kept for its strings' room
    const std::vector<ContextNamePtr> m_noneTried;
    Waiters m_waiters;
    std::unordered_map<RequestKey, std::unique_ptr<AcquireOperation>, RequestKeyHash> m_operations;
    std::vector<std::unique_ptr<AcquireOperation>> m_finished; ///< to be deleted at the next turn
    std::unique_ptr<TimeoutSweeper> m_sweeper;
    std::unique_ptr<ReservationWatch> m_watch;
    std::vector<Scheduler::Timer> m_undoTimers;
    ManagerCounts m_counts;
    bool m_stopped = false;
    Scope m_scope;
};

} // namespace cheetah

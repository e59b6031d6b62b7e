// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/scheduler.h"
#include "pool/acquireflow.h"
#include "pool/acquiretrace.h"
#include "pool/selector.h"

namespace cheetah {

class AcquireOperation;

/// What an operation needs of its manager.
class AcquireOwner {
public:
    virtual ~AcquireOwner() = default;
    virtual Result<Lease> leaseOf(Assigned &&assigned, bool provisioned) = 0; ///< never an error
    /// Adds the reason at this moment (SPEC W9) and tells the journal.
    virtual Error refusal(const AcquireRequest &request, Error error, bool explained) = 0;
    /// Takes back, with retries, what the request was or will be given.
    virtual void undo(const UserId &user, const RequestId &request) = 0;
    /// Whether this node may ever create (SPEC W14).
    virtual bool provisions() const = 0;
    virtual ProvisionPlan plan(const AcquireRequest &request, const std::vector<ClientName> &without) = 0;
    /// Asks the client, and passes its word on to the registry even when the asker is gone by then.
    virtual void createContext(const ProvisionOrder &order, const Scope &scope, Reply<ProvisionDone> reply) = 0;
    virtual AssignArgs assignArgs(const AcquireRequest &request, const ContextKey &context, std::uint64_t place) = 0;
    virtual Waiter waiterOf(const AcquireRequest &request, RegistryTime deadline) = 0;
    virtual Micros provisionTimeout() const = 0;
    virtual const NodeId &node() const = 0;
    /// The operation answered; it is to be deleted, but not inside this call.
    virtual void finished(AcquireOperation &operation) = 0;
};

/// Carries out what an AcquireFlow wants, and answers everyone who asked for this request id. Owned by the manager, which
/// lists it and deletes it after it finished. It decides nothing itself.
class AcquireOperation final : private AcquireSight {
public:
    static constexpr std::size_t maxListeners = 8; ///< calls that ask for the same request id at once

    struct Steps {
        ContextRegistry &contexts;
        WindowRegistry &windows;
        FleetView &view;
        Selector &selector;
        Scheduler &scheduler;
        IdSource &ids;
        AcquireOwner &owner;
    };

    /// `trace`: null if nobody traces.
    AcquireOperation(const Steps &steps, AcquireRequest request, const Strategy &strategy, AcquireTracePtr trace);

    /// Adds a requester; false when there are too many or the task is another one.
    bool join(const TaskId &task, Scope::Guard guard, Reply<Lease> &reply);

    void start();
    /// A first attempt on `candidate` is under way; its answer comes through firstAnswer().
    void startAssigning(ContextKey candidate) { m_flow.startAssigning(std::move(candidate)); }
    void firstAnswer(Result<Assigned> result) { run(m_flow.assigned(std::move(result))); }
    void woken() { run(m_flow.woken()); }
    void end(Error error) { run(m_flow.ended(std::move(error))); }

    const AcquireRequest &request() const { return m_request; }
    const AcquireFlow &flow() const { return m_flow; }
    RegistryTime startedAt() const { return m_startedAt; }
    RegistryTime deadline() const { return m_deadline; } ///< unset: none
    /// Whether somebody still listens.
    bool hasListeners() const;

private:
    struct Listener {
        Scope::Guard guard;
        Reply<Lease> reply;
    };

    std::optional<ContextKey> select(std::uint64_t place, const std::vector<ContextNamePtr> &tried) override;
    bool satisfiable() override;
    std::optional<ProvisionTarget> creationTarget(const std::vector<ClientName> &without) override;
    ProvisionId newProvision() override { return ProvisionId::trusted(m_steps.ids.unique()); }
    bool reservationKnown(const ClientName &client, const ProvisionId &provision) override;
    std::optional<ContextKey> madeContext(const ClientName &client) override;
    bool waiterKnown(std::uint64_t place) override;

    void run(AcquireActions actions);
    void perform(DoAssign &action);
    void perform(DoResolve &action);
    void perform(DoEnqueue &action);
    void perform(DoReserve &action);
    void perform(DoCreate &action);
    void perform(DoRetryAfter &action);
    void perform(DoDequeue &action);
    void perform(DoUndo &action);
    void perform(DoGrant &action);
    void perform(DoRefuse &action);
    void armDeadline();

    const Steps m_steps;
    AcquireRequest m_request;
    const Strategy m_strategy;
    const AcquireTracePtr m_trace;
    AcquireFlow m_flow;
    std::vector<Listener> m_listeners;
    RegistryTime m_startedAt;
    RegistryTime m_deadline;
    Scheduler::Timer m_deadlineTimer;
    Scheduler::Timer m_retryTimer;
    Scope m_scope;
};

} // namespace cheetah

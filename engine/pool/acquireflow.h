// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pool/provisioning.h"
#include "registry/contextregistry.h"

#include <variant>

namespace cheetah {

/// What a flow may look at: this node's replica, as it is at that moment.
class AcquireSight {
public:
    virtual ~AcquireSight() = default;
    /// The next candidate that is not among `tried`.
    virtual std::optional<ContextKey> select(std::uint64_t place, const std::vector<ContextNamePtr> &tried) = 0;
    virtual bool satisfiable() = 0;
    virtual std::optional<ProvisionTarget> creationTarget(const std::vector<ClientName> &without) = 0;
    virtual ProvisionId newProvision() = 0;
    virtual bool reservationKnown(const ClientName &client, const ProvisionId &provision) = 0;
    /// The context on that client that is held for this request.
    virtual std::optional<ContextKey> madeContext(const ClientName &client) = 0;
    virtual bool waiterKnown(std::uint64_t place) = 0;
};

// What a flow wants done. Each step is answered by the event of the same name.
struct DoAssign {
    ContextKey context;
    std::uint64_t place = 0;
};
struct DoResolve {};
struct DoEnqueue {};
struct DoReserve {
    ProvisionTarget target;
    ProvisionId provision;
};
struct DoCreate {
    ProvisionTarget target;
    ProvisionId provision;
};
struct DoRetryAfter {
    Micros delay;
};
// These are not answered.
struct DoDequeue {
    std::uint64_t place = 0;
};
struct DoUndo {}; ///< a registry step that takes back what the request may yet be given (SPEC W12)
struct DoGrant {
    Assigned assigned;
    bool provisioned = false;
};
struct DoRefuse {
    Error error;
    bool explained = false;
}; ///< explained: the reason shall be added (SPEC W9)

using AcquireAction = std::variant<DoAssign, DoResolve, DoEnqueue, DoReserve, DoCreate, DoRetryAfter, DoDequeue, DoUndo,
                                   DoGrant, DoRefuse>;
using AcquireActions = std::vector<AcquireAction>;

/// What the request allows, as far as the flow cares.
struct AcquireTerms {
    bool reuse = true;   ///< existing contexts will do
    bool create = false; ///< a new one may be made
    bool waits = false;
    bool waitForClients = false;
};

/// An acquire that did not hit at once, as a pure state machine: events come in, actions go out, and exactly one of
/// DoGrant and DoRefuse ends it. It tries candidates until none is left, creates where that is allowed and possible, and
/// else waits in the queue for as long as it may (SPEC W8, W11–W13). It owns no time and does nothing itself.
class AcquireFlow {
public:
    enum class State { New, Resolving, Assigning, Enqueueing, Waiting, Reserving, Creating, Done };
    static constexpr std::size_t maxAttempts = 32; ///< candidates lost to others in one go
    static constexpr std::size_t maxCreations = 4; ///< clients asked to create
    static constexpr unsigned maxRetries = 5;      ///< of a step whose outcome is not known

    AcquireFlow(AcquireTerms terms, AcquireSight &sight) : m_terms(terms), m_sight(sight) {}

    State state() const { return m_state; }
    std::uint64_t place() const { return m_place; }
    bool provisioning() const { return m_state == State::Reserving || m_state == State::Creating; }

    /// Nothing was tried yet: first ask what this request id holds already (SPEC W11).
    AcquireActions start();
    /// A first attempt on `candidate` is under way; `assigned` will follow.
    void startAssigning(ContextKey candidate);

    AcquireActions assigned(Result<Assigned> result);
    AcquireActions resolved(Result<Assigned> result);
    AcquireActions enqueued(Result<std::uint64_t> result);
    AcquireActions reserved(Result<void> result);
    AcquireActions created(const Result<ProvisionDone> &result);
    AcquireActions retryDue();
    /// The replica changed in a way that may matter.
    AcquireActions woken();
    AcquireActions deadlinePassed();
    /// The request ends from outside with this error; its registry side is the caller's business.
    AcquireActions ended(Error error);

private:
    AcquireActions decide();
    AcquireActions nothingFits();
    AcquireActions lookAtCreation();
    AcquireActions creationFailed(Error error);
    AcquireActions retry();
    AcquireActions leaveQueue();
    AcquireActions grant(Assigned assigned);
    AcquireActions refuse(Error error, bool explained);
    Error nothingAvailable() const;

    const AcquireTerms m_terms;
    AcquireSight &m_sight;
    State m_state = State::New;
    std::uint64_t m_place = 0;
    bool m_placeSeen = false; ///< the replica showed our waiter once
    unsigned m_retries = 0;
    ContextKey m_candidate;
    bool m_made = false; ///< the candidate was made for us
    std::vector<ContextNamePtr> m_tried;
    std::string m_refusedBy; ///< the rule by which the registry refused the latest of them; empty if by none
    std::optional<ProvisionTarget> m_target;
    ProvisionId m_provision;
    bool m_reservationSeen = false; ///< the replica showed our reservation once
    std::size_t m_creations = 0;
    std::vector<ClientName> m_refusing;
    std::optional<Error> m_lastRefusal;
};
std::string_view name(AcquireFlow::State state);

} // namespace cheetah

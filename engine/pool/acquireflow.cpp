// SPDX-License-Identifier: Apache-2.0
#include "pool/acquireflow.h"

#include <utility>

namespace cheetah {

std::string_view name(AcquireFlow::State state)
{
    using enum AcquireFlow::State;
    switch (state) {
    case New:
        return "new";
    case Resolving:
        return "resolving";
    case Assigning:
        return "assigning";
    case Enqueueing:
        return "enqueueing";
    case Waiting:
        return "waiting";
    case Reserving:
        return "reserving";
    case Creating:
        return "creating";
    case Done:
        return "done";
    }
    return "";
}

AcquireActions AcquireFlow::start()
{
    m_state = State::Resolving;
    return {DoResolve{}};
}

void AcquireFlow::startAssigning(ContextKey candidate)
{
    m_candidate = std::move(candidate);
    m_state = State::Assigning;
}

AcquireActions AcquireFlow::assigned(Result<Assigned> result)
{
    if (m_state != State::Assigning)
        return {};
    if (result)
        return grant(std::move(*result));
    switch (result.error().code) {
    case ErrorCode::NothingAvailable:
    case ErrorCode::ContextUnknown:
        m_retries = 0;
        if (m_made) { // not live yet, or gone: the replica will tell
            m_state = State::Creating;
            return {};
        }
        m_tried.push_back(m_candidate.name);
        m_refusedBy = result.error().param("rule");
        return decide();
    case ErrorCode::Unavailable:
        m_state = State::Resolving;
        return retry();
    default:
        return refuse(result.error(), false);
    }
}

AcquireActions AcquireFlow::resolved(Result<Assigned> result)
{
    if (m_state != State::Resolving)
        return {};
    if (result)
        return grant(std::move(*result));
    switch (result.error().code) {
    case ErrorCode::NothingAvailable: // a registry that tells and takes nothing is no progress: retries go on counting
        if (m_target) {
            m_state = State::Creating;
            return lookAtCreation();
        }
        return decide();
    case ErrorCode::Unavailable:
        return retry();
    default:
        return refuse(result.error(), false);
    }
}

AcquireActions AcquireFlow::enqueued(Result<std::uint64_t> result)
{
    if (m_state != State::Enqueueing)
        return {};
    if (!result)
        return result.error().code == ErrorCode::Unavailable ? retry() : refuse(result.error(), false);
    m_retries = 0;
    m_place = *result;
    m_tried.clear(); // with a place, what was refused for an earlier waiter may be ours
    return decide();
}

AcquireActions AcquireFlow::reserved(Result<void> result)
{
    if (m_state != State::Reserving)
        return {};
    if (result) {
        m_retries = 0;
        m_state = State::Creating;
        m_reservationSeen = m_sight.reservationKnown(m_target->client, m_provision);
        return {DoCreate{*m_target, m_provision}};
    }
    switch (result.error().code) {
    case ErrorCode::Unavailable:
        return retry();
    case ErrorCode::ProvisioningLimit:
    case ErrorCode::Draining:
    case ErrorCode::ClientNotConnected:
    case ErrorCode::ClientUnknown:
    case ErrorCode::EpochRetired:
    case ErrorCode::EpochUnknown:
    case ErrorCode::WindowUnknown:
    case ErrorCode::NotProvisioningOwner:
        return creationFailed(result.error());
    default:
        return refuse(result.error(), false);
    }
}

AcquireActions AcquireFlow::created(const Result<ProvisionDone> &result)
{
    // An unknown outcome, like "done", is left to the reports and to the question once it is overdue.
    if (m_state != State::Creating || !result || !result->refused)
        return {};
    return creationFailed(Error(ErrorCode::ProvisioningRefused, {{"reason", result->reason}}));
}

AcquireActions AcquireFlow::retryDue()
{
    switch (m_state) {
    case State::Resolving:
        return {DoResolve{}};
    case State::Enqueueing:
        return {DoEnqueue{}};
    case State::Reserving:
        return {DoReserve{*m_target, m_provision}};
    default:
        return {};
    }
}

AcquireActions AcquireFlow::woken()
{
    if (m_state == State::Creating)
        return lookAtCreation();
    if (m_state != State::Waiting)
        return {};
    if (m_place != 0) {
        const bool known = m_sight.waiterKnown(m_place);
        if (m_placeSeen && !known)
            return refuse(Error(ErrorCode::Cancelled), false);
        m_placeSeen = m_placeSeen || known;
    }
    m_tried.clear();
    m_refusing.clear();
    return decide();
}

AcquireActions AcquireFlow::deadlinePassed()
{
    if (m_state == State::Done)
        return {};
    if (m_state == State::Waiting)
        return refuse(Error(ErrorCode::DeadlineExceeded), true);
    // Some step is under way and may yet succeed: that success is taken back.
    const bool creating = m_target.has_value();
    AcquireActions actions =
        refuse(Error(creating ? ErrorCode::ProvisioningTimeout : ErrorCode::DeadlineExceeded), !creating);
    actions.insert(actions.begin(), DoUndo{});
    return actions;
}

AcquireActions AcquireFlow::ended(Error error)
{
    if (m_state == State::Done)
        return {};
    return refuse(std::move(error), false);
}

AcquireActions AcquireFlow::decide()
{
    if (m_terms.reuse && m_tried.size() < maxAttempts)
        if (auto candidate = m_sight.select(m_place, m_tried)) {
            m_candidate = std::move(*candidate);
            m_state = State::Assigning;
            return {DoAssign{m_candidate, m_place}};
        }
    return nothingFits();
}

AcquireActions AcquireFlow::nothingFits()
{
    if (m_terms.create && m_creations < maxCreations)
        if ((m_target = m_sight.creationTarget(m_refusing))) {
            ++m_creations;
            m_provision = m_sight.newProvision();
            m_reservationSeen = false;
            m_state = State::Reserving;
            AcquireActions actions =
                leaveQueue(); // what is made for us needs no place, and others shall not wait behind us
            actions.push_back(DoReserve{*m_target, m_provision});
            return actions;
        }
    if (!m_terms.waitForClients && !m_sight.satisfiable())
        return refuse(Error(ErrorCode::Unsatisfiable), true);
    if (!m_terms.waits)
        return refuse(m_lastRefusal ? *m_lastRefusal : nothingAvailable(), true);
    if (m_terms.reuse && m_place == 0) {
        m_state = State::Enqueueing;
        return {DoEnqueue{}};
    }
    m_state = State::Waiting;
    return {};
}

/// With what the registry refused although it seemed free here: the explanation, made of what is seen here, cannot tell it.
Error AcquireFlow::nothingAvailable() const
{
    Error error(ErrorCode::NothingAvailable);
    if (!m_tried.empty()) {
        error.params.emplace_back("tried", std::to_string(m_tried.size()));
        if (!m_refusedBy.empty())
            error.params.emplace_back("rule", m_refusedBy);
    }
    return error;
}

AcquireActions AcquireFlow::lookAtCreation()
{
    if (auto made = m_sight.madeContext(m_target->client)) {
        m_candidate = std::move(*made);
        m_made = m_reservationSeen = true;
        m_state = State::Assigning;
        return {DoAssign{m_candidate, m_place}};
    }
    const bool known = m_sight.reservationKnown(m_target->client, m_provision);
    if (m_reservationSeen && !known)
        return creationFailed(Error(ErrorCode::ProvisioningRefused, {{"reason", "not_shown"}}));
    m_reservationSeen = m_reservationSeen || known;
    return {};
}

AcquireActions AcquireFlow::creationFailed(Error error)
{
    m_refusing.push_back(m_target->client);
    m_target.reset();
    m_made = false;
    m_lastRefusal = std::move(error);
    return decide();
}

AcquireActions AcquireFlow::retry()
{
    if (m_retries >= maxRetries)
        return refuse(Error(ErrorCode::Unavailable), false);
    return {DoRetryAfter{Millis(100) * (1 << m_retries++)}};
}

AcquireActions AcquireFlow::leaveQueue()
{
    if (m_place == 0)
        return {};
    m_placeSeen = false;
    return {DoDequeue{std::exchange(m_place, 0)}};
}

AcquireActions AcquireFlow::grant(Assigned assigned)
{
    m_state = State::Done; // the registry took us out of the queue in the same step
    AcquireActions actions;
    actions.push_back(DoGrant{std::move(assigned), m_made});
    return actions;
}

AcquireActions AcquireFlow::refuse(Error error, bool explained)
{
    m_state = State::Done;
    AcquireActions actions = leaveQueue();
    actions.push_back(DoRefuse{std::move(error), explained});
    return actions;
}

} // namespace cheetah

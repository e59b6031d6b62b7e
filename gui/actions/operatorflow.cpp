// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/operatorflow.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

using Stage = FlowItem::Stage;

FlowOutcome outcomeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::StaleHandle:
    case ErrorCode::ClientNotConnected:
        return FlowOutcome::AlreadyOver;
    case ErrorCode::FenceMismatch:
    case ErrorCode::GenerationMismatch:
    case ErrorCode::Superseded:
        return FlowOutcome::Replaced;
    case ErrorCode::ContextUnknown:
    case ErrorCode::WindowUnknown:
    case ErrorCode::ClientUnknown:
    case ErrorCode::NotFound:
        return FlowOutcome::Gone;
    case ErrorCode::Forbidden:
    case ErrorCode::Unauthenticated:
        return FlowOutcome::Forbidden;
    default:
        return FlowOutcome::Failed;
    }
}

} // namespace

OperatorFlow::OperatorFlow(FlowId id, OperatorPlan plan) : m_id(id), m_plan(std::move(plan))
{
    for (SeenTarget &target : std::exchange(m_plan.targets, {})) {
        FlowItem item;
        item.seen = std::move(target);
        m_items.push_back(std::move(item));
    }
    m_stages[std::size_t(Stage::Waiting)] = m_items.size();
}

OperatorFlow::Step OperatorFlow::step() const
{
    if (count(Stage::Over) == m_items.size() && (m_phase != Phase::Preview || m_isCancelled))
        return Step::Done;
    if (m_phase == Phase::Preview)
        return Step::Preview;
    if (m_phase == Phase::Grace)
        return Step::Grace;
    return count(Stage::Waiting) + count(Stage::Sent) > 0 ? Step::Sending : Step::Confirming;
}

Micros OperatorFlow::graceLeft(SteadyTime now) const
{
    return m_phase == Phase::Grace ? std::max(m_sendAt - now, Micros(0)) : Micros(0);
}

std::size_t OperatorFlow::count(FlowOutcome outcome) const
{
    return std::size_t(std::count_if(m_items.begin(), m_items.end(),
                                     [outcome](const FlowItem &item) { return item.outcome == outcome; }));
}

bool OperatorFlow::isUnderWay(const FlowItem &item) const
{
    return m_phase == Phase::Running && item.stage != Stage::Over;
}

void OperatorFlow::setDeadline(std::optional<Micros> deadline, bool force)
{
    m_plan.deadline = deadline;
    m_plan.force = force && deadline;
}

void OperatorFlow::confirm(Micros grace, SteadyTime now)
{
    if (m_phase != Phase::Preview || m_isCancelled)
        return;
    m_grace = grace;
    m_sendAt = now + grace;
    m_phase = Phase::Grace;
    tick(now, true);
}

void OperatorFlow::cancel()
{
    if (step() == Step::Done)
        return;
    m_isCancelled = true;
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (m_items[i].stage == Stage::Waiting)
            end(i, FlowOutcome::Cancelled);
}

void OperatorFlow::look(const Fleet &fleet, bool isWhole, SteadyTime now)
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        FlowItem &item = m_items[i];
        if (item.stage == Stage::Over)
            continue;
        const TargetNow target = lookAt(fleet, m_plan, item.seen);
        if (isWhole && item.needsSnapshot) {
            item.needsSnapshot = false;
            item.since = now;
        }
        if (item.stage == Stage::Waiting)
            lookAtWaiting(i, target);
        else if (item.stage == Stage::Checking)
            lookAtChecked(i, target);
        else if (item.stage == Stage::Answered && target.standing != Standing::AsSeen) {
            item.isShown = true;
            end(i, FlowOutcome::Done);
        }
    }
}

/// What went by itself before it was sent never will be.
void OperatorFlow::lookAtWaiting(std::size_t index, const TargetNow &target)
{
    if (target.standing == Standing::AsSeen
        || (target.standing == Standing::Effect && m_plan.verb == OperatorVerb::Drain))
        return;
    FlowItem &item = m_items[index];
    item.task = target.task;
    item.cause = target.cause;
    end(index, target.standing == Standing::Gone       ? FlowOutcome::Gone
               : target.standing == Standing::Replaced ? FlowOutcome::Replaced
                                                       : FlowOutcome::AlreadyOver);
}

void OperatorFlow::lookAtChecked(std::size_t index, const TargetNow &target)
{
    if (target.standing == Standing::AsSeen)
        return;
    FlowItem &item = m_items[index];
    item.task = target.task;
    item.cause = target.cause;
    const bool isByHand = m_plan.verb != OperatorVerb::Release || target.cause == EndCause::Operator;
    end(index, target.standing == Standing::Gone ? FlowOutcome::Gone
               : isByHand                        ? FlowOutcome::Happened
                                                 : FlowOutcome::AlreadyOver);
}

void OperatorFlow::tick(SteadyTime now, bool isLive)
{
    if (m_phase == Phase::Grace && now >= m_sendAt)
        m_phase = Phase::Running;
    if (m_phase != Phase::Running)
        return;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        FlowItem &item = m_items[i];
        if (item.stage == Stage::Answered && now - item.since >= shownWithin)
            end(i, FlowOutcome::Done);
        if (item.stage != Stage::Checking)
            continue;
        if (!isLive)
            item.since = now;
        else if (!item.needsSnapshot && now - item.since >= checkedFor)
            end(i, FlowOutcome::NotHappened);
    }
}

void OperatorFlow::connectionLost()
{
    for (FlowItem &item : m_items)
        if (item.stage == Stage::Checking || item.stage == Stage::Sent)
            item.needsSnapshot = true;
}

std::vector<std::size_t> OperatorFlow::takeSendable(bool canSend, SteadyTime now)
{
    std::vector<std::size_t> sendable;
    if (m_phase != Phase::Running)
        return sendable;
    for (; m_nextToSend < m_items.size() && count(Stage::Sent) < mostInFlight; ++m_nextToSend) {
        if (m_items[m_nextToSend].stage != Stage::Waiting)
            continue;
        if (!canSend) {
            end(m_nextToSend, FlowOutcome::NotSent);
            continue;
        }
        enter(m_nextToSend, Stage::Sent, now);
        sendable.push_back(m_nextToSend);
    }
    return sendable;
}

void OperatorFlow::answered(std::size_t index, const Result<void> &result, SteadyTime now)
{
    FlowItem &item = m_items[index];
    if (item.stage != Stage::Sent)
        return;
    if (result)
        return enter(index, Stage::Answered, now);
    item.error = result.error();
    if (result.error().code == ErrorCode::Unavailable)
        return enter(index, Stage::Checking, now);
    if (const auto task = TaskId::parse(result.error().param("task")))
        item.task = *task;
    end(index, outcomeOf(result.error().code));
}

std::vector<std::size_t> OperatorFlow::takeChanged()
{
    std::vector<std::size_t> changed = std::exchange(m_changed, {});
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    return changed;
}

OperatorPlan OperatorFlow::retryPlan(const Fleet &fleet) const
{
    OperatorPlan plan = m_plan;
    for (const FlowItem &item : m_items) {
        const bool isWorthIt = item.outcome == FlowOutcome::NotSent || item.outcome == FlowOutcome::NotHappened
                            || item.outcome == FlowOutcome::Failed || item.outcome == FlowOutcome::Cancelled;
        SeenTarget target = item.seen;
        if (!isWorthIt || lookAt(fleet, plan, target).standing != Standing::AsSeen)
            continue;
        plan.targets.push_back(std::move(target));
    }
    return plan;
}

void OperatorFlow::enter(std::size_t index, Stage stage, SteadyTime now)
{
    FlowItem &item = m_items[index];
    --m_stages[std::size_t(item.stage)];
    ++m_stages[std::size_t(stage)];
    item.stage = stage;
    item.since = now;
    m_changed.push_back(index);
}

void OperatorFlow::end(std::size_t index, FlowOutcome outcome)
{
    m_items[index].outcome = outcome;
    enter(index, Stage::Over, m_items[index].since);
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/pendingactions.h"

#include <algorithm>
#include <numeric>

namespace cheetah::gui {

namespace {

constexpr Millis tickInterval(100);

bool touches(const FleetBatch &batch, OperatorVerb verb)
{
    if (batch.whole)
        return true;
    if (verb == OperatorVerb::Release || verb == OperatorVerb::Settle)
        return !batch.contexts.empty();
    if (verb == OperatorVerb::Disconnect)
        return !batch.clients.empty();
    return batch.drains || batch.nodes || batch.clients.isStructural() || batch.windows.isStructural();
}

} // namespace

PendingActions::PendingActions(Deployment &deployment, Requests &requests, FleetStore &fleet, QObject *parent,
                               const Clock *clock)
    : QObject(parent),
      m_deployment(deployment),
      m_requests(requests),
      m_fleet(fleet),
      m_clock(clock ? *clock : m_systemClock)
{
    m_timer.setInterval(tickInterval);
    connect(&m_timer, &QTimer::timeout, this, &PendingActions::tick);
    connect(&fleet, &FleetStore::changed, this, &PendingActions::fleetChanged);
    connect(&deployment, &Deployment::stateChanged, this, &PendingActions::statusChanged);
}

PendingActions::~PendingActions() = default;

std::shared_ptr<OperatorFlow> PendingActions::prepare(OperatorPlan plan)
{
    auto flow = std::make_shared<OperatorFlow>(++m_lastId, std::move(plan));
    std::erase_if(m_prepared, [](const auto &prepared) { return prepared.expired(); });
    m_prepared.push_back(flow);
    return flow;
}

void PendingActions::confirm(const std::shared_ptr<OperatorFlow> &flow, Micros grace)
{
    if (flow->step() != OperatorFlow::Step::Preview || flow->items().empty())
        return;
    std::erase_if(m_prepared, [&](const auto &prepared) { return prepared.expired() || prepared.lock() == flow; });
    flow->confirm(grace, steady());
    emit aboutToAdd(0);
    m_flows.push_front(flow);
    emit added(0);
    follow(*flow);
    forgetFinished(mostFinished);
}

void PendingActions::cancel(FlowId id)
{
    if (OperatorFlow *flow = listed(id)) {
        flow->cancel();
        follow(*flow);
    }
}

void PendingActions::clearFinished()
{
    forgetFinished(0);
}

const OperatorFlow *PendingActions::find(FlowId id) const
{
    const int row = rowOf(id);
    return row < 0 ? nullptr : m_flows[std::size_t(row)].get();
}

OperatorFlow *PendingActions::listed(FlowId id)
{
    const int row = rowOf(id);
    return row < 0 ? nullptr : m_flows[std::size_t(row)].get();
}

int PendingActions::rowOf(FlowId id) const
{
    const auto found =
        std::find_if(m_flows.begin(), m_flows.end(), [id](const auto &flow) { return flow->id() == id; });
    return found == m_flows.end() ? -1 : int(found - m_flows.begin());
}

std::size_t PendingActions::unfinished() const
{
    return std::size_t(std::count_if(m_flows.begin(), m_flows.end(),
                                     [](const auto &flow) { return flow->step() != OperatorFlow::Step::Done; }));
}

const OperatorFlow *PendingActions::inGrace() const
{
    const auto found = std::find_if(m_flows.begin(), m_flows.end(),
                                    [](const auto &flow) { return flow->step() == OperatorFlow::Step::Grace; });
    return found == m_flows.end() ? nullptr : found->get();
}

void PendingActions::tick()
{
    const bool live = isLive();
    for (const auto &flow : std::deque(m_flows)) {
        if (flow->step() == OperatorFlow::Step::Done)
            continue;
        flow->tick(steady(), live);
        follow(*flow);
    }
}

bool PendingActions::isConnected() const
{
    const ConnectionState state = m_deployment.status().state;
    return state == ConnectionState::Live || state == ConnectionState::Lagging;
}

/// What is shown is true now: neither old nor held back.
bool PendingActions::isLive() const
{
    return isConnected() && m_fleet.isLoaded() && !m_fleet.isPaused();
}

void PendingActions::statusChanged(const ConnectionStatus &status)
{
    const bool isLost = status.state == ConnectionState::Lost || status.state == ConnectionState::Refused
                     || status.state == ConnectionState::Connecting;
    if (!isLost)
        return;
    for (const auto &flow : m_flows)
        flow->connectionLost();
}

void PendingActions::fleetChanged(const FleetBatch &batch)
{
    for (const auto &weak : std::vector(m_prepared))
        if (const auto flow = weak.lock(); flow && touches(batch, flow->plan().verb)) {
            flow->look(m_fleet.fleet(), batch.whole, steady());
            if (!flow->takeChanged().empty())
                emit previewChanged(flow->id());
        }
    for (const auto &flow : std::deque(m_flows)) {
        if (flow->step() == OperatorFlow::Step::Done || !touches(batch, flow->plan().verb))
            continue;
        flow->look(m_fleet.fleet(), batch.whole, steady());
        follow(*flow);
    }
}

/// Sends what may be sent, and tells what changed.
void PendingActions::follow(OperatorFlow &flow)
{
    for (const std::size_t index : flow.takeSendable(isConnected(), steady()))
        send(flow, index);
    std::vector<std::size_t> items = flow.takeChanged();
    const OperatorFlow::Step step = flow.step();
    const auto [told, isNew] = m_steps.try_emplace(flow.id(), step);
    const bool isOtherStep = isNew || std::exchange(told->second, step) != step;
    if (isOtherStep) {
        items.resize(flow.items().size());
        std::iota(items.begin(), items.end(), std::size_t(0));
    }
    if (isOtherStep || !items.empty()) {
        noteUnderWay(flow, items);
        emit changed(flow.id(), items);
    }
    if (unfinished() == 0)
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start();
}

void PendingActions::noteUnderWay(const OperatorFlow &flow, const std::vector<std::size_t> &items)
{
    std::vector<ObjectId> changed;
    const auto note = [&](auto &sent, const auto &name, const FlowItem &item) {
        const auto found = sent.find(name);
        if (!flow.isUnderWay(item)) {
            if (found == sent.end() || found->second.flow != flow.id())
                return;
            sent.erase(found);
        } else {
            const Sent now{flow.id(), {flow.plan().verb, item.stage == FlowItem::Stage::Checking}};
            if (found != sent.end() && found->second.flow == now.flow && found->second.shown == now.shown)
                return;
            sent.insert_or_assign(name, now);
        }
        changed.push_back(name);
    };
    for (const std::size_t index : items) {
        const FlowItem &item = flow.items()[index];
        if (const auto *context = std::get_if<ContextName>(&item.seen.object))
            note(m_contexts, *context, item);
        else if (const auto *window = std::get_if<WindowName>(&item.seen.object))
            note(m_windows, *window, item);
        else if (const auto *client = std::get_if<ClientName>(&item.seen.object))
            note(m_clients, *client, item);
    }
    if (!changed.empty())
        emit underWayChanged(changed);
}

const UnderWay *PendingActions::underWay(const ObjectId &object) const
{
    if (const auto *context = std::get_if<ContextName>(&object))
        return underWay(*context);
    if (const auto *window = std::get_if<WindowName>(&object))
        return underWay(*window);
    if (const auto *client = std::get_if<ClientName>(&object))
        return underWay(*client);
    return nullptr;
}

void PendingActions::send(const OperatorFlow &flow, std::size_t index)
{
    const OperatorPlan &plan = flow.plan();
    const SeenTarget &seen = flow.items()[index].seen;
    const Requests::Reason reason{plan.reason};
    Reply<void> reply = answerFor(flow.id(), index);
    switch (plan.verb) {
    case OperatorVerb::Release:
        m_requests.forceRelease(std::get<ContextName>(seen.object), seen.fence, reason, m_scope,
                                [this, id = flow.id(), index](const Result<ReleaseOutcome> &result) {
                                    answered(id, index, result ? Result<void>() : Result<void>(result.error()),
                                             result && *result == ReleaseOutcome::AlreadyOver);
                                });
        break;
    case OperatorVerb::Settle:
        m_requests.settle(std::get<ContextName>(seen.object), seen.commands, reason, m_scope, std::move(reply));
        break;
    case OperatorVerb::Disconnect:
        m_requests.disconnect(std::get<ClientName>(seen.object), seen.generation, plan.keepOut, reason, m_scope,
                              std::move(reply));
        break;
    case OperatorVerb::Drain:
        m_requests.drain(drainTargetOf(seen), plan.deadline, plan.force, reason, m_scope,
                         [this, id = flow.id(), index](const Result<Drain::State> &result) {
                             answered(id, index, result ? Result<void>() : Result<void>(result.error()), false);
                         });
        break;
    case OperatorVerb::Undrain:
        m_requests.undrain(drainTargetOf(seen), reason, m_scope, std::move(reply));
        break;
    }
}

Reply<void> PendingActions::answerFor(FlowId flow, std::size_t index)
{
    return [this, flow, index](const Result<void> &result) { answered(flow, index, result, false); };
}

void PendingActions::answered(FlowId id, std::size_t index, const Result<void> &result, bool isAlreadyOver)
{
    OperatorFlow *flow = listed(id);
    if (!flow)
        return;
    flow->answered(index, isAlreadyOver ? Result<void>(ErrorCode::StaleHandle) : result, steady());
    if (m_fleet.isLoaded()) // which may have shown it before the answer came
        flow->look(m_fleet.fleet(), false, steady());
    follow(*flow);
}

/// All but the newest `kept`.
void PendingActions::forgetFinished(std::size_t kept)
{
    std::size_t finished = m_flows.size() - unfinished();
    for (int row = int(m_flows.size()) - 1; row >= 0 && finished > kept; --row) {
        if (m_flows[std::size_t(row)]->step() != OperatorFlow::Step::Done)
            continue;
        emit aboutToRemove(row);
        m_steps.erase(m_flows[std::size_t(row)]->id());
        m_flows.erase(m_flows.begin() + row);
        emit removed(row);
        --finished;
    }
}

} // namespace cheetah::gui

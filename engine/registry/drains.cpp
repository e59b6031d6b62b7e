// SPDX-License-Identifier: Apache-2.0
#include "registry/drains.h"

#include "registry/leases.h"

namespace cheetah {

std::optional<Rule> Drains::find(const Fleet &fleet, Slot client, Slot window)
{
    const ClientRow &row = fleet.client(client);
    std::optional<Rule> first;
    for (const Drain &drain : fleet.drains()) {
        std::optional<Rule> rule;
        if (const auto *node = std::get_if<NodeId>(&drain.target); node && row.state->node == *node)
            rule = Rule::DrainingNode;
        else if (const auto *name = std::get_if<ClientName>(&drain.target); name && row.name == *name)
            rule = Rule::DrainingClient;
        else if (const auto *in = std::get_if<WindowName>(&drain.target);
                 in && window != noSlot && fleet.window(window).name == *in)
            rule = Rule::DrainingWindow;
        if (rule && (!first || *rule < *first))
            first = rule;
    }
    return first;
}

Result<Drain> Drains::start(const Drain &drain)
{
    const Fleet &fleet = m_writer.fleet();
    const Drain *before = fleet.drain(drain.target);
    if (!before && fleet.drains().size() >= maxDrains)
        return Error(ErrorCode::LimitExceeded, {{"which", "drains"}, {"limit", std::to_string(maxDrains)}});
    if (const auto *client = std::get_if<ClientName>(&drain.target); client && fleet.find(*client) == noSlot)
        return Error(ErrorCode::ClientUnknown, {{"client", client->client.string()}});
    if (const auto *window = std::get_if<WindowName>(&drain.target); window && fleet.find(*window) == noSlot)
        return Error(ErrorCode::WindowUnknown, {{"window", window->window.string()}});
    if (const auto *node = std::get_if<NodeId>(&drain.target)) {
        const auto &nodes = fleet.nodes();
        if (std::none_of(nodes.begin(), nodes.end(), [&](const NodeInfo &info) { return info.id == *node; }))
            return Error(ErrorCode::NotFound, {{"node", node->string()}});
    }
    Drain started = drain;
    started.startedAt = before ? before->startedAt : m_writer.now();
    started.state = count(drain.target) == 0 ? Drain::State::Done : Drain::State::Draining;
    if (!before || *before != started)
        m_writer.add(DrainChanged{started});
    return started;
}

void Drains::undo(const DrainTarget &target)
{
    if (m_writer.fleet().drain(target))
        m_writer.add(DrainRemoved{target});
}

void Drains::windowGone(const WindowName &window)
{
    if (!m_writer.fleet().drains().empty())
        undo(window);
}

template <class F>
void Drains::eachLeased(const DrainTarget &target, F &&f) const
{
    const Fleet &fleet = m_writer.fleet();
    const auto inWindow = [&](Slot window) {
        for (const Slot context : fleet.window(window).contexts)
            if (fleet.context(context).assignment)
                f(context);
    };
    const auto inClient = [&](Slot client) {
        if (fleet.client(client).assigned > 0)
            for (const Slot window : fleet.client(client).windows)
                inWindow(window);
    };
    if (const auto *window = std::get_if<WindowName>(&target)) {
        if (const Slot slot = fleet.find(*window); slot != noSlot)
            inWindow(slot);
    } else if (const auto *client = std::get_if<ClientName>(&target)) {
        if (const Slot slot = fleet.find(*client); slot != noSlot)
            inClient(slot);
    } else {
        for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
            const auto &state = fleet.client(slot).state;
            if (state && state->connected && state->node == std::get<NodeId>(target))
                inClient(slot);
        }
    }
}

std::uint32_t Drains::count(const DrainTarget &target) const
{
    std::uint32_t leased = 0;
    eachLeased(target, [&](Slot) { ++leased; });
    return leased;
}

std::uint32_t Drains::sweep(std::uint32_t limit, bool &more)
{
    std::uint32_t ended = 0;
    const std::vector<Drain> drains = m_writer.fleet().drains();
    for (Drain drain : drains) {
        if (drain.state != Drain::State::Draining)
            continue;
        std::vector<Slot> left;
        eachLeased(drain.target, [&](Slot context) { left.push_back(context); });
        const bool past = drain.deadline.isSet() && drain.deadline <= m_writer.now();
        if (left.empty()) {
            drain.state = Drain::State::Done;
        } else if (past && !drain.force) {
            drain.state = Drain::State::Kept;
        } else if (past) {
            for (const Slot context : left)
                if (ended < limit)
                    ended += m_leases.end(context, EndCause::Drained);
                else
                    more = true;
            m_writer.flush();
            if (count(drain.target) > 0)
                continue;
            drain.state = Drain::State::Forced;
        } else {
            continue;
        }
        m_writer.add(DrainChanged{drain});
    }
    m_writer.flush();
    return ended;
}

} // namespace cheetah

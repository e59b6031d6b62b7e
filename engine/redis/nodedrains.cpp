// SPDX-License-Identifier: Apache-2.0
#include "redis/nodedrains.h"

#include <algorithm>
#include <set>

namespace cheetah {

namespace {

/// The node whose drain the change is about; null: none.
const NodeId *nodeOf(const Change &change)
{
    if (const auto *changed = std::get_if<DrainChanged>(&change))
        return std::get_if<NodeId>(&changed->drain.target);
    if (const auto *removed = std::get_if<DrainRemoved>(&change))
        return std::get_if<NodeId>(&removed->target);
    return nullptr;
}

} // namespace

bool NodeDrains::concerns(const Change &change)
{
    return nodeOf(change) != nullptr;
}

void NodeDrains::lead(std::uint32_t partition, std::vector<Change> &changes, const Fleet &fleet)
{
    std::map<NodeId, Drain> &said = m_said[partition];
    std::erase_if(changes, [&](Change &change) {
        const NodeId *node = nodeOf(change);
        if (!node)
            return false;
        const Drain *shown = fleet.drain(DrainTarget(*node));
        if (auto *changed = std::get_if<DrainChanged>(&change)) {
            said[*node] = changed->drain;
            Drain whole = together(*node);
            if (shown)
                whole.startedAt = shown->startedAt;
            changed->drain = std::move(whole);
            return shown && *shown == changed->drain;
        }
        said.erase(*node);
        return isSaid(*node) || !shown;
    });
}

void NodeDrains::restart(std::uint32_t partition, const Fleet &loaded)
{
    m_said[partition].clear();
    for (const Drain &drain : loaded.drains())
        if (const auto *node = std::get_if<NodeId>(&drain.target))
            m_said[partition][*node] = drain;
}

std::vector<Change> NodeDrains::all() const
{
    std::set<NodeId> nodes;
    for (const auto &said : m_said)
        for (const auto &[node, drain] : said)
            nodes.insert(node);
    std::vector<Change> changes;
    for (const NodeId &node : nodes)
        changes.push_back(DrainChanged{together(node)});
    return changes;
}

/// As the first partition that knows it says, but for the state: where it has not come yet, it has not ended.
Drain NodeDrains::together(const NodeId &node) const
{
    Drain whole;
    bool known = false, isEverywhere = true;
    Drain::State ended = Drain::State::Done;
    for (const auto &said : m_said) {
        const auto found = said.find(node);
        if (found == said.end()) {
            isEverywhere = false;
            continue;
        }
        if (!std::exchange(known, true))
            whole = found->second;
        if (found->second.state == Drain::State::Draining)
            isEverywhere = false;
        ended = std::max(ended, found->second.state);
    }
    whole.state = isEverywhere ? ended : Drain::State::Draining;
    return whole;
}

bool NodeDrains::isSaid(const NodeId &node) const
{
    return std::any_of(m_said.begin(), m_said.end(), [&](const auto &said) { return said.contains(node); });
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "registry/idlequery.h"

#include <algorithm>

namespace cheetah {

IdleQuery::Member IdleQuery::add(Slot client)
{
    ++m_members;
    Node node;
    node.client = client;
    if (m_free.empty()) {
        m_nodes.push_back(node);
        return Member(m_nodes.size() - 1);
    }
    const Member member = m_free.back();
    m_free.pop_back();
    m_nodes[member] = node;
    return member;
}

void IdleQuery::remove(Member member)
{
    move(member, unlisted);
    m_nodes[member].client = noSlot;
    m_free.push_back(member);
    --m_members;
}

IdleQuery::Member IdleQuery::after(Member member) const
{
    const Node &node = m_nodes[member];
    if (node.next != none)
        return node.next;
    for (std::size_t level = node.level + std::size_t(1); level < m_levels.size(); ++level)
        if (m_levels[level].head != none)
            return m_levels[level].head;
    return none;
}

void IdleQuery::move(Member member, std::uint32_t level)
{
    Node &node = m_nodes[member];
    if (node.level != unlisted) {
        Level &from = m_levels[node.level];
        (node.previous == none ? from.head : m_nodes[node.previous].next) = node.next;
        (node.next == none ? from.tail : m_nodes[node.next].previous) = node.previous;
    }
    node.level = level;
    node.previous = node.next = none;
    if (level == unlisted)
        return;
    if (level >= m_levels.size())
        m_levels.resize(level + std::size_t(1));
    Level &to = m_levels[level];
    node.previous = to.tail;
    (to.tail == none ? to.head : m_nodes[to.tail].next) = member;
    to.tail = member;
    m_lowest = std::min(m_lowest, level);
}

} // namespace cheetah

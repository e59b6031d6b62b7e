// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"

#include <vector>

namespace cheetah {

/// In which order clients give their idle contexts (SPEC W8): in turn, or the least loaded first and in turn among
/// equals.
enum class PickOrder : std::uint8_t { RoundRobin, LeastBusy };

/// The clients of one user that fulfil one set of requirements, those with idle contexts in the order in which they
/// give them. Every step costs the same at any number of clients. Owned by FleetView, which tells it what idles; it
/// looks nothing up itself.
class IdleQuery {
public:
    using Member = std::uint32_t; ///< number of a client within this query
    static constexpr Member none = ~Member(0);
    static constexpr std::uint32_t unlisted = ~std::uint32_t(0); ///< level of those that have nothing to give

    IdleQuery(Slot user, RequirementsPtr requirements, PickOrder order)
        : m_user(user), m_order(order), m_requirements(std::move(requirements))
    {}

    Slot user() const { return m_user; }
    PickOrder order() const { return m_order; }
    const RequirementsPtr &requirements() const { return m_requirements; }

    Member add(Slot client);
    void remove(Member member);

    /// Where a client stands that has idle contexts or not, at this load: those on the lowest level give first.
    std::uint32_t level(bool idle, std::uint32_t load) const
    {
        return idle ? (m_order == PickOrder::LeastBusy ? load : 0) : unlisted;
    }
    /// Puts a client behind the others of that level.
    void move(Member member, std::uint32_t level);

    /// The member whose turn it is, or none.
    Member front()
    {
        while (m_lowest < m_levels.size() && m_levels[m_lowest].head == none)
            ++m_lowest;
        return m_lowest < m_levels.size() ? m_levels[m_lowest].head : none;
    }
    /// The member whose turn is after this one's, or none.
    Member after(Member member) const;

    /// Its turn is over: it goes behind its equals.
    void rotate(Member member)
    {
        Node &node = m_nodes[member];
        if (m_levels[node.level].tail != member)
            move(member, node.level);
    }

    Slot client(Member member) const { return m_nodes[member].client; }
    /// All clients that fulfil the requirements, idle or not.
    std::uint32_t members() const { return m_members; }

    std::uint64_t lastUse = 0; ///< for the owner's choice of what to forget

private:
    struct Node {
        Slot client = noSlot;
        Member previous = none;
        Member next = none;
        std::uint32_t level = unlisted;
    };
    struct Level {
        Member head = none;
        Member tail = none;
    };

    Slot m_user;
    PickOrder m_order;
    RequirementsPtr m_requirements;
    std::uint32_t m_lowest = 0; ///< no listed member lies on a lower level
    std::uint32_t m_members = 0;
    std::vector<Node> m_nodes;
    std::vector<Member> m_free;
    std::vector<Level> m_levels; ///< round robin uses the first alone
};

} // namespace cheetah

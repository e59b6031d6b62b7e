// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/fleetsource.h"
#include "registry/idlequery.h"
#include "registry/prefetch.h"

#include <array>

namespace cheetah {

/// A fleet with what selection needs to know at once: which contexts could be given away now, by user, by what was
/// asked of their client, and in the order of each strategy, so that an acquire scans nothing. A context is *idle* here
/// when everything holds that doesn't depend on the request (SPEC W9): client connected; client, window and node not
/// draining; not held; not assigned, nor part of another's lease; not settling; live.
///
/// Queries are made at their first use and forgotten when a user has had too many others since. Requirements are
/// evaluated once for each query and change of a client's metadata. Owned by the host beside the FleetSource, which must
/// outlive it. It chooses candidates and decides nothing: the registry's step does.
class FleetView final : public FleetObserver {
public:
    static constexpr std::size_t queriesPerUser = 64;

    explicit FleetView(FleetSource &source);
    FleetView(const FleetView &) = delete;
    FleetView &operator=(const FleetView &) = delete;

    const Fleet &fleet() const { return *m_fleet; }
    RegistryTime now() const { return m_source.now(); }
    FleetSource &source() const { return m_source; }

    /// The idle context whose turn it is, and ends that turn; noSlot if none fits.
    Slot pick(const UserId &user, const RequirementsPtr &requirements, PickOrder order)
    {
        IdleQuery *query = find(user, requirements, order);
        if (!query)
            return noSlot;
        const IdleQuery::Member member = query->front();
        if (member == IdleQuery::none)
            return noSlot;
        query->rotate(member);
        fetchAhead(*query);
        return m_clients[query->client(member)].head;
    }

    /// As pick(), but passes over contexts that `accept(Slot context)` refuses; `accept` must change nothing.
    template <class Accept>
    Slot pickIf(const UserId &user, const RequirementsPtr &requirements, PickOrder order, Accept &&accept)
    {
        IdleQuery *query = find(user, requirements, order);
        if (!query)
            return noSlot;
        for (auto member = query->front(); member != IdleQuery::none; member = query->after(member))
            for (Slot slot = m_clients[query->client(member)].head; slot != noSlot; slot = m_contexts[slot].next)
                if (accept(slot)) {
                    query->rotate(member);
                    return slot;
                }
        return noSlot;
    }

    /// A step that may take the idle context is under way: its client gives another one meanwhile, as long as it has any.
    void turnOver(Slot context)
    {
        if (!isIdle(context) || m_contexts[context].next == noSlot)
            return;
        const Slot client = m_contexts[context].listedUnder;
        unlist(context);
        list(context, client);
    }

    /// Clients that fulfil the requirements and have idle contexts, in turn, at most `limit`.
    std::vector<Slot> idleClients(const UserId &user, const RequirementsPtr &requirements, std::size_t limit);
    /// The idle context that the client gives next, or noSlot.
    Slot firstIdle(Slot client) const { return client < m_clients.size() ? m_clients[client].head : noSlot; }
    Slot nextIdle(Slot context) const { return m_contexts[context].next; }
    /// A step on the context is under way: has the memory fetched that its change will need here.
    void expect(Slot context) const
    {
        if (context >= m_contexts.size())
            return;
        prefetch(&m_contexts[context]);
        if (const Slot client = m_fleet->context(context).client; client < m_clients.size()) {
            prefetch(&m_clients[client]);
            prefetch(&m_fleet->client(client));
        }
    }
    bool isIdle(Slot context) const { return context < m_contexts.size() && m_contexts[context].listedUnder != noSlot; }
    /// Whether some client of the user fulfils the requirements at all, connected or not.
    bool anyFulfils(const UserId &user, const RequirementsPtr &requirements);

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

private:
    using QueryIndex = std::uint32_t;
    static constexpr QueryIndex noQuery = ~QueryIndex(0);

    struct Membership {
        QueryIndex query = noQuery;
        IdleQuery::Member member = IdleQuery::none;
        std::uint32_t level =
            IdleQuery::unlisted; ///< as it stands there, so that a change that leaves it looks no further
    };
    struct ContextNode {
        Slot next = noSlot, previous = noSlot;
        Slot listedUnder = noSlot; ///< the client in whose list it stands; noSlot: it is not idle
        bool windowDraining = false;
    };
    /// What each lease touches; one cache line for a client that few queries match.
    struct alignas(64) ClientNode {
        Slot head = noSlot, tail = noSlot; ///< idle contexts, in the order in which it gives them
        bool open = false;                 ///< connected, neither it nor its node draining
        bool dirty = false;
        Membership first;             ///< of `memberships`, if there is one
        std::vector<Membership> more; ///< the others
    };
    struct ClientFacts {
        std::shared_ptr<const ClientState> state; ///< as the memberships were last evaluated
        ClientName name;                          ///< empty in a free node
    };
    struct UserNode {
        std::vector<QueryIndex> queries;
    };
    /// The query of a requirements object seen before. It keeps that object alive, so that the address means it alone.
    struct Hint {
        RequirementsPtr requirements;
        UserId user;
        PickOrder order = PickOrder::RoundRobin;
        QueryIndex query = noQuery;
    };

    IdleQuery *find(const UserId &user, const RequirementsPtr &requirements, PickOrder order)
    {
        auto &[recent, older] = m_hints[hintIndex(user, requirements, order)];
        const auto hits = [&](const Hint &hint) {
            return hint.requirements == requirements && hint.query != noQuery && hint.order == order
                && hint.user == user;
        };
        const Hint *hint = hits(recent) ? &recent : &older;
        if (hint == &older && !hits(older)) {
            std::swap(recent, older);
            if (!remember(recent, user, requirements, order))
                return nullptr;
            hint = &recent;
        }
        IdleQuery &query = *m_queries[hint->query];
        query.lastUse = ++m_uses;
        return &query;
    }
    /// Has the memory fetched of those whose turns are next, each turn one link further of the chain client → context → what
    /// that leads to: in a large fleet an acquire would else mostly wait for it.
    void fetchAhead(IdleQuery &query) const
    {
        IdleQuery::Member member = query.front();
        if (member == IdleQuery::none)
            return;
        const Slot first = m_clients[query.client(member)].head;
        prefetchCount(m_fleet->context(first).name);
        m_source.expect(first);
        member = query.after(member);
        if (member == IdleQuery::none)
            return;
        const Slot second = m_clients[query.client(member)].head;
        prefetch(&m_fleet->context(second), ContextRow::hotBytes);
        prefetch(&m_contexts[second]);
        member = query.after(member);
        if (member == IdleQuery::none)
            return;
        prefetch(&m_clients[query.client(member)]);
        prefetch(&m_fleet->client(query.client(member)));
    }
    static std::size_t hintIndex(const UserId &user, const RequirementsPtr &requirements, PickOrder order);
    bool remember(Hint &hint, const UserId &user, const RequirementsPtr &requirements, PickOrder order);
    QueryIndex findByValue(Slot user, const RequirementsPtr &requirements, PickOrder order);
    QueryIndex makeQuery(Slot user, const RequirementsPtr &requirements, PickOrder order);
    void dropLeastUsed(UserNode &user);
    void dropQuery(QueryIndex index);
    void join(Slot client, QueryIndex query);
    void leaveAll(ClientNode &node);

    void takeSlot(Slot client);
    void contextTouched(const ContextKey &key);
    void clientStateChanged(Slot client);
    void clientGone(const ClientName &name);
    void windowTouched(Slot context);
    void markDirty(Slot client);
    void markNode(const NodeId &node);
    void drainTouched(const DrainTarget &target);
    void syncDirty();
    void syncClient(Slot client);
    void syncMemberships(Slot client);
    void syncContext(Slot context);
    bool shouldIdle(const ContextRow &row, const ContextNode &node) const;
    void list(Slot context, Slot client);
    void unlist(Slot context);
    void placeClient(Slot client);
    void place(Membership &membership, bool idle, std::uint32_t load);
    void grow();
    void changed(const Change &change);

    FleetSource &m_source;
    const Fleet *m_fleet;
    BigVector<ContextNode> m_contexts; ///< by the fleet's slots
    BigVector<ClientNode> m_clients;   ///< by the fleet's slots
    std::vector<ClientFacts> m_facts;  ///< by the fleet's slots
    std::vector<UserNode> m_users;     ///< by the fleet's slots
    std::unordered_map<ClientName, Slot> m_slotByName;
    std::vector<std::unique_ptr<IdleQuery>> m_queries;
    std::vector<QueryIndex> m_freeQueries;
    std::array<std::array<Hint, 2>, 256> m_hints; ///< two that share a place must not drive each other out
    std::vector<Slot> m_dirty;
    std::uint64_t m_uses = 0;
    FleetSource::Subscription m_subscription;
};

} // namespace cheetah

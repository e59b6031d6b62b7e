// SPDX-License-Identifier: Apache-2.0
#include "registry/fleetview.h"

#include "registry/fulfils.h"
#include "registry/keyedhash.h"

#include <algorithm>

namespace cheetah {

FleetView::FleetView(FleetSource &source) : m_source(source), m_fleet(&source.fleet())
{
    fleetReset();
    m_subscription = m_source.subscribe(*this);
}

std::vector<Slot> FleetView::idleClients(const UserId &user, const RequirementsPtr &requirements, std::size_t limit)
{
    std::vector<Slot> clients;
    IdleQuery *query = find(user, requirements, PickOrder::RoundRobin);
    if (!query)
        return clients;
    for (auto member = query->front(); member != IdleQuery::none && clients.size() < limit;
         member = query->after(member))
        clients.push_back(query->client(member));
    return clients;
}

bool FleetView::anyFulfils(const UserId &user, const RequirementsPtr &requirements)
{
    const IdleQuery *query = find(user, requirements, PickOrder::RoundRobin);
    return query && query->members() > 0;
}

std::size_t FleetView::hintIndex(const UserId &user, const RequirementsPtr &requirements, PickOrder order)
{
    // Users mostly differ at the end of their ids; a collision costs a search among that user's queries.
    const std::uint64_t tail = KeyedHash::ending(user.text()) ^ user.text().size();
    const auto address = reinterpret_cast<std::uintptr_t>(requirements.get());
    std::uint64_t mixed = (tail ^ (std::uint64_t(address) >> 4) ^ std::uint64_t(order)) * 0x9E3779B97F4A7C15ull;
    mixed ^= mixed >> 29;
    mixed *= 0xBF58476D1CE4E5B9ull;
    return std::size_t(mixed >> 56); // the highest 8 bits
}

bool FleetView::remember(Hint &hint, const UserId &user, const RequirementsPtr &requirements, PickOrder order)
{
    const Slot slot = m_fleet->find(user);
    if (slot == noSlot)
        return false;
    grow();
    QueryIndex query = findByValue(slot, requirements, order);
    if (query == noQuery)
        query = makeQuery(slot, requirements, order);
    hint = Hint{requirements, user, order, query};
    return true;
}

FleetView::QueryIndex FleetView::findByValue(Slot user, const RequirementsPtr &requirements, PickOrder order)
{
    static const Requirements nothing;
    const Requirements &wanted = requirements ? *requirements : nothing;
    for (const QueryIndex index : m_users[user].queries) {
        const IdleQuery &query = *m_queries[index];
        if (query.order() == order && (query.requirements() ? *query.requirements() : nothing) == wanted)
            return index;
    }
    return noQuery;
}

FleetView::QueryIndex FleetView::makeQuery(Slot user, const RequirementsPtr &requirements, PickOrder order)
{
    UserNode &node = m_users[user];
    if (node.queries.size() >= queriesPerUser)
        dropLeastUsed(node);
    QueryIndex index = QueryIndex(m_queries.size());
    if (m_freeQueries.empty()) {
        m_queries.emplace_back();
    } else {
        index = m_freeQueries.back();
        m_freeQueries.pop_back();
    }
    m_queries[index] = std::make_unique<IdleQuery>(user, requirements, order);
    node.queries.push_back(index);
    for (const Slot client : m_fleet->user(user).clients)
        if (clientFulfils(requirements.get(), m_fleet->client(client)))
            join(client, index);
    return index;
}

void FleetView::dropLeastUsed(UserNode &user)
{
    const auto least = std::min_element(user.queries.begin(), user.queries.end(), [&](QueryIndex a, QueryIndex b) {
        return m_queries[a]->lastUse < m_queries[b]->lastUse;
    });
    const QueryIndex index = *least;
    user.queries.erase(least);
    dropQuery(index);
}

void FleetView::dropQuery(QueryIndex index)
{
    for (const Slot client : m_fleet->user(m_queries[index]->user()).clients)
        if (client < m_clients.size()) {
            ClientNode &node = m_clients[client];
            std::erase_if(node.more, [&](const Membership &m) { return m.query == index; });
            if (node.first.query != index)
                continue;
            node.first = node.more.empty() ? Membership() : node.more.back();
            if (!node.more.empty())
                node.more.pop_back();
        }
    for (auto &hints : m_hints)
        for (Hint &hint : hints)
            if (hint.query == index)
                hint = {};
    m_queries[index].reset();
    m_freeQueries.push_back(index);
}

void FleetView::join(Slot client, QueryIndex query)
{
    ClientNode &node = m_clients[client];
    Membership &membership = node.first.query == noQuery ? node.first : node.more.emplace_back();
    membership = {query, m_queries[query]->add(client)};
    place(membership, node.head != noSlot, m_fleet->client(client).load());
}

void FleetView::leaveAll(ClientNode &node)
{
    if (node.first.query != noQuery)
        m_queries[node.first.query]->remove(node.first.member);
    for (const Membership &membership : node.more)
        m_queries[membership.query]->remove(membership.member);
    node.first = {};
    node.more.clear();
}

void FleetView::fleetReset()
{
    m_fleet = &m_source.fleet();
    m_contexts.clear();
    m_clients.clear();
    m_facts.clear();
    m_users.clear();
    m_slotByName.clear();
    m_queries.clear();
    m_freeQueries.clear();
    m_hints.fill({});
    m_dirty.clear();
    grow();
    for (Slot slot = 0; slot < m_fleet->clientSlots(); ++slot)
        if (!m_fleet->client(slot).name.client.empty())
            clientStateChanged(slot);
    for (Slot slot = 0; slot < m_fleet->contextSlots(); ++slot)
        if (m_fleet->context(slot).name)
            windowTouched(slot);
    syncDirty();
}

void FleetView::fleetChanged(const Delta &delta)
{
    for (const Change &change : delta.changes) {
        if (const auto *started = std::get_if<AssignmentStarted>(&change))
            contextTouched(started->key);
        else if (const auto *ended = std::get_if<AssignmentEnded>(&change))
            contextTouched(ended->key);
        else if (!std::holds_alternative<AssignmentRenewed>(change))
            changed(change);
    }
    if (!m_dirty.empty())
        syncDirty();
}

void FleetView::contextTouched(const ContextKey &key)
{
    if (const Slot slot = m_fleet->find(key); slot != noSlot)
        syncContext(slot);
}

void FleetView::grow()
{
    if (m_contexts.size() < m_fleet->contextSlots())
        m_contexts.resize(m_fleet->contextSlots());
    if (m_clients.size() < m_fleet->clientSlots())
        m_clients.resize(m_fleet->clientSlots());
    m_facts.resize(m_clients.size());
    if (m_users.size() < m_fleet->userSlots())
        m_users.resize(m_fleet->userSlots());
}

/// Brings what the change touched in line with the fleet as it now is, whatever later changes of the delta did.
void FleetView::changed(const Change &change)
{
    grow();
    if (const auto *settling = std::get_if<SettlingChanged>(&change))
        contextTouched(settling->key);
    else if (const auto *hold = std::get_if<HoldChanged>(&change))
        contextTouched(hold->key);
    else if (const auto *parent = std::get_if<ParentChanged>(&change))
        contextTouched(parent->key);
    else if (const auto *reported = std::get_if<ContextChanged>(&change)) {
        if (const Slot slot = m_fleet->find(reported->key); slot != noSlot) {
            windowTouched(slot);
            syncContext(slot);
        }
    } else if (const auto *removed = std::get_if<ContextRemoved>(&change)) {
        const auto client = m_slotByName.find(removed->key.name->clientName());
        if (client != m_slotByName.end())
            markDirty(client->second);
    } else if (const auto *client = std::get_if<ClientChanged>(&change)) {
        if (const Slot slot = m_fleet->find(client->name); slot != noSlot)
            clientStateChanged(slot);
    } else if (const auto *gone = std::get_if<ClientRemoved>(&change)) {
        clientGone(gone->name);
    } else if (const auto *drain = std::get_if<DrainChanged>(&change)) {
        drainTouched(drain->drain.target);
    } else if (const auto *undrain = std::get_if<DrainRemoved>(&change)) {
        drainTouched(undrain->target);
    }
}

/// The slot may have been a removed client's.
void FleetView::takeSlot(Slot client)
{
    const ClientName &name = m_fleet->client(client).name;
    if (m_facts[client].name == name)
        return;
    clientGone(ClientName(m_facts[client].name));
    m_facts[client].name = name;
    m_slotByName[name] = client;
}

void FleetView::clientStateChanged(Slot client)
{
    takeSlot(client);
    markDirty(client);
}

/// Forgets a client that the fleet no longer has; its user's row and its slot may already serve another.
void FleetView::clientGone(const ClientName &name)
{
    const auto entry = m_slotByName.find(name);
    if (entry == m_slotByName.end())
        return;
    const Slot slot = entry->second;
    m_slotByName.erase(entry);
    ClientNode &node = m_clients[slot];
    while (node.head != noSlot)
        unlist(node.head);
    leaveAll(node);
    const bool dirty = node.dirty;
    node = ClientNode();
    m_facts[slot] = ClientFacts();
    node.dirty = dirty; // it stays on the list of the dirty
    if (slot < m_fleet->clientSlots() && !m_fleet->client(slot).name.client.empty()
        && m_fleet->client(slot).name != name)
        markDirty(slot);
}

void FleetView::windowTouched(Slot context)
{
    const ContextRow &row = m_fleet->context(context);
    m_contexts[context].windowDraining = !m_fleet->drains().empty() && row.window != noSlot
                                      && m_fleet->drain(DrainTarget(m_fleet->window(row.window).name));
}

void FleetView::markDirty(Slot client)
{
    if (client == noSlot || m_clients[client].dirty)
        return;
    m_clients[client].dirty = true;
    m_dirty.push_back(client);
}

void FleetView::drainTouched(const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target)) {
        markDirty(m_fleet->find(*client));
    } else if (const auto *window = std::get_if<WindowName>(&target)) {
        if (const Slot slot = m_fleet->find(*window); slot != noSlot)
            for (const Slot context : m_fleet->window(slot).contexts) {
                windowTouched(context);
                syncContext(context);
            }
    } else {
        markNode(std::get<NodeId>(target));
    }
}

void FleetView::markNode(const NodeId &node)
{
    for (Slot slot = 0; slot < m_fleet->clientSlots(); ++slot)
        if (const ClientRow &row = m_fleet->client(slot); row.state && row.state->node == node)
            markDirty(slot);
}

void FleetView::syncDirty()
{
    for (std::size_t i = 0; i < m_dirty.size(); ++i)
        syncClient(m_dirty[i]);
    m_dirty.clear();
}

void FleetView::syncClient(Slot client)
{
    ClientNode &node = m_clients[client];
    node.dirty = false;
    const ClientRow &row = m_fleet->client(client);
    if (row.name.client.empty())
        return;
    takeSlot(client);
    node.open = row.state && row.state->connected
             && (m_fleet->drains().empty()
                 || (!m_fleet->drain(DrainTarget(row.name)) && !m_fleet->drain(DrainTarget(row.state->node))));
    syncMemberships(client);
    for (Slot slot = node.head; slot != noSlot;) {
        const Slot next = m_contexts[slot].next;
        const ContextRow &context = m_fleet->context(slot);
        if (!context.name || context.client != client || !shouldIdle(context, m_contexts[slot]))
            unlist(slot);
        slot = next;
    }
    for (const Slot window : row.windows)
        for (const Slot context : m_fleet->window(window).contexts)
            syncContext(context);
    placeClient(client);
}

void FleetView::syncMemberships(Slot client)
{
    ClientFacts &facts = m_facts[client];
    const ClientRow &row = m_fleet->client(client);
    if (facts.state == row.state)
        return;
    const bool same = facts.state && row.state && facts.state->kind == row.state->kind
                   && facts.state->metadata == row.state->metadata;
    facts.state = row.state;
    if (same)
        return;
    leaveAll(m_clients[client]);
    for (const QueryIndex query : m_users[row.user].queries)
        if (clientFulfils(m_queries[query]->requirements().get(), row))
            join(client, query);
}

void FleetView::syncContext(Slot context)
{
    ContextNode &node = m_contexts[context];
    const ContextRow &row = m_fleet->context(context);
    const Slot wanted = shouldIdle(row, node) ? row.client : noSlot;
    if (wanted != node.listedUnder) {
        const Slot before = node.listedUnder;
        if (before != noSlot)
            unlist(context);
        if (wanted != noSlot)
            list(context, wanted);
        if (before != noSlot && before != row.client)
            placeClient(before);
    }
    placeClient(row.client);
}

bool FleetView::shouldIdle(const ContextRow &row, const ContextNode &node) const
{
    return !row.assignment && !row.keptBack && row.health == Health::Live && !node.windowDraining
        && m_clients[row.client].open;
}

void FleetView::list(Slot context, Slot client)
{
    ContextNode &node = m_contexts[context];
    ClientNode &owner = m_clients[client];
    node.listedUnder = client;
    node.next = noSlot;
    node.previous = owner.tail;
    (owner.tail == noSlot ? owner.head : m_contexts[owner.tail].next) = context;
    owner.tail = context;
}

void FleetView::unlist(Slot context)
{
    ContextNode &node = m_contexts[context];
    ClientNode &owner = m_clients[node.listedUnder];
    (node.previous == noSlot ? owner.head : m_contexts[node.previous].next) = node.next;
    (node.next == noSlot ? owner.tail : m_contexts[node.next].previous) = node.previous;
    node.next = node.previous = node.listedUnder = noSlot;
}

void FleetView::placeClient(Slot client)
{
    ClientNode &node = m_clients[client];
    if (node.first.query == noQuery)
        return;
    const bool idle = node.head != noSlot;
    const std::uint32_t load = m_fleet->client(client).load();
    place(node.first, idle, load);
    for (Membership &membership : node.more)
        place(membership, idle, load);
}

void FleetView::place(Membership &membership, bool idle, std::uint32_t load)
{
    IdleQuery &query = *m_queries[membership.query];
    const std::uint32_t level = query.level(idle, load);
    if (membership.level != level)
        query.move(membership.member, membership.level = level);
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/snapshotload.h"

namespace cheetah {

const ClientName *clientOf(const Change &change, ClientName &store)
{
    const bool found = std::visit(
        [&store](const auto &one) {
            if constexpr (requires { one.key.name->clientName(); })
                store = one.key.name->clientName();
            else if constexpr (requires { one.name.clientName(); })
                store = one.name.clientName();
            else if constexpr (requires { store = one.name; })
                store = one.name;
            else if constexpr (requires { one.reservation->client; })
                store = one.reservation->client;
            else if constexpr (requires { store = one.client; })
                store = one.client;
            else
                return false;
            return true;
        },
        change);
    return found ? &store : nullptr;
}

Result<void> SnapshotLoad::add(Slice slice)
{
    if (!m_begun) {
        m_begun = true;
        m_incarnation = slice.incarnation;
        m_first = m_newest = m_reached = slice.revision;
        m_last = slice.last;
        m_fleet.reset({Revision{m_partition, m_incarnation, m_first}});
    }
    if (slice.incarnation != m_incarnation || slice.revision < m_newest)
        return ErrorCode::BaseMismatch;
    m_newest = slice.revision;

    // A scan may give a client twice; the entries lead the first one on.
    ClientName name;
    std::erase_if(slice.changes, [&](const Change &change) {
        const ClientName *client = clientOf(change, name);
        return client && m_shown.contains(*client);
    });
    for (const Change &change : slice.changes)
        if (const ClientName *client = clientOf(change, name))
            m_shown.emplace(*client, slice.revision);
    return m_fleet.load(slice.changes);
}

Result<void> SnapshotLoad::add(StreamedDelta entry)
{
    if (entry.previous != m_last || entry.delta.from != m_reached || m_entries.size() >= mostEntries)
        return ErrorCode::BaseMismatch;
    m_last = entry.id;
    m_reached = entry.delta.to;
    m_entries.push_back(std::move(entry));
    return {};
}

/// A client that no slice shows either came after the first slice, and the entries build it, or was there and ended before
/// its turn came: then all up to its end concerns what we never saw.
Result<Fleet> SnapshotLoad::finish()
{
    std::unordered_map<ClientName, std::size_t> ends; // of clients that no slice shows: removals still to come
    ClientName name;
    for (const StreamedDelta &entry : m_entries)
        for (const Change &change : entry.delta.changes)
            if (const auto *removed = std::get_if<ClientRemoved>(&change); removed && !m_shown.contains(removed->name))
                ++ends[removed->name];

    const auto isShown = [&](const Change &change, std::uint64_t to) {
        const ClientName *client = clientOf(change, name);
        if (!client)
            return false;
        if (const auto shown = m_shown.find(*client); shown != m_shown.end())
            return to <= shown->second;
        const auto end = ends.find(*client);
        if (end == ends.end())
            return false;
        if (std::holds_alternative<ClientRemoved>(change) && --end->second == 0)
            ends.erase(end);
        return true;
    };
    for (StreamedDelta &entry : m_entries) {
        std::erase_if(entry.delta.changes, [&](const Change &change) { return isShown(change, entry.delta.to); });
        if (const Result<void> applied = m_fleet.apply(entry.delta); !applied)
            return applied.error();
    }
    return std::move(m_fleet);
}

} // namespace cheetah

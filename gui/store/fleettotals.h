// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/views.h"
#include "store/fleetbatch.h"

#include <array>
#include <map>

namespace cheetah::gui {

/// The state of every context and the counts over all of them, kept up to date from batches so that nothing walks the
/// fleet to show a number. Owned by the FleetStore.
class FleetTotals {
public:
    static constexpr std::size_t stateCount = std::size_t(ContextState::Idle) + 1;

    /// Counts everything anew. `taskTimeout` 0: nothing expires.
    void reset(const Fleet &fleet, Micros taskTimeout);
    /// The fleet already stands after the batch.
    void apply(const Fleet &fleet, const FleetBatch &batch);

    ContextState state(Slot context) const { return m_rows[context].state; }
    std::uint32_t contexts() const { return m_contexts; }
    std::uint32_t count(ContextState state) const { return m_counts[std::size_t(state)]; }
    std::uint32_t windows() const { return m_windows; }
    std::uint32_t clients() const { return m_clients; }
    std::uint32_t connected() const { return m_connected; }
    /// Contexts whose client says that they are not live.
    std::uint32_t unhealthy() const { return m_unhealthy; }
    /// Assignments with less than `within` left.
    std::uint32_t expiringWithin(RegistryTime now, Micros within) const;

private:
    struct Row {
        std::uint32_t expirySecond = 0; ///< 0: none
        ContextState state : 8 = ContextState::Idle;
        bool exists : 1 = false;
        bool unhealthy : 1 = false;
        friend bool operator==(const Row &, const Row &) = default;
    };
    static_assert(sizeof(Row) == 8, "those of a large fleet must stay near in memory");
    enum class Client : std::uint8_t { None, Away, Connected };

    static Client clientOf(const Fleet &fleet, Slot client);
    Row rowOf(const Fleet &fleet, Slot context) const;
    void set(Slot context, const Row &now);
    void count(const Row &row, int by);
    void setClient(Slot client, Client now);

    Micros m_taskTimeout{0};
    std::vector<Row> m_rows;            ///< by slot of the context
    std::vector<Client> m_clientStates; ///< by slot of the client
    std::array<std::uint32_t, stateCount> m_counts{};
    std::map<std::uint32_t, std::uint32_t> m_expiries; ///< assignments by the second in which they expire
    std::uint32_t m_contexts = 0, m_windows = 0, m_clients = 0, m_connected = 0, m_unhealthy = 0;
};

} // namespace cheetah::gui

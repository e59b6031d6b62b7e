// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/refusal.h"
#include "registry/fleetsource.h"

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cheetah {

/// The recent past of a node in bounded memory: what deltas say happened, and what happened outside of them (refused
/// acquires, operator actions, failed components). A live coordination record, not a task ledger: it forgets the oldest
/// entries and counts them. Owned by the host, on the engine's thread.
class Journal final : public FleetObserver {
public:
    static constexpr std::size_t defaultCapacity = 10'000;

    explicit Journal(FleetSource &source, std::size_t capacity = defaultCapacity);

    /// Adds an entry; number and time are set here.
    void append(JournalEntry entry);

    /// At most `limit` entries with a number above `after`, oldest first.
    std::vector<JournalEntry> since(std::uint64_t after, std::size_t limit) const;
    /// The newest `limit` entries, oldest first.
    std::vector<JournalEntry> latest(std::size_t limit) const;
    std::uint64_t lastNumber() const { return m_last; }
    std::uint64_t dropped() const { return m_dropped; }

    /// Hears every entry until the returned value is destroyed. Called while the journal changes: note and return.
    using Listener = std::function<void(const JournalEntry &)>;
    [[nodiscard]] std::shared_ptr<void> listen(Listener listener);

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

private:
    struct Held {
        TaskId task;
        RequestId request;
    };
    struct Known {
        Epoch epoch;
        bool connected = false;
    };
    void on(const AssignmentStarted &);
    void on(const AssignmentRenewed &);
    void on(const AssignmentEnded &);
    void on(const ContextChanged &);
    void on(const ContextRemoved &);
    void on(const SettlingChanged &);
    void on(const WindowChanged &);
    void on(const WindowRemoved &);
    void on(const ClientChanged &);
    void on(const ClientRemoved &);
    void on(const ReservationChanged &);
    void on(const ReservationRemoved &);
    void on(const DrainChanged &);
    void on(const DrainRemoved &);
    void on(const NodeChanged &);
    void on(const NodeRemoved &);
    template <class T>
    void on(const T &)
    {}
    JournalEntry entryFor(JournalKind kind, const ClientName &client) const;
    JournalEntry entryFor(JournalKind kind, const ContextKey &key) const;
    void learn(const Fleet &fleet);

    FleetSource &m_source;
    const std::size_t m_capacity;
    std::deque<JournalEntry> m_entries;
    NewestRefusals m_refusals;
    std::uint64_t m_last = 0;
    std::uint64_t m_dropped = 0;
    std::vector<std::weak_ptr<Listener>> m_listeners;
    // What the entries need and the fleet no longer has once it changed.
    std::unordered_map<Fence, Held> m_held;
    std::unordered_map<ContextName, Health> m_health;
    std::unordered_map<ClientName, Known> m_clients;
    std::unordered_map<WindowName, char> m_windows;
    std::map<std::pair<ClientName, ProvisionId>, char> m_reservations;
    std::unordered_map<NodeId, Incarnation> m_nodes;
    FleetSource::Subscription m_subscription;
};

} // namespace cheetah

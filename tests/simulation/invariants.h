// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/policies.h"
#include "registry/fleetsource.h"
#include "simulation/commandinvariants.h"
#include "simulation/interceptedregistry.h"

#include <map>
#include <set>

namespace cheetah::simulation {

/// The step under way, as far as what it may change depends on it. Null where it does not apply.
struct StepFacts {
    Step kind = Step::Renew;
    const Handle *handle = nullptr;
    EndCause cause = EndCause::Released;
    const AssignArgs *assign = nullptr;
    const Report *report = nullptr;
    const Hello *hello = nullptr;
    const ProvisionAnswer *answer = nullptr;
    const ClientName *client = nullptr;
    const ContextName *context = nullptr;
    Fence fence = 0;
    const RequestId *request = nullptr;
    std::uint64_t seq = 0;
    Micros timeout{0};
    RegistryTime seen;
};

/// A second, simple-minded account of what the registry promises (SPEC W, R, D), kept from its deltas and from the steps
/// that a WatchedRegistry tells. It shares no code with the registry but the replica, and says of each step whether it
/// was allowed. Owned by the simulation.
class Invariants final : public FleetObserver {
public:
    using Request = std::pair<UserId, RequestId>;

    Invariants(FleetSource &stream, const DeploymentPolicies &policies, EventLog &log);

    const Fleet &fleet() const { return m_fleet; }
    RegistryTime now() const { return m_source.now(); }
    CommandInvariants &commands() { return m_commands; }
    const CommandInvariants &commands() const { return m_commands; }
    const DeploymentPolicies &policies() const { return m_policies; }

    void begin(const StepFacts &facts)
    {
        m_step = &facts;
        m_changesInStep = 0;
    }
    void finish() { m_step = nullptr; }
    std::size_t changesInStep() const { return m_changesInStep; }

    // What stands against a step, before it is made; nothing if it may succeed.
    std::optional<std::string> againstAssign(const AssignArgs &args) const;
    std::optional<std::string> againstReserve(const ReserveArgs &args) const;
    std::optional<std::string> againstReport(const ClientName &client, const Epoch &epoch, std::uint64_t seq,
                                             std::uint64_t generation) const;
    std::optional<std::string> againstHello(const Hello &hello) const;

    bool live(const Handle &handle) const;
    std::optional<Handle> heldBy(const Request &request) const;
    bool everGranted(const Handle &handle) const { return m_granted.contains({handle.name(), handle.fence}); }
    bool connected(const ClientName &client) const;

    // What steps did.
    void requestAsked(const Request &request) { m_asked.insert(request); }
    void requestCancelled(const Request &request);
    void released(const Handle &handle) { m_released.insert({handle.name(), handle.fence}); }
    bool wasReleased(const Handle &handle) const { return m_released.contains({handle.name(), handle.fence}); }
    void requesterClosed(const ConnectionId &requester) { m_goneRequesters.insert(requester); }
    void nodeSeen(const NodeId &node, bool there);
    void helloAccepted(const Hello &hello, const Welcome &welcome);
    void reportAccepted(const Report &report);
    void unchangedAccepted(const ClientName &client, std::uint64_t seq) { m_clients[client].seq = seq; }

    /// A request whose asker is gone must not keep what it is given beyond `until`.
    void abandoned(const Request &request, RegistryTime until) { m_abandoned[request] = until; }
    /// Its node ended, so that only the timeout sweep takes back what it was given.
    void forgiven(const Request &request) { m_abandoned.erase(request); }
    void forgiveAll() { m_abandoned.clear(); }
    void checkAbandoned();

    /// Nothing is left once everybody is gone and all times have passed.
    void checkEmpty();
    /// Both stand at the same revision and hold the same.
    void checkSame(const Fleet &other, const std::string &whose);
    void checkSnapshot();

    void violated(const std::string &what);

    std::uint64_t granted() const { return m_granted.size(); }
    std::uint64_t ended(EndCause cause) const;
    std::uint64_t reservations() const { return m_reservationsMade; }

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

private:
    struct Lease {
        Handle handle;
        RegistryTime acquiredAt, renewedAt;
        Micros longestHold{0};
        bool tied = false;
    };
    struct Client {
        Epoch epoch;
        std::set<Epoch> retired;
        std::uint64_t seq = 0, generation = 0;
        ConnectionId connection;
        RegistryTime until;
    };

    void on(const AssignmentStarted &, const Delta &);
    void on(const AssignmentRenewed &, const Delta &);
    void on(const AssignmentEnded &, const Delta &);
    void on(const SettlingChanged &, const Delta &);
    void on(const ReservationChanged &, const Delta &);
    void on(const ReservationRemoved &, const Delta &);
    void on(const ContextRemoved &, const Delta &);
    void on(const ClientRemoved &change, const Delta &) { m_clients.erase(change.name); }
    template <class Other>
    void on(const Other &, const Delta &)
    {}

    std::optional<std::string> mayEnd(const Lease &lease, EndCause cause) const;
    std::optional<std::string> maySweepEnd(const Lease &lease, EndCause cause) const;
    std::optional<std::string> mayRemove(const Reservation &reservation, const Delta &delta) const;
    std::optional<std::string> againstRow(const ContextRow &row, const AssignArgs &args) const;
    std::optional<std::string> againstRequest(const AssignArgs &args) const;
    const Waiter *overtaken(const ContextRow &row, const AssignArgs &args) const;
    bool drained(const ClientRow &client, Slot window) const;
    bool nodeLives(const NodeId &node) const;
    static bool fulfilled(const RequirementsPtr &requirements, const ClientRow &client);

    FleetSource &m_source;
    const DeploymentPolicies m_policies;
    EventLog &m_log;
    Fleet m_fleet;
    CommandInvariants m_commands;
    const StepFacts *m_step = nullptr;
    std::size_t m_changesInStep = 0;

    std::map<ContextName, Lease> m_live;
    std::map<Request, ContextName> m_liveByRequest;
    std::set<std::pair<ContextName, Fence>> m_granted, m_released;
    std::map<Request, RegistryTime> m_ended, m_cancelled;
    std::set<Request> m_asked;
    std::map<Request, RegistryTime> m_abandoned;
    std::set<ConnectionId> m_goneRequesters;
    std::map<NodeId, RegistryTime> m_nodes;
    std::map<ClientName, Client> m_clients;
    std::map<EndCause, std::uint64_t> m_ends;
    std::uint64_t m_reservationsMade = 0;
    std::uint64_t m_lastGeneration = 0;
    Fence m_lastFence = 0;
    FleetSource::Subscription m_subscription;
};

} // namespace cheetah::simulation

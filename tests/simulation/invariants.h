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

/// What the Invariants know of the store at a moment. A value.
struct Account {
    using Request = std::pair<UserId, RequestId>;
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
    struct Node {
        Incarnation incarnation;
        RegistryTime until;
    };
    struct Claim {
        NodeId node;
        RegistryTime until;
    };

    Fleet fleet;
    CommandInvariants::Account commands;
    std::map<ContextName, Lease> live;
    std::map<Request, ContextName> liveByRequest;
    std::set<std::pair<ContextName, Fence>> released;
    std::map<Request, RegistryTime> ended, cancelled;
    std::set<ConnectionId> goneRequesters;
    std::map<NodeId, Node> nodes;
    std::map<ClientName, Client> clients;
    std::map<ClientName, Claim> claims; ///< who provisions (SPEC W14)
};

/// A second, simple-minded account of what the registry promises (SPEC W, R, D), kept from its deltas and from the steps
/// that a WatchedRegistry tells. It shares no code with the registry but the replica, and says of each step whether it
/// was allowed. Owned by the simulation.
class Invariants final : public FleetObserver {
public:
    using Request = Account::Request;

    Invariants(FleetSource &stream, const DeploymentPolicies &policies, EventLog &log);

    const Fleet &fleet() const { return m_known.fleet; }
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
    void released(const Handle &handle) { m_known.released.insert({handle.name(), handle.fence}); }
    bool wasReleased(const Handle &handle) const { return m_known.released.contains({handle.name(), handle.fence}); }
    void requesterClosed(const ConnectionId &requester) { m_known.goneRequesters.insert(requester); }
    void nodeEntered(const NodeInfo &node);
    void nodeBeat(const NodeId &node, const Incarnation &incarnation);
    void nodeLeft(const NodeId &node) { m_known.nodes.erase(node); }
    /// Whoever reserves has the claim; who is refused for it meets one (SPEC W14).
    void reserved(const ReserveArgs &args, bool again, const Result<void> &result);
    /// A client is asked to make something by that node.
    void creationAsked(const CommandRecord &record);
    void lostHandleUsed(const Handle &handle) { m_lostUsed += m_lost.contains({handle.name(), handle.fence}); }
    void helloAccepted(const Hello &hello, const Welcome &welcome);
    void reportAccepted(const Report &report);
    void unchangedAccepted(const ClientName &client, std::uint64_t seq) { m_known.clients[client].seq = seq; }

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

    // The store goes back to what it was, or begins anew; nobody may be told so by surprise.
    Account account() const;
    void goesBack(const Account &before);
    void beginsAnew();

    std::uint64_t lostGrants() const { return m_lostGrants; } ///< handles that a failover undid
    std::uint64_t lostUsed() const { return m_lostUsed; }     ///< times that one of them was used afterwards
    std::uint64_t granted() const { return m_granted.size(); }
    std::uint64_t ended(EndCause cause) const;
    std::uint64_t reservations() const { return m_reservationsMade; }

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;

private:
    void on(const AssignmentStarted &, const Delta &);
    void on(const AssignmentRenewed &, const Delta &);
    void on(const AssignmentEnded &, const Delta &);
    void on(const SettlingChanged &, const Delta &);
    void on(const ReservationChanged &, const Delta &);
    void on(const ReservationRemoved &, const Delta &);
    void on(const ContextRemoved &, const Delta &);
    void on(const ClientChanged &, const Delta &);
    void on(const ClientRemoved &change, const Delta &)
    {
        m_known.clients.erase(change.name);
        m_known.claims.erase(change.name);
    }
    template <class Other>
    void on(const Other &, const Delta &)
    {}

    std::optional<std::string> mayEnd(const Account::Lease &lease, EndCause cause) const;
    std::optional<std::string> maySweepEnd(const Account::Lease &lease, EndCause cause) const;
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
    Account m_known;
    CommandInvariants m_commands;
    const StepFacts *m_step = nullptr;
    std::size_t m_changesInStep = 0;
    bool m_resetExpected = false;

    // What no failover undoes.
    std::set<std::pair<ContextName, Fence>> m_granted;
    std::set<Request> m_asked;
    std::map<Request, RegistryTime> m_abandoned;
    std::map<ProvisionId, NodeId> m_reservedBy;
    std::map<EndCause, std::uint64_t> m_ends;
    std::uint64_t m_reservationsMade = 0;
    std::uint64_t m_lastGeneration = 0;
    std::uint64_t m_lostGrants = 0, m_lostUsed = 0;
    std::set<std::pair<ContextName, Fence>> m_lost; ///< granted by steps that a failover undid
    Fence m_lastFence = 0;
    FleetSource::Subscription m_subscription;
};

} // namespace cheetah::simulation

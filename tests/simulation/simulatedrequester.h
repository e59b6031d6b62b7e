// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/simulatednode.h"

namespace cheetah::simulation {

/// A product that leases contexts: it asks in all ways that there are, asks again with the same request id when an answer
/// is lost, uses handles that are stale, cancels, sends commands, and disappears. It checks what it is told: each call is
/// answered once, and a handle that it is given was given to its request. Owned by the simulation.
class SimulatedRequester {
public:
    SimulatedRequester(const SimulatedNode::World &world, std::vector<std::unique_ptr<SimulatedNode>> &nodes,
                       UserId user, std::string name);

    /// Does one thing by chance.
    void act();
    /// It asks for nothing more; what it holds it leaves to the sweep.
    void calm() { m_calm = true; }
    /// Every call was answered, unless it or its node went.
    void checkAnswered();
    void nodeGone(const SimulatedNode &node);

    std::uint64_t calls() const { return m_calls; }
    std::uint64_t grants() const { return m_grants; }
    std::uint64_t refusals() const { return m_refusals; }
    const std::map<ErrorCode, std::uint64_t> &refusedAs() const { return m_refusedAs; }

private:
    /// One call of acquire() or releaseAndAcquire().
    struct Call {
        AcquireRequest request;
        SimulatedNode *node = nullptr;
        unsigned starts = 0; ///< of the node, when it was asked
        unsigned answers = 0;
        bool gone = false; ///< the asker went before the answer
        SteadyTime at;
        std::unique_ptr<Scope> scope = std::make_unique<Scope>();
    };

    void acquire();
    void askAgain();
    void ask(const AcquireRequest &request, const Handle *exchange);
    void answered(Call &call, const Result<Lease> &lease);
    void disappear();
    void useHandle(const Handle &handle);
    void sendCommand(const Handle &handle);
    void cancel();
    void closeConnection();
    void abandon(const Call &call);
    bool awaited(const RequestId &request) const;
    AcquireRequest newRequest();
    SimulatedNode *anyNode();

    const SimulatedNode::World m_world;
    std::vector<std::unique_ptr<SimulatedNode>> &m_nodes;
    Random &m_random;
    const UserId m_user;
    const std::string m_name;
    bool m_calm = false;
    std::vector<std::unique_ptr<Call>> m_open;
    std::vector<AcquireRequest> m_lost; ///< asked, and the answer was lost
    std::vector<Handle> m_held, m_stale;
    std::set<RequestId> m_heard; ///< requests whose grant it was told of
    ConnectionId m_connection;
    std::uint64_t m_requests = 0, m_commands = 0, m_connections = 0;
    std::uint64_t m_calls = 0, m_grants = 0, m_refusals = 0;
    std::map<ErrorCode, std::uint64_t> m_refusedAs;
    Scope m_scope;
};

} // namespace cheetah::simulation

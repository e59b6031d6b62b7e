// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "delivery/dispatcher.h"
#include "redis/redisclient.h"
#include "redis/rediskeys.h"

namespace cheetah {

/// Leads commands to the nodes that hold their clients, and what became of them back to the nodes that admitted them, over
/// one channel for each node (SPEC D4). A message names a command and no more: who gets it reads the store, so a message
/// that is lost, repeated or forged changes nothing that evidence does not bear out. What is lost costs time: an awaiter
/// asks the store at its own deadline, and a command that nobody sends expires. Owned by the node; everything that it is
/// given outlives it.
class RedisRelay final : public NodeRelay, private FleetObserver {
public:
    struct Ports {
        RedisClient &client;
        const RedisKeys &keys;
        EvidenceStore &store;
        FleetSource &fleet;
        CommandEndSink &ends;    ///< those of this node; must not lead back here
        CreationSink &creations; ///< of this node
        Scheduler &scheduler;
        const Clock &clock;
    };

    RedisRelay(const Ports &ports, NodeId node, Log log);
    void attach(Dispatcher &dispatcher) override { m_dispatcher = &dispatcher; }
    /// Listens to this node's channel, and says something there now and then to hear whether it comes back.
    void start() override;
    void stop() override;
    void whenHeard(const Scope &scope, Callback<void()> then) override;

    /// When this node last heard itself; unset before that. Every `echoEvery` while all is well (SPEC L6).
    std::optional<SteadyTime> heardItself() const { return m_heardItself; }
    static constexpr Micros echoEvery = Seconds(3);

    // CommandRelay
    void offer(const CommandRecord &record) override;
    void cancel(const CommandRecord &record) override;

    /// A command ended here; the node that admitted it is told.
    void commandEnded(const CommandRecord &record) override;
    /// A creation was answered here; told on to this node's own ear or to that of the node that asked.
    void creationAnswered(const CommandRecord &record, std::uint64_t seq) override;

    std::uint64_t told() const { return m_told; }
    std::uint64_t heard() const { return m_heard; }

private:
    enum class Message : std::uint8_t { Offer, Cancel, Ended, Created, Echo };

    void fleetChanged(const Delta &delta) override;
    void fleetReset() override {}

    void tell(const NodeId &node, Message message, const CommandRecord &record, std::uint64_t seq = 0);
    void publish(const NodeId &node, std::string message);
    void echo();
    void answerHeard();
    void hear(std::string_view packed);
    void act(Message message, const CommandRecord &record, std::uint64_t seq, std::string_view traceparent);
    NodeId holder(const CommandRecord &record) const;

    const Ports m_ports;
    const NodeId m_node;
    Log m_log;
    Dispatcher *m_dispatcher = nullptr;
    std::uint64_t m_told = 0;
    std::uint64_t m_heard = 0;
    std::optional<SteadyTime> m_heardItself;
    Scheduler::Timer m_echo;
    Callback<void()> m_whenHeard;
    Scheduler::Timer m_patience; ///< of m_whenHeard
    RedisSubscription m_channel;
    FleetSource::Subscription m_fleet;
    Scope m_scope;
};

} // namespace cheetah

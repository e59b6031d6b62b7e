// SPDX-License-Identifier: Apache-2.0
#include "redis/redisrelay.h"

#include "redis/packing.h"
#include "redis/redissubscriber.h"

namespace cheetah {

namespace {

std::string channelOf(const RedisKeys &keys, const NodeId &node)
{
    return keys.shared("node:" + node.string());
}

} // namespace

RedisRelay::RedisRelay(const Ports &ports, NodeId node, Log log)
    : m_ports(ports), m_node(std::move(node)), m_log(std::move(log))
{}

void RedisRelay::start()
{
    m_channel = m_ports.client.subscriber().subscribe(
        channelOf(m_ports.keys, m_node), {[this] { echo(); }, [this](std::string_view packed) { hear(packed); }},
        RedisSubscriber::ChannelKind::Plain);
    m_fleet = m_ports.fleet.subscribe(*this);
}

void RedisRelay::stop()
{
    m_echo.cancel();
    m_patience.cancel();
    m_whenHeard = {};
    m_channel = {};
    m_fleet = {};
    m_scope.reset();
}

void RedisRelay::whenHeard(const Scope &scope, Callback<void()> then)
{
    m_whenHeard = scope.wrap(std::move(then));
    if (m_heardItself)
        return answerHeard();
    m_patience = m_ports.scheduler.after(echoEvery, m_scope.wrap([this] { answerHeard(); }));
}

void RedisRelay::answerHeard()
{
    m_patience.cancel();
    if (Callback<void()> then = std::exchange(m_whenHeard, {}))
        then();
}

void RedisRelay::offer(const CommandRecord &record)
{
    if (const NodeId node = holder(record); !node.empty() && node != m_node)
        tell(node, Message::Offer, record);
}

void RedisRelay::cancel(const CommandRecord &record)
{
    if (const NodeId node = holder(record); !node.empty() && node != m_node)
        tell(node, Message::Cancel, record);
}

void RedisRelay::commandEnded(const CommandRecord &record)
{
    if (record.node != m_node)
        tell(record.node, Message::Ended, record);
}

void RedisRelay::creationAnswered(const CommandRecord &record, std::uint64_t seq)
{
    if (record.node != m_node)
        tell(record.node, Message::Created, record, seq);
    else
        m_ports.creations.creationAnswered(record, seq);
}

/// A client that connected at another node may have commands waiting here.
void RedisRelay::fleetChanged(const Delta &delta)
{
    for (const Change &change : delta.changes) {
        const auto *client = std::get_if<ClientChanged>(&change);
        if (client && client->state->connected && client->state->node != m_node)
            m_ports.scheduler.post(m_scope.wrap([this, name = client->name] { m_dispatcher->offerWaiting(name); }));
    }
}

NodeId RedisRelay::holder(const CommandRecord &record) const
{
    const Fleet &fleet = m_ports.fleet.fleet();
    const Slot client = record.context ? fleet.find(record.context->clientName()) : noSlot;
    return client != noSlot && fleet.client(client).state->connected ? fleet.client(client).state->node : NodeId();
}

void RedisRelay::tell(const NodeId &node, Message message, const CommandRecord &record, std::uint64_t seq)
{
    PackWriter packed;
    packed.array(5).number(std::uint8_t(message)).id(record.user).id(record.id).number(seq);
    packed.text(message == Message::Offer ? m_dispatcher->traceparent(record) : std::string());
    ++m_told;
    publish(node, packed.take());
}

void RedisRelay::publish(const NodeId &node, std::string message)
{
    m_ports.client.call(RedisCommand("PUBLISH").arg(channelOf(m_ports.keys, node)).arg(message), m_scope,
                        [this](const Result<RedisReply> &reply) {
                            if (!reply)
                                m_log.debug("delivery", "another node could not be told of a command: "
                                                            + std::string(name(reply.error().code)));
                        });
}

void RedisRelay::echo()
{
    PackWriter packed;
    packed.array(5).number(std::uint8_t(Message::Echo)).text("").text("").number(0).text("");
    publish(m_node, packed.take());
    m_echo = m_ports.scheduler.after(echoEvery, m_scope.wrap([this] { echo(); }));
}

void RedisRelay::hear(std::string_view packed)
{
    PackReader reader(packed);
    reader.array(5);
    const auto message = reader.oneOf(Message::Echo);
    const auto user = reader.idOrNone<UserId>();
    const auto command = reader.idOrNone<CommandId>();
    const auto seq = reader.number<std::uint64_t>();
    const std::string trace(reader.text());
    if (!reader.complete())
        return m_log.warning("delivery", "a message on this node's channel is none of ours");
    if (message == Message::Echo) {
        m_heardItself = m_ports.clock.steady();
        return answerHeard();
    }
    ++m_heard;
    m_ports.store.get(user, command, m_scope, [this, message, seq, trace](Result<CommandRecord> record) {
        if (record)
            act(message, *record, seq, trace);
    });
}

void RedisRelay::act(Message message, const CommandRecord &record, std::uint64_t seq, std::string_view traceparent)
{
    switch (message) {
    case Message::Offer:
        return m_dispatcher->deliver(record, traceparent);
    case Message::Cancel:
        return m_dispatcher->cancelSent(record);
    case Message::Created:
        return m_ports.creations.creationAnswered(record, seq);
    case Message::Ended:
        if (record.stage != CommandStage::Terminal)
            return;
        m_dispatcher->endedElsewhere(record);
        return m_ports.ends.commandEnded(record);
    case Message::Echo:
        return;
    }
}

} // namespace cheetah

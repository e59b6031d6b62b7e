// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisclient.h"
#include "simulation/sharedstore.h"
#include "simulation/storelink.h"

namespace cheetah::simulation {

/// As much of Redis in front of the shared store as a follower and a relay ask for: opening, snapshots in slices, the
/// stream and channels. Messages on channels come late, are lost and come twice; while the store is not reachable
/// everything is refused, and what is under way is lost. One for each process of a node, owned by that.
class SimulatedRedis final : public RedisClient, private RedisSubscriber, private SharedStore::Listener {
public:
    SimulatedRedis(SharedStore &store, StoreLink &link, Random &random, Lane &home, Fault fault);
    ~SimulatedRedis() override;

    void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply) override;
    const RedisStatus &status() const override { return m_status; }
    std::optional<Micros> roundTrip() const override { return std::nullopt; }
    RedisCounters counters() const override { return {}; }
    std::size_t inFlight() const override { return 0; }
    RedisSubscriber &subscriber() override { return *this; }

private:
    struct Wish {
        std::string channel;
        Handlers handlers;
    };
    using Wishes = std::map<std::uint64_t, Wish>;

    RedisSubscription subscribe(std::string channel, Handlers handlers, ChannelKind kind) override;
    void published(const std::string &channel, const std::string &message) override;
    void reachableChanged() override;
    void heard(const std::string &channel, const std::string &message);
    void subscribed();

    RedisReply answer(const std::vector<std::string> &words);
    RedisReply opened();
    RedisReply slice(const std::string &cursor) const;
    RedisReply page(const std::vector<std::string> &words) const;

    SharedStore &m_store;
    StoreLink &m_link;
    Random &m_random;
    Lane &m_home;
    const Fault m_fault;
    RedisStatus m_status;
    std::shared_ptr<Wishes> m_wishes = std::make_shared<Wishes>();
    std::uint64_t m_nextWish = 1;
    Scope m_scope;
};

} // namespace cheetah::simulation

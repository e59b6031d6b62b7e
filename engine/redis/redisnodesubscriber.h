// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redislink.h"
#include "redis/redissubscriber.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace cheetah {

/// The channels of one Redis over one connection. It connects at the first wish and then stays. Owned by the client of
/// that Redis, or by the subscriber of a Cluster.
class RedisNodeSubscriber final : public RedisSubscriber, private RedisLink::Owner {
public:
    /// Told of a channel that this node does not serve (any more), with the server's text: `MOVED 1 host:port`, or empty.
    using Moved = std::function<void(const std::string &text)>;

    RedisNodeSubscriber(const RedisEnvironment &environment, const RedisOptions &options, RedisLogin login,
                        RedisLink::Locate locate, Moved moved = {});
    ~RedisNodeSubscriber() override;

    [[nodiscard]] RedisSubscription subscribe(std::string channel, Handlers handlers,
                                              ChannelKind kind = ChannelKind::Sharded) override;
    const RedisStatus &status() const override { return m_status; }

    /// Gives up the present connection and tries again.
    void drop(Error why) { m_link.drop(std::move(why)); }
    /// The server that is meant is there now.
    void follow(const RedisEndpoint &endpoint) { m_link.follow(endpoint); }

private:
    using Key = std::pair<ChannelKind, std::string>;
    struct Channel {
        std::map<std::uint64_t, std::shared_ptr<const Handlers>> wishes;
        unsigned asked = 0; ///< SUBSCRIBEs not answered yet
        bool confirmed = false;
    };
    /// An answer that Redis owes; messages come in between.
    struct Awaited {
        enum class What { Subscribe, Unsubscribe, Ping } what;
        Key key;
        SteadyTime due;
    };

    void ask(const Key &key, Channel &channel);
    void end(const Key &key, std::uint64_t wish);
    void say(Awaited::What what, const Key &key, std::string_view verb);
    void plan(Micros delay);
    void look();

    void takeAnswer(const RedisReply &reply);
    void takeMessage(ChannelKind kind, const RedisReply &reply);
    void takeConfirmation(const Key &key);
    void takeRefusal(const Awaited &awaited, const std::string &text);
    void takeUnasked(const Key &key);
    template <class Call>
    void tell(const Key &key, const Call &call);
    void updateStatus();

    void linkReady() override;
    void linkReply(RedisReply reply) override;
    void linkFlushed() override {}
    void linkLost(const Error &error) override;

    const RedisEnvironment m_environment;
    const RedisOptions m_options;
    const Moved m_moved;
    RedisStatus m_status;
    std::map<Key, Channel> m_channels; ///< with at least one wish
    std::uint64_t m_nextWish = 1;
    std::deque<Awaited> m_awaited;
    bool m_overdue = false;
    Scheduler::Timer m_look;
    RedisLink m_link;
    Scope m_scope;
};

} // namespace cheetah

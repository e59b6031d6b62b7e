// SPDX-License-Identifier: Apache-2.0
#include "contracts/redisundertest.h"

#include "base/idsource.h"
#include "base/qtscheduler.h"
#include "redis/createredisclient.h"
#include "redis/redisregistry.h"
#include "support/loop.h"
#include "support/redisserver.h"

namespace cheetah::test {

namespace {

/// The process's Redis, started at its first use and ended with the last test.
class SharedServer final : public ::testing::Environment {
public:
    RedisServer &server()
    {
        if (!m_server) {
            RedisServer::Options options;
            options.unixSocket = true;
            m_server = std::make_unique<RedisServer>(options);
        }
        return *m_server;
    }
    void TearDown() override { m_server.reset(); }

private:
    std::unique_ptr<RedisServer> m_server;
};
SharedServer *const sharedServer = new SharedServer; // GoogleTest owns it
[[maybe_unused]] const auto *const registered = ::testing::AddGlobalTestEnvironment(sharedServer);

/// Tells Redis the test's time before each command, if it moved. Only what the registries need of a client.
class TimedClient final : public RedisClient {
public:
    TimedClient(RedisClient &inner, const ManualClock &clock, std::string key)
        : m_inner(inner),
          m_clock(clock),
          m_key(std::move(key)),
          m_origin(clock.wall().time_since_epoch().count() - clock.steady().time_since_epoch().count())
    {}
    void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply) override
    {
        const std::int64_t now = m_origin + m_clock.steady().time_since_epoch().count();
        if (std::exchange(m_told, now) != now)
            m_inner.call(RedisCommand("SET").arg(m_key).arg(now).route(m_key), m_scope, [](Result<RedisReply>) {});
        m_inner.call(std::move(command), scope, std::move(reply));
    }
    const RedisStatus &status() const override { return m_inner.status(); }
    std::optional<Micros> roundTrip() const override { return m_inner.roundTrip(); }
    RedisCounters counters() const override { return m_inner.counters(); }
    std::size_t inFlight() const override { return m_inner.inFlight(); }
    RedisSubscriber &subscriber() override { return m_inner.subscriber(); }

private:
    RedisClient &m_inner;
    const ManualClock &m_clock;
    const std::string m_key;
    const std::int64_t m_origin;
    std::int64_t m_told = 0;
    Scope m_scope;
};

class RedisUnderTest final : public RegistryUnderTest {
public:
    RedisUnderTest(const DeploymentPolicies &policies, ManualClock &clock)
        : m_keys(newDeployment(), 1),
          m_client(makeClient()),
          m_timed(*m_client, clock, m_keys.key(0, "testclock")),
          m_registry(m_timed, m_keys, policies, clock, m_scheduler, m_ids, libraryOn(m_keys.key(0, "testclock")))
    {
        if (!runUntil([this] { return m_client->status().isReady(); }))
            throw std::runtime_error("no connection to Redis");
        std::optional<Result<void>> started;
        m_registry.start(m_scope, [&](Result<void> result) { started = std::move(result); });
        if (!runUntil([&] { return started.has_value(); }) || !*started)
            throw std::runtime_error("the registry does not start: "
                                     + (started
                                            ? std::string(name(started->error().code)) + " " + started->error().detail
                                            : std::string("no answer")));
        if (!runUntil([&] { return m_registry.follower().state().kind == RedisFollower::State::Kind::Live; }))
            throw std::runtime_error("the replica was not loaded");
    }
    ContextRegistry &contexts() override { return m_registry.contexts(); }
    BulkTimeoutRelease *bulk() override { return &m_registry.bulk(); }
    ConnectionRegistry &connections() override { return m_registry.connections(); }
    WindowRegistry &windows() override { return m_registry.windows(); }
    EvidenceStore &evidence() override { return m_registry.evidence(); }
    FleetSource &source() override { return m_registry.source(); }
    void deliver(const std::function<bool()> &answered) override
    {
        const bool came = runUntil([&] { return answered() && m_client->inFlight() == 0; });
        const RedisFollower::Counters &counters = m_registry.follower().counters();
        EXPECT_TRUE(came) << "no answer; replica: applied " << counters.applied << " gaps " << counters.gaps
                          << " reloads " << counters.reloads << " malformed " << counters.malformed << " misfits "
                          << counters.misfits << " failures " << counters.failures;
        EXPECT_EQ(counters.reloads, 1u) << "a replica that hears of every step loads once; gaps " << counters.gaps
                                        << " malformed " << counters.malformed << " misfits " << counters.misfits;
    }
    bool immediate() const override { return false; }

private:
    static DeploymentId newDeployment()
    {
        static int made = 0;
        return DeploymentId::trusted("contract-" + std::to_string(++made));
    }
    std::unique_ptr<RedisClient> makeClient()
    {
        auto client = createRedisClient(sharedServer->server().url(true), RedisOptions(),
                                        RedisEnvironment{m_realClock, m_scheduler, m_ids});
        if (!client)
            throw std::runtime_error("no client for Redis");
        return *std::move(client);
    }
    static RedisLibrary libraryOn(const std::string &clockKey)
    {
        RedisLibrary library = RedisLibrary::builtIn();
        library.replace("clock",
                        "local function clock()\n    return tonumber(redis.call('GET', '" + clockKey + "'))\nend\n");
        library.replace("slice", "local slice = 3\n"); // so that what ends a few contexts already takes several
        return library;
    }

    SystemClock m_realClock;
    QtScheduler m_scheduler{m_realClock};
    SeededIdSource m_ids{1};
    RedisKeys m_keys;
    std::unique_ptr<RedisClient> m_client;
    TimedClient m_timed;
    RedisRegistry m_registry;
    Scope m_scope;
};

} // namespace

std::unique_ptr<RegistryUnderTest> makeRedisUnderTest(const DeploymentPolicies &policies, ManualClock &clock)
{
    return std::make_unique<RedisUnderTest>(policies, clock);
}

} // namespace cheetah::test

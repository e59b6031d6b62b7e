// SPDX-License-Identifier: Apache-2.0
// Hellos and ends of connections while the registry is away, on virtual time.
#include "edge/connectionendings.h"
#include "edge/hellorequest.h"
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

/// Answers `unavailable` while it is away, and keeps what reached it otherwise.
struct AwayRegistry final : ConnectionRegistry {
    bool isAway = true;
    int asked = 0;
    std::vector<std::pair<std::string, std::uint64_t>> ended;

    void hello(const Hello &, const Scope &, Reply<Welcome> reply) override
    {
        ++asked;
        if (isAway)
            return reply(ErrorCode::Unavailable);
        Welcome welcome;
        welcome.generation = 7;
        reply(welcome);
    }
    void closed(const ClientName &client, std::uint64_t generation, const Scope &, Reply<std::uint32_t> reply) override
    {
        ++asked;
        if (isAway)
            return reply(ErrorCode::Unavailable);
        ended.emplace_back(client.client.text(), generation);
        reply(0u);
    }
    void heartbeat(const NodeId &, const Incarnation &, const NodeReport &, const Scope &, Reply<void>) override {}
    void sweep(std::uint32_t, const Scope &, Reply<ConnectionSweepOutcome>) override {}
    void disconnect(const ClientName &, std::uint64_t, Micros, const Scope &, Reply<std::uint64_t>) override {}
    void registerNode(const NodeInfo &, const Scope &, Reply<void>) override {}
    void unregisterNode(const NodeId &, const Incarnation &, const Scope &, Reply<void>) override {}
};

struct Bench {
    ManualClock clock;
    ManualScheduler scheduler{clock};
    SeededIdSource ids{3};
    AwayRegistry registry;
};

ClientName client(const char *id)
{
    return {UserId::trusted("u"), ClientId::trusted(id)};
}

} // namespace

// SPEC R4
TEST(HelloRequest, AsksAgainUntilTheRegistryIsBack)
{
    Bench bench;
    HelloRequest request(bench.registry, bench.scheduler, bench.ids);
    std::optional<Result<Welcome>> answer;
    request.ask({}, [&](Result<Welcome> result) { answer = std::move(result); });
    bench.scheduler.advance(Seconds(3));
    EXPECT_TRUE(request.isUnderWay());
    EXPECT_FALSE(answer);
    EXPECT_GT(bench.registry.asked, 3);
    EXPECT_LT(bench.registry.asked, 12) << "with growing delays";
    bench.registry.isAway = false;
    bench.scheduler.advance(Seconds(2));
    ASSERT_TRUE(answer);
    EXPECT_EQ((*answer)->generation, 7u);
    EXPECT_FALSE(request.isUnderWay());
}

// SPEC R4
TEST(HelloRequest, EndsItsPatienceByNameAndIsForgottenWithItsSession)
{
    Bench bench;
    HelloRequest request(bench.registry, bench.scheduler, bench.ids);
    std::optional<Result<Welcome>> answer;
    request.ask({}, [&](Result<Welcome> result) { answer = std::move(result); });
    bench.scheduler.advance(HelloRequest::patience);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->error().code, ErrorCode::Unavailable);
    EXPECT_FALSE(request.isUnderWay());

    auto gone = std::make_unique<HelloRequest>(bench.registry, bench.scheduler, bench.ids);
    gone->ask({}, [](const Result<Welcome> &) { FAIL() << "the session is gone"; });
    gone.reset();
    bench.registry.isAway = false;
    bench.scheduler.advance(Seconds(20));
}

// SPEC R4 SPEC W6
TEST(ConnectionEndings, ReachTheRegistryOnceItIsBack)
{
    Bench bench;
    ConnectionEndings endings(bench.registry, bench.scheduler, bench.clock, bench.ids, Seconds(15));
    for (int i = 0; i < 100; ++i)
        endings.tell(client(std::to_string(i).c_str()), std::uint64_t(i + 1));
    EXPECT_EQ(endings.waiting(), 100u);
    bench.scheduler.advance(Seconds(5));
    EXPECT_LT(bench.registry.asked, 100 * 15) << "all of them together, with growing delays";
    bench.registry.isAway = false;
    bench.scheduler.advance(Seconds(2));
    EXPECT_EQ(endings.waiting(), 0u);
    EXPECT_EQ(endings.givenUp(), 0u);
    ASSERT_EQ(bench.registry.ended.size(), 100u);
    EXPECT_EQ(bench.registry.ended[99], (std::pair<std::string, std::uint64_t>{"99", 100}));
}

// SPEC R7: past the lease the sweep ends the connections anyway.
TEST(ConnectionEndings, AreGivenUpAfterTheLeaseAndNeverMoreThanTheirBound)
{
    Bench bench;
    ConnectionEndings endings(bench.registry, bench.scheduler, bench.clock, bench.ids, Seconds(15));
    for (std::size_t i = 0; i < ConnectionEndings::mostWaiting + 5; ++i)
        endings.tell(client("c"), i + 1);
    EXPECT_EQ(endings.waiting(), ConnectionEndings::mostWaiting);
    EXPECT_EQ(endings.givenUp(), 5u);
    bench.scheduler.advance(Seconds(40));
    EXPECT_EQ(endings.waiting(), 0u);
    EXPECT_EQ(endings.givenUp(), ConnectionEndings::mostWaiting + 5);
    EXPECT_TRUE(bench.scheduler.idle());
}

} // namespace cheetah::test

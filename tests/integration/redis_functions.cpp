// SPDX-License-Identifier: Apache-2.0
#include "support/redisserver.h"
#include "support/registrystage.h"

#include <gtest/gtest.h>

#include <set>

namespace cheetah::test {
namespace {

using Stage = RegistryStage;

std::string codeOf(const Result<void> &result)
{
    return result ? "ok" : std::string(name(result.error().code));
}

// SPEC R3 SPEC R4
TEST(RedisFunctions, AreLoadedAgainWhereRedisLostThem)
{
    RedisServer server;
    Stage stage(server.url());
    ASSERT_EQ(codeOf(stage.start()), "ok");
    ASSERT_TRUE(runUntil([&] {
        return !stage.registry.source().fleet().revisions().empty()
            && stage.registry.follower().state().kind == RedisFollower::State::Kind::Live;
    }));
    ASSERT_EQ(codeOf(stage.registerNode()), "ok");
    EXPECT_EQ(server.cli({"FUNCTION", "FLUSH"}), "OK\n");
    EXPECT_EQ(codeOf(stage.registerNode()), "ok") << "the call is sent once more";
    ASSERT_EQ(stage.registry.source().fleet().nodes().size(), 1u);
}

// SPEC R3: deployments of different versions may share a Redis.
TEST(RedisFunctions, AnotherVersionsLibraryStays)
{
    RedisServer server;
    server.cli({"FUNCTION", "LOAD",
                "#!lua name=cheetah1\nredis.register_function('cheetah1_open', function() return 'of old' end)"});
    Stage stage(server.url());
    stage.connect(1);
    EXPECT_EQ(server.cli({"FCALL", "cheetah1_open", "0"}), "of old\n");
}

// SPEC R3 SPEC R4
TEST(RedisFunctions, AnAccountWithoutScriptingIsNamed)
{
    RedisServer server;
    server.cli({"ACL", "SETUSER", "default", "-@scripting"});
    Stage stage(server.url());
    EXPECT_EQ(codeOf(stage.start()), "store_forbidden");
}

// SPEC R2 SPEC W11: what is asked at one time travels together, in its order, and each gets its own answer.
TEST(RedisFunctions, StepsAskedAtOneTimeShareACall)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(6);
    const std::uint64_t sent = stage.client->counters().sent, revision = stage.registry.follower().revision(0);
    for (std::size_t tab = 0; tab < 5; ++tab)
        stage.assign(tab);
    stage.assign(3);
    stage.assign(99);
    stage.assign(5);
    ASSERT_TRUE(stage.answered(8));
    EXPECT_EQ(stage.client->counters().sent, sent + 1);
    EXPECT_EQ(stage.registry.follower().revision(0), revision + 1);
    std::set<Fence> fences;
    for (std::size_t i : {0, 1, 2, 3, 4, 7}) {
        const Result<Assigned> &answer = stage.answers[i];
        ASSERT_TRUE(answer.ok()) << i;
        EXPECT_EQ(answer->handle.request.text(), "r" + std::to_string(i + 1));
        const Fleet &fleet = stage.registry.source().fleet();
        const auto &held = fleet.context(fleet.find(answer->handle.context)).assignment;
        ASSERT_TRUE(held.has_value());
        EXPECT_EQ(held->fence, answer->handle.fence);
        EXPECT_EQ(held->request, answer->handle.request);
        EXPECT_EQ(held->acquiredAt.us, answer->at.us);
        fences.insert(held->fence);
    }
    EXPECT_EQ(fences.size(), 6U);
    EXPECT_EQ(stage.answers[5].error().param("rule"), "assigned");
    EXPECT_EQ(stage.answers[6].error().code, ErrorCode::ContextUnknown);
}

// SPEC R2: while a call is under way a few steps wait for its answer, and those that are worth a call of their own do not.
TEST(RedisFunctions, AFewStepsWaitForTheCallThatIsUnderWay)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(8);
    const std::uint64_t revision = stage.registry.follower().revision(0);
    const auto askInATurnOfItsOwn = [&](std::size_t tab) {
        stage.assign(tab);
        bool over = false;
        stage.scheduler.post([&] { stage.scheduler.post([&] { stage.scheduler.post([&] { over = true; }); }); });
        ASSERT_TRUE(runUntil([&] { return over; }));
    };
    server.pause();
    for (std::size_t tab = 0; tab < 8; ++tab)
        askInATurnOfItsOwn(tab);
    EXPECT_TRUE(stage.answers.empty());
    server.resume();
    ASSERT_TRUE(stage.answered(8));
    for (const Result<Assigned> &answer : stage.answers)
        EXPECT_TRUE(answer.ok());
    EXPECT_EQ(stage.registry.follower().revision(0), revision + 3) << "the first alone, six together, the last alone";
}

// SPEC W11: what a step remembers of a request id is known to the next one of the same call, and at the end of it to all.
TEST(RedisFunctions, ARequestIsRememberedWithinACall)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(3);
    const std::uint64_t sent = stage.client->counters().sent;
    stage.assign(0, "r");
    stage.assign(1, "r");
    ASSERT_TRUE(stage.answered(2));
    EXPECT_EQ(stage.client->counters().sent, sent + 1);
    ASSERT_TRUE(stage.answers[0].ok() && stage.answers[1].ok());
    EXPECT_EQ(stage.answers[0]->handle, stage.answers[1]->handle);
    const Handle handle = stage.answers[0]->handle;
    bool released = false;
    stage.registry.contexts().release(handle, EndCause::Released, stage.scope,
                                      [&](const Result<Released> &result) { released = result.ok(); });
    stage.assign(2, "r");
    ASSERT_TRUE(stage.answered(3));
    EXPECT_TRUE(released);
    EXPECT_EQ(stage.answers[2].error().code, ErrorCode::RequestKnown);
    stage.assign(2, "r");
    ASSERT_TRUE(stage.answered(4));
    EXPECT_EQ(stage.answers[3].error().param("cause"), "released");
}

// SPEC R2 SPEC W4: what a step does to a lease is there for the next one of the same call.
TEST(RedisFunctions, StepsOfACallSeeEachOther)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(1);
    stage.assign(0);
    ASSERT_TRUE(stage.answered(1));
    const Handle handle = stage.answers[0]->handle;
    const std::uint64_t revision = stage.registry.follower().revision(0);
    int released = 0;
    const auto release = [&] {
        stage.registry.contexts().release(handle, EndCause::Released, stage.scope, [&](const Result<Released> &result) {
            ASSERT_TRUE(result.ok());
            EXPECT_EQ(result->already, released++ == 1);
        });
    };
    release();
    stage.assign(0);
    stage.assign(0);
    release();
    ASSERT_TRUE(stage.answered(3) && runUntil([&] { return released == 2; }));
    EXPECT_EQ(stage.registry.follower().revision(0), revision + 1) << "all in one call";
    ASSERT_TRUE(stage.answers[1].ok());
    EXPECT_EQ(stage.answers[2].error().param("rule"), "assigned");
    bool renewed = false;
    stage.registry.contexts().renew(stage.answers[1]->handle, stage.scope,
                                    [&](const Result<Renewed> &result) { renewed = result.ok(); });
    EXPECT_TRUE(runUntil([&] { return renewed; })) << "the lease that the call left";
}

// SPEC R2 SPEC W4: and so for the last steps of a full call.
TEST(RedisFunctions, TheLastStepsOfAFullCallSeeTheFirst)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(8);
    const std::uint64_t revision = stage.registry.follower().revision(0);
    for (std::size_t tab = 0; tab < 8; ++tab)
        stage.assign(tab);
    stage.assign(0);
    stage.assign(7, "r1");
    ASSERT_TRUE(stage.answered(10));
    EXPECT_EQ(stage.registry.follower().revision(0), revision + 1) << "all in one call";
    for (std::size_t tab = 0; tab < 8; ++tab)
        EXPECT_TRUE(stage.answers[tab].ok()) << tab;
    EXPECT_EQ(stage.answers[8].error().param("rule"), "assigned");
    ASSERT_TRUE(stage.answers[9].ok()) << "the first one's request again";
    EXPECT_EQ(stage.answers[9]->handle, stage.answers[0]->handle);
}

// SPEC W3 SPEC R7: what was asked of a Redis that then stood still ends nothing, for renewals wait behind it.
TEST(RedisFunctions, ASweepThatRedisComesToLateEndsNothing)
{
    RedisServer server;
    DeploymentPolicies policies;
    policies.connectionLease = Seconds(1);
    Stage stage(server.url(), policies);
    stage.connect(1);
    stage.assign(0);
    ASSERT_TRUE(stage.answered(1) && stage.answers[0].ok());
    std::optional<Result<ConnectionSweepOutcome>> swept;
    std::optional<Result<SliceOutcome>> expired;
    const auto sweep = [&] {
        swept.reset();
        expired.reset();
        stage.registry.bulk().expireAll(Millis(1), 10, stage.scope, [&](auto result) { expired = std::move(result); });
        stage.registry.connections().sweep(10, stage.scope, [&](auto result) { swept = std::move(result); });
    };
    server.pause();
    sweep();
    const auto paused = SystemClock().steady();
    ASSERT_TRUE(runUntil([&] { return SystemClock().steady() - paused > Millis(2'500); }));
    server.resume();
    ASSERT_TRUE(runUntil([&] { return swept && expired; }));
    EXPECT_EQ(swept->error().code, ErrorCode::Unavailable);
    EXPECT_EQ(swept->error().param("reason"), "late");
    EXPECT_EQ(expired->error().param("reason"), "late");
    const Fleet &fleet = stage.registry.source().fleet();
    EXPECT_EQ(fleet.assignedCount(), 1u);
    EXPECT_TRUE(fleet.client(fleet.find(Stage::hello().client)).state->connected);

    ASSERT_TRUE(runUntil([&] { // once the node heard what time it is
        sweep();
        return runUntil([&] { return swept && expired; }) && swept->ok() && expired->ok();
    }));
    EXPECT_EQ((*expired)->ended, 1u);
    EXPECT_EQ((*swept)->lapsed, 1u);
}

// SPEC W11: of many remembered request ids the oldest go a few at a time, so that not each end must look for one to forget.
TEST(RedisFunctions, FullMemoryOfRequestsForgetsAFewMoreThanItMust)
{
    constexpr std::size_t kept = 2048, spared = kept / 1024;
    RedisServer server;
    DeploymentPolicies policies;
    policies.requestMemoryEntries = kept;
    Stage stage(server.url(), policies);
    stage.connect(1);
    const RedisKeys keys(DeploymentId::trusted("d"), 1);
    const auto end = [&] {
        stage.answers.clear();
        stage.assign(0);
        ASSERT_TRUE(stage.answered(1) && stage.answers[0].ok());
        const auto released = stage.ask<Released>([&](auto reply) {
            stage.registry.contexts().release(stage.answers[0]->handle, EndCause::Released, stage.scope,
                                              std::move(reply));
        });
        ASSERT_TRUE(released.ok());
    };
    const auto remembered = [&] { return std::stoul(server.cli({"LLEN", keys.key(0, "forget")})); };
    for (std::size_t i = 0; i < kept; ++i)
        end();
    EXPECT_EQ(remembered(), kept);
    end();
    EXPECT_EQ(remembered(), kept - spared);
    for (std::size_t i = 0; i < spared; ++i)
        end();
    EXPECT_EQ(remembered(), kept) << "none is forgotten meanwhile";
    EXPECT_EQ(server.cli({"HGET", keys.meta(0), "dropped"}), std::to_string(1 + spared) + "\n");
    EXPECT_TRUE(runUntil([&] { return stage.registry.follower().droppedRequests() == 1 + spared; }));
}

// SPEC W11 SPEC R6: a step may end more leases than a script hands to one command, and remembers each.
TEST(RedisFunctions, AStepMayEndThousandsOfLeases)
{
    constexpr std::size_t tabs = 1200;
    RedisServer server;
    DeploymentPolicies policies;
    policies.contextsPerClient = tabs;
    Stage stage(server.url(), policies);
    stage.connect(tabs);
    for (std::size_t tab = 0; tab < tabs; ++tab)
        stage.assign(tab);
    ASSERT_TRUE(stage.answered(tabs));
    const auto ended = stage.ask<SliceOutcome>([&](auto reply) {
        stage.registry.contexts().endAssignments(Stage::hello().client, tabs, stage.scope, std::move(reply));
    });
    ASSERT_TRUE(ended.ok());
    EXPECT_EQ(ended->ended, tabs);
    for (const Result<Assigned> &answer : stage.answers) {
        ASSERT_TRUE(answer.ok());
        const auto again = stage.ask<Assigned>([&](auto reply) {
            stage.registry.contexts().resolveRequest(answer->handle.name().user, answer->handle.request, stage.scope,
                                                     std::move(reply));
        });
        ASSERT_EQ(again.error().param("cause"), "disconnected");
    }
}

// SPEC R5: who follows alone is told by the answers; where another follows, a message goes out, and it sees what changed.
TEST(RedisFunctions, MessagesAreSentWhereAnotherFollows)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(100);
    std::size_t tabs = 0;
    const auto sendsMessage = [&] {
        const auto sent = [&] { return server.cli({"INFO", "commandstats"}).find("cmdstat_spublish:calls=1,"); };
        server.cli({"CONFIG", "RESETSTAT"});
        stage.assign(tabs++);
        EXPECT_TRUE(stage.answered(tabs) && stage.answers.back().ok());
        return sent() != std::string::npos;
    };
    for (bool sends = true; sends && tabs < 99;) { // at first it is not known whether another follows
        bool over = false;
        const Scheduler::Timer pause = stage.scheduler.after(Millis(100), [&] { over = true; });
        ASSERT_TRUE(runUntil([&] { return over; }));
        sends = sendsMessage();
    }
    ASSERT_LT(tabs, 99U) << "nobody else follows, and messages go on";

    Stage other(server.url());
    ASSERT_TRUE(other.start().ok());
    const auto seen = [&] {
        const Fleet &fleet = other.registry.source().fleet();
        const Slot tab = fleet.find(Stage::tab(tabs - 1));
        return tab != noSlot && fleet.context(tab).assignment.has_value();
    };
    ASSERT_TRUE(runUntil(seen));
    EXPECT_TRUE(sendsMessage());
    EXPECT_TRUE(runUntil(seen));
}

// SPEC R4: a full store takes no assignment, and the release that was asked along with it.
TEST(RedisFunctions, AFullStoreTakesOfABundleWhatFrees)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(2);
    stage.assign(0);
    ASSERT_TRUE(stage.answered(1) && stage.answers[0].ok());
    server.cli({"CONFIG", "SET", "maxmemory", "1"});
    std::optional<Result<Released>> released;
    stage.assign(1);
    stage.registry.contexts().release(stage.answers[0]->handle, EndCause::Released, stage.scope,
                                      [&](Result<Released> result) { released = std::move(result); });
    ASSERT_TRUE(stage.answered(2) && runUntil([&] { return released.has_value(); }));
    EXPECT_EQ(stage.answers[1].error().code, ErrorCode::StoreFull);
    EXPECT_TRUE(released->ok());
}

// SPEC R4: who asked along with a step that cannot be taken gets what it asked for.
TEST(RedisFunctions, AStepThatBreaksOffDoesSoAlone)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(3);
    server.cli({"HSET", RedisKeys(DeploymentId::trusted("d"), 1).meta(0), nameBytes(Stage::tab(1)), "00no lease"});
    for (std::size_t tab = 0; tab < 3; ++tab)
        stage.assign(tab);
    ASSERT_TRUE(stage.answered(3));
    EXPECT_TRUE(stage.answers[0].ok());
    EXPECT_EQ(stage.answers[1].error().code, ErrorCode::StoreError);
    EXPECT_TRUE(stage.answers[2].ok());
    EXPECT_EQ(stage.registry.follower().counters().reloads, 1U);
}

// SPEC R4: a store that lost everything tells so to all that were asked.
TEST(RedisFunctions, AnEmptyStoreRefusesABundle)
{
    RedisServer server;
    Stage stage(server.url());
    stage.connect(2);
    server.cli({"FLUSHDB"});
    stage.assign(0);
    stage.assign(1);
    ASSERT_TRUE(stage.answered(2));
    for (const Result<Assigned> &answer : stage.answers)
        EXPECT_EQ(answer.error().param("reason"), "store_empty");
    EXPECT_TRUE(runUntil([&] { return stage.registry.follower().counters().incarnations == 1; }));
}

} // namespace
} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
// The Redis client against real servers.
#include "redis/redisconnection.h"
#include "support/redisserver.h"
#include "support/redisstage.h"

#include <vector>

using namespace cheetah;
using namespace cheetah::test;

namespace {

TEST(RedisClientOnServer, PipelinesInOrderAndFlushesOnceATurn)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        RedisUrl url = server.url();
        url.db = 3;
        stage.open(url);
        ASSERT_TRUE(stage.awaitReady());
        std::vector<std::int64_t> answers;
        for (int i = 0; i < 1000; ++i)
            stage.client->call(RedisCommand("INCR").arg("n"), stage.scope, [&](Result<RedisReply> reply) {
                ASSERT_TRUE(reply);
                answers.push_back(reply->integer());
            });
        EXPECT_EQ(stage.client->inFlight() >= 1000, true);
        const auto flushes = stage.client->counters().flushes;
        ASSERT_TRUE(runUntil([&] { return answers.size() == 1000; }));
        for (int i = 0; i < 1000; ++i)
            ASSERT_EQ(answers[std::size_t(i)], i + 1);
        // A PING of the client's may fall into the time.
        EXPECT_LE(stage.client->counters().flushes, flushes + 2);
        EXPECT_EQ(stage.client->counters().sent, 1000u);
        EXPECT_EQ(stage.client->counters().answered, 1000u);
        EXPECT_EQ(server.cli({"-n", "3", "GET", "n"}), "1000\n");
        EXPECT_NE(server.cli({"CLIENT", "LIST"}).find("name=cheetahtest"), std::string::npos);
        EXPECT_TRUE(runUntil([&] { return stage.client->roundTrip().has_value(); }));
        EXPECT_GT(*stage.client->roundTrip(), Micros(0));
    });
}

TEST(RedisClientOnServer, CarriesLargeAndOddBytes)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        RedisOptions options = Stage::quick();
        options.deadline = Seconds(20);
        stage.open(server.url(), options);
        ASSERT_TRUE(stage.awaitReady());
        std::string large(20u << 20, 'x');
        for (std::size_t i = 0; i < large.size(); ++i)
            large[i] = char(i * 31 % 256);
        ASSERT_EQ(textOf(stage.say(RedisCommand("SET").arg("k").arg(large))), "OK");
        EXPECT_TRUE(textOf(stage.say(RedisCommand("GET").arg("k"))) == large);
    });
}

TEST(RedisClientOnServer, AnErrorIsAnErrorAndTheConnectionGoesOn)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        const Answer refused = stage.say(RedisCommand("EVALSHA").arg("0123").arg(0));
        ASSERT_TRUE(refused && !*refused);
        EXPECT_EQ(refused->error().code, ErrorCode::StoreError);
        EXPECT_EQ(refused->error().param("prefix"), "NOSCRIPT");
        EXPECT_EQ(textOf(stage.say(RedisCommand("PING"))), "PONG");
        EXPECT_EQ(stage.client->counters().refused, 1u);
        EXPECT_EQ(stage.client->counters().connects, 1u);
    });
}

TEST(RedisClientOnServer, AnswersNobodyWhoIsGone)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        bool told = false;
        {
            Scope gone;
            stage.client->call(RedisCommand("SET").arg("a").arg(1), gone, [&](Result<RedisReply>) { told = true; });
        }
        EXPECT_EQ(textOf(stage.say(RedisCommand("GET").arg("a"))), "1");
        EXPECT_FALSE(told);
    });
}

TEST(RedisClientOnServer, MayBeDestroyedByAnAnswer)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        int answers = 0;
        for (int i = 0; i < 3; ++i)
            stage.client->call(RedisCommand("PING"), stage.scope, [&](Result<RedisReply>) {
                ++answers;
                stage.client.reset();
            });
        EXPECT_TRUE(runUntil([&] { return !stage.client; }));
        EXPECT_EQ(answers, 1);
    });
}

// SPEC R4
TEST(RedisClientOnServer, WhatIsInFlightWhenRedisDiesIsUnknownAndItComesBack)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        std::vector<RedisState::Kind> kinds;
        const auto observation = stage.client->status().observe([&](const RedisState &state) {
            if (kinds.empty() || kinds.back() != state.kind)
                kinds.push_back(state.kind);
        });
        server.pause();
        Answer inFlight;
        const auto sent = stage.client->counters().sent;
        stage.client->call(RedisCommand("INCR").arg("n"), stage.scope,
                           [&](Result<RedisReply> reply) { inFlight = std::move(reply); });
        ASSERT_TRUE(runUntil([&] { return stage.client->counters().sent == sent + 1; }));
        server.kill();
        ASSERT_TRUE(runUntil([&] { return inFlight.has_value(); }));
        EXPECT_EQ(outcomeOf(inFlight), "unavailable unknown");
        EXPECT_EQ(outcomeOf(stage.say(RedisCommand("PING"))), "unavailable not_sent");
        EXPECT_EQ(stage.client->counters().unknown, 1u);
        EXPECT_EQ(stage.client->counters().notSent, 1u);
        server.start();
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_EQ(textOf(stage.say(RedisCommand("PING"))), "PONG");
        EXPECT_EQ(stage.client->counters().connects, 2u);
        EXPECT_EQ(kinds, (std::vector{RedisState::Kind::Failed, RedisState::Kind::Ready}));
    });
}

// SPEC R4
TEST(RedisClientOnServer, OfALostConnectionWhatWasWrittenIsUnknownAndTheRestNotSent)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        const RedisEndpoint endpoint = server.url().endpoints.front();
        auto made = std::make_unique<RedisConnection>(
            RedisEnvironment{stage.clock, stage.scheduler, stage.ids}, Stage::quick(), RedisLogin(),
            [endpoint](const Scope &, Reply<RedisEndpoint> reply) { reply(endpoint); });
        RedisConnection &connection = *made;
        stage.client = std::move(made);
        connection.start();
        ASSERT_TRUE(stage.awaitReady());
        server.pause();
        Answer written, waiting, after;
        const auto keep = [](Answer &into) { return [&into](Result<RedisReply> reply) { into = std::move(reply); }; };
        connection.call(RedisCommand("INCR").arg("n"), stage.scope, keep(written));
        ASSERT_TRUE(runUntil([&] { return connection.counters().sent == 1; }));
        connection.call(RedisCommand("INCR").arg("n"), stage.scope, keep(waiting)); // leaves in the next turn
        connection.drop(redisUnavailable(RedisOutcome::NotSent, "test"));
        connection.call(RedisCommand("INCR").arg("n"), stage.scope, keep(after));
        EXPECT_EQ(outcomeOf(written), "unavailable unknown");
        EXPECT_EQ(outcomeOf(waiting), "unavailable not_sent");
        EXPECT_EQ(outcomeOf(after), "unavailable not_sent");
        EXPECT_EQ(connection.counters().unknown, 1u);
        EXPECT_EQ(connection.counters().notSent, 2u);
        server.resume();
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_TRUE(runUntil([&] { return textOf(stage.say(RedisCommand("GET").arg("n"))) == "1"; }))
            << "executed once, of which we were not told";
    });
}

// SPEC R4
TEST(RedisClientOnServer, AServerThatStandsStillIsNoticedWithAndWithoutWork)
{
    RedisServer server;
    for (const bool withWork : {true, false}) {
        onStage([&](Stage &stage) {
            stage.open(server.url());
            ASSERT_TRUE(stage.awaitReady());
            server.pause();
            Answer answer;
            if (withWork)
                stage.client->call(RedisCommand("PING"), stage.scope,
                                   [&](Result<RedisReply> reply) { answer = std::move(reply); });
            ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
            EXPECT_EQ(stage.client->status().state().error->param("reason"), "timeout");
            EXPECT_EQ(outcomeOf(answer), withWork ? "unavailable unknown" : "no answer");
            server.resume();
            ASSERT_TRUE(stage.awaitReady());
            EXPECT_EQ(textOf(stage.say(RedisCommand("PING"))), "PONG");
        });
    }
}

TEST(RedisClientOnServer, RefusesMoreThanItMayHoldInFlight)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        RedisOptions options = Stage::quick();
        options.mostInFlight = 10;
        stage.open(server.url(), options);
        ASSERT_TRUE(stage.awaitReady());
        std::vector<Answer> answers(12);
        for (auto &answer : answers)
            stage.client->call(RedisCommand("PING"), stage.scope,
                               [&](Result<RedisReply> reply) { answer = std::move(reply); });
        EXPECT_EQ(outcomeOf(answers.back()), "unavailable not_sent");
        EXPECT_EQ(answers.back()->error().param("reason"), "overload");
        ASSERT_TRUE(runUntil([&] { return answers.front().has_value(); }));
        EXPECT_EQ(textOf(answers.front()), "PONG");
        EXPECT_EQ(textOf(stage.say(RedisCommand("PING"))), "PONG");
    });
}

// SPEC R4
TEST(RedisClientOnServer, AWrongPasswordIsNamedAndTriedAgainSlowly)
{
    RedisServer server({.password = "right"});
    onStage([&](Stage &stage) {
        RedisUrl url = server.url();
        url.password = "wrong";
        stage.open(url);
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::StoreLoginRefused));
        EXPECT_EQ(stage.client->status().state().error->detail.find("wrong "), std::string::npos);
        EXPECT_EQ(outcomeOf(stage.say(RedisCommand("PING"))), "unavailable not_sent");
        server.cli({"CONFIG", "SET", "requirepass", "wrong"}); // as an operator does who mends it
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_LE(stage.client->counters().failures, 30u);
    });
    onStage([&](Stage &stage) {
        RedisUrl none = server.url();
        none.password.clear();
        stage.open(none);
        EXPECT_TRUE(stage.awaitFailed(ErrorCode::StoreLoginRefused));
    });
}

// SPEC R4
TEST(RedisClientOnServer, AnAclThatIsTooNarrowIsNamed)
{
    RedisServer server({.lines = {"user eng on >pw ~ch:* &ch:* +@all -@scripting -@dangerous"}});
    onStage([&](Stage &stage) {
        RedisUrl url = server.url();
        url.user = "eng";
        url.password = "pw";
        stage.open(url);
        ASSERT_TRUE(stage.awaitReady());
        const Answer script = stage.say(RedisCommand("EVAL").arg("return 1").arg(0));
        ASSERT_TRUE(script && !*script);
        EXPECT_EQ(script->error().code, ErrorCode::StoreForbidden);
        const Answer foreign = stage.say(RedisCommand("GET").arg("other"));
        ASSERT_TRUE(foreign && !*foreign);
        EXPECT_EQ(foreign->error().code, ErrorCode::StoreForbidden);
        EXPECT_EQ(textOf(stage.say(RedisCommand("SET").arg("ch:a").arg(1))), "OK");
    });
}

// SPEC R4
TEST(RedisClientOnServer, ARedisWithoutRoomForOneMoreConnectionIsNamed)
{
    RedisServer::Options options;
    options.lines = {"maxclients 2"};
    RedisServer server(options);
    onStage([&](Stage &stage) {
        std::vector<std::unique_ptr<RedisClient>> others;
        for (int i = 0; i < 2; ++i) {
            stage.open(server.url());
            ASSERT_TRUE(stage.awaitReady());
            others.push_back(std::move(stage.client));
        }
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        // Redis says why and closes at once, which may overtake what it says.
        const std::string reason(stage.client->status().state().error->param("reason"));
        EXPECT_TRUE(reason == "max_clients" || reason == "disconnected") << reason;
        others.clear();
        EXPECT_TRUE(stage.awaitReady());
    });
}

// A command that may take long delays no deadline of later ones.
TEST(RedisClientOnServer, ALongLimitIsThatOfItsCommandAlone)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_EQ(textOf(stage.say(RedisCommand("PING").within(Seconds(600)))), "PONG");
        server.pause();
        Answer answer;
        stage.client->call(RedisCommand("PING"), stage.scope,
                           [&](Result<RedisReply> reply) { answer = std::move(reply); });
        EXPECT_TRUE(runUntil([&] { return answer.has_value(); }));
        EXPECT_EQ(outcomeOf(answer), "unavailable unknown");
        server.resume();
    });
}

// SPEC R4
TEST(RedisClientOnServer, AFullRedisIsNamed)
{
    RedisServer server({.lines = {"maxmemory 2mb", "maxmemory-policy noeviction"}});
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        const std::string block(100'000, 'x');
        Answer answer;
        for (int i = 0; i < 50 && (!answer || *answer); ++i)
            answer = stage.say(RedisCommand("SET").arg(i).arg(block));
        ASSERT_TRUE(answer && !*answer);
        EXPECT_EQ(answer->error().code, ErrorCode::StoreFull);
        EXPECT_TRUE(hadNoEffect(answer->error()));
        EXPECT_EQ(textOf(stage.say(RedisCommand("GET").arg("nothing"))), "");
    });
}

TEST(RedisClientOnServer, AReplicaOnlyReads)
{
    RedisServer master;
    RedisServer replica({.lines = {"replicaof 127.0.0.1 " + std::to_string(master.port())}});
    onStage([&](Stage &stage) {
        stage.open(replica.url());
        ASSERT_TRUE(stage.awaitReady());
        const Answer answer = stage.say(RedisCommand("SET").arg("a").arg(1));
        ASSERT_TRUE(answer && !*answer);
        EXPECT_EQ(answer->error().code, ErrorCode::StoreReadOnly);
    });
}

TEST(RedisClientOnServer, WaitsForAServerThatIsNotThereYet)
{
    RedisServer server;
    server.kill();
    onStage([&](Stage &stage) {
        stage.open(server.url());
        EXPECT_EQ(stage.client->status().state().kind, RedisState::Kind::Connecting);
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        EXPECT_EQ(stage.client->status().state().error->param("reason"), "connect");
        server.start();
        ASSERT_TRUE(stage.awaitReady());
    });
}

// --- other transports ---

TEST(RedisClientOnServer, SpeaksOverAUnixSocket)
{
    RedisServer server({.unixSocket = true});
    onStage([&](Stage &stage) {
        stage.open(server.url(true));
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_EQ(textOf(stage.say(RedisCommand("SET").arg("a").arg(std::string(3'000'000, 'y')))), "OK");
        EXPECT_EQ(textOf(stage.say(RedisCommand("GET").arg("a"))).size(), 3'000'000u);
        server.kill();
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        server.start();
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_EQ(textOf(stage.say(RedisCommand("PING"))), "PONG");
    });
}

TEST(RedisClientOnServer, SpeaksTlsOnlyToWhomItsAuthorityVouchesFor)
{
    RedisServer server({.tls = true, .tlsClientAuth = true});
    RedisOptions good = Stage::quick();
    good.connectLimit = Seconds(5);
    good.caFile = server.caFile();
    good.certificateFile = server.clientCertificateFile();
    good.keyFile = server.clientKeyFile();
    onStage([&](Stage &stage) {
        stage.open(server.url(), good);
        ASSERT_TRUE(stage.awaitReady());
        EXPECT_EQ(textOf(stage.say(RedisCommand("SET").arg("a").arg(std::string(3'000'000, 'y')))), "OK");
        EXPECT_EQ(textOf(stage.say(RedisCommand("GET").arg("a"))).size(), 3'000'000u);
    });
    onStage([&](Stage &stage) {
        RedisOptions other = good;
        other.caFile = server.otherCaFile();
        stage.open(server.url(), other);
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        EXPECT_EQ(stage.client->status().state().error->param("reason"), "tls");
        EXPECT_EQ(stage.client->counters().connects, 0u);
    });
    onStage([&](Stage &stage) {
        RedisOptions trusting = good;
        trusting.caFile = server.otherCaFile();
        trusting.verifyPeer = false;
        stage.open(server.url(), trusting);
        EXPECT_TRUE(stage.awaitReady());
    });
    onStage([&](Stage &stage) {
        RedisOptions unproven = good;
        unproven.certificateFile.clear();
        stage.open(server.url(), unproven);
        ASSERT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
        EXPECT_EQ(stage.client->counters().connects, 0u);
    });
    onStage([&](Stage &stage) {
        RedisOptions missing = good;
        missing.caFile = "/nowhere/ca.pem";
        const auto made = createRedisClient(server.url(), missing, {stage.clock, stage.scheduler, stage.ids});
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().param("setting"), "redis-ca");
        missing.caFile = server.clientKeyFile();
        EXPECT_FALSE(createRedisClient(server.url(), missing, {stage.clock, stage.scheduler, stage.ids}));
    });
}

TEST(RedisClientOnServer, PlainBytesAgainstTlsEndInANamedFailure)
{
    RedisServer server({.tls = true});
    onStage([&](Stage &stage) {
        RedisUrl plain = server.url();
        plain.tls = false;
        stage.open(plain);
        EXPECT_TRUE(stage.awaitFailed(ErrorCode::Unavailable));
    });
}

// --- channels ---

// SPEC R5
TEST(RedisSubscriberOnServer, HearsOfItsChannelsAndResetsAfterEachReturn)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        Ear sharded, plain;
        const auto one = stage.client->subscriber().subscribe("ch:{p1}", sharded.handlers());
        const auto two =
            stage.client->subscriber().subscribe("ch:all", plain.handlers(), RedisSubscriber::ChannelKind::Plain);
        ASSERT_TRUE(runUntil([&] { return sharded.resets == 1 && plain.resets == 1; }));
        EXPECT_TRUE(stage.client->subscriber().status().isReady());
        ASSERT_TRUE(stage.awaitReady());
        ASSERT_TRUE(stage.say(RedisCommand("SPUBLISH").arg("ch:{p1}").arg("17")));
        ASSERT_TRUE(stage.say(RedisCommand("PUBLISH").arg("ch:all").arg("x")));
        ASSERT_TRUE(runUntil([&] { return !sharded.messages.empty() && !plain.messages.empty(); }));
        EXPECT_EQ(sharded.messages, std::vector<std::string>{"17"});
        EXPECT_EQ(plain.messages, std::vector<std::string>{"x"});

        server.restart();
        ASSERT_TRUE(runUntil([&] { return sharded.resets == 2 && plain.resets == 2; }));
        ASSERT_TRUE(stage.awaitReady());
        ASSERT_TRUE(stage.say(RedisCommand("SPUBLISH").arg("ch:{p1}").arg("18")));
        ASSERT_TRUE(runUntil([&] { return sharded.messages.size() == 2; }));
    });
}

TEST(RedisSubscriberOnServer, SharesAChannelAndLeavesItWithTheLastWish)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        ASSERT_TRUE(stage.awaitReady());
        RedisSubscriber &subscriber = stage.client->subscriber();
        Ear first, second;
        auto one = subscriber.subscribe("c", first.handlers());
        ASSERT_TRUE(runUntil([&] { return first.resets == 1; }));
        auto two = subscriber.subscribe("c", second.handlers());
        ASSERT_TRUE(runUntil([&] { return second.resets == 1; }));
        EXPECT_EQ(first.resets, 1);
        const auto listeners = [&] { return stage.say(RedisCommand("SPUBLISH").arg("c").arg("m"))->value().integer(); };
        EXPECT_EQ(listeners(), 1);
        ASSERT_TRUE(runUntil([&] { return first.messages.size() == 1 && second.messages.size() == 1; }));
        one = {};
        EXPECT_EQ(listeners(), 1);
        ASSERT_TRUE(runUntil([&] { return second.messages.size() == 2; }));
        EXPECT_EQ(first.messages.size(), 1u);
        two = {};
        ASSERT_TRUE(runUntil([&] { return listeners() == 0; }));
        Ear third; // and comes back, also when asked for in the turn in which it was left
        auto three = subscriber.subscribe("c", third.handlers());
        three = subscriber.subscribe("c", third.handlers());
        three = {};
        three = subscriber.subscribe("c", third.handlers());
        ASSERT_TRUE(runUntil([&] { return third.resets >= 1 && listeners() == 1; }));
        ASSERT_TRUE(runUntil([&] { return !third.messages.empty(); }));
    });
}

// SPEC R4
TEST(RedisSubscriberOnServer, NoticesAPeerThatStandsStill)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        stage.open(server.url());
        Ear ear;
        const auto one = stage.client->subscriber().subscribe("c", ear.handlers());
        ASSERT_TRUE(runUntil([&] { return ear.resets == 1; }));
        server.pause();
        ASSERT_TRUE(
            runUntil([&] { return stage.client->subscriber().status().state().kind == RedisState::Kind::Failed; }));
        server.resume();
        ASSERT_TRUE(runUntil([&] { return ear.resets == 2; }));
    });
}

TEST(RedisSubscriberOnServer, ARefusedChannelShowsInItsStatus)
{
    RedisServer server({.lines = {"user eng on >pw ~* &mine:* +@all"}});
    onStage([&](Stage &stage) {
        RedisUrl url = server.url();
        url.user = "eng";
        url.password = "pw";
        stage.open(url);
        Ear ear;
        const auto one = stage.client->subscriber().subscribe("other", ear.handlers());
        ASSERT_TRUE(runUntil([&] {
            const RedisState &state = stage.client->subscriber().status().state();
            return state.error && state.error->code == ErrorCode::StoreForbidden;
        }));
        EXPECT_EQ(ear.resets, 0);
    });
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
// The replica of a fleet in Redis, on real servers: with entries written by hand, and with the real functions.
#include "model/fleetequal.h"
#include "redis/packedblobs.h"
#include "redis/packeddiff.h"
#include "redis/redisfollower.h"
#include "redis/stepanswer.h"
#include "support/packedchanges.h"
#include "support/redisserver.h"
#include "support/redisstage.h"

namespace cheetah {
namespace {

using namespace test;

template <class I>
I id(std::string_view text)
{
    return *I::parse(text);
}

ClientName client(int number)
{
    return {id<UserId>("u" + std::to_string(number)), id<ClientId>("c")};
}

/// Counts what it is told, and finds what it is told out of order.
struct Listener final : FleetObserver {
    const FleetSource &source;
    int changes = 0, resets = 0;
    std::uint64_t stands = 0;
    bool inOrder = true;
    FleetSource::Subscription subscription;

    explicit Listener(RedisFollower &follower) : source(follower), subscription(follower.subscribe(*this)) {}
    void fleetChanged(const Delta &delta) override
    {
        ++changes;
        inOrder = inOrder && delta.from == stands;
        stands = delta.to;
    }
    void fleetReset() override
    {
        ++resets;
        stands = source.fleet().revision();
    }
};

/// A deployment in a Redis of the test's own, whose steps the test makes.
struct Deployment {
    Stage &stage;
    RedisServer &server;
    RedisKeys keys;
    RedisFunctions functions;
    std::string policies;

    Deployment(Stage &s, RedisServer &redis, std::uint32_t partitions = 1)
        : stage(s), server(redis), keys(id<DeploymentId>("d"), partitions), functions(opened(), RedisLibrary::builtIn())
    {
        PackWriter out;
        out.array(12);
        for (const std::int64_t value :
             {15'000'000, 600'000'000, 0, 0, 60'000'000, 100'000, 10'000, 500, 3600, 1000, 30'000'000, 60'000'000})
            out.number(value);
        policies = out.take();
    }
    RedisClient &opened()
    {
        stage.open(server.url());
        EXPECT_TRUE(stage.awaitReady());
        return *stage.client;
    }

    RedisFollower::Options options(std::string_view incarnation = "i1")
    {
        RedisFollower::Options options;
        options.incarnation = id<Incarnation>(incarnation);
        options.policies = policies;
        options.pollEvery = Millis(100);
        options.firstDelay = Millis(5);
        options.staleAfter = Millis(400);
        options.clientsPerSlice = 2;
        return options;
    }
    std::unique_ptr<RedisFollower> follower(RedisFollower::Options options)
    {
        return std::make_unique<RedisFollower>(*stage.client, functions, keys, stage.clock, stage.scheduler,
                                               std::move(options));
    }
    /// Follows, and stands at what Redis holds.
    std::unique_ptr<RedisFollower> followed()
    {
        auto made = follower(options());
        made->start();
        EXPECT_TRUE(runUntil([&] { return made->state().kind == RedisFollower::State::Kind::Live; }));
        return made;
    }

    RedisCommand command(const char *name, std::uint32_t partition)
    {
        RedisCommand command("FCALL");
        command.route(keys.meta(partition)).arg(RedisLibrary::functionName(name)).arg(1).arg(keys.meta(partition));
        return std::move(command.arg(policies));
    }
    StepAnswer step(RedisCommand command)
    {
        std::optional<Result<RedisReply>> answer;
        functions.call(std::move(command), stage.scope, [&](Result<RedisReply> reply) { answer = std::move(reply); });
        EXPECT_TRUE(runUntil([&] { return answer.has_value(); }));
        EXPECT_TRUE(answer && *answer) << (answer ? answer->error().detail : "");
        StepAnswer step(answer && *answer ? **answer : RedisReply());
        EXPECT_FALSE(step.error()) << name(step.error()->code);
        return step;
    }
    StepAnswer hello(int number)
    {
        const ClientName name = client(number);
        ClientState state;
        state.agent = "agent";
        return step(command("hello", keys.partitionOf(name.user))
                        .arg(nameBytes(name))
                        .arg("e")
                        .arg("n")
                        .arg("s" + std::to_string(number))
                        .arg(packFixed(state)));
    }
    StepAnswer node(std::string_view name)
    {
        NodeInfo info;
        return step(command("register_node", 0)
                        .arg(name)
                        .arg("i")
                        .arg(1)
                        .arg(packNode(info))
                        .arg(1)
                        .arg(packNodeReport(info.report)));
    }
    /// A report of one window with these contexts, compared with `fleet`.
    StepAnswer report(const Fleet &fleet, int number, std::uint64_t seq, std::initializer_list<const char *> contexts)
    {
        Report report;
        report.client = client(number);
        report.epoch = id<Epoch>("e");
        ReportedWindow window;
        window.id = id<WindowId>("w");
        for (const char *name : contexts) {
            ReportedContext context;
            context.id = id<ContextId>(name);
            context.title = "seq " + std::to_string(seq);
            window.contexts.push_back(context);
        }
        report.windows.push_back(window);
        ReportComparer comparer(fleet);
        ReportDiff diff;
        const Slot slot = fleet.find(report.client);
        EXPECT_TRUE(comparer.compare(slot, report, diff).ok());
        return step(command("report", keys.partitionOf(report.client.user))
                        .arg(nameBytes(report.client))
                        .arg("e")
                        .arg(seq)
                        .arg(seq - 1)
                        .arg(0)
                        .arg(contexts.size())
                        .arg(packDiff(fleet, slot, report, diff)));
    }

    /// Writes what a step would: an entry of the stream and the partition's row, and tells it.
    void write(std::uint64_t rev, const StreamId &idOf, std::optional<StreamId> previous, std::vector<Change> changes,
               bool tell = true)
    {
        StreamedDelta entry{previous, idOf, {0, rev - 1, rev, {std::int64_t(idOf.at)}, std::move(changes)}};
        say(RedisCommand("XADD").arg(keys.stream(0)).arg(idOf.text()).arg("d").arg(packDelta(entry)));
        row(rev, idOf);
        if (tell)
            say(RedisCommand("SPUBLISH").arg(keys.stream(0)).arg(idOf.text()));
    }
    void row(std::uint64_t rev, const StreamId &last)
    {
        PackWriter rarely;
        rarely.array(6);
        for (int i = 0; i < 6; ++i)
            rarely.number(0);
        const std::string row = StreamId{last.at, rev}.text() + " " + std::string(8, 0) + rarely.take();
        say(RedisCommand("HSET").arg(keys.meta(0)).arg("row").arg(row));
    }
    void say(RedisCommand command)
    {
        const Answer answer = stage.say(std::move(command));
        EXPECT_TRUE(answer && *answer) << textOf(answer);
    }
};

/// Runs `body` with a deployment on a Redis of its own.
void deployed(const std::function<void(Deployment &)> &body, std::uint32_t partitions = 1)
{
    RedisServer server;
    onStage([&](Stage &stage) {
        Deployment deployment(stage, server, partitions);
        body(deployment);
    });
}

bool reaches(const RedisFollower &follower, std::uint64_t revision)
{
    return runUntil([&] { return follower.revision(0) >= revision; });
}

NodeChanged nodeChange(std::string_view name)
{
    NodeInfo info;
    info.id = id<NodeId>(name);
    return {info};
}

std::uint64_t beyondTime()
{
    return std::uint64_t(
        std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()).count());
}

// SPEC R5
TEST(RedisFollower, HearsOfEveryStepInOrder)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        Listener listener(*follower);
        for (int i = 0; i < 5; ++i)
            deployment.hello(i);
        ASSERT_TRUE(reaches(*follower, 5));
        EXPECT_TRUE(listener.inOrder);
        EXPECT_EQ(listener.stands, 5u);
        EXPECT_EQ(listener.resets, 0);
        EXPECT_NE(follower->fleet().find(client(4)), noSlot);
        EXPECT_EQ(follower->fleet().revisions().front().incarnation, id<Incarnation>("i1-1"));
        EXPECT_TRUE(follower->now().isSet());
        EXPECT_EQ(follower->counters().gaps, 0u);
    });
}

// SPEC R5
TEST(RedisFollower, ARepliesDeltaIsThereAtOnceAndComesOnlyOnce)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        Listener listener(*follower);
        const StepAnswer hello = deployment.hello(1);
        follower->take(*unpackDelta(hello.delta(), 0));
        EXPECT_EQ(follower->revision(0), 1u);
        follower->take(*unpackDelta(hello.delta(), 0));
        deployment.hello(2);
        ASSERT_TRUE(reaches(*follower, 2));
        EXPECT_EQ(listener.changes, 2);
        EXPECT_TRUE(listener.inOrder);
        EXPECT_EQ(follower->counters().reloads, 1u);
    });
}

/// Another node's step came between: the later delta waits for it.
// SPEC R5
TEST(RedisFollower, AGapInRepliesIsFilledFromTheStream)
{
    deployed([](Deployment &deployment) {
        RedisFollower::Options options = deployment.options();
        options.pollEvery = Seconds(60);
        const auto follower = deployment.follower(options);
        follower->start();
        ASSERT_TRUE(runUntil([&] { return follower->state().kind == RedisFollower::State::Kind::Live; }));
        Listener listener(*follower);
        std::vector<StepAnswer> steps;
        for (int i = 0; i < 3; ++i)
            steps.push_back(deployment.hello(i));
        follower->take(*unpackDelta(steps[2].delta(), 0));
        bool there = false;
        Scope scope;
        follower->whenAt(0, 3, scope, [&] { there = true; });
        ASSERT_TRUE(runUntil([&] { return there; }));
        EXPECT_TRUE(listener.inOrder);
        EXPECT_EQ(follower->revision(0), 3u);
        EXPECT_EQ(follower->counters().reloads, 1u);
    });
}

/// The message of a step was lost; the next question finds it.
// SPEC R5
TEST(RedisFollower, ALostMessageIsNoticed)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        const std::uint64_t at = beyondTime();
        deployment.write(1, {at, 1}, std::nullopt, {nodeChange("n")}, false);
        ASSERT_TRUE(reaches(*follower, 1));
        EXPECT_EQ(follower->fleet().nodes().size(), 1u);
        EXPECT_EQ(follower->counters().reloads, 1u);
    });
}

// SPEC R5
TEST(RedisFollower, ATrimmedStreamMakesItLoad)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        Listener listener(*follower);
        const std::uint64_t at = beyondTime();
        deployment.node("n");
        ASSERT_TRUE(reaches(*follower, 1));
        // Two steps of which only the second is still in the stream.
        deployment.say(RedisCommand("DEL").arg(deployment.keys.stream(0)));
        deployment.write(3, {at + 3'000'000'000, 3}, StreamId{at + 2'000'000'000, 2}, {nodeChange("m")});
        ASSERT_TRUE(runUntil([&] { return listener.resets == 1; }));
        EXPECT_EQ(follower->revision(0), 3u);
        EXPECT_GE(follower->counters().gaps, 1u);
        EXPECT_EQ(follower->fleet().nodes().size(), 1u) << "what the snapshot shows, not what the entry told";
    });
}

/// The stream was lost as a whole while the store went on.
// SPEC R5
TEST(RedisFollower, ADeletedStreamMakesItLoad)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        Listener listener(*follower);
        deployment.say(RedisCommand("DEL").arg(deployment.keys.stream(0)));
        deployment.row(7, {beyondTime(), 7});
        ASSERT_TRUE(runUntil([&] { return listener.resets == 1; }));
        EXPECT_EQ(follower->revision(0), 7u);
    });
}

/// A failover took the last step and gave its revision to another.
// SPEC R4 SPEC R5
TEST(RedisFollower, ALostTailMakesItLoad)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        Listener listener(*follower);
        const std::uint64_t at = beyondTime();
        deployment.write(1, {at, 1}, std::nullopt, {nodeChange("a")});
        deployment.write(2, {at + 1, 2}, StreamId{at, 1}, {nodeChange("b")});
        ASSERT_TRUE(reaches(*follower, 2));
        deployment.say(RedisCommand("XDEL").arg(deployment.keys.stream(0)).arg(StreamId{at + 1, 2}.text()));
        deployment.write(2, {at + 5, 2}, StreamId{at, 1}, {nodeChange("c")});
        deployment.write(3, {at + 6, 3}, StreamId{at + 5, 2}, {nodeChange("d")});
        ASSERT_TRUE(runUntil([&] { return listener.resets == 1; }));
        EXPECT_EQ(follower->revision(0), 3u);
        EXPECT_TRUE(follower->fleet().nodes().empty()) << "the snapshot counts, and nobody registered there";
    });
}

// SPEC R4 SPEC R5
TEST(RedisFollower, AStoreThatCameBackEmptyHasANewIncarnation)
{
    deployed([](Deployment &deployment) {
        const auto first = deployment.followed();
        for (int i = 0; i < 3; ++i)
            deployment.hello(i);
        ASSERT_TRUE(reaches(*first, 3));
        const auto follower = deployment.follower(deployment.options("i2"));
        Listener listener(*follower);
        follower->start();
        ASSERT_TRUE(runUntil([&] { return listener.resets == 1; }));
        EXPECT_EQ(follower->fleet().revisions(), first->fleet().revisions());

        deployment.server.kill();
        ASSERT_TRUE(runUntil([&] { return follower->state().kind == RedisFollower::State::Kind::Stale; }));
        EXPECT_TRUE(follower->state().error);
        EXPECT_NE(follower->fleet().find(client(0)), noSlot) << "what was known stays to be read";
        const RegistryTime before = follower->now();
        deployment.server.start();
        ASSERT_TRUE(runUntil([&] { return listener.resets >= 2; }));
        EXPECT_EQ(follower->fleet().contextCount(), 0u);
        EXPECT_EQ(follower->fleet().find(client(0)), noSlot);
        EXPECT_EQ(follower->counters().incarnations, 1u);
        EXPECT_GE(follower->now(), before);
        ASSERT_TRUE(runUntil([&] { return first->counters().incarnations == 1; }));
        EXPECT_EQ(first->fleet().revisions(), follower->fleet().revisions()) << "whoever came first named it";
        deployment.hello(9);
        ASSERT_TRUE(runUntil([&] { return follower->fleet().find(client(9)) != noSlot; }));
    });
}

/// Entries and replies that nobody of ours wrote.
// SPEC R4
TEST(RedisFollower, HostileBytesNeverPass)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        Listener listener(*follower);
        const std::uint64_t at = beyondTime();
        deployment.say(
            RedisCommand("XADD").arg(deployment.keys.stream(0)).arg(StreamId{at, 1}.text()).arg("d").arg("\xdd\xff"));
        deployment.row(1, {at, 1});
        for (const char *message : {"", "x", "1-", "99999999999999999999-1"})
            deployment.say(RedisCommand("SPUBLISH").arg(deployment.keys.stream(0)).arg(message));
        ASSERT_TRUE(runUntil([&] { return listener.resets == 1; }));
        EXPECT_EQ(follower->revision(0), 1u);
        EXPECT_GE(follower->counters().malformed, 1u);

        // An entry that reads and doesn't fit: a lease that never began ends.
        const auto name = std::make_shared<const ContextName>(
            ContextName{id<UserId>("u"), id<ClientId>("c"), id<Epoch>("e"), id<ContextId>("1")});
        deployment.write(2, {at + 1, 2}, StreamId{at, 1}, {AssignmentEnded{{name, noSlot}, 1, EndCause::Released}});
        ASSERT_TRUE(runUntil([&] { return listener.resets == 2; }));
        EXPECT_EQ(follower->counters().misfits, 1u);
        EXPECT_EQ(follower->revision(0), 2u);
    });
}

// SPEC R5
TEST(RedisFollower, WhoWaitsForWhatNeverComesIsCalled)
{
    deployed([](Deployment &deployment) {
        const auto follower = deployment.followed();
        int calls = 0;
        Scope scope;
        follower->whenAt(0, 1'000'000, scope, [&] { ++calls; });
        EXPECT_EQ(calls, 0);
        ASSERT_TRUE(runUntil([&] { return calls == 1; }, Seconds(3))) << "a load shows that it is nowhere";
        follower->whenAt(0, 0, scope, [&] { ++calls; });
        EXPECT_EQ(calls, 2) << "where it stands nobody waits";
        {
            Scope gone;
            follower->whenAt(0, 1'000'000, gone, [&] { ++calls; });
        }
        const std::uint64_t reloads = follower->counters().reloads;
        ASSERT_TRUE(runUntil([&] { return follower->counters().reloads > reloads; }));
        EXPECT_EQ(calls, 2);
    });
}

/// The fleet with each client's last seq in its state, where snapshots out of Redis have it.
Fleet normal(const Fleet &fleet)
{
    Fleet result;
    result.reset(fleet.revisions());
    for (std::vector<Change> &slice : fleet.snapshot(1000)) {
        for (Change &change : slice)
            if (auto *changed = std::get_if<ClientChanged>(&change)) {
                auto state = std::make_shared<ClientState>(*changed->state);
                state->seq = fleet.client(fleet.find(changed->name)).seq;
                changed->state = std::move(state);
            }
        EXPECT_TRUE(result.load(slice).ok());
    }
    return result;
}

/// One follower hears everything from the beginning; others load at each moment of the history, in small slices, while it
/// goes on. All end with the same fleet.
// SPEC R5
TEST(RedisFollower, ALoadDuringChangesEndsWithTheSameFleet)
{
    for (const std::uint32_t partitions : {1u, 3u}) {
        SCOPED_TRACE(partitions);
        deployed(
            [partitions](Deployment &deployment) {
                const auto first = deployment.followed();
                const auto keepUp = [&](const StepAnswer &step, std::uint32_t partition) {
                    first->take(*unpackDelta(step.delta(), partition));
                };
                std::vector<std::unique_ptr<RedisFollower>> late;
                std::map<int, std::uint64_t> seqs;
                SeededIdSource random(11);
                for (int i = 0; i < 150; ++i) {
                    const int number = int(random.random() % 20);
                    const std::uint32_t partition = deployment.keys.partitionOf(client(number).user);
                    if (!seqs.contains(number)) {
                        keepUp(deployment.hello(number), partition);
                        seqs[number] = 0;
                    } else if (random.random() % 2) {
                        keepUp(deployment.report(first->fleet(), number, ++seqs[number], {"a", "b", "c"}), partition);
                    } else {
                        keepUp(deployment.report(first->fleet(), number, ++seqs[number], {"c", "d", "a"}), partition);
                    }
                    if (i % 10 == 5) {
                        late.push_back(deployment.follower(deployment.options()));
                        late.back()->start();
                    }
                }
                EXPECT_EQ(first->counters().reloads, partitions);
                EXPECT_GT(first->fleet().contextCount(), 30u);
                for (const auto &follower : late) {
                    ASSERT_TRUE(runUntil([&] { return follower->fleet().revisions() == first->fleet().revisions(); }));
                    const auto difference = firstDifference(normal(first->fleet()), normal(follower->fleet()));
                    EXPECT_FALSE(difference) << *difference;
                    EXPECT_EQ(follower->counters().misfits, 0u);
                }
            },
            partitions);
    }
}

} // namespace
} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
// RemoteDeployment against nodes that do what real ones should not, and the box between its threads.
#include "console/remotedeployment.h"
#include "support/fakeconsolenode.h"
#include "support/loop.h"
#include "support/picture.h"
#include "wording/wording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

using testing::HasSubstr;

class RemoteDeploymentTest : public testing::Test {
protected:
    void attachTo(const FakeConsoleNode &node)
    {
        RemoteDeployment::Options options;
        options.node = node.url();
        deployment = std::make_unique<RemoteDeployment>(options, clock);
        picture = std::make_unique<Picture>(*deployment);
        deployment->attach();
    }
    bool becomes(ConnectionState state)
    {
        return runUntil([&] { return deployment->status().state == state; });
    }
    std::string title() const { return picture->fleet.windowSlots() ? picture->fleet.window(0).title : std::string(); }
    bool isUpToDate(const FakeConsoleNode &node) { return title() == std::to_string(node.revision()); }

    SystemClock clock;
    std::unique_ptr<RemoteDeployment> deployment;
    std::unique_ptr<Picture> picture;
};

// SPEC G2: nothing is drawn from a stream that lost something.
TEST_F(RemoteDeploymentTest, AGapBringsTheWholeAgain)
{
    FakeConsoleNode node;
    attachTo(node);
    ASSERT_TRUE(becomes(ConnectionState::Live));
    node.change(3);
    ASSERT_TRUE(runUntil([&] { return picture->deltas == 3; }));
    node.skipRevision();
    node.change(1);
    ASSERT_TRUE(runUntil([&] { return picture->snapshots == 2; }));
    EXPECT_EQ(picture->deltas, 3u) << "what does not follow is not told";
    EXPECT_TRUE(isUpToDate(node));
    EXPECT_EQ(deployment->resyncs(), 1u);
    node.change(1);
    EXPECT_TRUE(runUntil([&] { return picture->deltas == 4 && isUpToDate(node); }));
}

TEST_F(RemoteDeploymentTest, AConsumerThatStandsStillIsNotBuriedAndCatchesUp)
{
    FakeConsoleNode node;
    attachTo(node);
    ASSERT_TRUE(becomes(ConnectionState::Live));
    constexpr int changes = 3 * int(Inbox::mostDeltas);
    node.change(changes);
    // This thread runs no loop meanwhile, as a console that is busy.
    const SteadyTime deadline = clock.steady() + Seconds(60);
    while (deployment->inbox().droppedDeltas() < Inbox::mostDeltas && clock.steady() < deadline)
        QThread::msleep(2);
    ASSERT_GE(deployment->inbox().droppedDeltas(), Inbox::mostDeltas);
    ASSERT_TRUE(runUntil([&] { return isUpToDate(node) && node.revision() == changes + 1u; }));
    EXPECT_GE(picture->snapshots, 2u);
    EXPECT_EQ(picture->misfits, 0u);
    node.change(1);
    EXPECT_TRUE(runUntil([&] { return isUpToDate(node) && node.revision() == changes + 2u; }));
}

// SPEC G2
TEST_F(RemoteDeploymentTest, AClockTenMinutesOffIsToldAndCountdownsAreRight)
{
    FakeConsoleNode::Setup setup;
    setup.clockAhead = Seconds(600);
    FakeConsoleNode node(setup);
    attachTo(node);
    ASSERT_TRUE(becomes(ConnectionState::Live));
    node.beat();
    ASSERT_TRUE(runUntil([&] { return deployment->clockSkew() && deployment->roundTrip(); }));
    EXPECT_LT(std::chrono::abs(*deployment->clockSkew() - Seconds(600)), Seconds(1));
    const RegistryTime theirs = RegistryTime{clock.wall().time_since_epoch().count()} + Seconds(600);
    EXPECT_LT(std::chrono::abs(deployment->now() - theirs), Seconds(1));
}

TEST_F(RemoteDeploymentTest, AnotherProtocolVersionIsRefusedAndSaysWhoIsOlder)
{
    FakeConsoleNode::Setup setup;
    setup.refusal = Error(ErrorCode::VersionUnsupported, {{"version", "1"}, {"supported", "2"}});
    FakeConsoleNode newer(setup);
    attachTo(newer);
    ASSERT_TRUE(becomes(ConnectionState::Refused));
    EXPECT_EQ(deployment->status().error->code, ErrorCode::VersionUnsupported);
    EXPECT_EQ(deployment->status().error->param("older"), "console");
    EXPECT_THAT(Wording().error(*deployment->status().error), HasSubstr("newer than this program"));

    setup.refusal = Error(ErrorCode::VersionUnsupported, {{"version", "1"}, {"supported", "0"}});
    FakeConsoleNode older(setup);
    attachTo(older);
    ASSERT_TRUE(becomes(ConnectionState::Refused));
    EXPECT_EQ(deployment->status().error->param("older"), "node");

    setup = {};
    setup.subprotocol = "cheetah.console.v2";
    FakeConsoleNode another(setup);
    attachTo(another);
    ASSERT_TRUE(becomes(ConnectionState::Refused));
    EXPECT_EQ(deployment->status().error->code, ErrorCode::VersionUnsupported);
    EXPECT_THAT(Wording().error(*deployment->status().error), Not(HasSubstr("?")));
}

TEST_F(RemoteDeploymentTest, WordsOfANewerNodeAreBorneOrRefusedByName)
{
    FakeConsoleNode node;
    attachTo(node);
    ASSERT_TRUE(becomes(ConnectionState::Live));
    node.say(R"({"jsonrpc":"2.0","method":"prophecy","params":{"x":1}})");
    node.say(R"({"jsonrpc":"2.0","method":"journal","params":{"entries":[)"
             R"({"number":1,"atUs":1,"kind":"dreamt"},{"number":2,"atUs":2,"kind":"renewed","colour":"red"}]}})");
    node.say(R"({"jsonrpc":"2.0","method":"health","params":{"atUs":5,"sentRate":2.5,"mood":"good",)"
             R"("conditions":[{"name":"edge","ok":false,"error":{"code":"not_invented_yet","params":{"a":"b"}}}]}})");
    ASSERT_TRUE(runUntil([&] { return picture->journal.size() == 1 && picture->health.size() == 1; }));
    EXPECT_EQ(picture->journal.front().number, 2u);
    EXPECT_EQ(picture->health.front().sentRate, 2.5);
    ASSERT_EQ(picture->health.front().conditions.size(), 1u);
    EXPECT_FALSE(picture->health.front().conditions.front().ok);
    EXPECT_EQ(deployment->status().state, ConnectionState::Live);
    // A change that cannot be understood makes the picture wrong, so the whole is fetched; again and again is too often.
    const std::string unknown = R"({"jsonrpc":"2.0","method":"delta","params":{"partition":0,"incarnation":"i1",)"
                                R"("from":1,"to":2,"at":1,"changes":[{"change":"contextDreamt"}]}})";
    node.say(unknown);
    ASSERT_TRUE(runUntil([&] { return picture->snapshots == 2; }));
    for (int i = 0; i < 3; ++i)
        node.say(unknown);
    ASSERT_TRUE(becomes(ConnectionState::Refused));
    EXPECT_EQ(deployment->status().error->code, ErrorCode::VersionUnsupported);

    FakeConsoleNode::Setup setup;
    setup.change = R"({"change":"contextDreamt"})";
    FakeConsoleNode dreaming(setup);
    attachTo(dreaming);
    ASSERT_TRUE(becomes(ConnectionState::Refused));
    EXPECT_EQ(deployment->status().error->code, ErrorCode::VersionUnsupported);
    EXPECT_EQ(deployment->status().error->param("older"), "console");
}

// SPEC E5
TEST_F(RemoteDeploymentTest, ALostNodeIsTriedAgainByAClockThatCanBeSeenAndCutShort)
{
    auto node = std::make_unique<FakeConsoleNode>();
    FakeConsoleNode::Setup setup;
    setup.port = std::uint16_t(node->url().port());
    attachTo(*node);
    ASSERT_TRUE(becomes(ConnectionState::Live));
    node.reset();
    ASSERT_TRUE(becomes(ConnectionState::Lost));
    ASSERT_TRUE(runUntil([&] { return deployment->status().nextTryIn > Seconds(2); })) << "the delays grow";
    EXPECT_TRUE(deployment->status().error);
    EXPECT_FALSE(deployment->roundTrip());
    node = std::make_unique<FakeConsoleNode>(setup);
    const SteadyTime before = clock.steady();
    deployment->retryNow();
    ASSERT_TRUE(becomes(ConnectionState::Live));
    EXPECT_LT(clock.steady() - before, Seconds(2)) << "it did not wait";
    EXPECT_EQ(picture->identities.size(), 2u);
}

TEST(InboxTest, KeepsWhatCountsAndForgetsWhatIsOvertaken)
{
    int wakes = 0;
    Inbox box([&] { ++wakes; });
    box.begin(1);
    box.tell(7, news::Detached{});
    EXPECT_EQ(wakes, 0) << "of another session";
    box.tell(1, news::State{{ConnectionState::Lost, std::nullopt, std::nullopt}});
    box.tell(1, news::Alive{RegistryTime{1}, {}});
    box.tell(1, news::Snapshot{std::make_shared<Fleet>()});
    box.tell(1, news::Changed{{}, std::make_shared<const Delta>()});
    box.tell(1, news::Snapshot{std::make_shared<Fleet>()});
    box.tell(1, news::Alive{RegistryTime{2}, {}});
    box.tell(1, news::State{{ConnectionState::Live, std::nullopt, std::nullopt}});
    EXPECT_EQ(wakes, 1);
    const Inbox::Taken taken = box.take();
    ASSERT_EQ(taken.news.size(), 3u);
    EXPECT_EQ(std::get<news::Alive>(taken.news[0]).at, RegistryTime{2});
    EXPECT_TRUE(std::holds_alternative<news::Snapshot>(taken.news[1]));
    EXPECT_EQ(std::get<news::State>(taken.news[2]).status.state, ConnectionState::Live);
    EXPECT_FALSE(taken.changesDropped);
}

TEST(InboxTest, IsBoundedWhateverIsTold)
{
    Inbox box([] {});
    box.begin(1);
    std::uint64_t number = 0;
    for (int i = 0; i < 100; ++i) {
        news::Journal journal;
        journal.entries.resize(100);
        for (JournalEntry &entry : journal.entries)
            entry.number = ++number;
        box.tell(1, std::move(journal));
    }
    for (int i = 0; i < 1000; ++i)
        box.tell(1, news::Health{});
    auto large = std::make_shared<Delta>();
    large->changes.resize(Inbox::mostChanges / 2);
    for (int i = 0; i < 4; ++i)
        box.tell(1, news::Changed{{}, large});
    EXPECT_TRUE(box.isFull());
    box.tell(1, news::Snapshot{std::make_shared<Fleet>()});
    const Inbox::Taken taken = box.take();
    std::vector<std::uint64_t> numbers;
    std::size_t samples = 0, changes = 0;
    for (const News &news : taken.news) {
        if (const auto *journal = std::get_if<news::Journal>(&news))
            for (const JournalEntry &entry : journal->entries)
                numbers.push_back(entry.number);
        samples += std::holds_alternative<news::Health>(news);
        changes += std::holds_alternative<news::Changed>(news) || std::holds_alternative<news::Snapshot>(news);
    }
    ASSERT_EQ(numbers.size(), Inbox::mostEntries);
    EXPECT_EQ(numbers.front(), number - Inbox::mostEntries + 1) << "the oldest went";
    EXPECT_EQ(numbers.back(), number);
    EXPECT_EQ(samples, Inbox::mostSamples);
    EXPECT_EQ(changes, 0u);
    EXPECT_TRUE(taken.changesDropped);
    EXPECT_FALSE(box.isFull()) << "changes are let in again";
    EXPECT_EQ(box.droppedDeltas(), 4u);
}

} // namespace
} // namespace cheetah::test

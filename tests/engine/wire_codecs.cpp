// SPDX-License-Identifier: Apache-2.0
#include "support/wiresamples.h"
#include "wire/jsonwalker.h"
#include "wire/messages.h"

#include <gtest/gtest.h>

#include <set>

namespace cheetah {
namespace {

using namespace test;

/// The value after a trip over the wire; a reading that refuses unknown members also proves that all were read.
template <class T>
T travelled(const T &value)
{
    const auto json = parseJson(toJson(value));
    EXPECT_TRUE(json);
    auto read = fromJson<T>(*json, UnknownMembers::Refused);
    EXPECT_TRUE(read) << toJson(value) << (read ? "" : read.error().param("reason"));
    return read ? *std::move(read) : T{};
}

/// That nothing is lost shows in the second trip's text, which is the first's.
template <class T>
void expectStable(const T &value)
{
    EXPECT_EQ(toJson(travelled(value)), toJson(value));
}

TEST(Codecs, CarryEveryChange)
{
    std::set<std::size_t> kinds;
    for (const Change &change : changes()) {
        const Change read = travelled(change);
        EXPECT_EQ(read.index(), change.index());
        EXPECT_EQ(toJson(read), toJson(change));
        kinds.insert(change.index());
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<Change>);
}

TEST(Codecs, CarryWhatChangesPointTo)
{
    EXPECT_EQ(travelled(assignment()), assignment());
    EXPECT_EQ(travelled(settling()), settling());
    EXPECT_EQ(travelled(clientState()), clientState());
    EXPECT_EQ(travelled(reservation()), reservation());
    EXPECT_EQ(travelled(reportedContext()), reportedContext());
    EXPECT_EQ(travelled(nodeInfo()), nodeInfo());
    for (const DrainTarget &target : {DrainTarget(ClientName{UserId::trusted("u"), ClientId::trusted("c")}),
                                      DrainTarget(windowName()), DrainTarget(NodeId::trusted("n"))})
        EXPECT_EQ(travelled(drain(target)), drain(target));
    const Waiter read = travelled(waiter());
    EXPECT_EQ(*read.requirements, requirements());
    EXPECT_EQ(read.placement, waiter().placement);
    EXPECT_EQ(read.requester, waiter().requester);
}

TEST(Codecs, RefuseChangesThatAreNotWhole)
{
    for (const char *text :
         {R"({})", R"({"change":"none"})", R"({"change":"contextRemoved"})",
          R"({"change":"contextRemoved","name":"x"})", R"({"change":"clientChanged","userId":"u","clientId":"c"})",
          R"({"change":"waiterAdded","waiter":null})", "[]"})
        EXPECT_FALSE(fromJson<Change>(*parseJson(text))) << text;
}

TEST(Codecs, CarryDeltasAndSnapshots)
{
    DeltaMessage message{Incarnation::trusted("i"), {3, 41, 42, {1'764'412'345'000'123}, changes()}};
    const DeltaMessage read = travelled(message);
    EXPECT_EQ(read.incarnation, message.incarnation);
    EXPECT_EQ(read.delta.partition, 3u);
    EXPECT_EQ(read.delta.from, 41u);
    EXPECT_EQ(read.delta.to, 42u);
    EXPECT_EQ(read.delta.at, message.delta.at);
    EXPECT_EQ(read.delta.changes.size(), message.delta.changes.size());
    EXPECT_EQ(deltaNotification(message.incarnation, message.delta), rpcNotification(consolemethod::delta, message));
    expectStable(SnapshotMessage{2, true, changes(), {{0, Incarnation::trusted("i"), 42}}});
    expectStable(SnapshotMessage{});
}

TEST(Codecs, CutSnapshotsIntoChunksThatBuildTheSameFleet)
{
    Fleet fleet;
    fleet.reset({{0, Incarnation::trusted("i"), 0}});
    const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};
    Delta delta{0, 0, 1, {5}, {}};
    delta.changes.push_back(ClientChanged{client, std::make_shared<const ClientState>(clientState())});
    delta.changes.push_back(WindowChanged{windowName(), "W", false, false, false, 0});
    for (int i = 0; i < 400; ++i) {
        ReportedContext reported = reportedContext();
        reported.id = ContextId::trusted("t" + std::to_string(i));
        reported.url = std::string(500, 'u');
        ContextName name = contextName();
        name.context = reported.id;
        delta.changes.push_back(ContextChanged{{std::make_shared<const ContextName>(name), noSlot},
                                               WindowId::trusted("w"),
                                               std::uint32_t(i),
                                               std::make_shared<const ReportedContext>(reported)});
    }
    ASSERT_TRUE(fleet.apply(delta));

    constexpr std::size_t maxBytes = 30'000;
    const auto chunks = snapshotNotifications(fleet, maxBytes);
    EXPECT_GT(chunks.size(), 5u);
    Fleet copy;
    std::vector<Change> all;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        EXPECT_LE(chunks[i].size(), maxBytes);
        const auto message = parseRpc(chunks[i]);
        ASSERT_TRUE(message);
        EXPECT_EQ(message->method, consolemethod::snapshot);
        const auto part = fromJson<SnapshotMessage>(message->params);
        ASSERT_TRUE(part);
        EXPECT_EQ(part->index, i);
        EXPECT_EQ(part->last, i + 1 == chunks.size());
        all.insert(all.end(), part->changes.begin(), part->changes.end());
        if (part->last) {
            EXPECT_EQ(part->revisions, fleet.revisions());
            copy.reset({{0, Incarnation::trusted("i"), 0}});
            ASSERT_TRUE(copy.apply({0, 0, part->revisions[0].number, {5}, all}));
        }
    }
    EXPECT_EQ(copy.contextCount(), 400u);
    EXPECT_EQ(snapshotNotifications(copy), snapshotNotifications(fleet));
}

TEST(Codecs, CarryRows)
{
    const ContextView context = travelled(contextView());
    EXPECT_EQ(context.name, contextName());
    EXPECT_EQ(context.assignment, contextView().assignment);
    EXPECT_EQ(context.state, ContextState::Settling);
    expectStable(contextView());
    expectStable(windowView());
    expectStable(clientView());
    expectStable(assignmentView());
    expectStable(WaiterView{waiter(), Seconds(2)});
    expectStable(FleetCounts{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

    ContextView idle;
    idle.name = contextName();
    idle.window = WindowId::trusted("w");
    EXPECT_FALSE(travelled(idle).assignment);
    expectStable(idle);
}

TEST(Codecs, CarryLeasesCommandsAndExplanations)
{
    expectStable(acquireRequest());
    expectStable(explanation());
    expectStable(commandRecord());
    expectStable(journalEntry());
    expectStable(refusedEntry());
    EXPECT_EQ(*travelled(refusedEntry()).refusal->request.requirements, requirements());
    EXPECT_EQ(travelled(refusedEntry()).refusal->explanation->excludedBy, explanation().excludedBy);
    expectStable(EvidenceAnswers{Answer::Yes, Answer::Unknown, Answer::No, Answer::Yes, Answer::Unknown});
    expectStable(DeploymentPolicies{});
    const CommandRecord read = travelled(commandRecord());
    EXPECT_EQ(read.handle, commandRecord().handle);
    EXPECT_EQ(read.error, commandRecord().error);
    EXPECT_EQ(read.content, commandRecord().content);

    Lease lease{handle(), WindowId::trusted("w"), Seconds(30), true};
    EXPECT_EQ(travelled(lease).handle, handle());
    expectStable(lease);
    const auto json = parseJson(toJson(lease));
    EXPECT_EQ(json->member("contextId")->string()->text, "t");
    EXPECT_EQ(json->member("fence")->unsignedInteger(), handle().fence);
}

TEST(Codecs, CarryTheSocketsMessages)
{
    expectStable(ResultMessage{Epoch::trusted("e"), CommandId::trusted("k"), R"({"x":1})", {}, 4});
    expectStable(ResultMessage{
        Epoch::trusted("e"), CommandId::trusted("k"), {}, Error(ErrorCode::Crashed, {{"a", "b"}}, "d"), 0});
    expectStable(CommandMessage{CommandId::trusted("k"), Epoch::trusted("e"), "openTab", ContextId::trusted("t"),
                                WindowId::trusted("w"), ProvisionId::trusted("p"), R"({"url":"u"})", Seconds(3),
                                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"});
    expectStable(WelcomeMessage{3, 9, true, clientState().limits, Seconds(5), Seconds(15), 1u << 20});
    expectStable(ProvisionStatusAnswer{4, true});
    expectStable(AttachedMessage{
        DeploymentId::trusted("d"), NodeId::trusted("n"), Incarnation::trusted("i"), "0.1", "viewer", {7}, {}});
    const auto result = fromJson<ResultMessage>(*parseJson(R"({"epoch":"e","commandId":"k","state":"result"})"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->result, "null");
    EXPECT_FALSE(fromJson<ResultMessage>(*parseJson(R"({"epoch":"e","commandId":"k","state":"error"})")));
    EXPECT_FALSE(fromJson<ResultMessage>(*parseJson(R"({"epoch":"e","commandId":"k","state":"odd"})")));
}

TEST(Fields, NameWhatIsWrong)
{
    const auto errorOf = [](const char *json) {
        const auto read = fromJson<AcquireRequest>(*parseJson(json), UnknownMembers::Refused);
        return read ? Error(ErrorCode::Internal) : read.error();
    };
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","watiMs":5})").param("field"), "watiMs");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","watiMs":5})").param("problem"), "unknown");
    EXPECT_EQ(errorOf(R"({"userId":"u"})").param("reason"), "taskId: missing");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":null})").param("reason"), "taskId: missing");
    EXPECT_EQ(errorOf(R"({"userId":7,"taskId":"t"})").param("reason"), "userId: not text");
    EXPECT_EQ(errorOf(R"({"userId":"","taskId":"t"})").code, ErrorCode::BadId);
    EXPECT_EQ(errorOf(R"({"userId":"","taskId":"t"})").param("kind"), "user id");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","waitMs":-1})").param("field"), "waitMs");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","waitMs":1.5})").param("field"), "waitMs");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","waitMs":9223372036854775807})").param("field"), "waitMs");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","require":["metadata.region=us","?"]})").param("field"),
              "require[1]");
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","require":["?"]})").code, ErrorCode::BadExpression);
    EXPECT_EQ(errorOf(R"({"userId":"u","taskId":"t","placement":"moon"})").param("field"), "placement");
    EXPECT_EQ(errorOf("[]").param("problem"), "not an object");
    const std::string hostile = R"({"userId":"u","taskId":"t",")" + std::string(5000, 'x') + R"(":1})";
    EXPECT_LE(errorOf(hostile.c_str()).param("field").size(), 203u);
}

} // namespace
} // namespace cheetah

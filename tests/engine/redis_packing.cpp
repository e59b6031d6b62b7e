// SPDX-License-Identifier: Apache-2.0
#include "model/fleetequal.h"
#include "redis/contextnames.h"
#include "redis/packedblobs.h"
#include "redis/rediskeys.h"
#include "support/packedchanges.h"

#include <gtest/gtest.h>
#include <msgpack/unpack.h>

#include <limits>
#include <random>
#include <set>

namespace cheetah {
namespace {

using namespace test;

template <class I>
I id(std::string_view text)
{
    return *I::parse(text);
}

const std::string longest(128, 'x');

ClientName client(std::string_view name = "c")
{
    return {id<UserId>("u"), id<ClientId>(name)};
}
WindowName window(std::string_view name = "w")
{
    return {id<UserId>("u"), id<ClientId>("c"), id<Epoch>("e"), id<WindowId>(name)};
}
ContextName contextName(std::string_view name)
{
    return {id<UserId>("u"), id<ClientId>("c"), id<Epoch>("e"), id<ContextId>(name)};
}
ContextKey context(std::string_view name)
{
    return {std::make_shared<const ContextName>(contextName(name)), noSlot};
}

ContextChanged contextChanged(std::string_view name, std::uint32_t position, std::size_t urlBytes)
{
    auto reported = std::make_shared<ReportedContext>();
    reported->id = id<ContextId>(name);
    reported->title = "Tïtle \xf0\x9f\x90\x86";
    reported->url = "https://example.org/" + std::string(urlBytes, 'p');
    reported->health = Health::Discarded;
    reported->active = true;
    reported->ours = true;
    reported->provision = id<ProvisionId>("p");
    reported->opener = id<ContextId>("0");
    return {context(name), id<WindowId>("w"), position, reported, RegistryTime{7}, EndCause::Drained};
}

Waiter waiter()
{
    auto requirements = std::make_shared<Requirements>();
    requirements->kind = ClientKind::Console;
    requirements->client = id<ClientId>("c");
    requirements->metadata = {{"tier", MetadataCondition::Operator::OneOf, {"a", "b"}},
                              {"gpu", MetadataCondition::Operator::Absent, {}}};
    Waiter waiter;
    waiter.place = 3;
    waiter.user = id<UserId>("u");
    waiter.task = id<TaskId>("t");
    waiter.request = id<RequestId>("r");
    waiter.requirements = requirements;
    waiter.placement = {Placement::Kind::NewTab, window()};
    waiter.anyHealth = true;
    waiter.node = id<NodeId>("n");
    waiter.requester = id<ConnectionId>("s");
    waiter.enqueuedAt = {5};
    waiter.deadline = {6};
    return waiter;
}

std::shared_ptr<ClientState> clientState()
{
    auto state = std::make_shared<ClientState>();
    state->kind = ClientKind::Mobile;
    state->epoch = id<Epoch>("e");
    state->generation = std::numeric_limits<std::uint64_t>::max();
    state->seq = 300;
    state->connected = true;
    state->node = id<NodeId>("n");
    state->agent = "agent";
    state->metadata = {{"", "empty key"}, {"region", "us"}};
    state->limits = {1, std::nullopt, std::numeric_limits<std::uint32_t>::max(), 0};
    state->connectedAt = {1};
    state->disconnectedAt = {2};
    state->graceUntil = {3};
    state->removeAt = {4};
    state->keptOutUntil = {5};
    state->provisioner = id<NodeId>("p");
    state->provisionsUntil = {6};
    return state;
}

/// A history that a fleet takes, in which every kind of change occurs and every field is other than by default.
std::vector<Change> history(std::size_t urlBytes = 20)
{
    const ContextKey one = context("1"), two = context("2");
    Assignment assignment{
        id<TaskId>("t"), id<RequestId>("r"), 1ull << 63, id<NodeId>("n"), {10}, {11}, 12, Micros(13), true};
    const Settling settling{{id<CommandId>("k1"), id<CommandId>("k2")}, {20}};
    const Reservation reservation{id<ProvisionId>("p"),
                                  client(),
                                  id<Epoch>("e"),
                                  id<RequestId>("r"),
                                  {Placement::Kind::Isolated, std::nullopt},
                                  {30},
                                  true,
                                  31};
    auto second = std::make_shared<Reservation>(reservation);
    second->provision = id<ProvisionId>("p2");
    Waiter plain;
    plain.place = 4;
    plain.user = id<UserId>("u");
    plain.request = id<RequestId>("r2");
    const ConditionState problem{"registry",          false, "unavailable",       {{"reason", "silent"}}, "check_store",
                                 {true, false, true}, true,  WallTime(Micros(42))};
    const NodeInfo node{id<NodeId>("n"),
                        id<Incarnation>("i"),
                        {false, true, true},
                        "1.2",
                        "wss://n/",
                        {40},
                        {41},
                        {true, {problem}, "http://n", 7, Micros(43), Micros(-44)}};
    NodeInfo other = node;
    other.id = id<NodeId>("n2");
    return {
        ClientChanged{client(), clientState()},
        ClientChanged{client("gone"), clientState()},
        WindowChanged{window(), "window", true, true, true, 0},
        WindowChanged{window("v"), "gone", false, false, false, 1},
        contextChanged("1", 0, urlBytes),
        contextChanged("2", 1, urlBytes),
        contextChanged("3", 1, urlBytes),
        AssignmentStarted{one, assignment},
        AssignmentRenewed{one, assignment.fence, {12}},
        AssignmentStarted{two, assignment},
        AssignmentEnded{two, assignment.fence, EndCause::LongestHold},
        SettlingChanged{two, std::make_shared<Settling>(settling)},
        SettlingChanged{context("3"), std::make_shared<Settling>(settling)},
        SettlingChanged{context("3"), nullptr},
        HoldChanged{two, std::make_shared<Hold>(Hold{id<RequestId>("r"), {50}})},
        HoldChanged{context("3"), std::make_shared<Hold>()},
        HoldChanged{context("3"), nullptr},
        ParentChanged{two, one},
        ParentChanged{one, {}},
        ContextRemoved{context("3")},
        WindowRemoved{window("v")},
        ClientSeqChanged{client(), 301},
        ClientRemoved{client("gone")},
        ReservationChanged{std::make_shared<Reservation>(reservation)},
        ReservationChanged{second},
        ReservationRemoved{client(), id<ProvisionId>("p2")},
        WaiterAdded{std::make_shared<Waiter>(waiter())},
        WaiterAdded{std::make_shared<Waiter>(plain)},
        WaiterRemoved{id<UserId>("u"), 4},
        DrainChanged{{client(), Drain::State::Forced, {60}, true, {61}, "somebody"}},
        DrainChanged{{window(), Drain::State::Draining, {}, false, {62}, ""}},
        DrainChanged{{id<NodeId>("n"), Drain::State::Kept, {}, false, {63}, "x"}},
        DrainRemoved{window()},
        NodeChanged{node},
        NodeChanged{other},
        NodeRemoved{id<NodeId>("n2")},
    };
}

StreamedDelta entryOf(std::vector<Change> changes)
{
    return {StreamId{99, 5}, {100, 6}, {2, 5, 6, {100}, std::move(changes)}};
}

// SPEC R1 SPEC R5
TEST(RedisPacking, EveryChangeComesBackAsItWas)
{
    const std::vector<Change> changes = history(70'000); // a text whose length needs 32 bits
    std::set<std::size_t> kinds;
    for (const Change &change : changes) {
        kinds.insert(change.index());
        PackWriter out;
        packChange(out, change);
        const std::string packed = out.take();
        PackReader in(packed);
        const Change read = readChange(in);
        ASSERT_TRUE(in.complete()) << change.index() << ": " << in.error().detail;
        PackWriter again;
        packChange(again, read);
        EXPECT_EQ(again.take(), packed) << change.index();
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<Change>);
}

// SPEC R5
TEST(RedisPacking, ADeltaLeadsAFleetToWhatItLedTo)
{
    const StreamedDelta sent = entryOf(history());
    const Result<StreamedDelta> read = unpackDelta(packDelta(sent), 2);
    ASSERT_TRUE(read.ok()) << read.error().detail;
    EXPECT_EQ(read->previous, sent.previous);
    EXPECT_EQ(read->id, sent.id);

    const Revision start{2, id<Incarnation>("i"), 5};
    Fleet expected, fleet;
    expected.reset({start});
    fleet.reset({start});
    ASSERT_TRUE(expected.apply(sent.delta).ok());
    ASSERT_TRUE(fleet.apply(read->delta).ok());
    EXPECT_FALSE(firstDifference(expected, fleet)) << *firstDifference(expected, fleet);
    EXPECT_EQ(fleet.revisions().front().number, 6u);

    Fleet loaded;
    loaded.reset({fleet.revisions()});
    for (const auto &slice : fleet.snapshot(3)) {
        const Result<std::vector<Change>> changes = unpackChanges(packChanges(slice));
        ASSERT_TRUE(changes.ok() && loaded.load(*changes).ok());
    }
    EXPECT_FALSE(firstDifference(expected, loaded));
}

// SPEC R5
TEST(RedisPacking, TheFirstEntryHasNonePrevious)
{
    StreamedDelta entry = entryOf({});
    entry.previous.reset();
    const Result<StreamedDelta> read = unpackDelta(packDelta(entry), 0);
    ASSERT_TRUE(read.ok());
    EXPECT_FALSE(read->previous);
}

TEST(RedisPacking, ACutDeltaIsRefusedWhereverItIsCut)
{
    for (const Change &change : history()) {
        const std::string packed = packDelta(entryOf({change}));
        for (std::size_t size = 0; size < packed.size(); ++size) {
            const Result<StreamedDelta> read = unpackDelta(std::string_view(packed).substr(0, size), 0);
            ASSERT_FALSE(read.ok()) << change.index() << " cut to " << size;
            EXPECT_EQ(read.error().code, ErrorCode::StoreError);
            EXPECT_EQ(read.error().param("prefix"), "malformed");
        }
        EXPECT_FALSE(unpackDelta(packed + '\0', 0).ok()) << "a byte too many";
    }
}

/// Any byte changed to any other value: refused, or a delta that packs to what was read.
TEST(RedisPacking, AnAlteredByteNeverDoesHarm)
{
    std::size_t refused = 0, tried = 0;
    for (const Change &change : history()) {
        std::string packed = packDelta(entryOf({change}));
        for (std::size_t at = 0; at < packed.size(); ++at) {
            const char before = packed[at];
            for (int byte = 0; byte < 256; ++byte) {
                packed[at] = char(byte);
                const Result<StreamedDelta> read = unpackDelta(packed, 0);
                ++tried;
                refused += !read.ok();
                if (read.ok())
                    (void)packDelta(*read);
            }
            packed[at] = before;
        }
    }
    EXPECT_GT(refused, tried / 4);
}

/// Every part replaced by each sort of value that is none of its kind.
TEST(RedisPacking, WrongTypesAreRefused)
{
    const std::string foreign[] = {
        std::string("\xc0"),                                 // nil
        std::string("\xc3"),                                 // true
        std::string("\xcb\x3f\xf0\0\0\0\0\0\0", 9),          // 1.0
        std::string("\x80"),                                 // empty map
        std::string("\xd4\x01\x02"),                         // extension
        std::string("\xc1"),                                 // never used
        std::string("\xdd\xff\xff\xff\xff"),                 // an array of 4 billion
        std::string("\xdb\xff\xff\xff\xff"),                 // a text of 4 GiB
        std::string("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"), // beyond a signed number
        std::string("\xd3\x80\0\0\0\0\0\0\0", 9),            // the least number
    };
    for (const std::string &value : foreign) {
        EXPECT_FALSE(unpackDelta(value, 0).ok());
        EXPECT_FALSE(unpackChanges(value).ok());
        EXPECT_FALSE(unpackChanges("\x91" + value).ok());
        EXPECT_FALSE(unpackChanges("\x91\x92" + value + "\xa1x").ok());
        for (char kind = 1; kind <= 21; ++kind)
            EXPECT_FALSE(unpackChanges(std::string("\x91\x92") + kind + value).ok()) << int(kind);
    }
    EXPECT_FALSE(unpackChanges(std::string("\x91\x92\x00\xa1x", 5)).ok()) << "a change of no kind";
    EXPECT_FALSE(unpackChanges("\x91\x92\x16\xa1x").ok()) << "the 22nd kind";
}

TEST(RedisPacking, NumbersKeepTheirRange)
{
    const auto read = []<class I>(I, const std::string &packed) {
        PackReader in(packed);
        const I number = in.number<I>();
        return in.complete() ? std::optional<I>(number) : std::nullopt;
    };
    for (const std::int64_t number :
         {std::numeric_limits<std::int64_t>::min(), std::int64_t(-2147483649), std::int64_t(-32769), std::int64_t(-129),
          std::int64_t(-33), std::int64_t(-1), std::int64_t(0), std::int64_t(127), std::int64_t(128), std::int64_t(255),
          std::int64_t(65536), std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(read(std::int64_t(), PackWriter().number(number).take()), number);
        EXPECT_EQ(read(std::int64_t(), PackWriter().text(std::to_string(number)).take()), number);
    }
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(read(most, PackWriter().number(most).take()), most);
    EXPECT_EQ(read(most, PackWriter().text("18446744073709551615").take()), most);
    EXPECT_FALSE(read(most, PackWriter().text("18446744073709551616").take()));
    EXPECT_FALSE(read(std::int64_t(), PackWriter().number(most).take()));
    EXPECT_FALSE(read(most, PackWriter().number(-1).take()));
    EXPECT_FALSE(read(std::uint32_t(), PackWriter().number(1ll << 32).take()));
    for (const char *text : {"", "-", "+1", "1 ", "0x1", "1e3", "1.0"})
        EXPECT_FALSE(read(std::int64_t(), PackWriter().text(text).take())) << text;
}

// SPEC R4: a time out of range must not make a sum of times overflow.
TEST(RedisPacking, TimesBeyondReasonAreRefused)
{
    for (const std::int64_t time : {std::int64_t(-1), std::numeric_limits<std::int64_t>::max()})
        EXPECT_FALSE(unpackChanges(packChanges({AssignmentRenewed{context("1"), 1, {time}}})).ok()) << time;
}

TEST(RedisPacking, TextsForPeopleAreUtf8)
{
    EXPECT_FALSE(unpackChanges(packChanges({WindowChanged{window(), "\xff"}})).ok());
    EXPECT_TRUE(unpackChanges(packChanges({WindowChanged{window(), "\xc3\xa4"}})).ok());
}

TEST(RedisPacking, TooManyConditionsAreRefused)
{
    Waiter one = waiter();
    const auto with = [&](std::size_t conditions) {
        auto requirements = std::make_shared<Requirements>();
        requirements->metadata.resize(conditions);
        one.requirements = requirements;
        return unpackChanges(packChanges({WaiterAdded{std::make_shared<Waiter>(one)}})).ok();
    };
    EXPECT_TRUE(with(Requirements::maxConditions));
    EXPECT_FALSE(with(Requirements::maxConditions + 1));
}

/// What is written is msgpack as its own library reads it.
TEST(RedisPacking, TheWriterWritesMsgpack)
{
    const std::vector<Change> changes = history();
    const std::string packed = packChanges(changes);
    msgpack_unpacked read;
    msgpack_unpacked_init(&read);
    std::size_t end = 0;
    EXPECT_EQ(msgpack_unpack_next(&read, packed.data(), packed.size(), &end), MSGPACK_UNPACK_SUCCESS);
    EXPECT_EQ(end, packed.size());
    ASSERT_EQ(read.data.type, MSGPACK_OBJECT_ARRAY);
    EXPECT_EQ(read.data.via.array.size, changes.size());
    msgpack_unpacked_destroy(&read);
}

TEST(RedisPacking, IdsOfEntries)
{
    const StreamId read = StreamId::parse("1700000000000000-12").value_or(StreamId());
    EXPECT_EQ(read, (StreamId{1'700'000'000'000'000, 12}));
    EXPECT_EQ(read.text(), "1700000000000000-12");
    for (const char *text : {"", "-", "1", "1-", "-1", "1-2-3", "1- 2", "a-1", "18446744073709551616-1"})
        EXPECT_FALSE(StreamId::parse(text)) << text;
}

// SPEC R6
TEST(RedisKeys, NamesAreBytesAndBack)
{
    const ClientName clients[] = {
        client(), {id<UserId>(longest), id<ClientId>(longest)}, {id<UserId>("{}:*"), id<ClientId>("c")}};
    for (const ClientName &name : clients)
        EXPECT_EQ(*clientFromBytes(nameBytes(name)), name);
    EXPECT_EQ(*windowFromBytes(nameBytes(window())), window());
    EXPECT_EQ(*contextFromBytes(nameBytes(contextName("1"))), contextName("1"));
    EXPECT_EQ(requestFromBytes(nameBytes(id<UserId>("u"), id<RequestId>("r")))->second, id<RequestId>("r"));
    for (const DrainTarget &target : {DrainTarget(client()), DrainTarget(window()), DrainTarget(id<NodeId>("n"))})
        EXPECT_EQ(*drainTargetFromBytes(nameBytes(target)), target);

    ContextName whole = contextName("1");
    whole.context = {};
    EXPECT_EQ(*contextFromBytes(nameBytes(whole), true), whole);
    EXPECT_FALSE(contextFromBytes(nameBytes(whole)).ok());
}

// SPEC R6: two ids side by side are never two others.
TEST(RedisKeys, DifferentNamesHaveDifferentBytes)
{
    const ClientName a{id<UserId>("ab"), id<ClientId>("c")}, b{id<UserId>("a"), id<ClientId>("bc")};
    EXPECT_NE(nameBytes(a), nameBytes(b));
}

TEST(ContextNames, GiveEachNameItsOwnAndOftenTheOneGivenBefore)
{
    ContextNames names;
    const auto numbered = [](int number) { return contextName(std::to_string(number)); };
    const ContextNamePtr first = *names.read(nameBytes(numbered(0)));
    EXPECT_EQ(*names.read(nameBytes(numbered(0))), first) << "the same pointer";
    for (int round = 0; round < 2; ++round)
        for (int number = 0; number < 10'000; ++number) // more than are kept
            ASSERT_EQ(**names.read(nameBytes(numbered(number))), numbered(number));
    EXPECT_FALSE(names.read("").ok());
    EXPECT_FALSE(names.read(nameBytes(numbered(0)) + "x").ok());
}

TEST(RedisKeys, BytesThatAreNoNameAreRefused)
{
    const std::string good = nameBytes(contextName("1"));
    for (std::size_t size = 0; size < good.size(); ++size)
        EXPECT_FALSE(contextFromBytes(good.substr(0, size)).ok());
    EXPECT_FALSE(contextFromBytes(good + "x").ok());
    EXPECT_FALSE(contextFromBytes(good + '\0', true).ok());
    EXPECT_FALSE(clientFromBytes(good).ok());
    EXPECT_FALSE(clientFromBytes(std::string("\x01u\0", 3)).ok()) << "an empty id";
    EXPECT_FALSE(clientFromBytes("\x01u\x01\xff").ok()) << "no UTF-8";
    EXPECT_FALSE(clientFromBytes("\x01u\x81" + longest + "x").ok()) << "longer than any id";
    for (const char *bytes : {"", "c",
                              "x\x01u\x01"
                              "c",
                              "n",
                              "w\x01u\x01"
                              "c"})
        EXPECT_FALSE(drainTargetFromBytes(bytes).ok()) << bytes;
}

// SPEC R2 SPEC R6
TEST(RedisKeys, KeysOfAPartitionShareATagThatNoIdCanEnd)
{
    const RedisKeys keys(id<DeploymentId>("}:{\xc3\xa4"), 3);
    EXPECT_EQ(keys.prefix(2), "cheetah:{7d3a7bc3a4:2}:");
    EXPECT_EQ(keys.stream(0), "cheetah:{7d3a7bc3a4:0}:stream");
    EXPECT_NE(keys.prefix(1), RedisKeys(id<DeploymentId>("}:{"), 3).prefix(1));
}

// SPEC R2: users lie where earlier versions put them.
TEST(RedisKeys, TheSamePartitionForever)
{
    const RedisKeys many(id<DeploymentId>("d"), 1000), keys(id<DeploymentId>("d"), 16);
    EXPECT_EQ(many.partitionOf(id<UserId>("u")), 700u);
    EXPECT_EQ(many.partitionOf(id<UserId>("alice")), 556u);
    EXPECT_EQ(many.partitionOf(id<UserId>("bob")), 581u);
    std::vector<int> users(16);
    for (int i = 0; i < 16'000; ++i)
        ++users[keys.partitionOf(id<UserId>("user-" + std::to_string(i)))];
    for (const int count : users)
        EXPECT_NEAR(count, 1000, 200);
    EXPECT_EQ(RedisKeys(id<DeploymentId>("d"), 0).partitionOf(id<UserId>("u")), 0u);
}

} // namespace
} // namespace cheetah

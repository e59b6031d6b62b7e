// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "model/acquire.h"
#include "model/drain.h"
#include "model/evidence.h"
#include "model/journal.h"
#include "model/node.h"
#include "model/verdict.h"

#include <gtest/gtest.h>

#include <unordered_set>

namespace cheetah {
namespace {

template <class T>
T id(std::string_view text)
{
    return *T::parse(text);
}

const ContextName context{id<UserId>("u"), id<ClientId>("c"), id<Epoch>("e"), id<ContextId>("7")};
const WindowName window{id<UserId>("u"), id<ClientId>("c"), id<Epoch>("e"), id<WindowId>("7")};

Handle handleOf(const ContextName &name, Fence fence, std::string_view request)
{
    return {{std::make_shared<const ContextName>(name), noSlot}, fence, id<RequestId>(request)};
}

TEST(Ids, TakesOneTo128BytesOfUtf8)
{
    for (const std::string &text : {std::string("a"), std::string("\xc3\xa4\xe2\x82\xac"), std::string(128, 'x'),
                                    std::string("with space/slash{tag}\r\n"), std::string("\xf0\x9f\x90\x86")}) {
        const auto parsed = UserId::parse(text);
        ASSERT_TRUE(parsed.ok()) << text;
        EXPECT_EQ(parsed->text(), text) << "never altered";
    }
}

TEST(Ids, RefusesTheRestAsBadId)
{
    using namespace std::string_literals;
    for (const std::string &text : {""s, std::string(129, 'x'), "a\0b"s, "\0"s, "\xff"s, "\xc3"s, "\xc0\x80"s,
                                    "\xed\xa0\x80"s, "\xf5\x80\x80\x80"s, "ok\x80"s}) {
        const auto parsed = Epoch::parse(text);
        ASSERT_FALSE(parsed.ok()) << text;
        EXPECT_EQ(parsed.error().code, ErrorCode::BadId);
        EXPECT_EQ(parsed.error().param("kind"), "epoch");
    }
}

TEST(Ids, AreComparedBytewise)
{
    EXPECT_NE(id<UserId>("A"), id<UserId>("a"));
    EXPECT_NE(id<UserId>("\xc3\xa4"), id<UserId>("a\xcc\x88")) << "no Unicode normalisation";
    EXPECT_LT(id<UserId>("a"), id<UserId>("b"));
    EXPECT_TRUE(UserId().empty());
}

TEST(Names, ComeBackFromTheirTexts)
{
    std::string wide;
    for (int i = 0; i < 64; ++i)
        wide += "\xc3\xa4";
    const ContextName big{id<UserId>(wide), id<ClientId>(wide), id<Epoch>(wide), id<ContextId>(wide)};
    const WindowName bigWindow{big.user, big.client, big.epoch, id<WindowId>(wide)};
    for (const ContextName &name : {context, big}) {
        EXPECT_EQ(*parseContextName(toText(name)), name);
        const Handle handle = handleOf(name, ~Fence(0), wide);
        EXPECT_EQ(*parseHandle(toText(handle)), handle);
    }
    for (const WindowName &name : {window, bigWindow})
        EXPECT_EQ(*parseWindowName(toText(name)), name);
}

TEST(Names, AreNeverTakenForAnotherSort)
{
    const std::string texts[] = {toText(context), toText(window), toText(handleOf(context, 5, "r"))};
    EXPECT_EQ(texts[0].front(), 'c');
    EXPECT_EQ(texts[1].front(), 'w');
    EXPECT_EQ(texts[2].front(), 'h');
    for (const std::string &text : texts)
        EXPECT_EQ(parseContextName(text).ok() + parseWindowName(text).ok() + parseHandle(text).ok(), 1) << text;
}

TEST(Names, BoundariesBetweenIdsCount)
{
    const ContextName a{id<UserId>("ab"), id<ClientId>("c"), id<Epoch>("e"), id<ContextId>("x")};
    const ContextName b{id<UserId>("a"), id<ClientId>("bc"), id<Epoch>("e"), id<ContextId>("x")};
    EXPECT_NE(toText(a), toText(b));
    EXPECT_NE(std::hash<ContextName>()(a), std::hash<ContextName>()(b));
}

/// Whatever is read writes the same text again: there is exactly one text for a name.
TEST(Names, MutatedTextsAreRefusedOrMeanSomethingElse)
{
    SeededIdSource random(11);
    const Handle handle = handleOf(context, 1234567, "request-1");
    const std::string texts[] = {toText(context), toText(window), toText(handle)};
    int refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = texts[round % 3];
        const std::size_t at = random.random() % text.size();
        switch (random.random() % 4) {
        case 0:
            text[at] = char(random.random());
            break;
        case 1:
            text.erase(at, 1 + random.random() % 3);
            break;
        case 2:
            text.insert(at, 1, "AQgw_-=. "[random.random() % 9]);
            break;
        default:
            text.resize(at);
        }
        const auto asContext = parseContextName(text);
        const auto asWindow = parseWindowName(text);
        const auto asHandle = parseHandle(text);
        ASSERT_LE(asContext.ok() + asWindow.ok() + asHandle.ok(), 1) << text;
        if (asContext) {
            EXPECT_EQ(toText(*asContext), text);
        } else if (asWindow) {
            EXPECT_EQ(toText(*asWindow), text);
        } else if (asHandle) {
            EXPECT_EQ(toText(*asHandle), text);
        } else {
            EXPECT_EQ(asHandle.error().code, ErrorCode::BadId);
            ++refused;
        }
    }
    EXPECT_GT(refused, 10'000);
}

TEST(Names, RefusesWhatToTextNeverWrites)
{
    const std::string longText(100'000, 'c');
    for (const std::string &text : {std::string(), std::string("c"), std::string("AAAA"), longText,
                                    toText(context) + "AA", toText(handleOf(context, 0, "r"))})
        EXPECT_FALSE(parseContextName(text).ok() || parseWindowName(text).ok() || parseHandle(text).ok());
    EXPECT_EQ(toText(Handle()), "");
}

TEST(Handles, AreComparedAsAWhole) // SPEC W11
{
    const Handle handle = handleOf(context, 5, "r");
    Handle other = handleOf(context, 5, "r");
    other.context.slot = 3;
    EXPECT_EQ(handle, other) << "the slot is a hint alone";
    EXPECT_FALSE(handle == handleOf(context, 6, "r"));
    EXPECT_FALSE(handle == handleOf(context, 5, "s"));
    ContextName elsewhere = context;
    elsewhere.epoch = id<Epoch>("e2");
    EXPECT_FALSE(handle == handleOf(elsewhere, 5, "r"));
}

TEST(Hashes, SpreadOverSimilarNames)
{
    std::unordered_set<std::size_t> whole, low;
    for (int i = 0; i < 10'000; ++i) {
        ContextName name = context;
        name.context = id<ContextId>(std::to_string(i));
        whole.insert(std::hash<ContextName>()(name));
        low.insert(std::hash<ContextName>()(name) & 0xffff);
    }
    EXPECT_EQ(whole.size(), 10'000u);
    EXPECT_GT(low.size(), 8'500u) << "10,000 balls into 65,536 boxes leave some 9,280 used";
}

template <class Enum, class Parse>
void expectNames(Enum last, Parse parse)
{
    std::unordered_set<std::string_view> seen;
    for (int value = 0; value <= int(last); ++value) {
        EXPECT_TRUE(seen.insert(name(Enum(value))).second) << name(Enum(value));
        EXPECT_EQ(parse(name(Enum(value))), std::optional(Enum(value)));
    }
    EXPECT_FALSE(parse("")) << "no name is empty";
    EXPECT_FALSE(parse("Nonsense"));
}

TEST(WireNames, GoBothWays)
{
    expectNames(EndCause::Drained, endCauseFromName);
    expectNames(ClientKind::Mobile, clientKindFromName);
    expectNames(Health::Unresponsive, healthFromName);
    expectNames(Drain::State::Forced, drainStateFromName);
    expectNames(JournalKind::InputRefused, journalKindFromName);
    expectNames(CommandStage::Terminal, commandStageFromName);
    expectNames(CommandOutcome::Unknown, commandOutcomeFromName);
    expectNames(Answer::Unknown, answerFromName);
    expectNames(RepeatPolicy::NeedsConfirmation, repeatPolicyFromName);
    expectNames(RepeatVerdict::AskProduct, repeatVerdictFromName);
    expectNames(Rule::EarlierWaiter, ruleFromName);
}

TEST(WireNames, AreThoseThatWerePromised) // SPEC W4 SPEC D2 SPEC D3
{
    EXPECT_EQ(name(EndCause::ContextGone), "context_gone");
    EXPECT_EQ(name(EndCause::RequesterGone), "requester_gone");
    EXPECT_EQ(name(CommandStage::SendAttempted), "send_attempted");
    EXPECT_EQ(name(CommandOutcome::Unknown), "unknown");
    EXPECT_EQ(name(RepeatPolicy::OnlyIfUnsent), "only_if_unsent");
    EXPECT_EQ(name(RepeatVerdict::AskProduct), "ask_product");
    EXPECT_EQ(name(Rule::DrainingClient), "draining_client");
    EXPECT_EQ(name(JournalKind::WindowOpened), "window_opened");
    EXPECT_EQ(name(Health::Unresponsive), "unresponsive");
}

TEST(Placements, GoBothWays) // SPEC W8
{
    using Kind = Placement::Kind;
    const std::string w = toText(window);
    const std::pair<std::string, Placement> table[] = {
        {"any", {Kind::Any, {}}},
        {"window:" + w, {Kind::Window, window}},
        {"new-tab", {Kind::NewTab, {}}},
        {"new-tab:" + w, {Kind::NewTab, window}},
        {"new-window", {Kind::NewWindow, {}}},
        {"isolated", {Kind::Isolated, {}}},
    };
    for (const auto &[text, placement] : table) {
        EXPECT_EQ(toText(placement), text);
        ASSERT_TRUE(parsePlacement(text).ok()) << text;
        EXPECT_EQ(*parsePlacement(text), placement);
    }
    for (const std::string &text : {std::string(), std::string("Any"), std::string("window"), std::string("window:"),
                                    std::string("new-tab:"), "window:" + toText(context), "any:" + w, "isolated:" + w})
        EXPECT_FALSE(parsePlacement(text).ok()) << text;
}

TEST(Roles, GoBothWays)
{
    EXPECT_EQ(toText(Roles()), "app,rest,websocket");
    EXPECT_EQ(toText(Roles{false, true, false}), "rest");
    EXPECT_EQ(*parseRoles("websocket,app"), (Roles{true, false, true}));
    EXPECT_TRUE(parseRoles("app,rest,websocket")->all());
    for (const std::string_view text : {"", "app,", ",app", "app,app", "App", "app rest", "app,console"}) {
        ASSERT_FALSE(parseRoles(text).ok()) << text;
        EXPECT_EQ(parseRoles(text).error().code, ErrorCode::BadSetting);
    }
}

} // namespace
} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "model/decimal.h"
#include "model/policies.h"
#include "model/requirement.h"
#include "model/semver.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

using Operator = MetadataCondition::Operator;

const Metadata metadata = {
    {"region", "eu"},          {"ram", "16"},  {"version", "1.4.2"},        {"gpu", ""}, {"load", "-0.50"},
    {"odd key", "it's | odd"}, {"nan", "nan"}, {"huge", "9007199254740993"}};

TEST(Requirements, ExpressionsDecideAsTheyRead) // SPEC W8
{
    const std::pair<std::string_view, bool> table[] = {
        {"metadata.region=eu", true},
        {"metadata.region=us", false},
        {"metadata.region=EU", false},
        {"metadata.region = eu", true},
        {"metadata.region='eu'", true},
        {"metadata.gpu=''", true},
        {"metadata.none=''", false},
        {"metadata.region in us|eu", true},
        {"metadata.region in us|ap", false},
        {"metadata.region in 'us' | 'eu'", true},
        {"metadata.gpu", true},
        {"metadata.none", false},
        {"!metadata.none", true},
        {"!metadata.gpu", false},
        {"metadata.ram>=16", true},
        {"metadata.ram>16", false},
        {"metadata.ram<=16.0", true},
        {"metadata.ram<16", false},
        {"metadata.ram>9", true},
        {"metadata.ram > -1", true},
        {"metadata.load<-0.4", true},
        {"metadata.load>=-0.5", true},
        {"metadata.load<-0.5", false},
        {"metadata.huge>9007199254740992", true},
        {"metadata.nan>=0", false},
        {"metadata.nan<=0", false},
        {"metadata.region>=0", false},
        {"metadata.none<1", false},
        {"metadata.version~'>=1.2 <2'", true},
        {"metadata.version~>=1.2 <2", true},
        {"metadata.version~^2 || ~1.4", true},
        {"metadata.version~1.5.x", false},
        {"metadata.region~*", false},
        {"metadata.'odd key'='it''s | odd'", true},
        {"metadata.'odd key' in x|'it''s | odd'", true},
    };
    for (const auto &[expression, expected] : table) {
        Requirements requirements;
        const auto added = addExpression(requirements, expression);
        ASSERT_TRUE(added.ok()) << expression << " at " << added.error().param("position");
        ASSERT_EQ(requirements.metadata.size(), 1u);
        EXPECT_EQ(fulfils(metadata, requirements.metadata[0]), expected) << expression;

        Requirements again;
        const std::string text = toText(requirements.metadata[0]);
        ASSERT_TRUE(addExpression(again, text).ok()) << text;
        EXPECT_EQ(again, requirements) << text;
    }
}

TEST(Requirements, TextOfAConditionIsReadBackWhateverItHolds)
{
    const std::string odd[] = {"",   " ",   "'",        "''",        "a b", "|", "=x",
                               "in", "a=b", "\xc3\xa4", "trailing ", "x'y", "~", "\n"};
    for (const std::string &key : odd)
        for (const std::string &value : odd)
            for (const Operator op : {Operator::Equals, Operator::OneOf, Operator::Exists, Operator::Absent}) {
                if (key.empty())
                    continue;
                MetadataCondition condition{key, op, {}};
                if (op == Operator::Equals)
                    condition.values = {value};
                if (op == Operator::OneOf)
                    condition.values = {value, "second", value};
                Requirements requirements;
                ASSERT_TRUE(addExpression(requirements, toText(condition)).ok()) << toText(condition);
                EXPECT_EQ(requirements.metadata.at(0), condition) << toText(condition);
            }
}

TEST(Requirements, KindAndClient)
{
    Requirements requirements;
    ASSERT_TRUE(addExpression(requirements, "kind=browser").ok());
    ASSERT_TRUE(addExpression(requirements, "client=C 1").ok());
    ASSERT_TRUE(addExpression(requirements, "kind = browser").ok()) << "the same again is fine";
    EXPECT_EQ(requirements.kind, ClientKind::Browser);
    EXPECT_EQ(requirements.client.text(), "C 1");
    EXPECT_FALSE(addExpression(requirements, "kind=web").ok()) << "two kinds contradict";
    EXPECT_FALSE(addExpression(requirements, "client=D").ok());
    EXPECT_FALSE(requirements.empty());
    EXPECT_TRUE(Requirements().empty());
}

TEST(Requirements, BadExpressionsAreNamedWithTheirPlaceAndAddNothing)
{
    const std::pair<std::string_view, std::string_view> table[] = {
        {"", "1"},
        {"region=eu", "1"},
        {"metadata.", "10"},
        {"metadata.=x", "10"},
        {"metadata.a=", "12"},
        {"metadata.a==b", "12"},
        {"metadata.a!=b", "11"},
        {"metadata.a>=x", "13"},
        {"metadata.a>=1e3", "13"},
        {"metadata.a>=nan", "13"},
        {"metadata.a>=inf", "13"},
        {"metadata.a>", "12"},
        {"metadata.a~", "12"},
        {"metadata.a~not a range", "12"},
        {"metadata.a in ", "15"},
        {"metadata.a in x|", "17"},
        {"metadata.a in |x", "15"},
        {"metadata.a='x", "12"},
        {"!metadata.a=b", "12"},
        {"kind=robot", "6"},
        {"kind=", "6"},
        {"client=", "8"},
        {"metadata.a b", "12"},
        {"!kind=browser", "2"},
        {"Metadata.a", "1"},
    };
    for (const auto &[expression, position] : table) {
        Requirements requirements;
        const auto added = addExpression(requirements, expression);
        ASSERT_FALSE(added.ok()) << expression;
        EXPECT_EQ(added.error().code, ErrorCode::BadExpression);
        EXPECT_EQ(added.error().param("expression"), expression);
        EXPECT_FALSE(added.error().param("wanted").empty());
        EXPECT_EQ(added.error().param("position"), position) << expression;
        EXPECT_TRUE(requirements.empty()) << expression;
    }
}

TEST(Requirements, AreBounded) // SPEC E4
{
    Requirements requirements;
    for (std::size_t i = 0; i < Requirements::maxConditions; ++i)
        ASSERT_TRUE(addExpression(requirements, "metadata.a").ok());
    EXPECT_FALSE(addExpression(requirements, "metadata.a").ok());
    EXPECT_FALSE(addExpression(requirements, "client=" + std::string(5000, 'x')).ok());
}

TEST(Requirements, AConditionWithoutValuesIsFulfilledByNothing)
{
    for (const Operator op : {Operator::Equals, Operator::OneOf, Operator::Less, Operator::SemVerRange})
        EXPECT_FALSE(fulfils(metadata, {"region", op, {}}));
}

TEST(Decimals, AreComparedExactly)
{
    const auto order = [](std::string_view a, std::string_view b) { return compareDecimals(a, b); };
    EXPECT_EQ(order("1", "01.000"), std::strong_ordering::equal);
    EXPECT_EQ(order("-0", "0"), std::strong_ordering::equal);
    EXPECT_EQ(order("0.1", "0.09"), std::strong_ordering::greater);
    EXPECT_EQ(order("-2", "-10"), std::strong_ordering::greater);
    EXPECT_EQ(order("-1", "1"), std::strong_ordering::less);
    EXPECT_EQ(order(std::string(300, '9'), "1" + std::string(300, '0')), std::strong_ordering::less);
    for (const std::string_view bad :
         {"", "-", "+1", ".5", "5.", "1e3", "0x10", "nan", "inf", " 1", "1 ", "1,5", "--1", "1.2.3"})
        EXPECT_FALSE(order(bad, "1")) << bad;
}

TEST(SemVerTest, PrecedenceIsThatOfTheStandard)
{
    const std::string_view ascending[] = {
        "0.0.0-0",    "0.0.0",        "0.0.1",         "0.1.0",      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
        "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",       "1.0.1",         "1.9.0",
        "1.10.0",     "2.0.0"};
    for (std::size_t i = 0; i < std::size(ascending); ++i)
        for (std::size_t j = 0; j < std::size(ascending); ++j)
            EXPECT_EQ(*SemVer::parse(ascending[i]) <=> *SemVer::parse(ascending[j]), i <=> j)
                << ascending[i] << " against " << ascending[j];
    EXPECT_EQ(*SemVer::parse("1.2.3+a") <=> *SemVer::parse("1.2.3+b"), std::strong_ordering::equal);
}

TEST(SemVerTest, RefusesWhatIsNoVersion)
{
    for (const std::string_view text :
         {"", "1", "1.2", "1.2.x", "v1.2.3", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+", "1.2.3.4",
          "-1.2.3", "1.2.3 ", "1.2.99999999999999999999", "156.0.7000.12", "1..3"})
        EXPECT_FALSE(SemVer::parse(text)) << text;
    EXPECT_FALSE(SemVer::parse("1.2.3-" + std::string(300, 'a')));
    EXPECT_TRUE(SemVer::parse("1.2.3-0a.x-y+001"));
}

TEST(SemVerTest, RangesAreThoseOfNpm) // SPEC W8
{
    struct Row {
        std::string_view range, inside, outside; // versions split by spaces
    };
    const Row table[] = {
        {"1.2.3", "1.2.3 1.2.3+b", "1.2.4 1.2.3-a"},
        {"=1.2.3", "1.2.3", "1.2.2"},
        {">1.2.3", "1.2.4 2.0.0", "1.2.3 1.3.0-a"},
        {">=1.2.3", "1.2.3 9.0.0", "1.2.2 2.0.0-a"},
        {"<1.2.3", "1.2.2 0.0.0", "1.2.3"},
        {"<=1.2.3", "1.2.3", "1.2.4"},
        {">=1.2 <2", "1.2.0 1.9.9", "1.1.9 2.0.0 2.0.0-a"},
        {">= 1.2  < 2", "1.2.0", "2.0.0"},
        {"^1.2.3", "1.2.3 1.9.0", "1.2.2 2.0.0 2.0.0-a"},
        {"^0.2.3", "0.2.3 0.2.9", "0.3.0 0.2.2"},
        {"^0.0.3", "0.0.3", "0.0.4 0.0.2"},
        {"^0.0", "0.0.0 0.0.9", "0.1.0"},
        {"^0", "0.0.0 0.9.0", "1.0.0"},
        {"^1.x", "1.0.0 1.9.9", "2.0.0 0.9.0"},
        {"^0.x", "0.1.0 0.9.0", "1.0.0"},
        {"~1.2.3", "1.2.3 1.2.9", "1.3.0 1.2.2"},
        {"~1.2", "1.2.0 1.2.9", "1.3.0"},
        {"~1", "1.0.0 1.9.0", "2.0.0"},
        {"1.2", "1.2.0 1.2.9", "1.3.0 1.1.9"},
        {"1.2.x", "1.2.0 1.2.9", "1.3.0"},
        {"1.X", "1.0.0 1.9.9", "2.0.0"},
        {"1.*.*", "1.0.0", "2.0.0"},
        {"*", "0.0.0 9.9.9", "1.0.0-a"},
        {"x", "1.0.0", "1.0.0-a"},
        {">1.2", "1.3.0", "1.2.9 1.2.0"},
        {">1", "2.0.0", "1.9.9"},
        {"<1.2", "1.1.9", "1.2.0 1.2.0-a"},
        {"<=1.2", "1.2.9", "1.3.0"},
        {"<=1", "1.9.9", "2.0.0"},
        {">*", "", "0.0.0 9.9.9"},
        {"<*", "", "0.0.0 9.9.9"},
        {"1.2.3 || 2.x", "1.2.3 2.5.0", "1.2.4 3.0.0"},
        {"1.x||>=3", "1.0.0 3.0.0", "2.0.0"},
        {"^1.2.3-beta.2", "1.2.3-beta.2 1.2.3-beta.10 1.2.3 1.3.0", "1.2.3-beta.1 1.2.4-beta.2 2.0.0"},
        {"~1.2.3-rc.1", "1.2.3-rc.1 1.2.3 1.2.4", "1.2.4-rc.1 1.3.0"},
        {">1.2.3-a", "1.2.3-b 1.2.3 1.2.4", "1.2.3-a 1.2.4-b"},
        {">=1.0.0-rc <1.0.0", "1.0.0-rc 1.0.0-rc.1", "1.0.0 1.0.0-beta"},
    };
    const auto each = [](std::string_view versions, auto check) {
        while (!versions.empty()) {
            const std::string_view version = versions.substr(0, versions.find(' '));
            check(version);
            versions.remove_prefix(std::min(version.size() + 1, versions.size()));
        }
    };
    for (const Row &row : table) {
        each(row.inside, [&](std::string_view version) {
            EXPECT_EQ(semVerInRange(version, row.range), std::optional(true)) << version << " in " << row.range;
        });
        each(row.outside, [&](std::string_view version) {
            EXPECT_EQ(semVerInRange(version, row.range), std::optional(false)) << version << " in " << row.range;
        });
    }
}

TEST(SemVerTest, MalformedRangesAreNothing)
{
    for (const std::string_view range :
         {"",    " ",       "||",    "1 ||", "|| 1",  "a",     ">",  ">=",    "=>1",      "><1", "~>1",
          "^^1", "1.2.3.4", "1.x.3", "x.1",  "1 - 2", "1 | 2", "01", "1.2-a", ">=1.2.3-", "v1"})
        EXPECT_FALSE(semVerInRange("1.2.3", range)) << range;
    EXPECT_FALSE(semVerInRange("not", "*"));
    EXPECT_FALSE(semVerInRange("1.2.3", std::string(2000, '1')));
}

TEST(DisconnectPolicies, GoBothWays) // SPEC W6
{
    for (const std::string_view text : {"keep", "release", "grace:30s", "grace:1500ms", "grace:0s"})
        EXPECT_EQ(toText(*parseDisconnectPolicy(text)), text);
    for (const std::string_view text :
         {"", "Keep", "grace", "grace:", "grace:-1s", "grace:nan", "grace:5", "keep:1s"}) {
        ASSERT_FALSE(parseDisconnectPolicy(text).ok()) << text;
        EXPECT_EQ(parseDisconnectPolicy(text).error().code, ErrorCode::BadSetting);
    }
}

TEST(Limits, TheSmallerCountsAndUnsetIsNoBound) // SPEC W13
{
    CapacityLimits hello, server;
    hello.windows = 3;
    server.windows = 2;
    hello.tabs = 5;
    server.flows = 1;
    const CapacityLimits both = minimum(hello, server);
    EXPECT_EQ(both, minimum(server, hello));
    EXPECT_EQ(both.windows, 2u);
    EXPECT_EQ(both.tabs, 5u);
    EXPECT_EQ(both.flows, 1u);
    EXPECT_FALSE(both.tabsPerWindow);
}

std::string_view refusedSetting(const DeploymentPolicies &policies, std::string &buffer)
{
    const auto checked = policies.check();
    buffer = checked ? "" : std::string(checked.error().param("setting"));
    EXPECT_TRUE(checked || checked.error().code == ErrorCode::BadSetting);
    return buffer;
}

TEST(Policies, DefaultsAreThosePromisedAndFit) // SPEC W2 SPEC R7
{
    const DeploymentPolicies policies;
    EXPECT_TRUE(policies.check().ok());
    EXPECT_EQ(policies.taskTimeout, Millis(300'000));
    EXPECT_EQ(policies.disconnectPolicy.kind, DisconnectPolicy::Kind::Keep);
    EXPECT_EQ(policies.connectionLease, Seconds(15));
    EXPECT_EQ(policies.contextRetention, Seconds(600));
}

TEST(Policies, NegativeTimesAreRefusedByName) // SPEC W2
{
    std::string buffer;
    DeploymentPolicies policies;
    policies.taskTimeout = Micros(-1);
    EXPECT_EQ(refusedSetting(policies, buffer), "task-timeout");
    policies = {};
    policies.connectionLease = Micros(0);
    EXPECT_EQ(refusedSetting(policies, buffer), "connection-lease");
    policies = {};
    policies.commandDeadline = Micros(0);
    EXPECT_EQ(refusedSetting(policies, buffer), "command-deadline");
    policies = {};
    policies.requestMemory = Micros(-5);
    EXPECT_EQ(refusedSetting(policies, buffer), "request-memory");
    policies = {};
    policies.disconnectPolicy = {DisconnectPolicy::Kind::Grace, Micros(-1)};
    EXPECT_EQ(refusedSetting(policies, buffer), "disconnect-policy");
    policies = {};
    policies.taskTimeout = Micros(0);
    EXPECT_TRUE(policies.check().ok()) << "0 turns the timeout sweep off";
}

TEST(Policies, RetentionMustCoverWhatItKeeps) // SPEC R7
{
    DeploymentPolicies policies;
    policies.disconnectPolicy = {DisconnectPolicy::Kind::Grace, Seconds(30)};
    policies.contextRetention = Seconds(30);
    EXPECT_TRUE(policies.check().ok());
    policies.contextRetention = Seconds(29);
    ASSERT_FALSE(policies.check().ok());
    EXPECT_EQ(policies.check().error().param("other"), "disconnect-policy");

    policies = {};
    policies.contextRetention = Seconds(299);
    ASSERT_FALSE(policies.check().ok());
    EXPECT_EQ(policies.check().error().param("other"), "task-timeout");
    EXPECT_EQ(policies.check().error().param("otherValue"), "5m");
    policies.taskTimeout = Micros(0);
    EXPECT_TRUE(policies.check().ok());
    policies.taskTimeout = Seconds(300);
    policies.disconnectPolicy.kind = DisconnectPolicy::Kind::Release;
    EXPECT_TRUE(policies.check().ok());
}

} // namespace
} // namespace cheetah

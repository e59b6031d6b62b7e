// SPDX-License-Identifier: Apache-2.0
#include "console/arguments.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

ArgumentsSpec spec()
{
    return {{{"HANDLE", "the lease"}, {"KIND", "what to do", true}},
            {{"require", "EXPR", "a demand", true}, {"wait", "DURATION", "how long"}, {"json", "", "as JSON"}}};
}

std::string reasonOf(const std::vector<std::string> &words)
{
    const auto arguments = parseArguments(spec(), words);
    return arguments ? "accepted" : std::string(arguments.error().param("reason"));
}

TEST(Arguments, TakeOptionsAndArgumentsInAnyOrder)
{
    const auto arguments = parseArguments(spec(), {"--require", "!metadata.gpu", "h1", "--wait=30s", "navigate",
                                                   "--require=metadata.tier in a|b", "--json"});
    ASSERT_TRUE(arguments.ok());
    EXPECT_EQ((*arguments)["HANDLE"], "h1");
    EXPECT_EQ((*arguments)["KIND"], "navigate");
    EXPECT_EQ(arguments->values("require"), (std::vector<std::string>{"!metadata.gpu", "metadata.tier in a|b"}));
    EXPECT_EQ(arguments->value("wait"), "30s");
    EXPECT_TRUE(arguments->has("json"));
}

TEST(Arguments, KeepWhatStandsBehindAnEqualsSign)
{
    const auto arguments = parseArguments(spec(), {"h", "--require=metadata.version~'>=1.2 <2'", "--wait", "-1s"});
    ASSERT_TRUE(arguments.ok());
    EXPECT_EQ(arguments->value("require"), "metadata.version~'>=1.2 <2'");
    EXPECT_EQ(arguments->value("wait"), "-1s");
}

TEST(Arguments, AfterTwoDashesEverythingIsAnArgument)
{
    const auto arguments = parseArguments(spec(), {"--", "--json", "--wait"});
    ASSERT_TRUE(arguments.ok());
    EXPECT_EQ((*arguments)["HANDLE"], "--json");
    EXPECT_EQ((*arguments)["KIND"], "--wait");
    EXPECT_FALSE(arguments->has("json"));
}

TEST(Arguments, AnIdMayBeginWithADash)
{
    const auto arguments = parseArguments(spec(), {"-Ab3_x", "-k"});
    ASSERT_TRUE(arguments.ok());
    EXPECT_EQ((*arguments)["HANDLE"], "-Ab3_x");
    EXPECT_EQ((*arguments)["KIND"], "-k");
}

TEST(Arguments, AnOptionalArgumentMayBeLeftOut)
{
    const auto arguments = parseArguments(spec(), {"h"});
    ASSERT_TRUE(arguments.ok());
    EXPECT_EQ((*arguments)["KIND"], "");
    EXPECT_EQ(arguments->valueOr("wait", "0"), "0");
}

TEST(Arguments, RefuseWithAReason)
{
    EXPECT_EQ(reasonOf({}), "HANDLE is missing");
    EXPECT_EQ(reasonOf({"a", "b", "c"}), "`c` is too much");
    EXPECT_EQ(reasonOf({"a", "--colour"}), "there is no option --colour");
    EXPECT_EQ(reasonOf({"a", "b", "-x"}), "`-x` is too much");
    EXPECT_EQ(reasonOf({"a", "--wait"}), "--wait needs a value: DURATION");
    EXPECT_EQ(reasonOf({"a", "--wait=1s", "--wait=2s"}), "--wait is given twice");
    EXPECT_EQ(reasonOf({"a", "--json=yes"}), "--json takes no value");
}

TEST(Arguments, HelpNamesEverythingOnce)
{
    EXPECT_EQ(helpOf(spec().options), "  --require EXPR   a demand\n"
                                      "  --wait DURATION  how long\n"
                                      "  --json           as JSON\n");
    EXPECT_EQ(helpOf(spec().arguments), "  HANDLE  the lease\n"
                                        "  KIND    what to do\n");
    EXPECT_EQ(usageOf(spec()), " HANDLE [KIND] [--require EXPR]... [--wait DURATION] [--json]");
}

} // namespace
} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
// What nodes on one real Redis agree on, and what each tells of itself, over HTTP and at the command line.
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The member of the element of that list whose `key` is `value`; empty if there is none.
std::string ofElement(const NodeApi::Answer &answer, const char *list, const char *key, const std::string &value,
                      const std::string &path)
{
    const JsonValue *all = answer.body.member(list);
    for (std::size_t i = 0; all && all->array() && i < all->array()->size(); ++i) {
        const std::string at = std::string(list) + '.' + std::to_string(i) + '.';
        if (answer.at(at + key) == value)
            return answer.at(at + path);
    }
    return {};
}

class RedisNodes : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
    }

    /// cheetahctl, asking that node.
    Ended ctl(const std::string &node, std::vector<std::string> words)
    {
        words.insert(words.begin(), {"--node", fleet.node(node).urlText()});
        return runProgram("cheetahctl", words);
    }
    std::string setting(const std::string &name, const std::string &path = "value")
    {
        return ofElement(fleet.call("app1", "deployment", "viewer"), "settings", "name", name, path);
    }
    NodeApi::Answer change(const std::string &name, const std::string &value, const std::string &scope = "operator")
    {
        return fleet.call("app1", "setDeployment", scope,
                          R"({"setting":")" + name + R"(","value":")" + value + R"(","reason":"tried"})");
    }
    std::string ofNode(const std::string &id, const std::string &path, const std::string &asked = "app1")
    {
        return ofElement(fleet.call(asked, "nodes", "viewer"), "rows", "nodeId", id, path);
    }

    RedisDeployment fleet;
};

} // namespace

// SPEC R3
TEST_F(RedisNodes, AgreeOnSettingsThatAnOperatorChangesForAll)
{
    EXPECT_EQ(fleet.call("app1", "deployment", "viewer").at("shared"), "true");
    EXPECT_EQ(setting("task-timeout"), "5m");
    EXPECT_EQ(setting("max-tabs"), "none");
    EXPECT_EQ(change("task-timeout", "90s", "viewer").code(), "forbidden");

    const Ended changed = ctl("app1", {"deployment", "set", "task-timeout=120s", "--reason", "slow pages"});
    EXPECT_EQ(changed.status, 0) << changed.err;
    EXPECT_THAT(changed.out, HasSubstr("task-timeout 2m")) << "written in one way only";
    EXPECT_EQ(setting("task-timeout"), "2m");
    EXPECT_EQ(setting("task-timeout", "here"), "5m") << "running nodes go on with what they have";
    const Ended shown = ctl("ws1", {"deployment", "show"});
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("start it again"));
    EXPECT_EQ(ctl("ws1", {"deployment", "set", "max-tabs=30"}).status, 0);
    EXPECT_EQ(setting("max-tabs"), "30");
    EXPECT_TRUE(change("max-tabs", "none").ok());
    EXPECT_EQ(setting("max-tabs"), "none");

    const std::string events = fleet.call("app1", "events", "viewer").text;
    EXPECT_THAT(events, HasSubstr(R"("action":"change setting")"));
    EXPECT_THAT(events, HasSubstr(R"("setting":"task-timeout")"));
    EXPECT_THAT(events, HasSubstr(R"("reason":"slow pages")"));
    EXPECT_THAT(events, HasSubstr(R"("by":"operator)")) << "with the token that did it";

    NodeProcess old(fleet.optionsOf("app2", "app"));
    EXPECT_FALSE(old.isReady()) << "it has the old value";
    EXPECT_THAT(old.program().err(), HasSubstr("task-timeout"));
    fleet.kill("app1");
    EXPECT_TRUE(fleet.start("app1", "app", {"--task-timeout", "2m"})) << "started again it takes the new value";
    EXPECT_EQ(setting("task-timeout", "here"), "");
}

// SPEC R3 SPEC R7: what no node could run with is not entered.
TEST_F(RedisNodes, RefuseSettingsThatCannotBe)
{
    const auto refused = [&](const char *name, const char *value, const char *words) {
        const auto answer = change(name, value);
        EXPECT_EQ(answer.code(), "bad_setting") << name << '=' << value << ": " << answer.text;
        EXPECT_THAT(answer.text, HasSubstr(words)) << name << '=' << value;
    };
    refused("task-timeout", "soon", "a duration such as");
    refused("task-timeout", "", "must not be empty");
    refused("waiter-limit", "0", "above zero");
    refused("disconnect-policy", "maybe", "disconnect-policy");
    refused("colour", "blue", "task-timeout");
    refused("partitions", "4", "stays as it is");
    refused("schema", "4", "stays as it is");
    refused("context-retention", "500ms", "disconnect-policy");
    refused("disconnect-policy", "grace:1h", "context-retention");
    EXPECT_EQ(setting("context-retention"), "10m");
    EXPECT_EQ(setting("disconnect-policy"), "grace:1s");
    EXPECT_THAT(fleet.call("app1", "events", "viewer").text, HasSubstr(R"("outcome":"bad_setting")"));
}

// SPEC O1 SPEC L6: every node tells how it is, and each of them shows all.
TEST_F(RedisNodes, TellOfThemselves)
{
    const auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client);
    for (const char *asked : {"ws1", "app1"}) {
        EXPECT_TRUE(runUntil([&] { return ofNode("ws1", "report.ready", asked) == "true"; })) << asked;
        EXPECT_TRUE(runUntil([&] { return ofNode("app1", "report.ready", asked) == "true"; })) << asked;
        EXPECT_TRUE(runUntil([&] { return ofNode("ws1", "report.sockets", asked) == "1"; })) << asked;
    }
    EXPECT_EQ(ofNode("app1", "report.sockets"), "0");
    EXPECT_EQ(ofNode("ws1", "report.url"), fleet.node("ws1").urlText());
    EXPECT_TRUE(runUntil([&] { return !ofNode("ws1", "report.storeRoundTripUs").empty(); }));
    const std::string offset = ofNode("ws1", "report.clockOffsetUs");
    ASSERT_FALSE(offset.empty());
    EXPECT_LT(std::abs(std::stol(offset)), 1'000'000) << "one machine, one clock";

    const Ended table = ctl("app1", {"nodes"});
    EXPECT_EQ(table.status, 0) << table.err;
    EXPECT_THAT(table.out, HasSubstr("ROUND TRIP"));
    EXPECT_THAT(table.out, HasSubstr("websocket  yes"));
    EXPECT_THAT(table.out, Not(HasSubstr(" NO ")));
    const Ended json = ctl("app1", {"nodes", "--json"});
    EXPECT_THAT(json.out, HasSubstr("\"clockOffsetUs\""));
}

// SPEC W14: which clients a node alone may create for is told of each node.
TEST_F(RedisNodes, TellWhatTheyProvision)
{
    const auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client && fleet.shows("app1", 1));
    EXPECT_EQ(ofNode("app1", "provisions"), "[]");
    const auto made = fleet.acquire("app1", "t", R"(,"placement":"new-tab","waitMs":20000)");
    ASSERT_EQ(made.at("provisioned"), "true") << made.text;
    EXPECT_TRUE(runUntil([&] { return ofNode("app1", "provisions.0.clientId", "ws1") == "c1"; }));
    EXPECT_EQ(ofNode("ws1", "provisions", "ws1"), "[]");
    const Ended table = ctl("app1", {"nodes"});
    EXPECT_THAT(table.out, HasSubstr("PROVISIONS"));
    EXPECT_THAT(table.out, HasSubstr("u/c1"));
}

// SPEC L6 SPEC D5: a node that is not ready says so, and why, to those who ask another one.
TEST_F(RedisNodes, TellWhatIsWrong)
{
    ASSERT_TRUE(change("evidence-entries", "1").ok());
    ASSERT_TRUE(fleet.start("app3", "app", {"--evidence-entries", "1"}));
    const auto client = fleet.client("ws1", "c1", 1);
    ASSERT_TRUE(client && fleet.shows("app3", 1));
    const auto lease = fleet.acquire("app3", "t");
    ASSERT_TRUE(fleet
                    .call("app3", "send", "app",
                          R"({"handle":")" + lease.at("handle") + R"(","kind":"reload","deadlineMs":60000})")
                    .ok());
    EXPECT_TRUE(runUntil([&] { return ofNode("app3", "report.problems.0.error.code") == "history_full"; }));
    EXPECT_EQ(ofNode("app3", "report.problems.0.name"), "history");
    EXPECT_EQ(ofNode("app3", "report.ready"), "false");
    EXPECT_TRUE(runUntil([&] { return ofNode("app1", "report.ready") == "true"; })) << "its own bound is another";
    const Ended table = ctl("app1", {"nodes"});
    EXPECT_THAT(table.out, HasSubstr(" NO "));
    EXPECT_THAT(table.out, HasSubstr("app3: history: "));
    EXPECT_THAT(table.out, HasSubstr("Raise evidence-entries"));
}

} // namespace cheetah::test

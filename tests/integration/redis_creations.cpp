// SPDX-License-Identifier: Apache-2.0
// Creations that one node asks for and another node's client does not answer.
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gtest/gtest.h>

namespace cheetah::test {

// SPEC W13: the node that holds the socket asks what became of it, though it creates nothing itself
TEST(RedisCreations, AreAskedAboutWhereTheSocketIs)
{
    RedisDeployment fleet;
    fleet.setAll({"--provision-timeout", "2s"});
    ASSERT_TRUE(fleet.start("ws", "websocket", {"--provision", "never"}));
    ASSERT_TRUE(fleet.start("app", "app"));
    const auto client = fleet.client("ws", "c", 1);
    ASSERT_TRUE(client && fleet.shows("app", 1));
    int questions = 0;
    client->onTraffic = [&](bool fromClient, const std::string &text) {
        questions += !fromClient && text.find("\"provisionStatus\"") != std::string::npos;
    };
    client->script("openTab", [](const CommandMessage &) { return ScriptedClient::Answer{}; });

    const auto wanted =
        fleet.call("app", "acquire", "app", R"({"userId":"u","taskId":"t","placement":"new-tab","waitMs":1500})");
    EXPECT_EQ(wanted.code(), "provisioning_timeout") << wanted.text;
    EXPECT_EQ(client->commands().size(), 1u);
    EXPECT_EQ(questions, 0) << "it is not overdue yet";
    EXPECT_FALSE(fleet.call("app", "reservations", "viewer").at("rows.0.provisionId").empty());
    for (const char *node : {"ws", "app"})
        EXPECT_TRUE(runUntil([&] {
            return fleet.call(node, "reservations", "viewer").at("rows.0.provisionId").empty();
        })) << "the client does not know it, and its last report lacks it";
    EXPECT_EQ(questions, 1);
    client->script("openTab", nullptr);
    EXPECT_EQ(fleet.acquire("app", "t2", R"(,"placement":"new-tab","waitMs":20000)").at("provisioned"), "true");
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
// The node that holds a client's socket is killed at each point of a command's way; what is answered afterwards is what
// evidence bears out, at another node and from the command line (SPEC D1, D2, D3).
#include "support/loop.h"
#include "support/redisdeployment.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

/// The five questions' answers in a row, as `yes no no no unknown`.
std::string answersIn(const std::string &json)
{
    const auto parsed = parseJson(json);
    const JsonValue *answers = parsed ? parsed->member("answers") : nullptr;
    if (!answers)
        return json;
    std::string row;
    for (const char *question :
         {"admitted", "sendAttempted", "acknowledged", "terminalRetained", "externalEffectKnown"}) {
        const JsonValue *answer = answers->member(question);
        row += (row.empty() ? "" : " ") + (answer && answer->string() ? answer->string()->text : std::string("?"));
    }
    return row;
}

class DeliveryCut : public testing::Test {
protected:
    void SetUp() override
    {
        fleet.setAll({"--disconnect-policy", "keep"});
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("ws2", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        ASSERT_TRUE(fleet.start("app2", "app"));
        client = fleet.client("ws1", "c1", 1);
        ASSERT_TRUE(client && fleet.shows("app1", 1));
        client->script("evaluate", [](const CommandMessage &) { return ScriptedClient::Answer{}; });
        lease = fleet.acquire("app1", "task");
    }
    void send(const char *deadlineMs)
    {
        const auto sent =
            fleet.call("app1", "send", "app",
                       handleParams(lease.at("handle"),
                                    std::string(R"(,"kind":"evaluate","commandId":"k","deadlineMs":)") + deadlineMs));
        ASSERT_TRUE(sent.ok()) << sent.text;
    }
    std::string answers()
    {
        return answersIn(fleet.call("app2", "evidence", "app", R"({"userId":"u","commandId":"k"})").text);
    }
    std::string answersOnCommandLine()
    {
        const std::string node = fleet.node("app2").urlText();
        return answersIn(
            runProgram("cheetahctl", {"evidence", "--user", "u", "--task", "task", "--json", "--node", node}).out);
    }
    /// Waits for the answers, and for the same ones from the command line.
    void expectAnswers(const std::string &expected)
    {
        EXPECT_TRUE(runUntil([&] { return answers() == expected; })) << answers() << " instead of " << expected;
        EXPECT_EQ(answersOnCommandLine(), expected);
    }
    std::string verdict(const char *policy)
    {
        return fleet
            .call("app2", "mayRepeat", "app",
                  std::string(R"({"userId":"u","commandId":"k","policy":")") + policy + "\"}")
            .at("verdict");
    }
    std::string outcome()
    {
        return fleet.call("app2", "evidence", "app", R"({"userId":"u","commandId":"k"})").at("commands.0.outcome");
    }
    /// As a client does that was not told that its result is kept: on resuming its epoch it sends it again.
    void resendResult()
    {
        ASSERT_TRUE(fleet.connect(*client, "ws2"));
        EXPECT_TRUE(client->welcome()->resumed);
        for (std::size_t times = 1; times <= 2; ++times) {
            client->sendResult({client->hello.epoch, CommandId::trusted("k"), "{\"value\":42}", std::nullopt, 0});
            EXPECT_TRUE(runUntil([&] { return client->keptResults().size() >= times; })) << "told that it is kept";
        }
    }
    bool isSent()
    {
        return runUntil([&] { return client->commands().size() == 1; });
    }

    RedisDeployment fleet;
    std::unique_ptr<ScriptedClient> client;
    NodeApi::Answer lease;
};

} // namespace

TEST_F(DeliveryCut, BeforeTheWrite)
{
    fleet.pause("ws1");
    send("4000");
    expectAnswers("yes no no no unknown");
    EXPECT_EQ(verdict("only_if_unsent"), "no") << "it may yet be sent";
    fleet.kill("ws1");
    EXPECT_TRUE(runUntil([&] { return outcome() == "expired"; })) << "its deadline passes with nobody to send it";
    expectAnswers("yes no no yes unknown");
    EXPECT_EQ(verdict("only_if_unsent"), "yes");
    EXPECT_EQ(verdict("needs_confirmation"), "yes");
    ASSERT_TRUE(fleet.connect(*client, "ws2"));
    EXPECT_TRUE(client->commands().empty()) << "what expired is never sent";
}

TEST_F(DeliveryCut, BeforeTheWriteAndTheClientComesBackInTime)
{
    fleet.pause("ws1");
    send("30000");
    fleet.kill("ws1");
    expectAnswers("yes no no no unknown");
    ASSERT_TRUE(fleet.connect(*client, "ws2"));
    EXPECT_TRUE(isSent()) << "offered to the node that holds the client now";
    client->sendResult({client->hello.epoch, CommandId::trusted("k"), "{\"value\":1}", std::nullopt, 0});
    expectAnswers("yes yes yes yes yes");
    EXPECT_EQ(client->commands().size(), 1U);
}

TEST_F(DeliveryCut, AfterTheWrite)
{
    client->acknowledges(false);
    send("3000");
    ASSERT_TRUE(isSent());
    fleet.kill("ws1");
    expectAnswers("yes yes unknown no unknown");
    EXPECT_EQ(verdict("only_if_unsent"), "no");
    EXPECT_EQ(verdict("needs_confirmation"), "ask_product");
    EXPECT_EQ(verdict("idempotent"), "yes");
    EXPECT_TRUE(runUntil([&] { return outcome() == "unknown"; })) << "sent, and its outcome is not known";
    expectAnswers("yes yes unknown no unknown");
    EXPECT_EQ(verdict("only_if_unsent"), "no");
}

TEST_F(DeliveryCut, AfterTheAcknowledgement)
{
    send("3000");
    ASSERT_TRUE(isSent());
    expectAnswers("yes yes yes no unknown");
    fleet.kill("ws1");
    EXPECT_TRUE(runUntil([&] { return outcome() == "unknown"; }));
    expectAnswers("yes yes yes no unknown");
    EXPECT_EQ(verdict("needs_confirmation"), "ask_product");
    resendResult(); // it had been done after all
    expectAnswers("yes yes yes yes yes");
    EXPECT_EQ(outcome(), "result") << "the late result of the same epoch replaces what was not known, once";
}

TEST_F(DeliveryCut, AfterTheResultFrameBeforeItIsKept)
{
    send("30000");
    ASSERT_TRUE(isSent());
    expectAnswers("yes yes yes no unknown");
    fleet.pause("ws1");
    client->sendResult({client->hello.epoch, CommandId::trusted("k"), "{\"value\":42}", std::nullopt, 0});
    ASSERT_TRUE(runUntil([&] { return client->socket().bytesToWrite() == 0; }));
    fleet.kill("ws1");
    EXPECT_TRUE(client->keptResults().empty());
    expectAnswers("yes yes yes no unknown");
    EXPECT_EQ(verdict("only_if_unsent"), "no");
    const auto awaited = fleet.begin("app1", "await", R"({"userId":"u","commandId":"k","waitMs":20000})");
    resendResult();
    EXPECT_EQ(awaited.answer().at("outcome"), "result");
    expectAnswers("yes yes yes yes yes");
    EXPECT_EQ(client->commands().size(), 1U) << "it was done once";
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
// The client socket of a whole node: epochs, generations and hostile input, beside a client that must not notice.
#include "support/loop.h"
#include "support/nodefixture.h"
#include "support/rawclient.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

/// A node with a bystander whose fleet must stay as it is.
class ClientSocket : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(node.started());
        bystander = node.client("u", "bystander", 2);
        ASSERT_TRUE(bystander);
    }

    std::uint64_t revision() { return node.node().fleet().fleet().revision(); }
    std::uint64_t refused(ErrorCode code) { return node.node().edge().inputs().count(code); }
    std::string lastCode(const ScriptedClient &client)
    {
        return client.lastError() ? std::string(name(client.lastError()->code)) : std::string();
    }
    void expectBystanderUnharmed()
    {
        EXPECT_TRUE(bystander->isOpen());
        EXPECT_TRUE(bystander->report()) << "it is still served";
    }
    std::string titleOf(const char *client, const char *tab)
    {
        for (const ContextView &row : node.node().diagnostics().contexts().rows)
            if (row.name.client.text() == client && row.name.context.text() == tab)
                return row.title;
        return {};
    }

    NodeFixture node;
    std::unique_ptr<ScriptedClient> bystander;
};

} // namespace

// SPEC E4: hostile input closes that connection with a reason, is counted, and touches nothing else.
TEST_F(ClientSocket, HostileMessagesCloseTheirSocketAndTouchNothingElse)
{
    const std::pair<std::string, ErrorCode> cases[] = {
        {"{", ErrorCode::BadJson},
        {"[]", ErrorCode::BadRequest},
        {R"({"jsonrpc":"1.0","method":"report"})", ErrorCode::BadRequest},
        {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"report","params":{}})", ErrorCode::DuplicateKey},
        {R"({"jsonrpc":"2.0","id":1,"method":"report","params":{"epoch":"e","epoch":"e","seq":9,"windows":[]}})",
         ErrorCode::DuplicateKey},
        {R"({"jsonrpc":"2.0","id":1,"method":"report","params":{"epoch":"e","seq":9,"windows":)"
             + std::string(100'000, '[') + "}}",
         ErrorCode::TooDeep},
        {R"({"jsonrpc":"2.0","id":1,"method":"report","params":{"epoch":"e","seq":9,"windows":[{"windowId":"","contexts":[]}]}})",
         ErrorCode::BadId},
        {R"({"jsonrpc":"2.0","id":1,"method":"report","params":{"epoch":"e","seq":9,"windows":[{"windowId":"a\u0000","contexts":[]}]}})",
         ErrorCode::BadId},
    };
    for (const auto &[text, code] : cases) {
        const auto hostile = node.client("u", "hostile");
        ASSERT_TRUE(hostile) << text.substr(0, 60);
        const std::uint64_t before = revision(), counted = refused(code);
        hostile->sendText(text);
        ASSERT_TRUE(runUntil([&] { return !hostile->isOpen(); })) << text.substr(0, 60);
        EXPECT_EQ(hostile->closeReason(), name(code)) << text.substr(0, 60);
        EXPECT_GT(refused(code), counted) << name(code);
        EXPECT_LE(revision(), before + 1) << "at most the end of the connection";
    }
    expectBystanderUnharmed();
}

// SPEC E4
TEST_F(ClientSocket, AReportOfFortyMegabytesIsCutOffAtTheLimit)
{
    RawClient raw(std::uint16_t(node.url().port()));
    ASSERT_TRUE(raw.upgrade("cheetah.client.v1", "Authorization: Bearer " + node.token("client") + "\r\n"));
    // A masked text frame that announces 40 MB.
    std::string head = "\x81\xff";
    const std::uint64_t size = 40ull << 20;
    for (int shift = 56; shift >= 0; shift -= 8)
        head += char(size >> shift & 255);
    head += std::string(4, '\0');
    raw.sendAll(head + std::string(1 << 20, ' '));
    std::optional<RawClient::Frame> frame;
    while ((frame = raw.nextFrame()) && frame->opcode != 8) {
    }
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->closeCode(), 1009);
    expectBystanderUnharmed();
}

// SPEC W7 SPEC E4
TEST_F(ClientSocket, TextsAreCleanedAndTheReportCounts)
{
    const auto client = node.client("u", "c", 1);
    ASSERT_TRUE(client);
    const auto answer = client->request(
        "report",
        R"({"epoch":")" + client->hello.epoch.string()
            + R"(","seq":50,"windows":[{"windowId":"w","contexts":[)"
              R"({"contextId":"half","title":"a\ud800b"},{"contextId":"bidi","title":"x\u202eyz\u0000\u0007"}]}]})");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->kind, RpcMessage::Kind::Response);
    EXPECT_EQ(titleOf("c", "half"), "a\xEF\xBF\xBD"
                                    "b");
    EXPECT_EQ(titleOf("c", "bidi"), "xyz");
}

// SPEC W7
TEST_F(ClientSocket, UnknownMethodsAreAnsweredAndTheSocketGoesOn)
{
    const std::uint64_t before = revision();
    ASSERT_TRUE(bystander->request("dance", "{}"));
    EXPECT_EQ(lastCode(*bystander), "unknown_method");
    EXPECT_EQ(revision(), before);
    expectBystanderUnharmed();
}

// SPEC W7: refused by name, changing nothing.
TEST_F(ClientSocket, OldSeqsEpochsAndGenerationsAreRefusedByName)
{
    const auto client = node.client("u", "c", 2);
    ASSERT_TRUE(client);
    const std::uint64_t before = revision();
    const auto report = [&](const std::string &epoch, std::uint64_t seq, const std::string &windows = "[]") {
        client->request("report", R"({"epoch":")" + epoch + R"(","seq":)" + std::to_string(seq) + R"(,"windows":)"
                                      + windows + "}");
        return lastCode(*client);
    };
    EXPECT_EQ(report(client->hello.epoch.string(), client->seq()), "stale_seq");
    EXPECT_EQ(report("never-opened", 99), "epoch_unknown");
    EXPECT_EQ(report(client->hello.epoch.string(), 99,
                     R"([{"windowId":"w","contexts":[{"contextId":"same"},{"contextId":"same"}]}])"),
              "bad_report");
    EXPECT_EQ(revision(), before);

    ScriptedClient successor(client->hello.client, client->hello.epoch, 2);
    ASSERT_TRUE(successor.connectTo(node.url(), node.token("client"))) << "the same epoch on a new socket resumes it";
    ASSERT_TRUE(runUntil([&] { return !client->isOpen(); }));
    EXPECT_EQ(client->closeCode(), int(CloseCode::Superseded));
    EXPECT_EQ(client->closeReason(), "superseded");
    EXPECT_EQ(successor.welcome()->lastSeq, 1u);

    ScriptedClient intruder(client->hello.client, *Epoch::parse("another"), 1);
    EXPECT_FALSE(intruder.connectTo(node.url(), node.token("client")));
    EXPECT_EQ(lastCode(intruder), "client_id_in_use");
    EXPECT_TRUE(successor.isOpen());

    successor.leave();
    ASSERT_TRUE(runUntil([&] { return node.node().edge().clientSessions() == 1; }));
    ScriptedClient restarted(client->hello.client, *Epoch::parse("another"), 1);
    ASSERT_TRUE(restarted.connectTo(node.url(), node.token("client"))) << "a closed socket ends its lease at once";
    ScriptedClient ghost(client->hello.client, client->hello.epoch, 1);
    EXPECT_FALSE(ghost.connectTo(node.url(), node.token("client")));
    EXPECT_EQ(lastCode(ghost), "epoch_retired");
    expectBystanderUnharmed();
}

// SPEC E2
TEST_F(ClientSocket, AHelloNeedsAClientToken)
{
    const auto attempt = [&](const std::string &header, const std::string &inHello) {
        ScriptedClient client({*UserId::parse("u"), *ClientId::parse("x")}, *Epoch::parse("e"), 1);
        client.hello.token = inHello;
        if (client.connectTo(node.url(), header))
            return std::string("welcome");
        return lastCode(client);
    };
    EXPECT_EQ(attempt("", ""), "unauthenticated");
    EXPECT_EQ(attempt("", "cht_wrong"), "unauthenticated");
    EXPECT_EQ(attempt("", node.token("viewer")), "forbidden");
    EXPECT_EQ(attempt(node.token("app"), ""), "forbidden");
    EXPECT_EQ(attempt("", node.token("client")), "welcome") << "a browser cannot set the header";
    EXPECT_EQ(attempt("cht_wrong", ""), "") << "refused before the upgrade";
    expectBystanderUnharmed();
}

// SPEC D1 SPEC D5 SPEC W4
TEST_F(ClientSocket, CommandsToWhatIsNotThereAreRefusedByName)
{
    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"t","require":["client=bystander"]})");
    ASSERT_EQ(lease.status, 200) << lease.text;
    const std::string handle = lease.textAt("handle");
    const auto send = [&](const std::string &more) {
        return node.call("send", "app", "{\"handle\":\"" + handle + "\",\"kind\":\"evaluate\"" + more + "}").code();
    };
    EXPECT_EQ(send(R"(,"commandId":"k","params":{"script":"1"})"), "");
    EXPECT_EQ(send(R"(,"commandId":"k","params":{"script":"1"})"), "") << "the same again gives the same record";
    EXPECT_EQ(send(R"(,"commandId":"k","params":{"script":"2"})"), "command_id_conflict");
    ContextName foreign = bystander->contextName("t1");
    foreign.context = ContextId::trusted("gone");
    EXPECT_EQ(send(",\"context\":\"" + toText(foreign) + '"'), "context_unknown");
    foreign.epoch = *Epoch::parse("other");
    EXPECT_NE(send(",\"context\":\"" + toText(foreign) + '"'), "");
    node.call("release", "app", "{\"handle\":\"" + handle + "\"}");
    EXPECT_EQ(send(R"(,"commandId":"late")"), "stale_handle");
}

// SPEC W6 SPEC R7
TEST_F(ClientSocket, AKilledSocketStartsThePolicyAndItsReturnInTheEpochKeepsTheLease)
{
    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"t"})");
    ASSERT_EQ(lease.status, 200);
    bystander->drop();
    ASSERT_TRUE(
        runUntil([&] { return node.node().diagnostics().connections().rows.front().graceRemaining.has_value(); }));
    EXPECT_EQ(node.call("acquire", "app", R"({"userId":"u","taskId":"t2"})").code(), "nothing_available") << "SPEC W10";
    ScriptedClient back(bystander->hello.client, bystander->hello.epoch, 2);
    ASSERT_TRUE(back.connectTo(node.url(), node.token("client")));
    EXPECT_TRUE(back.welcome()->resumed);
    EXPECT_EQ(node.call("renew", "app", "{\"handle\":\"" + lease.textAt("handle") + "\"}").status, 200);
}

// SPEC W7
TEST_F(ClientSocket, AnUnchangedReportMovesNoRevision)
{
    const std::uint64_t before = revision();
    ASSERT_TRUE(bystander->report());
    EXPECT_LE(revision(), before + 1) << "only the seq moved";
    const auto rows = node.node().diagnostics().clients().rows;
    EXPECT_EQ(rows.front().seq, bystander->seq());
}

// SPEC W13 SPEC W8
TEST_F(ClientSocket, AnAskedForTabIsMadeAndGoesToItsAsker)
{
    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"t","placement":"new-window"})");
    ASSERT_EQ(lease.status, 200) << lease.text;
    EXPECT_EQ(lease.body.member("provisioned")->boolean(), true);
    EXPECT_EQ(node.node().fleet().fleet().contextCount(), 3u);
    EXPECT_TRUE(node.node().fleet().fleet().reservations().empty());
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
// Clients inside a node's own process, which have no socket.
#include "node/node.h"
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

namespace cheetah::test {
namespace {

class NodeConnections : public testing::Test, private ClientLink {
protected:
    NodeConnections()
    {
        NodeConfig config;
        config.listens = false;
        config.announce = false;
        config.nodeId = NodeId::trusted("n");
        auto made = Node::create(std::move(config), {scheduler, clock, ids, Log()});
        EXPECT_TRUE(made.ok());
        node = *std::move(made);
        node->start(scope, [this](const Result<void> &result) { isUp = result.ok(); });
        scheduler.advanceUntil([this] { return isUp; }, Seconds(5));
    }

    /// The client says hello and keeps a link, as a session does.
    void connect(const ClientName &client)
    {
        Hello hello;
        hello.client = client;
        hello.epoch = Epoch::trusted("e");
        hello.node = node->config().nodeId;
        hello.connection = ConnectionId::trusted("inside-" + client.client.string());
        node->clientSide().connections.hello(hello, scope, [&, client](const Result<Welcome> &welcome) {
            ASSERT_TRUE(welcome.ok());
            generation = welcome->generation;
            registration = node->clientSide().links.add(client, Epoch::trusted("e"), generation, *this);
        });
        scheduler.advance(Millis(1));
    }

    bool isConnected(const ClientName &client)
    {
        const Fleet &fleet = node->fleet().fleet();
        const Slot slot = fleet.find(client);
        return slot != noSlot && fleet.client(slot).state->connected
            && fleet.client(slot).state->generation == generation;
    }

    ManualClock clock;
    ManualScheduler scheduler{clock};
    SystemIdSource ids;
    std::unique_ptr<Node> node;
    bool isUp = false;
    std::uint64_t generation = 0;
    LinkDirectory::Registration registration;
    Scope scope;

private:
    bool send(const CommandFrame &) override { return true; }
    void cancelCommand(const CommandId &) override {}
    void resultKept(const CommandId &) override {}
    void queryProvision(const ProvisionId &, const Scope &, Reply<CreationStatus>) override {}
    void close(ErrorCode) override {}
};

} // namespace

// SPEC W10 SPEC R7
TEST_F(NodeConnections, AreHeldForAsLongAsTheClientKeepsItsLink)
{
    ASSERT_TRUE(isUp);
    const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};
    connect(client);
    ASSERT_TRUE(isConnected(client));
    scheduler.advance(Seconds(120));
    EXPECT_TRUE(isConnected(client));

    registration = {}; // it went without a word
    EXPECT_TRUE(scheduler.advanceUntil([&] { return !isConnected(client); }, Seconds(60)));
}

} // namespace cheetah::test

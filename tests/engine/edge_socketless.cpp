// SPDX-License-Identifier: Apache-2.0
// Connections that a store takes for those of a node, and that no socket there bears.
#include "edge/socketlessconnections.h"

#include <gtest/gtest.h>

#include <set>

namespace cheetah {
namespace {

ClientName client(const char *id)
{
    return {UserId::trusted("u"), ClientId::trusted(id)};
}

/// A fleet in which the node's clients are what a test says.
struct Shown {
    Fleet fleet;
    Shown() { fleet.reset({Revision{0, Incarnation::trusted("i"), 0}}); }

    void show(const char *id, const char *node, std::uint64_t generation, bool connected = true)
    {
        auto state = std::make_shared<ClientState>();
        state->node = NodeId::trusted(node);
        state->generation = generation;
        state->connected = connected;
        ASSERT_TRUE(fleet.load({ClientChanged{client(id), state}}).ok());
    }
};

using Found = std::vector<std::pair<ClientName, std::uint64_t>>;

} // namespace

// SPEC W10 SPEC R7
TEST(SocketlessConnections, AreFoundInTheSecondRoundAndThatAlone)
{
    Shown shown;
    shown.show("borne", "n0", 3);
    shown.show("lost", "n0", 4);
    shown.show("elsewhere", "n1", 5);
    shown.show("closed", "n0", 6, false);
    const auto bears = [](const ClientName &name, std::uint64_t generation) {
        return name == client("borne") && generation <= 3;
    };
    SocketlessConnections connections(NodeId::trusted("n0"));
    EXPECT_EQ(connections.round(shown.fleet, bears), Found());
    EXPECT_EQ(connections.round(shown.fleet, bears), (Found{{client("lost"), 4}}));

    // A welcome was on its way: another generation is another connection.
    shown.show("lost", "n0", 7);
    EXPECT_EQ(connections.round(shown.fleet, bears), Found());
    shown.show("lost", "n0", 7, false);
    EXPECT_EQ(connections.round(shown.fleet, bears), Found());
}

} // namespace cheetah

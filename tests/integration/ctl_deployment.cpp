// SPDX-License-Identifier: Apache-2.0
// RemoteDeployment against a real node: its replica, its states, and calls.
#include "console/remotedeployment.h"
#include "model/views.h"
#include "support/loop.h"
#include "support/picture.h"
#include "support/programs.h"
#include "support/scriptedclient.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace cheetah::test {
namespace {

using testing::HasSubstr;

class ConsoleDeployment : public testing::Test {
protected:
    std::unique_ptr<RemoteDeployment> deploymentOf(const NodeProcess &node, const std::string &token)
    {
        RemoteDeployment::Options options;
        options.node = node.url();
        options.token = token;
        return std::make_unique<RemoteDeployment>(options, clock);
    }
    static bool becomes(const Deployment &deployment, ConnectionState state)
    {
        return runUntil([&] { return deployment.status().state == state; }, Seconds(40));
    }

    SystemClock clock;
};

// SPEC R5 SPEC G2
TEST_F(ConsoleDeployment, FollowsTheFleet)
{
    NodeProcess node;
    ASSERT_TRUE(node.isReady()) << node.program().err();
    auto deployment = deploymentOf(node, node.token("viewer"));
    Picture picture(*deployment);
    deployment->attach();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Live));
    EXPECT_EQ(deployment->identity()->scope, "viewer");
    EXPECT_EQ(picture.fleet.contextCount(), 0U);

    ScriptedClient client({UserId::trusted("u"), ClientId::trusted("c")}, Epoch::trusted("e"), 3);
    ASSERT_TRUE(client.connectTo(node.url(), node.token("client")));
    ASSERT_TRUE(runUntil([&] { return picture.fleet.contextCount() == 3; }));
    client.windows[0].contexts.pop_back();
    ASSERT_TRUE(client.report());
    EXPECT_TRUE(runUntil([&] { return picture.fleet.contextCount() == 2; }));
    EXPECT_GT(picture.deltas, 0U);
    EXPECT_TRUE(runUntil([&] { return !picture.health.empty() && !picture.journal.empty(); }));
    EXPECT_EQ(deployment->resyncs(), 0U);
    EXPECT_LT(std::chrono::abs(deployment->now() - deployment->asOf()), Seconds(3));

    auto late = deploymentOf(node, node.token("viewer"));
    Picture second(*late);
    late->attach();
    ASSERT_TRUE(becomes(*late, ConnectionState::Live));
    EXPECT_EQ(second.fleet.revision(), picture.fleet.revision());
    EXPECT_EQ(second.fleet.contextCount(), 2U);
}

// SPEC G3 SPEC E2
TEST_F(ConsoleDeployment, CallsMethodsAndIsToldWhatItMayNot)
{
    NodeProcess node;
    ASSERT_TRUE(node.isReady()) << node.program().err();
    auto deployment = deploymentOf(node, node.token("viewer"));
    std::map<CallId, Result<std::string>> answers;
    QObject::connect(deployment.get(), &Deployment::callFinished, deployment.get(),
                     [&](CallId call, const Result<std::string> &answer) { answers.emplace(call, answer); });
    const CallId tooEarly = deployment->call("status", "{}");
    EXPECT_TRUE(answers.empty()) << "answered from inside";
    ASSERT_TRUE(runUntil([&] { return answers.contains(tooEarly); }));
    EXPECT_EQ(answers.at(tooEarly).error().code, ErrorCode::Unavailable);

    deployment->attach();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Live));
    const CallId status = deployment->call("status", "{}");
    const CallId forbidden = deployment->call("settle", R"({"name":"x"})");
    const CallId unknown = deployment->call("dance", "{}");
    ASSERT_TRUE(runUntil([&] { return answers.size() == 4; }));
    EXPECT_THAT(*answers.at(status), HasSubstr("\"nodeId\""));
    EXPECT_EQ(answers.at(forbidden).error().code, ErrorCode::Forbidden);
    EXPECT_EQ(answers.at(unknown).error().code, ErrorCode::UnknownMethod);
}

TEST_F(ConsoleDeployment, ARefusedTokenIsNotTriedAgain)
{
    NodeProcess node;
    ASSERT_TRUE(node.isReady()) << node.program().err();
    auto deployment = deploymentOf(node, "wrong");
    deployment->attach();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Refused));
    EXPECT_EQ(deployment->status().error->code, ErrorCode::Unauthenticated);
    deployment->detach();
}

/// A stopped process keeps its sockets: only the missing heartbeats tell.
TEST_F(ConsoleDeployment, TellsHowFreshThePictureIs)
{
    NodeProcess node;
    ASSERT_TRUE(node.isReady()) << node.program().err();
    auto deployment = deploymentOf(node, node.token("viewer"));
    deployment->attach();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Live));
    node.program().signal(SIGSTOP);
    EXPECT_TRUE(becomes(*deployment, ConnectionState::Lagging));
    EXPECT_TRUE(becomes(*deployment, ConnectionState::Stale));
    node.program().signal(SIGCONT);
    EXPECT_TRUE(becomes(*deployment, ConnectionState::Live));
}

/// Killed, not stopped; and then another deployment answers at the same address.
TEST_F(ConsoleDeployment, ComesBackToANodeThatWasKilledAndToldWhoAnswersNow)
{
    auto node = std::make_unique<NodeProcess>(std::vector<std::string>{"--deployment", "first"});
    ASSERT_TRUE(node->isReady()) << node->program().err();
    const std::string address = "127.0.0.1:" + std::to_string(node->url().port());
    auto deployment = deploymentOf(*node, node->token("operator"));
    Picture picture(*deployment);
    deployment->attach();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Live));
    const RegistryTime before = deployment->asOf();
    const CallId underWay = deployment->call("status", "{}");
    node->program().signal(SIGKILL);
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Lost));
    EXPECT_GE(deployment->asOf(), before) << "the age of the picture stays known";
    EXPECT_TRUE(deployment->status().error);
    EXPECT_EQ(picture.answers[underWay].size(), 1U);
    node = std::make_unique<NodeProcess>(std::vector<std::string>{"--listen", address, "--deployment", "first"});
    ASSERT_TRUE(node->isReady()) << node->program().err();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Live));
    ASSERT_EQ(picture.identities.size(), 2U);
    EXPECT_EQ(picture.identities[1].deployment, picture.identities[0].deployment);
    EXPECT_NE(picture.identities[1].incarnation, picture.identities[0].incarnation);
    EXPECT_EQ(picture.snapshots, 2U);

    node->program().signal(SIGKILL);
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Lost));
    node = std::make_unique<NodeProcess>(std::vector<std::string>{"--listen", address, "--deployment", "second"});
    ASSERT_TRUE(node->isReady()) << node->program().err();
    ASSERT_TRUE(becomes(*deployment, ConnectionState::Live));
    EXPECT_EQ(picture.identities.back().deployment.text(), "second");
    EXPECT_EQ(picture.snapshots, 3U);
    EXPECT_EQ(picture.misfits, 0U);
}

} // namespace
} // namespace cheetah::test

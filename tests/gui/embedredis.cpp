// SPDX-License-Identifier: Apache-2.0
// The console as one of the nodes that share a fleet on a real Redis.
#include "session/sessionfactory.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "support/programs.h"
#include "support/redisserver.h"

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using test::NodeProcess;
using test::RedisServer;
using testgui::spinUntil;

/// Times of the deployment are short, for the console's node and for others alike.
class EmbedOnRedis : public testing::Test {
protected:
    EmbedOnRedis() { qputenv("CHEETAH_CONNECTION_LEASE", "3s"); }
    ~EmbedOnRedis() override { qunsetenv("CHEETAH_CONNECTION_LEASE"); }

    static EmbedOptions optionsFor(const RedisServer &redis, const char *id)
    {
        EmbedOptions options;
        options.listen = QStringLiteral("127.0.0.1:0");
        options.registry = QStringLiteral("redis+unix://") + QString::fromStdString(redis.socketPath());
        options.nodeId = QString::fromLatin1(id);
        return options;
    }
    /// The state that it comes to, other than connecting.
    static ConnectionStatus settled(Session &session)
    {
        spinUntil([&] { return session.deployment().status().state != ConnectionState::Connecting; }, Seconds(40));
        return session.deployment().status();
    }

    LogStore log;
    SessionFactory sessions{log.sink()};
};

} // namespace

// SPEC G1 SPEC R1: it sees what is at another node, and is seen there.
TEST_F(EmbedOnRedis, JoinsTheFleetOfOthers)
{
    RedisServer redis({.unixSocket = true});
    NodeProcess other({"--registry", "redis+unix://" + redis.socketPath(), "--node-id", "other", "--announce", "no"});
    ASSERT_TRUE(other.isReady()) << other.program().err();
    auto session = sessions.embed(optionsFor(redis, "desk"));
    ASSERT_TRUE(session) << name(session.error().code);
    ASSERT_EQ(settled(**session).state, ConnectionState::Live);
    const auto ready = [&](const char *id) {
        for (const NodeInfo &node : (*session)->fleet().fleet().nodes())
            if (node.id.text() == id)
                return node.report.ready;
        return false;
    };
    EXPECT_TRUE(spinUntil([&] { return ready("desk") && ready("other"); }, Seconds(20)));

    auto second = sessions.embed(optionsFor(redis, "desk"));
    ASSERT_TRUE(second);
    const ConnectionStatus refused = settled(**second);
    EXPECT_EQ(refused.state, ConnectionState::Refused);
    ASSERT_TRUE(refused.error);
    EXPECT_EQ(refused.error->code, ErrorCode::NodeIdLive);
}

// SPEC G1 SPEC R4
TEST_F(EmbedOnRedis, GivesThePasswordAndSaysWhereItIsWrong)
{
    RedisServer redis({.unixSocket = true, .password = "hush"});
    EmbedOptions options = optionsFor(redis, "desk");
    options.password = QStringLiteral("wrong");
    auto wrong = sessions.embed(options);
    ASSERT_TRUE(wrong);
    const ConnectionStatus refused = settled(**wrong);
    EXPECT_EQ(refused.state, ConnectionState::Refused);
    ASSERT_TRUE(refused.error);
    EXPECT_EQ(refused.error->code, ErrorCode::StoreLoginRefused);
    options.password = QStringLiteral("hush");
    auto right = sessions.embed(options);
    ASSERT_TRUE(right);
    EXPECT_EQ(settled(**right).state, ConnectionState::Live);
    for (const LogLine &line : log.lines())
        EXPECT_FALSE(line.text.contains(QLatin1String("hush"))) << line.text.toStdString();
}

} // namespace cheetah::gui

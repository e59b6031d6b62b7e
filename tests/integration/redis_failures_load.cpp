// SPDX-License-Identifier: Apache-2.0
// Many clients come back at one moment, and one never reads; a deployment serves the others meanwhile (SPEC E5, D7).
#include "support/loop.h"
#include "support/rawclient.h"
#include "support/redisdeployment.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <map>

namespace cheetah::test {
namespace {

constexpr int clientCount = 2'000, tabsEach = 20, clientsPerUser = 10;

/// One client of the storm over a bare socket: upgrades, says hello and reports, each once the answer before is there.
class StormClient {
public:
    StormClient(int number, std::string token) : m_number(number), m_token(std::move(token)) {}

    void connectTo(std::uint16_t port)
    {
        m_socket.emplace(port);
        m_step = Step::Upgrading;
        m_socket->send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Protocol: cheetah.client.v1\r\nAuthorization: Bearer "
                       + m_token + "\r\n\r\n");
    }
    void drop() { m_socket.reset(); }
    bool isDone() const { return m_step == Step::Done; }
    bool isRefused() const { return m_step == Step::Refused; }
    /// How far it came, and what it was told last.
    std::string story()
    {
        static constexpr const char *steps[] = {"upgrading", "greeting", "reporting", "done", "refused"};
        return steps[int(m_step)] + (": " + m_socket->received().substr(0, 200));
    }

    /// Goes on if the other side did.
    void look()
    {
        if (isDone() || isRefused())
            return;
        if (m_step == Step::Upgrading) {
            if (m_socket->received().find("\r\n\r\n") == std::string::npos)
                return check();
            m_socket->forget();
            return say(Step::Greeting, "hello", helloParams());
        }
        while (const auto frame = m_socket->takeFrame())
            if (frame->payload.find(R"("result")") != std::string::npos)
                return m_step == Step::Greeting ? say(Step::Reporting, "report", reportParams()) : done();
        check();
    }

private:
    enum class Step { Upgrading, Greeting, Reporting, Done, Refused };

    void done() { m_step = Step::Done; }
    void check()
    {
        if (m_socket->closedByPeer())
            m_step = Step::Refused;
    }
    void say(Step step, const std::string &method, const std::string &params)
    {
        m_step = step;
        m_socket->send(maskedFrame(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + '}'));
    }
    std::string helloParams() const
    {
        return R"({"protocol":1,"userId":"u)" + std::to_string(m_number / clientsPerUser) + R"(","clientId":"c)"
             + std::to_string(m_number) + R"(","kind":"browser","epoch":"e","agent":"storm"})";
    }
    std::string reportParams()
    {
        std::string params = R"({"epoch":"e","seq":)" + std::to_string(++m_seq)
                           + R"(,"windows":[{"windowId":"w","title":"","contexts":[)";
        for (int tab = 0; tab < tabsEach; ++tab)
            params += (tab ? "," : "") + std::string(R"({"contextId":"t)") + std::to_string(tab)
                    + R"(","title":"A tab","url":"https://example.test/)" + std::to_string(tab)
                    + R"(","health":"live"})";
        return params + "]}]}";
    }

    const int m_number;
    const std::string m_token;
    std::optional<RawClient> m_socket;
    Step m_step = Step::Upgrading;
    int m_seq = 0;
};

class ManyClients : public testing::Test {
protected:
    void SetUp() override
    {
        fleet.setAll({"--connection-lease", "60s", "--disconnect-policy", "keep", "--max-queued-bytes", "262144"});
        ASSERT_TRUE(fleet.start("ws1", "websocket"));
        ASSERT_TRUE(fleet.start("ws2", "websocket"));
        ASSERT_TRUE(fleet.start("app1", "app"));
        calm = fleet.client("ws1", "calm", 1, "u");
        ASSERT_TRUE(calm && fleet.shows("app1", 1));
    }
    std::uint16_t portOf(const char *node) { return std::uint16_t(fleet.node(node).url().port()); }

    /// One lease cycle and one command of somebody else, in milliseconds; -1 if it was refused.
    qint64 cycle()
    {
        QElapsedTimer timer;
        timer.start();
        const auto lease = fleet.call("app1", "acquire", "app", R"({"userId":"u","taskId":"calm"})");
        const auto sent = lease.ok()
                            ? fleet.call("app1", "send", "app",
                                         handleParams(lease.at("handle"), R"(,"kind":"reload","waitMs":20000)"))
                            : lease;
        const auto released =
            lease.ok() ? fleet.call("app1", "release", "app", handleParams(lease.at("handle"))) : lease;
        last = lease.text + sent.text + released.text;
        return sent.at("outcome") == "result" && released.ok() ? timer.elapsed() : -1;
    }

    RedisDeployment fleet;
    std::unique_ptr<ScriptedClient> calm;
    std::string last;
};

} // namespace

// SPEC E5: 2,000 clients with 20 tabs each come back within a second; all are served, and so is everybody else meanwhile.
TEST_F(ManyClients, ComeBackWithinASecond)
{
    std::vector<StormClient> storm;
    for (int i = 0; i < clientCount; ++i)
        storm.emplace_back(i, fleet.node("ws1").token("client"));
    const auto connectAll = [&] {
        for (std::size_t i = 0; i < storm.size(); ++i)
            storm[i].connectTo(portOf(i % 2 ? "ws1" : "ws2"));
    };
    const auto allDone = [&] {
        for (StormClient &client : storm)
            client.look();
        return std::ranges::all_of(storm, [](const StormClient &client) { return client.isDone(); });
    };
    const auto connected = [&] { return fleet.call("app1", "status", "viewer").at("counts.connected"); };
    const auto stories = [&] {
        std::map<std::string, int> counts;
        for (StormClient &client : storm)
            ++counts[client.story()];
        std::string all;
        for (const auto &[story, count] : counts)
            all += std::to_string(count) + " x " + story + '\n';
        return all.substr(0, 2'000);
    };
    connectAll();
    ASSERT_TRUE(runUntil(allDone, Seconds(60))) << stories();
    ASSERT_TRUE(runUntil([&] { return connected() == std::to_string(clientCount + 1); }, Seconds(30))) << connected();

    QElapsedTimer timer;
    for (StormClient &client : storm)
        client.drop();
    timer.start();
    connectAll();
    const qint64 begun = timer.elapsed();
    std::vector<qint64> cycles;
    while (!allDone() && timer.elapsed() < 60'000) {
        cycles.push_back(cycle());
        ASSERT_GE(cycles.back(), 0) << last;
    }
    const qint64 whole = timer.elapsed();
    EXPECT_TRUE(allDone()) << stories();
    EXPECT_EQ(std::ranges::count_if(storm, [](const StormClient &client) { return client.isRefused(); }), 0);
    EXPECT_LT(begun, 1'000);
    ASSERT_FALSE(cycles.empty());
    EXPECT_LT(std::ranges::max(cycles), 10'000) << "others wait while the storm lasts";
    EXPECT_TRUE(runUntil([&] { return connected() == std::to_string(clientCount + 1); }, Seconds(30)));
    EXPECT_EQ(fleet.call("app1", "status", "viewer").at("counts.contexts"), std::to_string(clientCount * tabsEach + 1));
    EXPECT_TRUE(calm->isOpen());
    RecordProperty("storm_ms", int(whole));
    RecordProperty("others_cycles", int(cycles.size()));
    RecordProperty("others_longest_ms", int(std::ranges::max(cycles)));
    std::printf(
        "storm: begun within %lld ms, all served after %lld ms; %zu cycles of others meanwhile, longest %lld ms\n",
        static_cast<long long>(begun), static_cast<long long>(whole), cycles.size(),
        static_cast<long long>(std::ranges::max(cycles)));
}

// SPEC D7 SPEC E5: one that never reads what it is sent is closed by name; its neighbours notice nothing.
TEST_F(ManyClients, OneThatNeverReadsHoldsUpNobody)
{
    RawClient deaf(portOf("ws1"));
    deaf.shrinkReceiveBuffer();
    ASSERT_TRUE(
        deaf.upgrade("cheetah.client.v1", "Authorization: Bearer " + fleet.node("ws1").token("client") + "\r\n"));
    ASSERT_TRUE(
        deaf.sendAll(maskedFrame(R"({"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,)"
                                 R"("userId":"d","clientId":"deaf","kind":"browser","epoch":"e","agent":""}})")));
    ASSERT_TRUE(deaf.nextFrame());
    ASSERT_TRUE(deaf.sendAll(maskedFrame(R"({"jsonrpc":"2.0","id":2,"method":"report","params":{"epoch":"e","seq":1,)"
                                         R"("windows":[{"windowId":"w","title":"","contexts":[{"contextId":"t",)"
                                         R"("title":"","url":"","health":"live"}]}]}})")));
    ASSERT_TRUE(deaf.nextFrame());
    ASSERT_TRUE(fleet.shows("app1", 2));
    const auto lease = fleet.call("app1", "acquire", "app", R"({"userId":"d","taskId":"t"})");
    ASSERT_TRUE(lease.ok()) << lease.text;
    const std::string large = handleParams(lease.at("handle"), R"(,"kind":"evaluate","params":{"script":")"
                                                                   + std::string(150'000, 'x') + "\"}");
    const auto connected = [&] { return fleet.call("app1", "status", "viewer").at("counts.connected"); };
    qint64 longest = 0;
    int cycles = 0;
    bool closed = false;
    for (int i = 0; i < 100 && !closed; ++i) { // it never calls what would read
        const auto sent = fleet.call("app1", "send", "app", large);
        ASSERT_TRUE(sent.ok()) << sent.text;
        const qint64 one = cycle();
        ASSERT_GE(one, 0) << last;
        longest = std::max(longest, one);
        ++cycles;
        closed = connected() == "1";
    }
    EXPECT_TRUE(closed) << "it was never closed";
    EXPECT_LT(longest, 5'000);
    EXPECT_GT(cycles, 1);
    const auto metrics = NodeApi().get(fleet.node("ws1").url(), "/metrics", fleet.node("ws1").token("viewer"));
    EXPECT_NE(metrics.text.find(R"({reason="slow_reader"} 1)"), std::string::npos) << "by name\n" << metrics.text;
    EXPECT_TRUE(calm->isOpen());
    EXPECT_TRUE(calm->report());
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
// The node as a program: what it refuses at its start, and how it goes down.
#include "support/loop.h"
#include "support/nodefixture.h"
#include "support/programs.h"
#include "wire/localnode.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/stat.h>

namespace cheetah::test {

// SPEC W2 SPEC R1 SPEC R7 SPEC E3: named errors at the start.
TEST(Cheetahd, RefusesContradictorySettingsByName)
{
    const std::tuple<std::vector<std::string>, int, const char *> cases[] = {
        {{"--sweep-interval", "nan"}, 1, "check"},
        {{"--sweep-interval", "inf"}, 1, "check"},
        {{"--sweep-interval", "0"}, 1, "check"},
        {{"--sweep-interval", "-1"}, 1, "check"},
        {{"--task-timeout", "-5s"}, 2, "task-timeout"},
        {{"--task-timeout", "soon"}, 2, "task-timeout"},
        {{"--roles", "app"}, 2, "all roles"},
        {{"--registry", "redis"}, 2, "registry"},
        {{"--disconnect-policy", "grace:20m"}, 2, "disconnect-policy (20m)"},
        {{"--listen", "nowhere"}, 2, "listen"},
        {{"--listen", "0.0.0.0:0"}, 1, "127.0.0.1"},
        {{"--node-id", ""}, 2, "node"},
        {{"--colour", "red"}, 2, "colour"},
        {{"--config", "/nonexistent/file"}, 2, "/nonexistent/file"},
    };
    for (const auto &[arguments, status, word] : cases) {
        std::vector<std::string> all = arguments;
        if (arguments.front() != "--listen")
            all.insert(all.end(), {"--listen", "127.0.0.1:0"});
        const Ended ended = runProgram("cheetahd", all);
        EXPECT_EQ(ended.status, status) << arguments[0] << ' ' << arguments[1] << ": " << ended.err;
        EXPECT_NE(ended.err.find(word), std::string::npos) << arguments[0] << ' ' << arguments[1] << ": " << ended.err;
    }
}

// SPEC L5
TEST(Cheetahd, APortInUseIsNamed)
{
    NodeFixture first;
    ASSERT_TRUE(first.started());
    const std::string address = "127.0.0.1:" + std::to_string(first.url().port());
    const Ended ended = runProgram("cheetahd", {"--listen", address});
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.err.find(address + " is in use"), std::string::npos) << ended.err;
}

// SPEC E2
TEST(Cheetahd, ATokenFileThatOthersCanReadIsRefused)
{
    QTemporaryDir folder;
    const std::string file = folder.filePath("tokens").toStdString();
    {
        NodeProcess node({"--token-file", file});
        ASSERT_TRUE(node.isReady());
    }
    ::chmod((file + ".hashed").c_str(), 0644);
    const Ended ended = runProgram("cheetahd", {"--listen", "127.0.0.1:0", "--token-file", file});
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.err.find("chmod 600"), std::string::npos) << ended.err;
}

// SPEC E2: nodes of one machine that start together for the first time agree on the tokens
TEST(Cheetahd, NodesThatStartTogetherShareTheFirstTokens)
{
    QTemporaryDir folder;
    const std::string file = folder.filePath("tokens").toStdString();
    std::vector<std::unique_ptr<Program>> nodes;
    for (int i = 0; i < 6; ++i)
        nodes.push_back(std::make_unique<Program>(
            "cheetahd", std::vector<std::string>{"--listen", "127.0.0.1:0", "--announce", "no", "--token-file", file}));
    for (const auto &node : nodes) {
        ASSERT_TRUE(runUntil([&] { return node->out().find('\n') != std::string::npos; })) << node->err();
        const std::string url = node->out().substr(node->out().find("http://"));
        const Ended asked = runProgram(
            "cheetahctl", {"status", "--token-file", file, "--node", url.substr(0, url.find_first_of(" \n"))});
        EXPECT_EQ(asked.status, 0) << asked.err;
    }
}

// SPEC L5
TEST(Cheetahd, GoesDownInOrderOnSigtermAndTakesItsAnnouncementBack)
{
    NodeProcess node;
    ASSERT_TRUE(node.isReady());
    const auto announced = readLocalNode();
    ASSERT_TRUE(announced);
    EXPECT_EQ(announced->url, node.urlText());
    EXPECT_EQ(node.stop(), 0);
    EXPECT_FALSE(readLocalNode());
}

// A stronger place wins, and says where a value comes from.
TEST(Cheetahd, SettingsComeFromOptionThenEnvironmentThenFile)
{
    QTemporaryDir folder;
    const std::string file = folder.filePath("node.ini").toStdString();
    std::ofstream(file) << "[node]\n# comment\ntask-timeout = 11s\nwaiter-limit = 7\ndeployment = from-file\n";
    const auto config =
        loadConfig({{"task-timeout", "33s"}}, {{"CHEETAH_TASK_TIMEOUT", "22s"}, {"CHEETAH_WAITER_LIMIT", "9"}}, file);
    ASSERT_TRUE(config) << config.error().param("value");
    EXPECT_EQ(config->policies.taskTimeout, Seconds(33));
    EXPECT_EQ(config->policies.waiterLimit, 9u);
    EXPECT_EQ(config->deployment.text(), "from-file");
    std::map<std::string, SettingOrigin> origins;
    for (const SettingValue &value : config->values)
        origins[value.name] = value.origin;
    EXPECT_EQ(origins["task-timeout"], SettingOrigin::Option);
    EXPECT_EQ(origins["waiter-limit"], SettingOrigin::Environment);
    EXPECT_EQ(origins["deployment"], SettingOrigin::File);
    EXPECT_EQ(origins["roles"], SettingOrigin::Default);
    std::ofstream(file, std::ios::app) << "colour = red\n";
    EXPECT_EQ(loadConfig({}, {}, file).error().code, ErrorCode::BadSetting);
}

} // namespace cheetah::test

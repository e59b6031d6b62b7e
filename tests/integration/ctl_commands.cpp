// SPDX-License-Identifier: Apache-2.0
// cheetahctl against a real cheetahd, with a scripted client as the browser: every command, its output and its exit status.
#include "model/handle.h"
#include "support/loop.h"
#include "support/programs.h"
#include "support/scriptedclient.h"
#include "wire/jsonwalker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace cheetah::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

using Arguments = std::vector<std::string>;

Ended ctl(const Arguments &arguments, const Program::Environment &environment = {})
{
    return runProgram("cheetahctl", arguments, environment);
}

/// The text or number at a path such as `rows.0.taskId`; empty if there is nothing.
std::string valueAt(const std::string &json, const std::string &path)
{
    const auto parsed = parseJson(json);
    const JsonValue *value = parsed ? &*parsed : nullptr;
    for (std::size_t begin = 0; value && begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string step = path.substr(begin, end - begin);
        const JsonValue::Array *array = value->array();
        if (array)
            value = std::size_t(std::stoul(step)) < array->size() ? &(*array)[std::stoul(step)] : nullptr;
        else
            value = value->member(step);
        begin = end + 1;
    }
    if (!value)
        return {};
    return value->string() ? value->string()->text : value->toJson();
}

std::string firstLine(const std::string &text)
{
    return text.substr(0, text.find('\n'));
}

/// A node that the local commands find by themselves, and a connected client with two tabs.
class Ctl : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(node.isReady()) << node.program().err();
        ASSERT_TRUE(client.connectTo(node.url(), node.token("client")));
    }

    std::string acquire(const std::string &task, Arguments more = {})
    {
        more.insert(more.begin(), {"acquire", "--user", "u", "--task", task});
        const Ended ended = ctl(more);
        EXPECT_EQ(ended.status, 0) << ended.err;
        return firstLine(ended.out);
    }
    std::size_t rows(const std::string &command)
    {
        const auto parsed = parseJson(ctl({command, "--json"}).out);
        return parsed && parsed->member("rows") ? parsed->member("rows")->array()->size() : 999;
    }

    NodeProcess node{{"--node-id", "n1", "--deployment", "testing"}};
    ScriptedClient client{{UserId::trusted("u"), ClientId::trusted("c")}, Epoch::trusted("e1")};
};

// SPEC O1
TEST_F(Ctl, ShowsWhatIsThere)
{
    const Ended status = ctl({"status"});
    EXPECT_EQ(status.status, 0) << status.err;
    EXPECT_THAT(status.out, HasSubstr("Deployment testing, node n1"));
    EXPECT_THAT(status.out, HasSubstr("Contexts   2: 2 available, 0 assigned"));
    EXPECT_EQ(valueAt(ctl({"--json", "status"}).out, "counts.contexts"), "2");

    const std::string handle = acquire("task-A");
    const Ended contexts = ctl({"contexts"});
    EXPECT_EQ(contexts.status, 0) << contexts.err;
    EXPECT_THAT(contexts.out, StartsWith("USER  CLIENT  WINDOW"));
    EXPECT_THAT(contexts.out, HasSubstr("task-A"));
    EXPECT_THAT(contexts.out, HasSubstr(toText(client.contextName("t1"))));
    const std::string json = ctl({"contexts", "--json"}).out;
    EXPECT_EQ(valueAt(json, "rows.0.userId"), "u");
    EXPECT_EQ(valueAt(json, "rows.0.clientId"), "c");
    EXPECT_EQ(valueAt(json, "rows.0.epoch"), "e1");
    EXPECT_EQ(valueAt(json, "rows.0.contextId"), "t1");
    EXPECT_EQ(valueAt(json, "rows.0.windowId"), "w1");
    EXPECT_EQ(valueAt(json, "rows.0.name"), toText(client.contextName("t1")));
    EXPECT_EQ(valueAt(json, "rows.0.title"), "Tab 1");
    EXPECT_EQ(valueAt(json, "rows.0.url"), "https://example.test/1");
    EXPECT_EQ(valueAt(json, "rows.0.health"), "live");

    EXPECT_THAT(ctl({"windows"}).out, HasSubstr(toText(client.windowName("w1"))));
    EXPECT_THAT(ctl({"clients"}).out, HasSubstr("scripted 1"));
    const Ended assignments = ctl({"assignments"});
    EXPECT_THAT(assignments.out, HasSubstr("task-A"));
    EXPECT_THAT(assignments.out, HasSubstr(std::to_string(parseHandle(handle)->fence)));
    EXPECT_EQ(ctl({"waiters"}).out, "No request waits.\n");
    EXPECT_EQ(ctl({"contexts", "--user", "nobody"}).out, "No contexts.\n");
    EXPECT_THAT(ctl({"config"}).out, HasSubstr("node-id"));
    EXPECT_THAT(ctl({"events"}).out, HasSubstr("task-A acquired c/"));
    EXPECT_EQ(valueAt(ctl({"events", "--json", "--limit", "1"}).out, "entries.0.kind"), "acquired");
}

// SPEC W4 SPEC W8 SPEC W9 SPEC W11
TEST_F(Ctl, LeasesRenewsAndReleases)
{
    const Ended first = ctl({"acquire", "--user", "u", "--task", "A", "--request-id", "r1"});
    EXPECT_EQ(first.status, 0) << first.err;
    EXPECT_THAT(first.out, MatchesRegex("h[A-Za-z0-9_-]+\n"));
    EXPECT_EQ(ctl({"acquire", "--user", "u", "--task", "A", "--request-id", "r1"}).out, first.out);
    const std::string handle = firstLine(first.out);

    const Ended second = ctl({"acquire", "--user", "u", "--task", "B", "--require", "kind=browser", "--json"});
    EXPECT_EQ(valueAt(second.out, "userId"), "u");
    EXPECT_NE(valueAt(second.out, "fence"), "");

    const Ended nothing = ctl({"acquire", "--user", "u", "--task", "C"});
    EXPECT_EQ(nothing.status, 3);
    EXPECT_EQ(nothing.out, "");
    EXPECT_THAT(nothing.err, HasSubstr("No context: 2 candidates: 2 assigned."));
    EXPECT_EQ(ctl({"acquire", "--user", "u", "--task", "C", "--require", "metadata.gpu"}).status, 3);

    const Ended explained = ctl({"explain", "--user", "u"});
    EXPECT_EQ(explained.status, 0) << explained.err;
    EXPECT_THAT(explained.out, HasSubstr("2 assigned"));
    EXPECT_THAT(explained.out, HasSubstr("c/t1: assigned to A"));
    EXPECT_EQ(valueAt(ctl({"explain", "--user", "u", "--json"}).out, "candidates"), "2");

    EXPECT_EQ(ctl({"renew", handle}).status, 0);
    EXPECT_EQ(ctl({"release", handle}).out, "Released.\n");
    const Ended again = ctl({"release", handle, "--json"});
    EXPECT_EQ(again.status, 0);
    EXPECT_EQ(valueAt(again.out, "outcome"), "already_released");
    const Ended stale = ctl({"renew", handle});
    EXPECT_EQ(stale.status, 4);
    EXPECT_THAT(stale.err, HasSubstr("This lease has ended"));

    const Ended swapped = ctl({"release", valueAt(second.out, "handle"), "--and-acquire", "--task", "D"});
    EXPECT_EQ(swapped.status, 0) << swapped.err;
    EXPECT_TRUE(parseHandle(firstLine(swapped.out)).ok());
    EXPECT_EQ(rows("assignments"), 1U);
}

// SPEC W13
TEST_F(Ctl, CreatesWhereAsked)
{
    const std::string handle = acquire("A", {"--placement", "new-tab"});
    ASSERT_TRUE(parseHandle(handle).ok());
    EXPECT_EQ(parseHandle(handle)->name().context.text(), "made-t1");
    EXPECT_EQ(ctl({"acquire", "--user", "u", "--task", "B", "--placement", "new-tab", "--reuse-only"}).status, 2);
}

// SPEC D1 SPEC D2 SPEC D3 SPEC D5
TEST_F(Ctl, SendsAndKnowsWhatIsKnown)
{
    client.script("evaluate", [](const CommandMessage &) { return ScriptedClient::Answer{R"({"value":42})", {}}; });
    client.script("screenshot", [](const CommandMessage &) {
        return ScriptedClient::Answer{R"({"format":"png","data":"aGVsbG8="})", {}};
    });
    client.script("navigate", [](const CommandMessage &) {
        return ScriptedClient::Answer{{}, Error(ErrorCode::NavigationFailed, {{"reason", "net::ERR_X"}})};
    });
    const std::string handle = acquire("A");

    const Ended sent = ctl({"send", handle, "evaluate", "--script", "6*7", "--command-id", "k1"});
    EXPECT_EQ(sent.status, 0) << sent.err;
    EXPECT_EQ(sent.out, "{\"value\":42}\n");
    EXPECT_EQ(firstLine(sent.err), "k1");
    ASSERT_EQ(client.commands().size(), 1U);
    EXPECT_THAT(client.commands()[0].params, HasSubstr("6*7"));
    EXPECT_EQ(ctl({"send", handle, "evaluate", "--script", "6*7", "--command-id", "k1"}).out, sent.out);
    EXPECT_EQ(client.commands().size(), 1U) << "the same id was carried out twice";
    EXPECT_EQ(ctl({"send", handle, "evaluate", "--script", "other", "--command-id", "k1"}).status, 1);

    const Ended json = ctl({"send", handle, "evaluate", "--script", "1", "--json", "--command-id", "k2"});
    EXPECT_EQ(json.out, "{\"commandId\":\"k2\",\"state\":\"result\",\"result\":{\"value\":42}}\n");

    const std::string file = qEnvironmentVariable("TMPDIR").toStdString() + "/shot.png";
    EXPECT_EQ(ctl({"send", handle, "screenshot", "--out", file}).status, 0);
    std::ifstream picture(file);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(picture), {}), "hello");

    const Ended failed = ctl({"send", handle, "navigate", "--url", "https://x.test/", "--command-id", "k3"});
    EXPECT_EQ(failed.status, 1);
    EXPECT_THAT(failed.err, HasSubstr("net::ERR_X"));

    const Ended evidence = ctl({"evidence", "--user", "u", "k1"});
    EXPECT_EQ(evidence.status, 0) << evidence.err;
    EXPECT_THAT(evidence.out, HasSubstr("Was it admitted?"));
    EXPECT_THAT(evidence.out, HasSubstr("k1  evaluate  result"));
    EXPECT_EQ(valueAt(ctl({"evidence", "--user", "u", "--task", "A", "--json"}).out, "answers.admitted"), "yes");
    EXPECT_EQ(ctl({"evidence", "--user", "u", "never"}).status, 1);

    ASSERT_EQ(ctl({"release", handle}).status, 0);
    EXPECT_EQ(ctl({"send", handle, "reload"}).status, 4);
}

// SPEC O3 SPEC W16
TEST_F(Ctl, OperatorActions)
{
    const std::string handle = acquire("A");
    const std::string context = toText(parseHandle(handle)->name());
    const std::string fence = std::to_string(parseHandle(handle)->fence);
    EXPECT_EQ(ctl({"force-release", context, "--fence", "1"}).status, 4);
    EXPECT_EQ(ctl({"renew", handle}).status, 0);
    EXPECT_EQ(ctl({"force-release", context, "--fence", fence}).status, 0);
    EXPECT_EQ(ctl({"renew", handle}).status, 4);
    EXPECT_EQ(ctl({"force-release", context}).status, 2);

    const Arguments targets[] = {
        {"drain", "client", "u", "c"}, {"drain", "window", toText(client.windowName("w1"))}, {"drain", "node", "n1"}};
    for (Arguments target : targets) {
        EXPECT_EQ(ctl(target).status, 0) << target[1];
        EXPECT_EQ(ctl({"acquire", "--user", "u", "--task", "B"}).status, 3) << target[1];
        target.push_back("--undo");
        EXPECT_EQ(ctl(target).status, 0) << target[1];
        EXPECT_EQ(ctl({"release", acquire("B")}).status, 0);
    }

    EXPECT_EQ(ctl({"disconnect", "u", "c", "--keep-out", "1m"}).status, 0);
    ASSERT_TRUE(runUntil([this] { return !client.isOpen(); }));
    EXPECT_EQ(client.closeCode(), int(CloseCode::KeptOut));
    ScriptedClient back({UserId::trusted("u"), ClientId::trusted("c")}, Epoch::trusted("e1"));
    EXPECT_FALSE(back.connectTo(node.url(), node.token("client")));
    EXPECT_THAT(ctl({"events"}).out, HasSubstr("disconnect"));
}

// SPEC W17
TEST_F(Ctl, SettlesByHand)
{
    client.script("reload", [](const CommandMessage &) { return ScriptedClient::Answer{}; });
    const std::string handle = acquire("A");
    const std::string context = toText(parseHandle(handle)->name());
    Program sending("cheetahctl", {"send", handle, "reload", "--deadline", "50s"});
    ASSERT_TRUE(runUntil([this] { return !client.commands().empty(); }));
    ASSERT_EQ(ctl({"release", handle}).status, 0);
    EXPECT_THAT(ctl({"contexts"}).out, HasSubstr("settling"));
    const std::string command = client.commands().front().command.string();
    const auto other = ctl({"settle", context, "--command", "another"});
    EXPECT_EQ(other.status, 4) << "it settles on something that nobody named";
    EXPECT_THAT(other.err, HasSubstr(command));
    EXPECT_THAT(ctl({"contexts"}).out, HasSubstr("settling"));
    EXPECT_EQ(ctl({"settle", context, "--command", "another", "--command", command}).status, 0);
    EXPECT_THAT(ctl({"contexts"}).out, Not(HasSubstr("settling")));
    sending.signal(SIGINT);
    EXPECT_EQ(sending.wait(), 130);
}

// SPEC E2
TEST_F(Ctl, ManagesTokens)
{
    const Ended added = ctl({"token", "add", "--scope", "app", "--user", "u", "--metadata", "region=eu"});
    ASSERT_EQ(added.status, 0) << added.err;
    const std::string file = qEnvironmentVariable("TMPDIR").toStdString() + "/mine";
    std::ofstream(file) << "app " << firstLine(added.out) << "\n";
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    EXPECT_TRUE(runUntil([&] { return ctl({"explain", "--user", "u", "--token-file", file}).status == 0; }));
    EXPECT_EQ(ctl({"explain", "--user", "other", "--token-file", file}).status, 1);

    const Ended list = ctl({"token", "list"});
    EXPECT_THAT(list.out, HasSubstr("region=eu"));
    EXPECT_THAT(list.out, Not(HasSubstr(firstLine(added.out))));
    std::string id;
    const auto parsed = parseJson(ctl({"token", "list", "--json"}).out);
    ASSERT_TRUE(parsed.ok());
    for (const JsonValue &token : *parsed->member("tokens")->array())
        if (token.member("userId"))
            id = token.member("tokenId")->string()->text;
    EXPECT_EQ(ctl({"token", "remove", id}).status, 0);
    EXPECT_TRUE(runUntil([&] { return ctl({"explain", "--user", "u", "--token-file", file}).status == 1; }));
    EXPECT_EQ(ctl({"token", "remove", id}).status, 1);
}

// SPEC W12
TEST_F(Ctl, CtrlCTakesTheWaitingRequestBack)
{
    acquire("A");
    acquire("B");
    Program waiting("cheetahctl", {"acquire", "--user", "u", "--task", "C", "--wait", "50s"});
    ASSERT_TRUE(runUntil([this] { return rows("waiters") == 1; }));
    EXPECT_THAT(ctl({"waiters"}).out, HasSubstr("C"));
    waiting.signal(SIGINT);
    EXPECT_EQ(waiting.wait(), 130);
    EXPECT_EQ(waiting.out(), "");
    EXPECT_TRUE(runUntil([this] { return rows("waiters") == 0; }));
}

TEST_F(Ctl, FollowsEvents)
{
    Program follower("cheetahctl", {"events", "--follow"});
    Program lines("cheetahctl", {"events", "--follow", "--json"});
    ASSERT_TRUE(runUntil([&] { return !follower.out().empty() && !lines.out().empty(); }));
    ASSERT_EQ(ctl({"release", acquire("later")}).status, 0);
    EXPECT_TRUE(runUntil([&] { return follower.out().find("later no longer holds") != std::string::npos; }))
        << follower.out();
    EXPECT_TRUE(runUntil([&] { return lines.out().find("\"cause\":\"released\"") != std::string::npos; }));
    EXPECT_TRUE(parseJson(firstLine(lines.out())).ok());
    for (Program *program : {&follower, &lines}) {
        program->signal(SIGINT);
        EXPECT_EQ(program->wait(), 130);
    }
}

TEST_F(Ctl, TopPrintsAFrameWithoutATerminal)
{
    acquire("task-A");
    const Ended top = ctl({"top", "--frames", "2"}, {{"LC_ALL", "C.UTF-8"}, {"COLUMNS", "100"}});
    EXPECT_EQ(top.status, 0) << top.err;
    EXPECT_THAT(top.out, StartsWith("cheetah testing · node n1 · ● live · revision"));
    EXPECT_THAT(top.out, HasSubstr("contexts 2  available 1  assigned 1"));
    EXPECT_THAT(top.out, HasSubstr("u / c  browser  connected"));
    EXPECT_THAT(top.out, HasSubstr("● assigned     task-A"));
    EXPECT_THAT(top.out, HasSubstr("task-A acquired c/"));
    EXPECT_THAT(top.out, Not(HasSubstr("\x1b")));
    EXPECT_EQ(std::count(top.out.begin(), top.out.end(), '\n'), 48);

    const Ended ascii = ctl({"top"}, {{"LC_ALL", "C"}});
    EXPECT_EQ(ascii.status, 0) << ascii.err;
    EXPECT_THAT(ascii.out, HasSubstr("* assigned"));
    EXPECT_EQ(ascii.err, "");
}

/// No node is needed for these.
TEST(CtlUsage, HelpIsCompleteAndMistakesAreExplained)
{
    const Ended help = ctl({"--help"});
    EXPECT_EQ(help.status, 0);
    const std::vector<std::string> commands = {
        "status",    "contexts",   "windows",      "clients", "assignments",     "waiters",       "events",
        "top",       "config",     "acquire",      "renew",   "release",         "send",          "evidence",
        "explain",   "disconnect", "drain client", "settle",  "drain window",    "drain node",    "force-release",
        "token add", "token list", "token remove", "nodes",   "deployment show", "deployment set"};
    for (const std::string &command : commands) {
        EXPECT_THAT(help.out, HasSubstr("\n  " + command + "  ")) << command;
        Arguments words = {command.substr(0, command.find(' '))};
        if (command.find(' ') != std::string::npos)
            words.push_back(command.substr(command.find(' ') + 1));
        words.push_back("--help");
        const Ended one = ctl(words);
        EXPECT_EQ(one.status, 0) << command;
        EXPECT_THAT(one.out, StartsWith("Usage: cheetahctl " + command)) << command;
        EXPECT_THAT(one.out, HasSubstr("--token-file F"));
    }
    const Ended acquire = ctl({"acquire", "--help"});
    for (const char *option : {"--user U", "--task T", "--request-id R", "--require EXPR", "--strategy NAME",
                               "--placement WHERE", "--reuse-only", "--auto-provision", "--wait DURATION"})
        EXPECT_THAT(acquire.out, HasSubstr(option));

    for (const Arguments &wrong :
         {Arguments{}, Arguments{"dance"}, Arguments{"acquire"}, Arguments{"acquire", "--user", "u"},
          Arguments{"renew"}, Arguments{"renew", "nonsense"},
          Arguments{"acquire", "--user", "u", "--task", "t", "--require", "oops"},
          Arguments{"acquire", "--user", "u", "--task", "t", "--wait", "soon"}, Arguments{"status", "--colour"},
          Arguments{"send", "nonsense", "reload"}, Arguments{"drain"}, Arguments{"token", "add"},
          Arguments{"evidence", "x"}, Arguments{"disconnect", "u", "c", "--keep-out", "-1s"}, Arguments{"settle", "x"},
          Arguments{"deployment"}, Arguments{"deployment", "set", "task-timeout"}}) {
        const Ended ended = ctl(wrong);
        EXPECT_EQ(ended.status, 2) << testing::PrintToString(wrong) << ended.err;
        EXPECT_NE(ended.err, "");
        EXPECT_EQ(ended.out, "");
    }
}

TEST(CtlUsage, SaysHowToStartANode)
{
    const Ended local = ctl({"status"});
    EXPECT_EQ(local.status, 1);
    EXPECT_THAT(local.err, HasSubstr("Start a node with `cheetahd`"));
    const std::string file = qEnvironmentVariable("TMPDIR").toStdString() + "/tokens";
    std::ofstream(file) << "viewer abc\n";
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    const Ended named = ctl({"--node", "http://127.0.0.1:9", "--token-file", file, "status"});
    EXPECT_EQ(named.status, 1);
    EXPECT_THAT(named.err, HasSubstr("http://127.0.0.1:9"));
    EXPECT_THAT(named.err, HasSubstr("Start a node with `cheetahd`"));
    EXPECT_EQ(ctl({"--node", "ftp://x", "status"}).status, 2);
}

} // namespace
} // namespace cheetah::test

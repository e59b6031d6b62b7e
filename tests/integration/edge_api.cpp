// SPDX-License-Identifier: Apache-2.0
// The node's methods over HTTP: every one of them for real, held against its description, and walked with every scope.
#include "edge/tokenauth.h"
#include "support/loop.h"
#include "support/nodefixture.h"

#include <gtest/gtest.h>

#include <QtCore/QProcess>

namespace cheetah::test {
namespace {

std::string jsonText(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return out;
}

std::string withHandle(const std::string &handle, const std::string &more = {})
{
    return "{\"handle\":" + jsonText(handle) + more + '}';
}

QString sourcePath(const char *path)
{
    return QString::fromLocal8Bit(qgetenv("CHEETAH_SOURCE_DIR")) + '/' + path;
}

JsonValue openApi()
{
    QFile file(sourcePath("resources/openapi/cheetah.v1.json"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << file.fileName().toStdString();
    auto parsed = parseJson(file.readAll().toStdString());
    return parsed ? *parsed : JsonValue();
}

} // namespace

// SPEC E1 SPEC A1 SPEC O1
TEST(NodeApi, EveryMethodOfTheTableIsDescribedAndTheOtherWayRound)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const JsonValue document = openApi();
    const JsonValue *paths = document.member("paths");
    ASSERT_TRUE(paths && paths->object());
    std::set<std::string> described, served;
    for (const auto &[path, operations] : *paths->object())
        if (path.starts_with("/v1/"))
            described.insert(path.substr(4));
    for (const Method &method : node.node().methods().all())
        served.insert(method.name);
    EXPECT_EQ(described, served);
}

// SPEC E2
TEST(NodeApi, EveryMethodAnswersOnlyToTheScopesThatItNames)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    for (const Method &method : node.node().methods().all()) {
        // After some failures the address is told to slow down instead.
        for (const char *wrong : {"", "cht_wrong"}) {
            const int status = node.callWith(method.name, wrong).status;
            EXPECT_TRUE(status == 401 || status == 429) << method.name << ' ' << status;
        }
        for (const AccessScope scope :
             {AccessScope::Client, AccessScope::App, AccessScope::Viewer, AccessScope::Operator}) {
            const Principal principal{scope, {}, {}, {}, {}, {}};
            const bool allowed = std::any_of(method.scopes.begin(), method.scopes.end(),
                                             [&](AccessScope needed) { return principal.allows(needed); });
            const auto answer = node.call(method.name, name(scope));
            if (allowed)
                EXPECT_NE(answer.status, 403) << method.name << " as " << name(scope) << ' ' << answer.text;
            else
                EXPECT_EQ(answer.code(), "forbidden") << method.name << " as " << name(scope);
        }
    }
}

// SPEC E1 SPEC A1 SPEC O1 SPEC O3 SPEC L6 SPEC O5
TEST(NodeApi, RealTrafficIsAsTheDescriptionSays)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    QTemporaryDir folder;
    const QString log = folder.filePath("traffic.jsonl");
    node.recordTo(log.toStdString());

    EXPECT_EQ(node.get("/livez").status, 200);
    EXPECT_EQ(node.get("/readyz").status, 200);
    EXPECT_EQ(node.get("/readyz").body.member("conditions"), nullptr) << "details need a viewer";
    EXPECT_NE(node.get("/readyz", "viewer").body.member("conditions"), nullptr);
    EXPECT_NE(node.get("/metrics", "viewer").text.find("cheetah_contexts 0"), std::string::npos);

    const auto client = node.client("u", "c", 3);
    ASSERT_TRUE(client);
    client->script("evaluate", [](const CommandMessage &) { return ScriptedClient::Answer{"{\"value\":42}", {}}; });

    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"t","requestId":"r1"})");
    ASSERT_EQ(lease.status, 200) << lease.text;
    const std::string handle = lease.textAt("handle");
    const auto again = node.call("acquire", "app", R"({"userId":"u","taskId":"t","requestId":"r1"})");
    EXPECT_EQ(again.textAt("handle"), handle) << "the same request id resolves a lost reply";
    EXPECT_EQ(node.call("renew", "app", withHandle(handle)).status, 200);

    const auto sent = node.call(
        "send", "app",
        withHandle(handle, R"(,"kind":"evaluate","params":{"script":"6*7"},"commandId":"k1","waitMs":10000)"));
    EXPECT_EQ(sent.textAt("outcome"), "result") << sent.text;
    EXPECT_EQ(node.call("await", "app", R"({"userId":"u","commandId":"k1","waitMs":0})").textAt("stage"), "terminal");
    EXPECT_EQ(node.call("cancelCommand", "app", R"({"userId":"u","commandId":"k1"})").status, 200);
    const auto evidence = node.call("evidence", "app", R"({"userId":"u","taskId":"t"})");
    ASSERT_TRUE(evidence.body.member("answers"));
    EXPECT_EQ(evidence.body.member("answers")->member("terminalRetained")->string()->text, "yes");
    EXPECT_EQ(
        node.call("mayRepeat", "app", R"({"userId":"u","commandId":"k1","policy":"only_if_unsent"})").textAt("verdict"),
        "no");

    EXPECT_EQ(node.call("acquire", "app", R"({"userId":"u","taskId":"t2","require":["metadata.region=mars"]})").code(),
              "unsatisfiable");
    EXPECT_EQ(node.call("explain", "viewer",
                        R"({"userId":"u","taskId":"t2","require":["metadata.region=mars"],"details":true})")
                  .status,
              200);
    const auto moved = node.call("releaseAndAcquire", "app",
                                 "{\"handle\":" + jsonText(handle) + R"(,"acquire":{"userId":"u","taskId":"t3"}})");
    ASSERT_EQ(moved.status, 200) << moved.text;
    EXPECT_EQ(node.call("release", "app", withHandle(handle)).textAt("outcome"), "already_released");
    EXPECT_EQ(node.call("release", "app", withHandle(moved.textAt("handle"))).textAt("outcome"), "released");
    EXPECT_EQ(node.call("cancel", "app", R"({"userId":"u","requestId":"nobody"})").status, 200);

    const auto held = node.call("acquire", "app", R"({"userId":"u","taskId":"held"})");
    for (const char *rows :
         {"contexts", "windows", "clients", "assignments", "waiters", "reservations", "connections"}) {
        EXPECT_EQ(node.call(rows, "viewer", R"({"userId":"u"})").status, 200) << rows;
        EXPECT_EQ(node.get(std::string("/v1/") + rows, "viewer").status, 200) << rows;
    }
    const auto commands = node.call("commands", "viewer", R"({"userId":"u","limit":10})");
    EXPECT_EQ(commands.body.member("rows")->array()->size(), 1u) << commands.text;
    for (const char *all : {"status", "nodes", "policies", "config", "deployment", "events", "traces"})
        EXPECT_EQ(node.call(all, "viewer").status, 200) << all;
    const auto alone = node.call("setDeployment", "operator", R"({"setting":"task-timeout","value":"1m"})");
    EXPECT_EQ(alone.code(), "no_deployment_record") << alone.text;

    const std::string seen = "{\"name\":" + jsonText(held.textAt("name")) + ",\"fence\":";
    EXPECT_EQ(node.call("forceRelease", "operator", seen + "1}").code(), "fence_mismatch");
    const std::string fence = std::to_string(*held.body.member("fence")->unsignedInteger());
    EXPECT_EQ(node.call("forceRelease", "operator", seen + fence + "}").textAt("outcome"), "released");
    EXPECT_EQ(node.call("forceRelease", "operator", seen + fence + "}").code(), "stale_handle");
    EXPECT_EQ(node.call("settle", "operator", "{\"name\":" + jsonText(held.textAt("name")) + "}").status, 200);
    EXPECT_EQ(node.call("drain", "operator", R"({"userId":"u","clientId":"c","deadlineMs":60000})").status, 200);
    EXPECT_EQ(node.call("drains", "viewer").status, 200);
    EXPECT_EQ(node.call("acquire", "app", R"({"userId":"u","taskId":"t4"})").code(), "nothing_available");
    EXPECT_EQ(node.call("undrain", "operator", R"({"userId":"u","clientId":"c"})").status, 200);

    const std::string report = R"({"userId":"u","clientId":"c","epoch":"e1","seq":)";
    EXPECT_EQ(node.call("report", "client", report + "1,\"windows\":[]}").code(), "stale_seq");
    EXPECT_EQ(
        node.call("report", "client", report + R"(90,"windows":[{"windowId":"w1","contexts":[{"contextId":"t1"}]}]})")
            .status,
        200);
    EXPECT_EQ(node.call("result", "client",
                        R"({"userId":"u","clientId":"c","epoch":"e1","commandId":"none","state":"result","result":1})")
                  .code(),
              "command_unknown");

    EXPECT_EQ(node.call("disconnect", "operator", R"({"userId":"u","clientId":"c","keepOutMs":60000})").status, 200);
    ASSERT_TRUE(runUntil([&] { return !client->isOpen(); }));
    EXPECT_EQ(client->closeReason(), "kept_out");
    EXPECT_FALSE(node.client("u", "c")) << "kept out";

    QProcess check;
    check.start(
        qEnvironmentVariable("CHEETAH_PYTHON", "python3"),
        {sourcePath("tests/support/validate_traffic.py"), sourcePath("resources/openapi/cheetah.v1.json"), log});
    ASSERT_TRUE(check.waitForFinished(60'000));
    EXPECT_EQ(check.exitCode(), 0) << check.readAllStandardOutput().toStdString()
                                   << check.readAllStandardError().toStdString();
}

// SPEC E2
TEST(NodeApi, ATokenBoundToAUserSeesAndTouchesThatUserAlone)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto mine = node.client("u", "c"), other = node.client("v", "c");
    ASSERT_TRUE(mine && other);
    SystemIdSource ids;
    const auto bound = [&](AccessScope scope) {
        Principal principal;
        principal.scope = scope;
        principal.user = *UserId::parse("u");
        return *TokenFile(node.tokenFile()).add(principal, ids);
    };
    const std::string app = bound(AccessScope::App), viewer = bound(AccessScope::Viewer),
                      hand = bound(AccessScope::Operator);
    EXPECT_EQ(node.callWith("acquire", app, R"({"userId":"u","taskId":"t"})").status, 200);
    EXPECT_EQ(node.callWith("acquire", app, R"({"userId":"v","taskId":"t"})").code(), "forbidden");
    const auto foreign = node.call("acquire", "app", R"({"userId":"v","taskId":"t"})");
    EXPECT_EQ(node.callWith("release", app, withHandle(foreign.textAt("handle"))).code(), "forbidden");
    EXPECT_EQ(node.callWith("contexts", viewer).body.member("rows")->array()->size(), 2u) << "two of four";
    EXPECT_EQ(node.callWith("contexts", viewer, R"({"userId":"v"})").code(), "forbidden");
    EXPECT_EQ(node.callWith("events", viewer).code(), "forbidden");
    EXPECT_EQ(node.callWith("disconnect", hand, R"({"userId":"v","clientId":"c"})").code(), "forbidden");
    EXPECT_EQ(node.callWith("drain", hand, R"({"nodeId":"n1"})").code(), "forbidden");
    EXPECT_TRUE(other->isOpen());
}

// SPEC E4: each of these is refused by name and moves no revision.
TEST(NodeApi, BadRequestsAreNamedAndChangeNothing)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto client = node.client("u", "c");
    ASSERT_TRUE(client);
    const auto revision = [&] { return node.node().fleet().fleet().revision(); };
    const std::uint64_t before = revision();
    const std::tuple<const char *, std::string, const char *> cases[] = {
        {"acquire", "{", "bad_json"},
        {"acquire", "[]", "bad_request"},
        {"acquire", R"({"userId":"u","userId":"v","taskId":"t"})", "duplicate_key"},
        {"acquire", R"({"userId":"u","taskId":"t","colour":"red"})", "bad_request"},
        {"acquire", R"({"userId":"u"})", "bad_request"},
        {"acquire", R"({"userId":"","taskId":"t"})", "bad_id"},
        {"acquire", "{\"userId\":\"" + std::string(129, 'u') + R"(","taskId":"t"})", "bad_id"},
        {"acquire", R"({"userId":"a\u0000b","taskId":"t"})", "bad_id"},
        {"acquire", "{\"userId\":\"\xff\",\"taskId\":\"t\"}", "bad_json"},
        {"acquire", R"({"userId":"u","taskId":"t","require":["metadata.x ?? 1"]})", "bad_expression"},
        {"acquire", R"({"userId":"u","taskId":"t","strategy":"luck"})", "unknown_strategy"},
        {"acquire", R"({"userId":"u","taskId":"t","placement":"new-window","reuseOnly":true})",
         "contradictory_request"},
        {"acquire", R"({"userId":"u","taskId":"t","releaseOnClose":true})", "not_tieable"},
        {"acquire", R"({"userId":"u","taskId":"t","waitMs":-1})", "bad_request"},
        {"acquire", std::string(100'000, '[') + std::string(100'000, ']'), "too_deep"},
        {"renew", R"({"handle":"nonsense"})", "bad_id"},
        {"drain", R"({"userId":"u","clientId":"c","nodeId":"n1"})", "bad_request"},
        {"disconnect", R"({"userId":"u","clientId":"nobody"})", "client_unknown"},
        {"evidence", R"({"userId":"u"})", "bad_request"},
    };
    for (const auto &[method, params, code] : cases) {
        const bool operated = std::string(method) == "drain" || std::string(method) == "disconnect";
        EXPECT_EQ(node.call(method, operated ? "operator" : "app", params).code(), code)
            << method << ' ' << params.substr(0, 80);
    }
    EXPECT_EQ(node.call("nothing", "app").code(), "not_found");
    EXPECT_EQ(node.get("/v1/acquire", "app").code(), "method_not_allowed");
    EXPECT_EQ(revision(), before);
    EXPECT_TRUE(client->isOpen());
}

// SPEC W12 SPEC E5
TEST(NodeApi, ARequesterThatLeavesIsCancelled)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    const auto client = node.client("u", "c", 1);
    ASSERT_TRUE(client);
    const auto lease = node.call("acquire", "app", R"({"userId":"u","taskId":"holder"})");
    {
        QNetworkAccessManager http;
        QNetworkRequest request(QUrl(node.url().toString() + "/v1/acquire"));
        request.setRawHeader("Authorization", QByteArray::fromStdString("Bearer " + node.token("app")));
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        http.post(request, R"({"userId":"u","taskId":"late","requestId":"late","waitMs":60000})");
        ASSERT_TRUE(runUntil([&] { return node.node().fleet().fleet().waiterCount() == 1; }));
    }
    ASSERT_TRUE(runUntil([&] { return node.node().fleet().fleet().waiterCount() == 0; }));
    EXPECT_EQ(node.call("release", "app", withHandle(lease.textAt("handle"))).status, 200);
    EXPECT_EQ(node.node().fleet().fleet().assignedCount(), 0u);
}

} // namespace cheetah::test

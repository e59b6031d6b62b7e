// SPDX-License-Identifier: Apache-2.0
// Traces of a real node at a collector that holds every message against OTLP, and an exporter whose receiver fails.
#include "base/qtscheduler.h"
#include "node/otlptracer.h"
#include "support/collectorstub.h"
#include "support/loop.h"
#include "support/programs.h"
#include "support/scriptedclient.h"
#include "wire/jsonwalker.h"

#include <gmock/gmock.h>

#include <QtCore/QTemporaryDir>
#include <QtNetwork/QNetworkAccessManager>
#include <QtNetwork/QNetworkReply>
#include <QtNetwork/QTcpServer>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace cheetah::test {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string callersTrace = "0af7651916cd43dd8448eb211c80319c";
const std::string callersSpan = "b7ad6b7169203331";
const std::string callersContext = "00-" + callersTrace + '-' + callersSpan + "-01";

/// A `cheetahd` that exports, a client of it, and an application that asks.
class TracedNode {
public:
    explicit TracedNode(const std::string &endpoint, const std::vector<std::string> &options = {})
        : process(all(endpoint, options)),
          client({*UserId::parse("a-user"), *ClientId::parse("a-client")}, *Epoch::parse("e1"), 1)
    {}

    bool connect() { return process.isReady() && client.connectTo(process.url(), process.token("client")); }

    struct Answer {
        int status = 0;
        JsonValue body;
        std::string text;
        std::string at(std::string_view name) const
        {
            const JsonValue *value = body.member(name);
            return value && value->string() ? value->string()->text : std::string();
        }
    };
    Answer call(const std::string &method, const std::string &params, const std::string &traceparent = {},
                const char *scope = "app")
    {
        QNetworkRequest request(QUrl(QString::fromStdString(process.urlText() + "/v1/" + method)));
        return finished(std::unique_ptr<QNetworkReply>(
            http.post(prepared(request, traceparent, scope), QByteArray::fromStdString(params))));
    }
    std::string metrics()
    {
        QNetworkRequest request(QUrl(QString::fromStdString(process.urlText() + "/metrics")));
        return finished(std::unique_ptr<QNetworkReply>(http.get(prepared(request, {}, "viewer")))).text;
    }

    NodeProcess process;
    ScriptedClient client;

private:
    static std::vector<std::string> all(const std::string &endpoint, const std::vector<std::string> &options)
    {
        std::vector<std::string> arguments = {"--listen", "127.0.0.1:0", "--otlp-endpoint", endpoint};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return arguments;
    }
    QNetworkRequest &prepared(QNetworkRequest &request, const std::string &traceparent, const char *scope)
    {
        request.setRawHeader("Authorization", QByteArray::fromStdString("Bearer " + process.token(scope)));
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        if (!traceparent.empty())
            request.setRawHeader("traceparent", QByteArray::fromStdString(traceparent));
        return request;
    }
    Answer finished(std::unique_ptr<QNetworkReply> reply)
    {
        Answer answer;
        if (!runUntil([&] { return reply->isFinished(); }))
            return answer;
        answer.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        answer.text = reply->readAll().toStdString();
        if (auto parsed = parseJson(answer.text))
            answer.body = *std::move(parsed);
        return answer;
    }

    QNetworkAccessManager http;
};

constexpr auto acquireParams = R"({"userId":"a-user","taskId":"a-task"})";

std::string evaluateParams(const std::string &handle)
{
    return R"({"handle":")" + handle + R"(","kind":"evaluate","params":{"script":"aSecretScript"},"waitMs":20000})";
}

/// Waits until the collector has a span of each name.
bool arrived(const CollectorStub &collector, const std::vector<std::string> &names)
{
    return runUntil([&] {
        return std::all_of(names.begin(), names.end(), [&](const auto &name) { return collector.find(name); });
    });
}

/// An exporter in this process, with little patience.
class Exporter : public testing::Test {
protected:
    std::unique_ptr<OtlpTracer> tracer(const std::string &endpoint)
    {
        settings.url = QUrl(QString::fromStdString(endpoint + "/v1/traces"));
        return std::make_unique<OtlpTracer>(settings, OtlpResource{"1", *DeploymentId::parse("d"), *NodeId::parse("n")},
                                            OtlpTracer::Environment{scheduler, clock, ids, Log()});
    }
    static void spans(OtlpTracer &tracer, int number)
    {
        for (int i = 0; i < number; ++i)
            Span::begin(&tracer, SpanKind::Internal, "span", {}).end();
    }
    /// Closes, and gives how long that took; nothing if it did not answer.
    std::optional<Micros> close(OtlpTracer &tracer, Micros deadline)
    {
        const SteadyTime begin = clock.steady();
        bool done = false;
        tracer.close(deadline, scope, [&](const Result<void> &) { done = true; });
        return runUntil([&] { return done; }) ? std::optional(Micros(clock.steady() - begin)) : std::nullopt;
    }

    void SetUp() override
    {
        settings.interval = settings.firstDelay = Millis(10);
        settings.longestDelay = Millis(40);
    }

    SystemClock clock;
    SystemIdSource ids;
    QtScheduler scheduler{clock};
    CollectorStub collector;
    OtlpSettings settings;
    Scope scope;
};

} // namespace

// SPEC O5: one trace from the caller through method, lease and command to the browser.
TEST(Traces, AcquireAndSendAreOneTraceUnderTheCallersSpan)
{
    CollectorStub collector;
    TracedNode node(collector.endpoint(), {"--deployment", "testing", "--node-id", "n1"});
    ASSERT_TRUE(node.connect());
    const auto lease = node.call("acquire", acquireParams, callersContext);
    ASSERT_EQ(lease.status, 200) << lease.text;
    const auto sent = node.call("send", evaluateParams(lease.at("handle")), callersContext);
    ASSERT_EQ(sent.status, 200) << sent.text;
    ASSERT_EQ(sent.at("outcome"), "result") << sent.text;
    ASSERT_TRUE(arrived(collector, {"cheetah/acquire", "acquire", "cheetah/send", "command evaluate"}));
    EXPECT_EQ(collector.problem(), "");

    std::set<std::string> ids;
    for (const CollectorStub::Span &span : collector.spans()) {
        EXPECT_EQ(span.trace, callersTrace) << span.name;
        EXPECT_TRUE(ids.insert(span.id).second) << "an id of its own";
        EXPECT_FALSE(span.failed) << span.name;
    }
    const auto *acquireMethod = collector.find("cheetah/acquire"), *acquire = collector.find("acquire");
    const auto *sendMethod = collector.find("cheetah/send"), *command = collector.find("command evaluate");
    EXPECT_EQ(acquireMethod->parent, callersSpan);
    EXPECT_EQ(acquireMethod->kind, 2);
    EXPECT_EQ(acquire->parent, acquireMethod->id);
    EXPECT_EQ(sendMethod->parent, callersSpan);
    EXPECT_EQ(command->parent, sendMethod->id);
    EXPECT_EQ(command->kind, 3);
    EXPECT_EQ(acquire->attributes.at("cheetah.outcome"), "granted");
    EXPECT_EQ(acquire->attributes.at("cheetah.tries"), "1");
    EXPECT_EQ(command->attributes.at("cheetah.outcome"), "result");
    EXPECT_THAT(command->events, ElementsAre("admitted", "sent", "acknowledged"));
    EXPECT_GE(sendMethod->end, command->end) << "it waited for the command";
    ASSERT_EQ(node.client.commands().size(), 1u);
    EXPECT_EQ(node.client.commands()[0].traceparent, "00-" + callersTrace + '-' + command->id + "-01")
        << "the browser's side may go on from there";
    EXPECT_EQ(collector.resource().at("service.name"), "cheetah");
    EXPECT_EQ(collector.resource().at("service.namespace"), "testing");
    EXPECT_EQ(collector.resource().at("service.instance.id"), "n1");

    // Neither what is done nor to whom, unless that was asked for.
    for (const std::string &secret : {std::string("aSecretScript"), std::string("a-user"), std::string("a-client"),
                                      std::string("a-task"), lease.at("handle"), node.process.token("app"),
                                      node.process.token("client"), std::string("about:blank"), std::string("://")})
        EXPECT_THAT(collector.text(), Not(HasSubstr(secret)));
    EXPECT_TRUE(runUntil([&] {
        return node.metrics().find("\ncheetah_trace_spans_exported_total 4.0\n") != std::string::npos;
    })) << node.metrics();
    const auto traces = node.call("traces", "{}", {}, "viewer");
    EXPECT_THAT(traces.text, HasSubstr(R"("tracing":true)"));
    EXPECT_THAT(traces.text, HasSubstr(R"("dropped":{"queueFull":0,"rejected":0,"unreachable":0,"unsent":0})"));
}

// SPEC O5 SPEC W13: waiting and creation are told, the tab's opening is part of the acquire that asked for it, and a
// refusal says why.
TEST(Traces, ACreationAndARefusalAreTold)
{
    CollectorStub collector;
    TracedNode node(collector.endpoint(), {"--trace-ids", "yes"});
    ASSERT_TRUE(node.connect());
    const auto made =
        node.call("acquire", R"({"userId":"a-user","taskId":"a-task","placement":"new-window"})", callersContext);
    ASSERT_EQ(made.status, 200) << made.text;
    ASSERT_TRUE(arrived(collector, {"acquire", "command openWindow"}));
    const auto *acquire = collector.find("acquire"), *command = collector.find("command openWindow");
    EXPECT_THAT(acquire->events, Contains("creating"));
    EXPECT_THAT(acquire->events, Contains("created"));
    EXPECT_EQ(acquire->attributes.at("cheetah.provisioned"), "true");
    EXPECT_EQ(command->parent, acquire->id);
    EXPECT_EQ(acquire->attributes.at("cheetah.user"), "a-user");
    EXPECT_EQ(acquire->attributes.at("cheetah.task"), "a-task");
    EXPECT_EQ(acquire->attributes.at("cheetah.client"), "a-client");
    EXPECT_EQ(command->attributes.at("cheetah.user"), "a-user");

    const std::string trace = "1af7651916cd43dd8448eb211c80319c";
    ASSERT_EQ(node.call("acquire", acquireParams).status, 200) << "the tab that was there";
    const auto refused = node.call("acquire", acquireParams, "00-" + trace + '-' + callersSpan + "-01");
    ASSERT_NE(refused.status, 200) << refused.text;
    const auto ofRefused = [&](const std::string &name) {
        const auto &all = collector.spans();
        const auto it = std::find_if(all.begin(), all.end(),
                                     [&](const auto &span) { return span.trace == trace && span.name == name; });
        return it == all.end() ? nullptr : &*it;
    };
    ASSERT_TRUE(runUntil([&] { return ofRefused("cheetah/acquire"); }));
    ASSERT_TRUE(ofRefused("acquire"));
    EXPECT_EQ(ofRefused("acquire")->attributes.at("cheetah.outcome"), "refused");
    for (const char *name : {"cheetah/acquire", "acquire"}) {
        EXPECT_TRUE(ofRefused(name)->failed);
        EXPECT_EQ(ofRefused(name)->attributes.at("error.type"), "nothing_available");
    }
    EXPECT_EQ(collector.problem(), "");
}

// SPEC O5: garbage begins a new trace, a caller's decision not to sample is followed, and so is the ratio.
TEST(Traces, GarbageBeginsANewTraceAndNobodyIsSampledAgainstTheirWill)
{
    CollectorStub collector;
    TracedNode node(collector.endpoint());
    ASSERT_TRUE(node.connect());
    ASSERT_EQ(node.call("status", "{}", "00-" + callersTrace + '-' + callersSpan + "-00", "viewer").status, 200);
    ASSERT_EQ(node.call("status", "{}", callersContext + "x", "viewer").status, 200);
    ASSERT_TRUE(arrived(collector, {"cheetah/status"}));
    ASSERT_EQ(node.process.stop(), 0);
    ASSERT_EQ(collector.spans().size(), 1u) << "the caller that did not want it is not traced";
    EXPECT_NE(collector.spans()[0].trace, callersTrace);
    EXPECT_EQ(collector.spans()[0].parent, "");
    EXPECT_EQ(collector.problem(), "");
}

TEST(Traces, ARatioOfNothingTracesThoseAloneWhoAskForIt)
{
    CollectorStub collector;
    TracedNode node(collector.endpoint(), {"--trace-sample", "0"});
    ASSERT_TRUE(node.connect());
    ASSERT_EQ(node.call("status", "{}", {}, "viewer").status, 200);
    const auto lease = node.call("acquire", acquireParams);
    ASSERT_EQ(lease.status, 200);
    ASSERT_EQ(node.call("send", evaluateParams(lease.at("handle"))).status, 200);
    EXPECT_TRUE(node.client.commands()[0].traceparent.ends_with("-00")) << "the browser's side does not record either";
    ASSERT_EQ(node.call("nodes", "{}", callersContext, "viewer").status, 200);
    ASSERT_TRUE(arrived(collector, {"cheetah/nodes"}));
    ASSERT_EQ(node.process.stop(), 0);
    EXPECT_EQ(collector.spans().size(), 1u);
}

// SPEC O5: a call over the console socket brings its context beside the method.
TEST(Traces, ASocketsCallIsJoinedToo)
{
    CollectorStub collector;
    TracedNode node(collector.endpoint());
    ASSERT_TRUE(node.connect());
    QWebSocket socket;
    QNetworkRequest request(socketUrl(node.process.url()));
    request.setRawHeader("Authorization", QByteArray::fromStdString("Bearer " + node.process.token("viewer")));
    request.setRawHeader("Sec-WebSocket-Protocol", "cheetah.console.v1");
    std::string received;
    QObject::connect(&socket, &QWebSocket::textMessageReceived, [&](const QString &t) { received += t.toStdString(); });
    socket.open(request);
    ASSERT_TRUE(runUntil([&] { return socket.state() == QAbstractSocket::ConnectedState; }));
    socket.sendTextMessage(R"({"jsonrpc":"2.0","id":1,"method":"attach","params":{"protocol":1}})");
    socket.sendTextMessage(QString::fromStdString(R"({"jsonrpc":"2.0","id":2,"method":"status","traceparent":")"
                                                  + callersContext + R"("})"));
    socket.sendTextMessage(R"({"jsonrpc":"2.0","id":3,"method":"policies","traceparent":{"not":"a text"}})");
    socket.sendTextMessage(R"({"jsonrpc":"2.0","id":4,"method":"no such <method>"})");
    ASSERT_TRUE(arrived(collector, {"cheetah/status", "cheetah/policies", "cheetah/unknown"})) << received;
    EXPECT_EQ(collector.find("cheetah/status")->trace, callersTrace);
    EXPECT_EQ(collector.find("cheetah/status")->parent, callersSpan);
    EXPECT_EQ(collector.find("cheetah/status")->attributes.at("cheetah.transport"), "socket");
    EXPECT_NE(collector.find("cheetah/policies")->trace, callersTrace);
    EXPECT_EQ(collector.find("cheetah/unknown")->attributes.at("error.type"), "unknown_method");
    EXPECT_THAT(collector.text(), Not(HasSubstr("no such"))) << "a caller's text is no name of a span";
    EXPECT_EQ(collector.problem(), "");
}

// SPEC O5 SPEC L4 SPEC L5: with its receiver gone the engine goes on, and going down takes no longer than it may.
TEST(Traces, TheEngineGoesOnWithoutItsCollector)
{
    QTcpServer nobody; // a port that takes connections and never says anything
    ASSERT_TRUE(nobody.listen(QHostAddress::LocalHost));
    for (const std::string &endpoint :
         {std::string("http://127.0.0.1:1"), "http://127.0.0.1:" + std::to_string(nobody.serverPort())}) {
        TracedNode node(endpoint);
        ASSERT_TRUE(node.connect()) << endpoint;
        for (int i = 0; i < 20; ++i) {
            const auto lease = node.call("acquire", acquireParams);
            ASSERT_EQ(lease.status, 200) << lease.text;
            ASSERT_EQ(node.call("send", evaluateParams(lease.at("handle"))).at("outcome"), "result");
            ASSERT_EQ(node.call("release", R"({"handle":")" + lease.at("handle") + R"("})").status, 200);
        }
        const SteadyTime begin = SystemClock().steady();
        EXPECT_EQ(node.process.stop(), 0);
        EXPECT_LT(SystemClock().steady() - begin, Seconds(15)) << endpoint;
        EXPECT_THAT(node.process.program().err(), HasSubstr("100 spans were dropped, 0 exported")) << endpoint;
    }
}

// SPEC O5: what happened last leaves before the node is gone.
TEST(Traces, GoingDownSendsWhatIsThere)
{
    CollectorStub collector;
    TracedNode node(collector.endpoint());
    ASSERT_TRUE(node.connect());
    ASSERT_EQ(node.call("acquire", acquireParams, callersContext).status, 200);
    ASSERT_EQ(node.process.stop(), 0);
    EXPECT_TRUE(collector.find("acquire"));
    EXPECT_EQ(collector.problem(), "");
}

// SPEC O5 SPEC E2: headers come from a file, and neither they nor it are told to anybody.
TEST(Traces, HeadersComeFromAFileAndBadSettingsAreNamed)
{
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("headers").toStdString();
    std::ofstream(file) << "X-Tenant: a-secret-tenant\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    CollectorStub collector;
    TracedNode node(collector.endpoint() + "/", {"--otlp-headers-file", file.string()});
    ASSERT_TRUE(node.connect());
    const auto config = node.call("config", "{}", {}, "viewer");
    EXPECT_THAT(config.text, HasSubstr("otlp-headers-file"));
    EXPECT_THAT(config.text, Not(HasSubstr("a-secret-tenant")));
    ASSERT_TRUE(arrived(collector, {"cheetah/config"}));
    EXPECT_THAT(collector.text(), HasSubstr("\r\nx-tenant: a-secret-tenant\r\n"));
    EXPECT_EQ(collector.problem(), "");

    const std::tuple<std::vector<std::string>, int, const char *> cases[] = {
        {{"--otlp-endpoint", "collector:4318"}, 2, "otlp-endpoint"},
        {{"--otlp-endpoint", "http://user:secret@collector:4318"}, 2, "otlp-endpoint"},
        {{"--trace-sample", "1.5"}, 2, "trace-sample"},
        {{"--trace-sample", "nan"}, 2, "trace-sample"},
        {{"--trace-sample", ""}, 2, "trace-sample"},
        {{"--trace-ids", "maybe"}, 2, "trace-ids"},
        {{"--otlp-endpoint", "http://127.0.0.1:1", "--otlp-headers-file", "/nonexistent/file"}, 1, "/nonexistent/file"},
    };
    for (const auto &[options, status, word] : cases) {
        std::vector<std::string> arguments = {"--listen", "127.0.0.1:0"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Ended ended = runProgram("cheetahd", arguments);
        EXPECT_EQ(ended.status, status) << options[1] << ": " << ended.err;
        EXPECT_THAT(ended.err, HasSubstr(word));
    }
}

// SPEC O5
TEST_F(Exporter, TriesAgainWhenTheReceiverMayComeBack)
{
    const auto exporter = tracer(collector.endpoint());
    collector.status = 503;
    spans(*exporter, 3);
    ASSERT_TRUE(runUntil([&] { return collector.requests().size() >= 3; }));
    EXPECT_EQ(exporter->counts().exported, 0u);
    EXPECT_EQ(exporter->counts().queued, 3u);
    collector.status = 200;
    ASSERT_TRUE(runUntil([&] { return exporter->counts().exported == 3; }));
    EXPECT_EQ(exporter->counts().dropped(), 0u);
    EXPECT_EQ(collector.spans().size(), 3u);
    EXPECT_EQ(collector.problem(), "");
}

// SPEC O5: a delay that the receiver asks for is kept.
TEST_F(Exporter, KeepsTheDelayThatItIsAskedFor)
{
    const auto exporter = tracer(collector.endpoint());
    collector.status = 429;
    collector.headers = "Retry-After: 1\r\n";
    spans(*exporter, 1);
    ASSERT_TRUE(runUntil([&] { return collector.requests().size() == 1; }));
    collector.status = 200;
    ASSERT_TRUE(runUntil([&] { return exporter->counts().exported == 1; }));
    ASSERT_EQ(collector.requests().size(), 2u);
    EXPECT_GE(collector.requests()[1] - collector.requests()[0], Millis(990));
}

// SPEC O5: every way to lose a span is counted.
TEST_F(Exporter, CountsWhatItDropsByReason)
{
    settings.queue = 10;
    settings.batch = 4;
    settings.patience = Millis(200);
    auto exporter = tracer(collector.endpoint());
    collector.status = 400;
    spans(*exporter, 2);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().rejected == 2; })) << "the same would be refused again";
    EXPECT_EQ(collector.requests().size(), 1u);

    collector.status = 200;
    collector.body = R"({"partialSuccess":{"rejectedSpans":"2"}})";
    spans(*exporter, 3);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().rejected == 4 && exporter->counts().exported == 1; }));

    collector.status = 307;
    collector.headers = "Location: " + collector.endpoint() + "/elsewhere\r\n";
    spans(*exporter, 1);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().rejected == 5; })) << "nobody leads it elsewhere";

    collector.status = 503;
    collector.headers.clear();
    spans(*exporter, 15);
    EXPECT_EQ(exporter->counts().queueFull, 5u);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().unreachable == 10; }));
    EXPECT_EQ(exporter->counts().queued, 0u);

    exporter = tracer("http://127.0.0.1:1");
    spans(*exporter, 2);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().unreachable == 2; }));
    EXPECT_EQ(collector.problem(), "");
}

// SPEC O5: a receiver that never answers holds up its exporter alone, and that for a bounded time.
TEST_F(Exporter, IsHeldUpByASilentReceiverForABoundedTime)
{
    settings.answerTime = Millis(100);
    settings.patience = Millis(400);
    settings.batch = 2;
    const auto exporter = tracer(collector.endpoint());
    collector.status = 0;
    spans(*exporter, 2);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().unreachable == 2; }));
    EXPECT_GE(collector.requests().size(), 2u) << "it was asked again";
    collector.status = 200;
    spans(*exporter, 2);
    ASSERT_TRUE(runUntil([&] { return exporter->counts().exported == 2; }));
}

// SPEC O5 SPEC L4: closing sends what is there, up to its deadline, and takes nothing afterwards.
TEST_F(Exporter, ClosesWithWhatItHasWithinItsDeadline)
{
    settings.interval = Seconds(3600);
    settings.batch = 2;
    auto exporter = tracer(collector.endpoint());
    spans(*exporter, 1);
    ASSERT_TRUE(close(*exporter, Seconds(10)));
    EXPECT_EQ(exporter->counts().exported, 1u);
    spans(*exporter, 1);
    EXPECT_EQ(exporter->counts().unsent, 1u);

    exporter = tracer(collector.endpoint());
    ASSERT_TRUE(close(*exporter, Seconds(10))) << "with nothing there";

    exporter = tracer(collector.endpoint());
    collector.status = 0;
    spans(*exporter, 5);
    const auto slow = close(*exporter, Millis(300));
    ASSERT_TRUE(slow);
    EXPECT_GE(*slow, Millis(290));
    EXPECT_LT(*slow, Seconds(5));
    EXPECT_EQ(exporter->counts().unsent, 5u);
    EXPECT_EQ(exporter->counts().queued, 0u);

    exporter = tracer(collector.endpoint());
    collector.status = 429;
    collector.headers = "Retry-After: 3600\r\n";
    spans(*exporter, 5);
    const auto asked = close(*exporter, Seconds(15));
    ASSERT_TRUE(asked);
    EXPECT_LT(*asked, Seconds(10)) << "what may not be sent in time is not waited for";
    EXPECT_EQ(exporter->counts().unsent, 5u);
}

} // namespace cheetah::test

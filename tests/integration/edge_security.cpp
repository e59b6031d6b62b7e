// SPDX-License-Identifier: Apache-2.0
// A whole node as it is reached from outside: TLS, proxies, origins, JSON Web Tokens, and sockets that outlive their
// connection.
#include "base/base64url.h"
#include "console/remotedeployment.h"
#include "support/certificates.h"
#include "support/loop.h"
#include "support/nodefixture.h"
#include "support/programs.h"
#include "support/rawclient.h"
#include "wire/pemfile.h"

#include <gtest/gtest.h>

#include <QtCore/QTemporaryDir>
#include <QtNetwork/QNetworkReply>

#include <csignal>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/stat.h>

namespace cheetah::test {
namespace {

using Settings = std::map<std::string, std::string>;

Settings tlsSettings(const Certificates &certificates)
{
    return {{"listen", "localhost:0"},
            {"tls-cert", certificates.certificate("node")},
            {"tls-key", certificates.key("node")}};
}

/// The whole answer to one request with these headers, spoken in plain text.
std::string answerOf(std::uint16_t port, const std::string &headers, const std::string &path = "/livez")
{
    RawClient client(port);
    client.sendAll("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + headers + "\r\n");
    runUntil([&] { return client.closedByPeer(); });
    return client.received();
}

bool isOk(const std::string &answer)
{
    return answer.starts_with("HTTP/1.1 200");
}

std::string warningOf(NodeFixture &node, std::string_view condition)
{
    const auto answer = node.get("/readyz", "viewer");
    const JsonValue *conditions = answer.body.member("conditions");
    for (const JsonValue &each : conditions && conditions->array() ? *conditions->array() : JsonValue::Array())
        if (const JsonValue *name = each.member("name"); name && name->string()->text == condition)
            return each.member("ok") && each.member("ok")->boolean().value_or(false) ? "ok" : "warned";
    return "none";
}

} // namespace

// SPEC E1 SPEC E3 SPEC G1
TEST(EdgeSecurity, ConsolesReachANodeOverTlsAndTrustOnlyWhomTheyAreTold)
{
    Certificates certificates;
    certificates.issue("node");
    NodeFixture node(tlsSettings(certificates));
    ASSERT_TRUE(node.started());
    ASSERT_EQ(node.url().scheme(), "https");
    SystemClock clock;
    const auto attach = [&](const ClientTls &files) {
        RemoteDeployment::Options options;
        options.node = node.url();
        options.token = node.token("operator");
        options.tls = *clientTls(files);
        auto deployment = std::make_unique<RemoteDeployment>(options, clock);
        deployment->attach();
        return deployment;
    };
    const auto trusting = attach({certificates.authority(), {}, {}});
    EXPECT_TRUE(runUntil([&] { return trusting->status().state == ConnectionState::Live; }));
    const auto distrusting = attach({});
    EXPECT_TRUE(runUntil([&] { return distrusting->status().error.has_value(); }));
    EXPECT_NE(distrusting->status().state, ConnectionState::Live);
    EXPECT_FALSE(RawClient(std::uint16_t(node.url().port())).upgrade("cheetah.console.v1")) << "plain text";
}

// SPEC E3 SPEC E6: beyond loopback only with TLS or a proxy; a public node without an advertised URL is warned.
TEST(EdgeSecurity, BeyondLoopbackANodeNeedsTlsOrAProxy)
{
    Certificates certificates;
    certificates.issue("node");
    EXPECT_FALSE(NodeFixture(Settings{{"listen", "0.0.0.0:0"}}).started());
    auto secure = tlsSettings(certificates);
    secure["listen"] = "0.0.0.0:0";
    EXPECT_TRUE(NodeFixture(secure).started());

    NodeFixture proxied(Settings{{"listen", "0.0.0.0:0"}, {"trusted-proxies", "192.0.2.0/24"}});
    ASSERT_TRUE(proxied.started());
    EXPECT_EQ(warningOf(proxied, "advertised_url"), "warned");
    NodeFixture advertised(Settings{
        {"listen", "0.0.0.0:0"}, {"trusted-proxies", "192.0.2.0/24"}, {"advertised-url", "https://node1.example.com"}});
    ASSERT_TRUE(advertised.started());
    EXPECT_EQ(warningOf(advertised, "advertised_url"), "ok");
    EXPECT_EQ(advertised.node().diagnostics().identity().advertisedUrl, "https://node1.example.com");
    NodeFixture local;
    ASSERT_TRUE(local.started());
    EXPECT_EQ(warningOf(local, "advertised_url"), "none");
}

// SPEC E3 SPEC E2: failures count for who asks, not for the proxy in between, and nobody can claim to be another.
TEST(EdgeSecurity, BehindAProxyFailuresCountForWhoAsks)
{
    NodeFixture node(Settings{{"trusted-proxies", "127.0.0.1"}});
    ASSERT_TRUE(node.started());
    const auto port = std::uint16_t(node.url().port());
    const auto status = [&](const std::string &peer, const std::string &token) {
        return answerOf(port, "X-Forwarded-For: " + peer + "\r\nAuthorization: Bearer " + token + "\r\n", "/v1/status")
            .substr(9, 3);
    };
    for (int i = 0; i < 15; ++i)
        status("198.51.100.1", "wrong");
    EXPECT_EQ(status("198.51.100.1", "wrong"), "429");
    EXPECT_EQ(status("1.2.3.4, 198.51.100.1", "wrong"), "429") << "what it writes before its own address is ignored";
    EXPECT_EQ(status("198.51.100.2", "wrong"), "401") << "another is not slowed";
    EXPECT_EQ(status("198.51.100.1", node.token("viewer")), "200");
    EXPECT_TRUE(isOk(answerOf(port, "X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-Proto: https\r\n")));
    EXPECT_TRUE(
        answerOf(port, "X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-Proto: http\r\n").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(
        answerOf(port, "Forwarded: for=1.2.3.4\r\nX-Forwarded-For: 198.51.100.1\r\n").starts_with("HTTP/1.1 400"));

    NodeFixture direct;
    ASSERT_TRUE(direct.started());
    EXPECT_TRUE(
        isOk(answerOf(std::uint16_t(direct.url().port()), "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: http\r\n")))
        << "without trusted proxies nobody's word counts";
}

// SPEC E3
TEST(EdgeSecurity, PagesOfOtherOriginsAreRefusedUnlessTheyAreNamed)
{
    NodeFixture node(Settings{{"allowed-origins", "https://console.example.com,http://localhost:8080"}});
    ASSERT_TRUE(node.started());
    const auto port = std::uint16_t(node.url().port());
    const std::pair<const char *, bool> cases[] = {
        {"https://console.example.com", true},       {"http://localhost:8080", true},
        {"https://console.example.com:444", false},  {"http://console.example.com", false},
        {"https://evil.example.com", false},         {"null", false},
        {"https://console.example.com.evil", false}, {"http://127.0.0.1", true},
    };
    for (const auto &[origin, allowed] : cases) {
        const std::string header = "Origin: " + std::string(origin) + "\r\n";
        EXPECT_EQ(isOk(answerOf(port, header)), allowed) << origin;
        for (const char *subprotocol : {"cheetah.client.v1", "cheetah.console.v1"})
            EXPECT_EQ(RawClient(port).upgrade(subprotocol, header), allowed) << origin << ' ' << subprotocol;
    }
}

// SPEC E2: a token of the identity provider beside those of the file.
TEST(EdgeSecurity, JsonWebTokensOpenANodeAsFarAsTheySay)
{
    QTemporaryDir folder;
    const std::string secret = "a secret of thirty-two bytes or more", file = folder.filePath("jwt").toStdString();
    std::ofstream(file) << secret << '\n';
    ::chmod(file.c_str(), 0600);
    NodeFixture node(Settings{{"jwt-key", file}, {"jwt-issuer", "me"}, {"jwt-audience", "cheetah"}});
    ASSERT_TRUE(node.started());
    const auto token = [&](const std::string &scope, const std::string &bounds, const std::string &exp = "9999999999") {
        const std::string text = base64UrlEncode(R"({"alg":"HS256"})") + '.'
                               + base64UrlEncode(R"({"iss":"me","aud":"cheetah","sub":"sam","exp":)" + exp
                                                 + R"(,"scope":")" + scope + R"(","cheetah":)" + bounds + '}');
        unsigned char mac[EVP_MAX_MD_SIZE];
        unsigned size = 0;
        HMAC(EVP_sha256(), secret.data(), int(secret.size()), reinterpret_cast<const unsigned char *>(text.data()),
             text.size(), mac, &size);
        return text + '.' + base64UrlEncode({reinterpret_cast<const char *>(mac), size});
    };
    EXPECT_EQ(node.callWith("status", token("viewer", "{}")).status, 200);
    EXPECT_EQ(node.callWith("status", token("app viewer", R"({"userId":"u"})")).code(), "forbidden");
    EXPECT_EQ(node.callWith("contexts", token("app viewer", R"({"userId":"u"})")).status, 200);
    EXPECT_EQ(node.callWith("contexts", token("app", R"({"userId":"u"})")).code(), "forbidden");
    EXPECT_EQ(node.callWith("contexts", token("viewer", "{}", "1000000000")).code(), "unauthenticated");
    EXPECT_EQ(node.call("status", "viewer").status, 200) << "the token file still opens it";

    ScriptedClient client({UserId::trusted("u"), ClientId::trusted("c")}, Epoch::trusted("e"));
    client.hello.metadata = {{"region", "us"}, {"rack", "7"}};
    const std::string fixed = R"({"userId":"u","clientId":"c","metadata":{"region":"eu"},"limits":{"tabs":5}})";
    ASSERT_TRUE(client.connectTo(node.url(), token("client", fixed)));
    EXPECT_EQ(client.welcome()->limits.tabs, 5u);
    const Fleet &fleet = node.node().fleet().fleet();
    EXPECT_EQ(fleet.client(fleet.find(client.hello.client)).state->metadata,
              (Metadata{{"rack", "7"}, {"region", "eu"}}));
    ScriptedClient other({UserId::trusted("v"), ClientId::trusted("c")}, Epoch::trusted("e"));
    EXPECT_FALSE(other.connectTo(node.url(), token("client", fixed)));

    EXPECT_FALSE(NodeFixture(Settings{{"jwt-key", file}}).started())
        << "whose tokens, and meant for whom, must be said";
    EXPECT_FALSE(NodeFixture(Settings{{"jwt-key", "/none"}, {"jwt-issuer", "me"}, {"jwt-audience", "c"}}).started());
}

// SPEC W7 SPEC R7: a socket that lives on after its connection's end would serve nobody.
TEST(EdgeSecurity, ASocketWhoseConnectionEndedIsClosedSoThatItsClientComesBack)
{
    NodeFixture node;
    ASSERT_TRUE(node.started());
    auto client = node.client("u", "c");
    auto bystander = node.client("u", "other");
    ASSERT_TRUE(client && bystander);
    ConnectionRegistry &registry = node.node().clientSide().connections;
    const Scope scope;
    registry.closed(client->hello.client, client->welcome()->generation, scope, [](const Result<std::uint32_t> &) {});
    ASSERT_TRUE(runUntil([&] { return !client->isOpen(); }));
    EXPECT_EQ(client->closeReason(), "client_not_connected");
    EXPECT_TRUE(mayReconnect(std::uint16_t(client->closeCode())));
    EXPECT_TRUE(client->connectTo(node.url(), node.token("client"))) << "and it does";
    EXPECT_TRUE(client->report());

    // The client's next hello came in at another node.
    Hello elsewhere;
    elsewhere.client = client->hello.client;
    elsewhere.epoch = client->hello.epoch;
    elsewhere.node = NodeId::trusted("n2");
    elsewhere.connection = ConnectionId::trusted("elsewhere");
    registry.hello(elsewhere, scope, [](const Result<Welcome> &welcome) { EXPECT_TRUE(welcome); });
    ASSERT_TRUE(runUntil([&] { return !client->isOpen(); }));
    EXPECT_EQ(client->closeReason(), "superseded");
    EXPECT_TRUE(bystander->isOpen());
    EXPECT_TRUE(bystander->report());
}

// SPEC E3 SPEC L6: as programs: certificates change while the node runs, and the command line trusts whom it is told.
TEST(EdgeSecurity, ProgramsServeAndUseTlsAndTakeRenewedCertificates)
{
    Certificates certificates;
    certificates.issue("node");
    NodeProcess node({"--listen", "0.0.0.0:0", "--tls-cert", certificates.certificate("node"), "--tls-key",
                      certificates.key("node")});
    ASSERT_TRUE(node.isReady()) << node.program().err();
    EXPECT_EQ(node.urlText().substr(0, 18), "https://127.0.0.1:");
    const auto ctl = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--node", node.urlText()});
        return runProgram("cheetahctl", words);
    };
    const Ended trusted = ctl({"config", "--ca-file", certificates.authority()});
    EXPECT_EQ(trusted.status, 0) << trusted.err;
    EXPECT_NE(trusted.out.find("tls-cert"), std::string::npos);
    EXPECT_EQ(trusted.out.find("PRIVATE KEY"), std::string::npos);
    EXPECT_EQ(
        runProgram("cheetahctl", {"status", "--node", node.urlText()}, {{"CHEETAH_CA_FILE", certificates.authority()}})
            .status,
        0);
    EXPECT_EQ(runProgram("cheetahctl", {"status"}).status, 0) << "it announced its certificate to this account";
    QTemporaryDir unannounced;
    const Ended distrusted = runProgram("cheetahctl", {"status", "--node", node.urlText()},
                                        {{"XDG_RUNTIME_DIR", unannounced.path().toStdString()}});
    EXPECT_EQ(distrusted.status, 1) << distrusted.err;
    EXPECT_NE(distrusted.err.find("certificate"), std::string::npos) << distrusted.err;
    EXPECT_NE(distrusted.err.find("--ca-file"), std::string::npos) << distrusted.err;

    certificates.issue("node");
    ASSERT_TRUE(runUntil([&] { return node.program().err().find("certificate read again") != std::string::npos; }));
    node.program().signal(SIGHUP);
    std::ofstream(certificates.certificate("node"), std::ios::trunc) << "broken";
    touch(certificates.certificate("node"));
    ASSERT_TRUE(runUntil([&] { return node.program().err().find("is not taken") != std::string::npos; }));
    EXPECT_EQ(ctl({"status", "--ca-file", certificates.authority()}).status, 0) << "the old one stays in force";
    EXPECT_TRUE(node.program().isRunning()) << "a hangup reads the certificate and ends nothing";
    EXPECT_EQ(node.stop(), 0);
}

} // namespace cheetah::test

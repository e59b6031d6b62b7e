// SPDX-License-Identifier: Apache-2.0
// Who may do what: every method of both sockets and every route, with every scope and with none, against one table that
// was written down apart from the node's own.
#include "edge/tokenauth.h"
#include "support/loop.h"
#include "support/nodefixture.h"
#include "support/rawclient.h"

#include <gtest/gtest.h>

#include <set>

namespace cheetah::test {
namespace {

/// What a token that is bound to user `u` gets.
enum class Bound {
    Foreign, ///< refused for what is user v's, by the parameters in the table
    Whole,   ///< refused altogether, since the answer tells of all users
};

struct Expected {
    const char *method;
    const char *scopes; ///< that may call it: c(lient), a(pp), v(iewer), o(perator)
    Bound bound;
    const char *foreign; ///< parameters that touch user v; $handle and $name are v's lease and context
};

constexpr Expected table[] = {
    {"acquire", "a", Bound::Foreign, R"({"userId":"v","taskId":"t"})"},
    {"assignments", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"await", "a", Bound::Foreign, R"({"userId":"v","commandId":"k","waitMs":0})"},
    {"cancel", "a", Bound::Foreign, R"({"userId":"v","requestId":"r"})"},
    {"cancelCommand", "a", Bound::Foreign, R"({"userId":"v","commandId":"k"})"},
    {"clients", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"commands", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"config", "vo", Bound::Whole, "{}"},
    {"connections", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"contexts", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"deployment", "vo", Bound::Whole, "{}"},
    {"disconnect", "o", Bound::Foreign, R"({"userId":"v","clientId":"c"})"},
    {"drain", "o", Bound::Foreign, R"({"userId":"v","clientId":"c"})"},
    {"drains", "vo", Bound::Whole, "{}"},
    {"events", "vo", Bound::Whole, "{}"},
    {"evidence", "avo", Bound::Foreign, R"({"userId":"v","taskId":"t"})"},
    {"explain", "avo", Bound::Foreign, R"({"userId":"v","taskId":"t"})"},
    {"forceRelease", "o", Bound::Foreign, R"({"name":"$name","fence":1})"},
    {"mayRepeat", "avo", Bound::Foreign, R"({"userId":"v","commandId":"k","policy":"idempotent"})"},
    {"nodes", "vo", Bound::Whole, "{}"},
    {"policies", "vo", Bound::Whole, "{}"},
    {"release", "a", Bound::Foreign, R"({"handle":"$handle"})"},
    {"releaseAndAcquire", "a", Bound::Foreign, R"({"handle":"$handle","acquire":{"userId":"u","taskId":"t"}})"},
    {"renew", "a", Bound::Foreign, R"({"handle":"$handle"})"},
    {"report", "c", Bound::Foreign, R"({"userId":"v","clientId":"c","epoch":"e2","seq":90,"windows":[]})"},
    {"reservations", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"result", "c", Bound::Foreign,
     R"({"userId":"v","clientId":"c","epoch":"e2","commandId":"k","state":"result","result":1})"},
    {"send", "a", Bound::Foreign, R"({"handle":"$handle","kind":"reload"})"},
    {"setDeployment", "o", Bound::Whole, R"({"setting":"task-timeout","value":"1m"})"},
    {"settle", "o", Bound::Foreign, R"({"name":"$name"})"},
    {"status", "vo", Bound::Whole, "{}"},
    {"traces", "vo", Bound::Whole, "{}"},
    {"undrain", "o", Bound::Foreign, R"({"userId":"v","clientId":"c"})"},
    {"waiters", "vo", Bound::Foreign, R"({"userId":"v"})"},
    {"windows", "vo", Bound::Foreign, R"({"userId":"v"})"},
};

constexpr AccessScope allScopes[] = {AccessScope::Client, AccessScope::App, AccessScope::Viewer, AccessScope::Operator};

bool mayCall(const Expected &expected, AccessScope scope)
{
    return std::string_view(expected.scopes).find(name(scope).front()) != std::string_view::npos;
}

/// A socket that is asked and answers, request by request; what comes unasked is passed over.
class Asking {
public:
    Asking(std::uint16_t port, std::string_view subprotocol, const std::string &token) : m_client(port)
    {
        m_open = m_client.upgrade(subprotocol, token.empty() ? "" : "Authorization: Bearer " + token + "\r\n");
    }

    bool isOpen() const { return m_open; }
    /// The code of the error, empty for a success, `closed <code>` where the socket ends without an answer.
    std::string ask(const std::string &method, const std::string &params)
    {
        const std::string id = std::to_string(++m_last);
        m_client.sendAll(maskedFrame(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)"
                                     + params + '}'));
        while (const auto frame = m_client.nextFrame()) {
            if (frame->opcode == 8)
                return "closed " + std::to_string(frame->closeCode());
            const auto message = frame->opcode == 1 ? parseRpc(frame->payload) : Result<RpcMessage>(ErrorCode::BadJson);
            if (message && message->id == RpcId(std::int64_t(m_last)))
                return message->error ? std::string(name(message->error->code)) : std::string();
        }
        return "closed";
    }
    /// Waits for the end; its code.
    int closeCode()
    {
        while (const auto frame = m_client.nextFrame())
            if (frame->opcode == 8)
                return frame->closeCode();
        return 0;
    }

private:
    RawClient m_client;
    std::int64_t m_last = 0;
    bool m_open = false;
};

class Scopes : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(node.started());
        mine = node.client("u", "c");
        foreign = node.client("v", "c");
        ASSERT_TRUE(mine && foreign);
        const auto lease = node.call("acquire", "app", R"({"userId":"v","taskId":"held"})");
        handle = lease.textAt("handle");
        context = lease.textAt("name");
        ASSERT_FALSE(handle.empty() || context.empty()) << lease.text;
    }

    std::uint16_t port() const { return std::uint16_t(node.url().port()); }
    std::string bound(AccessScope scope)
    {
        Principal principal;
        principal.scope = scope;
        principal.user = UserId::trusted("u");
        return *TokenFile(node.tokenFile()).add(principal, ids);
    }
    std::string foreignParams(const Expected &expected) const
    {
        std::string params = expected.foreign;
        for (const auto &[word, value] : {std::pair("$handle", &handle), std::pair("$name", &context)})
            if (const auto at = params.find(word); at != params.npos)
                params.replace(at, std::string_view(word).size(), *value);
        return params;
    }

    NodeFixture node;
    SystemIdSource ids;
    std::unique_ptr<ScriptedClient> mine, foreign;
    std::string handle, context;
};

} // namespace

// SPEC E2: a method that the table does not know, and one that is gone, fail here.
TEST_F(Scopes, TheTableNamesEveryMethod)
{
    std::set<std::string> expected, offered;
    for (const Expected &each : table)
        expected.insert(each.method);
    for (const Method &method : node.node().methods().all())
        offered.insert(method.name);
    EXPECT_EQ(expected, offered);
}

// SPEC E1 SPEC E2
TEST_F(Scopes, HttpLetsInExactlyWhomTheTableNames)
{
    for (const Expected &each : table) {
        for (const char *wrong : {"", "cht_wrong"}) {
            const std::string code = node.callWith(each.method, wrong).code(); // slowed down after some failures
            EXPECT_TRUE(code == "unauthenticated" || code == "rate_limited") << each.method << ' ' << code;
        }
        for (const AccessScope scope : allScopes) {
            const std::string code = node.call(each.method, name(scope), R"({"nonsense":1})").code();
            EXPECT_EQ(code, mayCall(each, scope) ? "bad_request" : "forbidden") << each.method << ' ' << name(scope);
        }
    }
}

// SPEC E2 SPEC L6
TEST_F(Scopes, RoutesLetInExactlyWhomTheyShould)
{
    const auto seesDetails = [](AccessScope scope) {
        return scope == AccessScope::Viewer || scope == AccessScope::Operator;
    };
    EXPECT_EQ(node.get("/livez").status, 200);
    EXPECT_EQ(node.get("/readyz").status, 200);
    EXPECT_FALSE(node.get("/readyz").body.member("conditions"));
    EXPECT_EQ(node.get("/metrics").status, 401);
    EXPECT_EQ(node.get("/v1/status").status, 401);
    EXPECT_EQ(node.get("/").status, 401);
    EXPECT_EQ(node.get("/v1/nothing").status, 401) << "what exists is nobody's business";
    for (const AccessScope scope : allScopes) {
        EXPECT_EQ(node.get("/livez", name(scope)).status, 200);
        EXPECT_EQ(node.get("/readyz", name(scope)).body.member("conditions") != nullptr, seesDetails(scope));
        EXPECT_EQ(node.get("/metrics", name(scope)).status, seesDetails(scope) ? 200 : 403) << name(scope);
        EXPECT_EQ(node.get("/v1/status", name(scope)).status, seesDetails(scope) ? 200 : 403) << name(scope);
        EXPECT_EQ(node.get("/v1/nothing", name(scope)).status, 404);
        EXPECT_EQ(node.get("/nothing", name(scope)).status, 404);
    }
}

// SPEC E1 SPEC E2
TEST_F(Scopes, TheConsoleSocketLetsInExactlyWhomTheTableNames)
{
    for (const AccessScope scope : allScopes) {
        Asking socket(port(), "cheetah.console.v1", node.token(name(scope)));
        ASSERT_TRUE(socket.isOpen());
        const std::string attached = socket.ask("attach", R"({"protocol":1})");
        if (scope == AccessScope::Client) {
            EXPECT_EQ(attached, "forbidden");
            EXPECT_EQ(socket.closeCode(), 4003);
            continue;
        }
        ASSERT_EQ(attached, "");
        for (const Expected &each : table)
            EXPECT_EQ(socket.ask(each.method, R"({"nonsense":1})"), mayCall(each, scope) ? "bad_request" : "forbidden")
                << each.method << ' ' << name(scope);
        EXPECT_EQ(socket.ask("nothing", "{}"), "unknown_method");
        EXPECT_EQ(socket.ask("subscribe", R"({"fleet":false,"journal":false,"health":false})"),
                  scope == AccessScope::App ? "forbidden" : "");
    }
    for (const Expected &each : table) {
        Asking nobody(port(), "cheetah.console.v1", "");
        EXPECT_EQ(nobody.ask(each.method, "{}"), "unauthenticated") << each.method;
        EXPECT_EQ(nobody.closeCode(), 4002) << each.method;
    }
    Asking wrong(port(), "cheetah.console.v1", "");
    EXPECT_EQ(wrong.ask("attach", R"({"protocol":1,"token":"cht_wrong"})"), "unauthenticated");
}

// SPEC E1 SPEC E2
TEST_F(Scopes, TheClientSocketServesClientsAndNothingOfTheTable)
{
    const std::string hello =
        R"({"protocol":1,"userId":"u","clientId":"new","kind":"browser","epoch":"e","agent":"t"})";
    for (const AccessScope scope : allScopes) {
        Asking socket(port(), "cheetah.client.v1", node.token(name(scope)));
        ASSERT_TRUE(socket.isOpen());
        if (scope != AccessScope::Client) {
            EXPECT_EQ(socket.ask("hello", hello), "forbidden") << name(scope);
            EXPECT_EQ(socket.closeCode(), 4003) << name(scope);
            continue;
        }
        ASSERT_EQ(socket.ask("hello", hello), "");
        for (const Expected &each : table)
            if (!std::string_view(each.scopes).starts_with('c')) {
                EXPECT_EQ(socket.ask(each.method, "{}"), "unknown_method") << each.method;
            }
        for (const char *other : {"attach", "subscribe", "nothing"})
            EXPECT_EQ(socket.ask(other, "{}"), "unknown_method") << other;
    }
    for (const char *early : {"report", "unchanged", "result", "ack", "acquire", "status", "attach"}) {
        Asking nobody(port(), "cheetah.client.v1", "");
        EXPECT_EQ(nobody.ask(early, "{}"), "bad_request") << early << " before hello";
        EXPECT_EQ(nobody.closeCode(), 4000) << early;
    }
    Asking nobody(port(), "cheetah.client.v1", "");
    EXPECT_EQ(nobody.ask("hello", hello), "unauthenticated");
    EXPECT_EQ(nobody.closeCode(), 4002);
}

// SPEC E2: a scope bound to one user touches nobody else's things, over HTTP and over the socket.
TEST_F(Scopes, ABoundScopeCannotTouchAnotherUser)
{
    const std::uint64_t before = node.node().fleet().fleet().revision();
    for (const AccessScope scope : allScopes) {
        const std::string token = bound(scope);
        std::optional<Asking> socket;
        if (scope != AccessScope::Client) {
            socket.emplace(port(), "cheetah.console.v1", token);
            ASSERT_EQ(socket->ask("attach", R"({"protocol":1})"), "");
            EXPECT_EQ(socket->ask("subscribe", R"({"fleet":true,"journal":true,"health":true})"), "forbidden");
        }
        for (const Expected &each : table) {
            if (!mayCall(each, scope))
                continue;
            const std::string params = foreignParams(each);
            EXPECT_EQ(node.callWith(each.method, token, params).code(), "forbidden")
                << each.method << ' ' << name(scope);
            if (socket) {
                EXPECT_EQ(socket->ask(each.method, params), "forbidden") << each.method << ' ' << name(scope);
            }
            const bool wasUnderstood =
                node.callWith(each.method, node.token(name(scope)), R"({"nonsense":1})").code() == "bad_request";
            EXPECT_TRUE(wasUnderstood) << each.method;
        }
    }
    EXPECT_EQ(node.node().fleet().fleet().revision(), before) << "nothing was touched";
    Asking other(port(), "cheetah.client.v1", bound(AccessScope::Client));
    EXPECT_EQ(
        other.ask("hello", R"({"protocol":1,"userId":"v","clientId":"x","kind":"browser","epoch":"e","agent":"t"})"),
        "forbidden");
    EXPECT_TRUE(foreign->isOpen());
    // The same parameters of the unbound token's are no mistakes: they reach what they name.
    EXPECT_EQ(node.call("renew", "app", "{\"handle\":\"" + handle + "\"}").status, 200);
}

} // namespace cheetah::test

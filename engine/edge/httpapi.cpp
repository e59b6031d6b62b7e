// SPDX-License-Identifier: Apache-2.0
#include "edge/httpapi.h"

#include "edge/healthsample.h"
#include "wire/jsonwalker.h"
#include "wire/statusfields.h"

namespace cheetah {

namespace {

constexpr std::string_view apiPrefix = "/v1/";
constexpr std::size_t ingestionBytes = 8 << 20;
constexpr std::size_t callBytes = 2 << 20;

bool isProbe(std::string_view path)
{
    return path == "/livez" || path == "/readyz";
}

/// The token of `Authorization: Bearer …`; empty if there is none.
std::string_view bearerToken(const HttpHead &head)
{
    constexpr std::string_view scheme = "bearer ";
    const std::string_view value = head.header("authorization");
    if (value.size() <= scheme.size())
        return {};
    for (std::size_t i = 0; i < scheme.size(); ++i)
        if ((value[i] | (value[i] >= 'A' && value[i] <= 'Z' ? 0x20 : 0)) != scheme[i])
            return {};
    return value.substr(scheme.size());
}

/// A GET of a read-only method names its parameters in the query: `userId=u&clientId=c`. Values are texts.
Result<JsonValue> paramsOf(const HttpExchange &exchange)
{
    if (exchange.head().method == "POST") {
        if (exchange.body().empty())
            return JsonValue(JsonValue::Object());
        return parseJson(exchange.body());
    }
    if (!exchange.head().query.empty())
        return Error(ErrorCode::BadRequest, {{"reason", "parameters go into the body of a POST"}});
    return JsonValue(JsonValue::Object());
}

} // namespace

HttpApi::HttpApi(EdgeServices &services, Metrics metrics) : m_services(services), m_metrics(std::move(metrics)) {}

std::size_t HttpApi::bodyLimit(std::string_view path)
{
    return path == "/v1/report" || path == "/v1/result" ? ingestionBytes : callBytes;
}

Result<std::optional<Principal>> HttpApi::authenticate(const HttpHead &head) const
{
    const bool given = head.count("authorization") > 0;
    if (!given && (isProbe(head.path) || head.webSocket))
        return std::optional<Principal>();
    if (head.count("authorization") > 1)
        return Error(ErrorCode::Unauthenticated);
    auto principal = m_services.auth.authenticate(bearerToken(head));
    if (!principal)
        return principal.error();
    return std::optional<Principal>(*std::move(principal));
}

void HttpApi::handle(std::shared_ptr<HttpExchange> exchange)
{
    const std::string &path = exchange->head().path;
    const auto *grant = dynamic_cast<const PrincipalGrant *>(exchange->grant().get());
    const Principal *principal = grant ? &grant->principal : nullptr;
    if (path == "/livez")
        return live(*exchange);
    if (path == "/readyz")
        return ready(*exchange, principal);
    if (!principal)
        return exchange->respondError(ErrorCode::Unauthenticated);
    if (path == "/metrics")
        return metrics(*exchange, *principal);
    if (path.starts_with(apiPrefix))
        return call(exchange, std::string_view(path).substr(apiPrefix.size()), *principal);
    exchange->respondError(Error(ErrorCode::NotFound, {{"path", path.substr(0, 128)}}));
}

void HttpApi::live(HttpExchange &exchange)
{
    exchange.respondJson(200, R"({"alive":true})");
}

void HttpApi::ready(HttpExchange &exchange, const Principal *principal)
{
    const bool ready = m_services.host.state() == HostState::Serving && m_services.readiness.ready(allRoles);
    std::string text;
    JsonWriter out(text);
    out.beginObject().member("ready", ready);
    if (principal && principal->allows(AccessScope::Viewer)) {
        out.member("state", name(m_services.host.state()));
        put(out.key("conditions"), conditionStates(m_services.readiness));
    }
    out.endObject();
    exchange.respondJson(ready ? 200 : 503, text);
}

void HttpApi::metrics(HttpExchange &exchange, const Principal &principal)
{
    if (!principal.allows(AccessScope::Viewer))
        return exchange.respondError(Error(ErrorCode::Forbidden, {{"scope", "viewer"}}));
    exchange.respond(200, {{"content-type", "text/plain; version=0.0.4; charset=utf-8"}}, m_metrics());
}

void HttpApi::call(std::shared_ptr<HttpExchange> exchange, std::string_view method, const Principal &principal)
{
    const Method *known = m_services.methods.find(method);
    if (!known)
        return exchange->respondError(Error(ErrorCode::NotFound, {{"path", exchange->head().path.substr(0, 128)}}));
    if (exchange->head().method != "POST" && !known->readOnly)
        return exchange->respondError(Error(ErrorCode::MethodNotAllowed, {{"method", exchange->head().method}}));
    const auto params = paramsOf(*exchange);
    if (!params)
        return exchange->respondError(params.error());
    Caller caller{
        principal, {}, exchange->peer(), {}, [exchange](Callback<void()> gone) { exchange->onGone(std::move(gone)); }};
    if (exchange->head().count("traceparent") == 1)
        caller.trace = m_services.methods.traceOf(exchange->head().header("traceparent"));
    m_services.methods.call(method, caller, *params, m_services.host, m_scope, [exchange](Result<std::string> result) {
        if (result)
            exchange->respondJson(200, *result);
        else
            exchange->respondError(result.error());
    });
}

} // namespace cheetah

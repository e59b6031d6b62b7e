// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/edgeservices.h"
#include "edge/httpexchange.h"

namespace cheetah {

/// What authorize() found out, kept with the request.
class PrincipalGrant final : public Grant {
public:
    explicit PrincipalGrant(Principal p) : principal(std::move(p)) {}
    const Principal principal;
};

/// The HTTP side of the edge: `/livez`, `/readyz`, `/metrics`, and every method of the table at `/v1/<method>` (SPEC E1,
/// L6, O5). It answers exchanges that the port read and authorize() let in. Owned by the Edge.
class HttpApi {
public:
    /// Text for `/metrics`.
    using Metrics = std::function<std::string()>;

    HttpApi(EdgeServices &services, Metrics metrics);

    /// Whether a request may go on, and as whom. Probes and sockets may come without a token: a probe then gets the bare
    /// answer, a socket brings the token in its first message (SPEC E2).
    Result<std::optional<Principal>> authenticate(const HttpHead &head) const;

    void handle(std::shared_ptr<HttpExchange> exchange);

    /// Bytes of body that the path may bring.
    static std::size_t bodyLimit(std::string_view path);

private:
    void live(HttpExchange &exchange);
    void ready(HttpExchange &exchange, const Principal *principal);
    void metrics(HttpExchange &exchange, const Principal &principal);
    void call(std::shared_ptr<HttpExchange> exchange, std::string_view method, const Principal &principal);

    EdgeServices &m_services;
    const Metrics m_metrics;
    Scope m_scope;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "edge/httphead.h"

#include <memory>

namespace cheetah {

class HttpExchange;
class WebSocketLink;

/// What authorize() found out about a request, carried to the exchange or link that it was granted to. The port does not
/// look into it.
class Grant {
public:
    virtual ~Grant() = default;
};

/// A request may go on.
struct RequestAdmission {
    std::shared_ptr<const Grant> grant;  ///< may be empty
    std::size_t bodyLimit = 1024 * 1024; ///< bytes; a larger body is answered 413 before it is read
};

/// What stands behind a port: it decides who comes in and does the work. Owned by the node, outlives the port; called on
/// the engine's thread. Everything that it is given comes from hostile hands, already bounded and well-formed.
class PortHandler {
public:
    virtual ~PortHandler() = default;

    /// Asked before anything is read of a connection from `peer` (an address without port). False closes it.
    virtual bool admit(const std::string &peer)
    {
        (void)peer;
        return true;
    }

    /// Asked once per request, before its body is read or its socket upgraded. An error becomes the answer: its status
    /// by httpStatus(), its body by errorBody().
    virtual Result<RequestAdmission> authorize(const HttpHead &head, const std::string &peer) = 0;

    /// Whether a page of that origin may ask (SPEC E3); not called when no `Origin` was sent. By default only pages that
    /// this very port could have served: the origin is http(s) with the request's own host, and that host is an IP
    /// address or `localhost`, so that a foreign name resolving here does not count.
    virtual bool originAllowed(const HttpHead &head, std::string_view origin);

    /// A whole request. Answer now or later; an exchange that is dropped unanswered is answered 500.
    virtual void http(std::shared_ptr<HttpExchange> exchange) = 0;

    /// An accepted socket of one of the port's subprotocols. Set its handler before returning, or messages that come
    /// meanwhile are lost. Destroying the link closes the socket.
    virtual void webSocket(std::unique_ptr<WebSocketLink> link) = 0;

    /// The port goes down: from now on refuse new work as `going_down`, and let what ends work pass (SPEC L5).
    virtual void stopAccepting() {}

    /// JSON body of an error's answer.
    virtual std::string errorBody(const Error &error);
};

/// The HTTP status that stands for an error.
int httpStatus(const Error &error);

} // namespace cheetah

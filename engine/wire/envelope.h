// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/fields.h"
#include "wire/jsonwalker.h"

namespace cheetah {

/// Id of a JSON-RPC request: a whole number or a text of 1–128 bytes.
using RpcId = std::variant<std::int64_t, std::string>;

/// One JSON-RPC 2.0 message as it came.
struct RpcMessage {
    enum class Kind { Request, Notification, Response, Error };

    Kind kind = Kind::Notification;
    std::optional<RpcId> id; ///< unset for notifications, and for an error that answers nothing in particular
    std::string method;      ///< of requests and notifications
    JsonValue params;        ///< of requests and notifications; always an object
    JsonValue result;        ///< of responses
    std::optional<Error> error;
    std::string traceparent; ///< of requests, as it came (SPEC O5); empty unless it is a short text
};

/// Reads one message. Errors: those of parseJson, and `bad_request` for what is no JSON-RPC 2.0 message, a batch, params
/// that are no object, an id that is neither text nor a whole number. Other members of the envelope are ignored.
Result<RpcMessage> parseRpc(std::string_view text, const JsonLimits &limits = {});

/// `params` and `result` are complete JSON texts.
std::string rpcRequest(const RpcId &id, std::string_view method, std::string_view params);
std::string rpcNotification(std::string_view method, std::string_view params = "{}");
std::string rpcResponse(const RpcId &id, std::string_view result = "{}");
/// {code, message: code name, data: {code, params}}; the detail stays here, for it is for logs. Without an id the message
/// itself was not understood.
std::string rpcError(const std::optional<RpcId> &id, const Error &error);

/// JSON-RPC's number for an error: -32700, -32600 (no id), -32601, -32602 or -32000.
int rpcErrorNumber(const Error &error, bool hasId);

/// A value that its codec writes; a plain text would be taken for JSON instead.
template <class T>
concept WireValue = !std::convertible_to<const T &, std::string_view> && requires(JsonWriter & out, const T &value)
{
    put(out, value);
};

template <WireValue T>
std::string rpcRequest(const RpcId &id, std::string_view method, const T &params)
{
    return rpcRequest(id, method, std::string_view(toJson(params)));
}
template <WireValue T>
std::string rpcNotification(std::string_view method, const T &params)
{
    return rpcNotification(method, std::string_view(toJson(params)));
}
template <WireValue T>
std::string rpcResponse(const RpcId &id, const T &result)
{
    return rpcResponse(id, std::string_view(toJson(result)));
}

} // namespace cheetah

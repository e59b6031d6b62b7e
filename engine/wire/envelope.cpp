// SPDX-License-Identifier: Apache-2.0
#include "wire/envelope.h"

#include "wire/texthygiene.h"

namespace cheetah {

namespace {

constexpr std::size_t longestMethod = 64;
constexpr std::size_t longestId = 128;
constexpr std::size_t longestTraceparent = 512;

Error refusal(std::string_view field, std::string_view problem)
{
    return Error(ErrorCode::BadRequest, {{"field", std::string(field)},
                                         {"problem", std::string(problem)},
                                         {"reason", std::string(field) + ": " + std::string(problem)}});
}

std::optional<RpcId> idFrom(const JsonValue &json)
{
    if (const auto number = json.integer())
        return *number;
    const JsonValue::String *string = json.string();
    if (string && !string->text.empty() && string->text.size() <= longestId)
        return string->text;
    return std::nullopt;
}

Error errorFrom(const JsonValue &json)
{
    const JsonValue *data = json.member("data");
    if (data && data->member("code")) {
        JsonReading reading(UnknownMembers::Ignored);
        std::optional<Error> error;
        get(reading, *data, error);
        if (reading.ok())
            return *std::move(error);
    }
    const JsonValue *message = json.member("message");
    const JsonValue::String *text = message ? message->string() : nullptr;
    return Error(text ? errorCodeFromName(text->text) : ErrorCode::Internal, {},
                 text ? cleanText(text->text) : std::string());
}

Result<RpcMessage> requestFrom(const JsonValue &root, const JsonValue &method, RpcMessage message)
{
    const JsonValue::String *name = method.string();
    if (!name || name->text.empty() || name->text.size() > longestMethod)
        return refusal("method", "not a text of 1 to 64 bytes");
    message.method = name->text;
    message.kind = message.id ? RpcMessage::Kind::Request : RpcMessage::Kind::Notification;
    const JsonValue *params = root.member("params");
    if (params && !params->object())
        return refusal("params", "not an object");
    message.params = params ? *params : JsonValue(JsonValue::Object());
    const JsonValue *trace = root.member("traceparent");
    const JsonValue::String *parent = trace ? trace->string() : nullptr;
    if (parent && parent->text.size() <= longestTraceparent)
        message.traceparent = parent->text;
    return message;
}

Result<RpcMessage> answerFrom(const JsonValue &root, RpcMessage message)
{
    const JsonValue *result = root.member("result");
    const JsonValue *error = root.member("error");
    if (!result == !error)
        return refusal("method", "missing, and not exactly one of result and error is there");
    if (error) {
        if (!error->object())
            return refusal("error", "not an object");
        message.kind = RpcMessage::Kind::Error;
        message.error = errorFrom(*error);
        return message;
    }
    if (!message.id)
        return refusal("id", "missing");
    message.kind = RpcMessage::Kind::Response;
    message.result = *result;
    return message;
}

JsonWriter &writeId(JsonWriter &out, const RpcId &id)
{
    out.key("id");
    if (const auto *number = std::get_if<std::int64_t>(&id))
        return out.value(*number);
    return out.value(std::get<std::string>(id));
}

JsonWriter &open(JsonWriter &out)
{
    return out.beginObject().member("jsonrpc", "2.0");
}

} // namespace

Result<RpcMessage> parseRpc(std::string_view text, const JsonLimits &limits)
{
    auto parsed = parseJson(text, limits);
    if (!parsed)
        return parsed.error();
    const JsonValue &root = *parsed;
    if (root.array())
        return refusal("message", "a batch, which is not spoken here");
    if (!root.object())
        return refusal("message", "not an object");
    const JsonValue *version = root.member("jsonrpc");
    if (!version || !version->string() || version->string()->text != "2.0")
        return refusal("jsonrpc", "not \"2.0\"");

    RpcMessage message;
    const JsonValue *method = root.member("method");
    if (const JsonValue *id = root.member("id")) {
        message.id = idFrom(*id);
        if (!message.id && (method || !id->isNull()))
            return refusal("id", "neither a text of 1 to 128 bytes nor a whole number");
    }
    if (method)
        return requestFrom(root, *method, std::move(message));
    return answerFrom(root, std::move(message));
}

std::string rpcRequest(const RpcId &id, std::string_view method, std::string_view params)
{
    std::string text;
    JsonWriter out(text);
    writeId(open(out), id).member("method", method).key("params").raw(params).endObject();
    return text;
}

std::string rpcNotification(std::string_view method, std::string_view params)
{
    std::string text;
    JsonWriter out(text);
    open(out).member("method", method).key("params").raw(params).endObject();
    return text;
}

std::string rpcResponse(const RpcId &id, std::string_view result)
{
    std::string text;
    JsonWriter out(text);
    writeId(open(out), id).key("result").raw(result).endObject();
    return text;
}

std::string rpcError(const std::optional<RpcId> &id, const Error &error)
{
    std::string text;
    JsonWriter out(text);
    open(out);
    if (id)
        writeId(out, *id);
    else
        out.key("id").null();
    out.key("error").beginObject();
    out.member("code", rpcErrorNumber(error, id.has_value())).member("message", name(error.code));
    out.key("data").beginObject().member("code", name(error.code)).key("params");
    put(out, error.params);
    out.endObject().endObject().endObject();
    return text;
}

int rpcErrorNumber(const Error &error, bool hasId)
{
    switch (error.code) {
    case ErrorCode::BadJson:
    case ErrorCode::DuplicateKey:
    case ErrorCode::TooDeep:
        return -32700;
    case ErrorCode::UnknownMethod:
        return -32601;
    case ErrorCode::BadRequest:
        return hasId ? -32602 : -32600;
    case ErrorCode::BadId:
        return -32602;
    default:
        return -32000;
    }
}

} // namespace cheetah

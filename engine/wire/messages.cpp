// SPDX-License-Identifier: Apache-2.0
#include "wire/messages.h"

#include "wire/texthygiene.h"

namespace cheetah {

namespace {

Error exceeded(std::size_t limit, std::string what)
{
    return Error(ErrorCode::LimitExceeded, {{"limit", std::to_string(limit)}, {"what", std::move(what)}});
}

/// The outcome's part of a result: state and exactly one of result and error.
void getOutcome(JsonReading &reading, JsonIn &visit, ResultMessage &message)
{
    std::string state;
    visit.required("state", state);
    if (state == "error") {
        visit.required("error", message.error);
        return;
    }
    if (state != "result")
        return reading.fail("state", "not one of the known words");
    message.result = "null";
    visit.defaulted("result", asRaw(message.result));
}

} // namespace

void put(JsonWriter &out, const ResultMessage &message)
{
    out.beginObject();
    JsonOut visit(out);
    visit.required("epoch", message.epoch);
    visit.required("commandId", message.command);
    visit.required("state", message.error ? "error" : "result");
    if (message.error)
        visit.required("error", *message.error);
    else
        visit.required("result", asRaw(message.result));
    visit.optional("seq", message.seq);
    out.endObject();
}

void get(JsonReading &reading, const JsonValue &json, ResultMessage &message)
{
    if (!json.object())
        return reading.fail("not an object");
    JsonIn visit(reading, *json.object());
    visit.required("epoch", message.epoch);
    visit.required("commandId", message.command);
    getOutcome(reading, visit, message);
    visit.optional("seq", message.seq);
    visit.finish();
}

Result<HelloMessage> decodeHello(const JsonValue &params, const HelloLimits &limits)
{
    const JsonValue *protocol = params.member("protocol");
    const auto version = protocol ? protocol->integer() : std::nullopt;
    if (version && *version != protocolVersion)
        return Error(ErrorCode::VersionUnsupported,
                     {{"version", std::to_string(*version)}, {"supported", std::to_string(protocolVersion)}});
    auto hello = fromJson<HelloMessage>(params, UnknownMembers::Ignored);
    if (!hello)
        return hello.error();
    if (hello->metadata.size() > limits.metadataEntries)
        return exceeded(limits.metadataEntries, "metadata entries");
    for (const auto &[key, value] : hello->metadata) {
        if (key.size() > limits.metadataKeyBytes)
            return exceeded(limits.metadataKeyBytes, "bytes in a metadata key");
        if (value.size() > limits.metadataValueBytes)
            return exceeded(limits.metadataValueBytes, "bytes in a metadata value");
    }
    hello->agent = cleanTitle(hello->agent);
    return hello;
}

} // namespace cheetah

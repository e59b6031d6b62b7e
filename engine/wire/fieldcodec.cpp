// SPDX-License-Identifier: Apache-2.0
#include "wire/fieldcodec.h"

#include <set>

namespace cheetah {

namespace {

constexpr std::int64_t longestMs = 315'576'000'000; // ten years

template <class Name, class Parse>
void getName(JsonReading &reading, const JsonValue &json, Name &name, Parse parse)
{
    const std::string *text = idText(reading, json);
    if (!text)
        return;
    if (auto parsed = parse(*text))
        name = *std::move(parsed);
    else
        reading.fail(parsed.error());
}

/// Calls `take(key, text)` for each member of an object of texts.
template <class Take>
void getTexts(JsonReading &reading, const JsonValue &json, Take take)
{
    const JsonValue::Object *members = json.object();
    if (!members)
        return reading.fail("not an object");
    for (const auto &[key, value] : *members) {
        const JsonValue::String *string = value.string();
        if (!string)
            return reading.fail(key, "not text");
        take(key, string->text);
    }
}

} // namespace

void put(JsonWriter &out, const Metadata &metadata)
{
    out.beginObject();
    for (const auto &[key, value] : metadata)
        out.member(key, value);
    out.endObject();
}

void put(JsonWriter &out, const TextPairs &pairs)
{
    std::set<std::string_view> written;
    out.beginObject();
    for (const auto &[key, value] : pairs)
        if (written.insert(key).second)
            out.member(key, value);
    out.endObject();
}

void put(JsonWriter &out, const Handle &handle)
{
    out.value(toText(handle));
}

void put(JsonWriter &out, const ContextName &name)
{
    out.value(toText(name));
}

void put(JsonWriter &out, const WindowName &name)
{
    out.value(toText(name));
}

void put(JsonWriter &out, const Error &error)
{
    out.beginObject().member("code", name(error.code)).key("params");
    put(out, error.params);
    if (!error.detail.empty())
        out.member("detail", error.detail);
    out.endObject();
}

void get(JsonReading &reading, const JsonValue &json, bool &flag)
{
    if (const auto value = json.boolean())
        flag = *value;
    else
        reading.fail("not true or false");
}

void get(JsonReading &reading, const JsonValue &json, double &number)
{
    if (const auto value = json.number())
        number = *value;
    else
        reading.fail("not a number");
}

void get(JsonReading &reading, const JsonValue &json, std::int64_t &number)
{
    if (const auto value = json.integer())
        number = *value;
    else
        reading.fail("not a whole number");
}

void get(JsonReading &reading, const JsonValue &json, std::uint64_t &number)
{
    if (const auto value = json.unsignedInteger())
        number = *value;
    else
        reading.fail("not a whole number from 0 on");
}

void get(JsonReading &reading, const JsonValue &json, std::uint32_t &number)
{
    std::uint64_t wide = 0;
    get(reading, json, wide);
    if (wide > std::numeric_limits<std::uint32_t>::max())
        return reading.fail("too large a number");
    number = static_cast<std::uint32_t>(wide);
}

void get(JsonReading &reading, const JsonValue &json, std::string &text)
{
    if (const JsonValue::String *string = json.string())
        text = string->text;
    else
        reading.fail("not text");
}

void get(JsonReading &reading, const JsonValue &json, RegistryTime &time)
{
    get(reading, json, time.us);
}

void get(JsonReading &reading, const JsonValue &json, AsMs<Micros> duration)
{
    const auto ms = json.integer();
    if (!ms)
        return reading.fail("not a whole number");
    if (*ms < 0 || *ms > longestMs)
        return reading.fail("not between 0 and ten years");
    duration.value = Millis(*ms);
}

void get(JsonReading &reading, const JsonValue &json, AsMs<std::optional<Micros>> duration)
{
    get(reading, json, AsMs<Micros>{duration.value.emplace()});
}

void get(JsonReading &, const JsonValue &json, RawJson &raw)
{
    raw.text = json.toJson();
}

void get(JsonReading &, const JsonValue &json, AsRaw<std::string> raw)
{
    raw.text = json.toJson();
}

void get(JsonReading &reading, const JsonValue &json, Metadata &metadata)
{
    metadata.clear();
    getTexts(reading, json, [&](const auto &key, const auto &text) { metadata.emplace(key, text); });
}

void get(JsonReading &reading, const JsonValue &json, TextPairs &pairs)
{
    pairs.clear();
    getTexts(reading, json, [&](const auto &key, const auto &text) { pairs.emplace_back(key, text); });
}

void get(JsonReading &reading, const JsonValue &json, Handle &handle)
{
    getName(reading, json, handle, parseHandle);
}

void get(JsonReading &reading, const JsonValue &json, ContextName &name)
{
    getName(reading, json, name, parseContextName);
}

void get(JsonReading &reading, const JsonValue &json, WindowName &name)
{
    getName(reading, json, name, parseWindowName);
}

void get(JsonReading &reading, const JsonValue &json, std::optional<Error> &error)
{
    error.reset();
    const JsonValue *code = json.member("code");
    const JsonValue::String *codeName = code ? code->string() : nullptr;
    if (!codeName)
        return reading.fail("code", "missing");
    Error made(errorCodeFromName(codeName->text));
    if (const JsonValue *params = json.member("params"); params && !params->isNull()) {
        const JsonReading::Step step(reading, "params");
        get(reading, *params, made.params);
    }
    if (const JsonValue *detail = json.member("detail"); detail && !detail->isNull()) {
        const JsonReading::Step step(reading, "detail");
        get(reading, *detail, made.detail);
    }
    if (name(made.code) != codeName->text)
        made.params.emplace_back("code", codeName->text); // a newer peer's word is not lost
    if (reading.ok())
        error = std::move(made);
}

const std::string *idText(JsonReading &reading, const JsonValue &json)
{
    const JsonValue::String *string = json.string();
    if (!string)
        reading.fail("not text");
    else if (string->repaired)
        reading.fail(Error(ErrorCode::BadId, {{"problem", "half a surrogate pair"}}));
    else
        return &string->text;
    return nullptr;
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "model/handle.h"
#include "model/metadata.h"
#include "model/registrytime.h"
#include "wire/enumnames.h"
#include "wire/jsonreading.h"

#include <limits>
#include <memory>

namespace cheetah {

// How one value is written (put), read (get) and found to be unset. Values with members have fields() instead.

/// A complete JSON value kept as text, such as a command's params.
struct RawJson {
    std::string text;
    friend bool operator==(const RawJson &, const RawJson &) = default;
};

/// A duration (or optional duration) that travels as whole milliseconds.
template <class M>
struct AsMs {
    M &value;
};
template <class M>
AsMs<M> asMs(M &value)
{
    return {value};
}

/// A string that travels as the JSON value that it is the text of.
template <class S>
struct AsRaw {
    S &text;
};
template <class S>
AsRaw<S> asRaw(S &text)
{
    return {text};
}

using TextPairs = std::vector<std::pair<std::string, std::string>>;

// Templates below call each other for elements; declared first so that each sees all.
template <class T>
void put(JsonWriter &out, const std::vector<T> &values);
template <class T>
void put(JsonWriter &out, const std::optional<T> &value);
template <class T>
void put(JsonWriter &out, const std::shared_ptr<const T> &value);
template <class T>
void get(JsonReading &reading, const JsonValue &json, std::vector<T> &values);
template <class T>
void get(JsonReading &reading, const JsonValue &json, std::optional<T> &value);
template <class T>
void get(JsonReading &reading, const JsonValue &json, std::shared_ptr<const T> &value);

template <std::same_as<bool> T> // no pointer shall become a flag
void put(JsonWriter &out, T flag)
{
    out.value(flag);
}
inline void put(JsonWriter &out, const char *text)
{
    out.value(text);
}
inline void put(JsonWriter &out, double number)
{
    out.value(number);
}
template <std::integral T>
requires(!std::same_as<T, bool>) void put(JsonWriter &out, T number)
{
    out.value(number);
}
inline void put(JsonWriter &out, const std::string &text)
{
    out.value(text);
}
inline void put(JsonWriter &out, std::string_view text)
{
    out.value(text);
}
template <class Tag>
void put(JsonWriter &out, const Id<Tag> &id)
{
    out.value(id.text());
}
template <NamedEnum E>
void put(JsonWriter &out, E value)
{
    out.value(name(value));
}
inline void put(JsonWriter &out, RegistryTime time)
{
    out.value(time.us);
}
inline void put(JsonWriter &out, AsMs<const Micros> duration)
{
    out.value(std::int64_t(std::chrono::duration_cast<Millis>(duration.value).count()));
}
inline void put(JsonWriter &out, AsMs<const std::optional<Micros>> duration)
{
    if (duration.value)
        put(out, AsMs<const Micros>{*duration.value});
    else
        out.null();
}
inline void put(JsonWriter &out, const RawJson &json)
{
    out.raw(json.text.empty() ? "null" : json.text);
}
inline void put(JsonWriter &out, AsRaw<const std::string> json)
{
    out.raw(json.text.empty() ? "null" : json.text);
}
inline void put(JsonWriter &out, const JsonValue &json)
{
    json.writeTo(out);
}
void put(JsonWriter &out, const Metadata &metadata);
void put(JsonWriter &out, const TextPairs &pairs); ///< an object; of equal keys the first
void put(JsonWriter &out, const Handle &handle);
void put(JsonWriter &out, const ContextName &name);
void put(JsonWriter &out, const WindowName &name);
void put(JsonWriter &out, const Error &error); ///< {code, params, detail?}

void get(JsonReading &reading, const JsonValue &json, bool &flag);
void get(JsonReading &reading, const JsonValue &json, double &number);
void get(JsonReading &reading, const JsonValue &json, std::int64_t &number);
void get(JsonReading &reading, const JsonValue &json, std::uint64_t &number);
void get(JsonReading &reading, const JsonValue &json, std::uint32_t &number);
void get(JsonReading &reading, const JsonValue &json, std::string &text);
void get(JsonReading &reading, const JsonValue &json, RegistryTime &time);
void get(JsonReading &reading, const JsonValue &json, AsMs<Micros> duration); ///< 0 to 10 years
void get(JsonReading &reading, const JsonValue &json, AsMs<std::optional<Micros>> duration);
void get(JsonReading &reading, const JsonValue &json, RawJson &raw);
void get(JsonReading &reading, const JsonValue &json, AsRaw<std::string> raw);
void get(JsonReading &reading, const JsonValue &json, Metadata &metadata);
void get(JsonReading &reading, const JsonValue &json, TextPairs &pairs);
void get(JsonReading &reading, const JsonValue &json, Handle &handle);
void get(JsonReading &reading, const JsonValue &json, ContextName &name);
void get(JsonReading &reading, const JsonValue &json, WindowName &name);
void get(JsonReading &reading, const JsonValue &json, std::optional<Error> &error);
/// The text of an id, or null after a failure.
const std::string *idText(JsonReading &reading, const JsonValue &json);

template <class Tag>
void get(JsonReading &reading, const JsonValue &json, Id<Tag> &id)
{
    const std::string *text = idText(reading, json);
    if (!text)
        return;
    if (auto parsed = Id<Tag>::parse(*text))
        id = *std::move(parsed);
    else
        reading.fail(parsed.error());
}

template <NamedEnum E>
void get(JsonReading &reading, const JsonValue &json, E &value)
{
    const JsonValue::String *string = json.string();
    if (!string)
        return reading.fail("not text");
    if (const std::optional<E> found = enumFromName(string->text, static_cast<const E *>(nullptr)))
        value = *found;
    else
        reading.fail("not one of the known words");
}

template <class T>
void put(JsonWriter &out, const std::vector<T> &values)
{
    out.beginArray();
    for (const T &value : values)
        put(out, value);
    out.endArray();
}

template <class T>
void get(JsonReading &reading, const JsonValue &json, std::vector<T> &values)
{
    const JsonValue::Array *elements = json.array();
    if (!elements)
        return reading.fail("not an array");
    values.clear();
    values.reserve(elements->size());
    for (std::size_t i = 0; i < elements->size() && reading.ok(); ++i) {
        const JsonReading::Step step(reading, i);
        get(reading, (*elements)[i], values.emplace_back());
    }
}

template <class T>
void put(JsonWriter &out, const std::optional<T> &value)
{
    if (value)
        put(out, *value);
    else
        out.null();
}

template <class T>
void get(JsonReading &reading, const JsonValue &json, std::optional<T> &value)
{
    if (json.isNull())
        value.reset();
    else
        get(reading, json, value.emplace());
}

/// Values are shared where many rows point to one; on the wire each stands in full.
template <class T>
void put(JsonWriter &out, const std::shared_ptr<const T> &value)
{
    if (value)
        put(out, *value);
    else
        out.null();
}

template <class T>
void get(JsonReading &reading, const JsonValue &json, std::shared_ptr<const T> &value)
{
    value.reset();
    if (json.isNull())
        return;
    auto made = std::make_shared<T>();
    get(reading, json, *made);
    value = std::move(made);
}

template <std::same_as<bool> T>
bool isUnset(T flag)
{
    return !flag;
}
template <std::integral T>
requires(!std::same_as<T, bool>) bool isUnset(T number)
{
    return number == 0;
}
inline bool isUnset(const std::string &text)
{
    return text.empty();
}
inline bool isUnset(RegistryTime time)
{
    return !time.isSet();
}
template <class Tag>
bool isUnset(const Id<Tag> &id)
{
    return id.empty();
}
template <class T>
bool isUnset(const std::vector<T> &values)
{
    return values.empty();
}
inline bool isUnset(const Metadata &metadata)
{
    return metadata.empty();
}
template <class T>
bool isUnset(const std::optional<T> &value)
{
    return !value;
}
template <class T>
bool isUnset(const std::shared_ptr<const T> &value)
{
    return !value;
}
inline bool isUnset(const Handle &handle)
{
    return !handle.context.name;
}
inline bool isUnset(AsMs<const Micros> duration)
{
    return duration.value.count() == 0;
}
inline bool isUnset(AsMs<const std::optional<Micros>> duration)
{
    return !duration.value;
}
inline bool isUnset(const RawJson &json)
{
    return json.text.empty();
}
inline bool isUnset(AsRaw<const std::string> json)
{
    return json.text.empty();
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/fieldcodec.h"

#include <type_traits>

namespace cheetah {

// Each value on the wire has one description of its members, a template found by its argument:
//
//     template <class V>
//     void fields(V &visit, FieldsOf<V, Lease> &lease)
//     {
//         visit.required("handle", lease.handle);
//         visit.optional("remainingMs", asMs(lease.remaining));
//     }
//
// It is used for writing (JsonOut) and for reading (JsonIn), over sockets, HTTP and by the command line alike.
//   required   always written; must be there when reading
//   defaulted  always written; keeps its default when missing
//   optional   not written while empty, zero or unset; keeps its default when missing
//   derived    written for readers' convenience; ignored when reading
//   group      the members of an optional part, which is there exactly when the member `name` is
// Null counts as missing. Durations are integers of ms with names ending in `Ms`, registry times integers of µs with
// names ending in `Us`.

template <class V, class T>
using FieldsOf = std::conditional_t<V::writes, const T, T>;

/// Writes the members of one object.
class JsonOut {
public:
    static constexpr bool writes = true;

    explicit JsonOut(JsonWriter &out) : m_out(out) {}

    template <class T>
    void required(std::string_view name, const T &value)
    {
        m_out.key(name);
        put(m_out, value);
    }
    template <class T>
    void defaulted(std::string_view name, const T &value)
    {
        required(name, value);
    }
    template <class T>
    void optional(std::string_view name, const T &value)
    {
        if (!isUnset(value))
            required(name, value);
    }
    template <class F>
    void derived(std::string_view name, F make)
    {
        required(name, make());
    }
    template <class T, class F>
    void group(std::string_view, const std::optional<T> &part, F visit)
    {
        if (part)
            visit(*part);
    }

private:
    JsonWriter &m_out;
};

/// Reads the members of one object; the first error stays in the JsonReading.
class JsonIn {
public:
    static constexpr bool writes = false;

    JsonIn(JsonReading &reading, const JsonValue::Object &members)
        : m_reading(reading), m_members(members), m_seen(members.size(), false)
    {}

    template <class T>
    void required(std::string_view name, T &&value)
    {
        if (!read(name, value))
            m_reading.fail(name, "missing");
    }
    template <class T>
    void defaulted(std::string_view name, T &&value)
    {
        read(name, value);
    }
    template <class T>
    void optional(std::string_view name, T &&value)
    {
        read(name, value);
    }
    template <class F>
    void derived(std::string_view name, F)
    {
        find(name);
    }
    template <class T, class F>
    void group(std::string_view name, std::optional<T> &part, F visit)
    {
        const JsonValue *value = find(name);
        if (value && !value->isNull())
            visit(part.emplace());
    }

    /// To be called last: refuses members that no field asked for, where the reading says so.
    void finish();

private:
    template <class T>
    bool read(std::string_view name, T &value)
    {
        const JsonValue *found = find(name);
        if (!found || found->isNull())
            return false;
        if (m_reading.ok()) {
            const JsonReading::Step step(m_reading, name);
            get(m_reading, *found, value);
        }
        return true;
    }
    const JsonValue *find(std::string_view name);

    JsonReading &m_reading;
    const JsonValue::Object &m_members;
    std::vector<bool> m_seen;
    std::size_t m_next = 0; ///< where the next field probably is
};

template <class T>
concept HasFields = requires(JsonOut &out, JsonIn &in, const T &constant, T &value)
{
    fields(out, constant);
    fields(in, value);
};

template <HasFields T>
void put(JsonWriter &out, const T &value)
{
    out.beginObject();
    JsonOut visit(out);
    fields(visit, value);
    out.endObject();
}

template <HasFields T>
void get(JsonReading &reading, const JsonValue &json, T &value)
{
    const JsonValue::Object *members = json.object();
    if (!members)
        return reading.fail("not an object");
    JsonIn visit(reading, *members);
    fields(visit, value);
    visit.finish();
}

/// The value as JSON text.
template <class T>
std::string toJson(const T &value)
{
    std::string text;
    JsonWriter out(text);
    put(out, value);
    return text;
}

/// Reads a value. `bad_request` names the member (params field, problem, reason); ids answer `bad_id`.
template <class T>
Result<T> fromJson(const JsonValue &json, UnknownMembers unknown = UnknownMembers::Ignored)
{
    JsonReading reading(unknown);
    T value{};
    get(reading, json, value);
    if (!reading.ok())
        return reading.error();
    return value;
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "wire/jsonvalue.h"

namespace cheetah {

namespace {

struct Write {
    JsonWriter &out;

    void operator()(std::monostate) const { out.null(); }
    void operator()(bool flag) const { out.value(flag); }
    void operator()(std::int64_t number) const { out.value(number); }
    void operator()(std::uint64_t number) const { out.value(number); }
    void operator()(double number) const { out.value(number); }
    void operator()(const JsonValue::String &string) const { out.value(string.text); }
    void operator()(const JsonValue::Array &array) const
    {
        out.beginArray();
        for (const JsonValue &element : array)
            element.writeTo(out);
        out.endArray();
    }
    void operator()(const JsonValue::Object &object) const
    {
        out.beginObject();
        for (const auto &[name, value] : object) {
            out.key(name);
            value.writeTo(out);
        }
        out.endObject();
    }
};

} // namespace

std::optional<bool> JsonValue::boolean() const
{
    const bool *flag = std::get_if<bool>(&m_value);
    return flag ? std::optional(*flag) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    const auto *number = std::get_if<std::int64_t>(&m_value);
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<std::uint64_t> JsonValue::unsignedInteger() const
{
    if (const auto *number = std::get_if<std::uint64_t>(&m_value))
        return *number;
    if (const auto number = integer(); number && *number >= 0)
        return static_cast<std::uint64_t>(*number);
    return std::nullopt;
}

std::optional<double> JsonValue::number() const
{
    if (const auto *number = std::get_if<double>(&m_value))
        return *number;
    if (const auto number = integer())
        return static_cast<double>(*number);
    if (const auto number = unsignedInteger())
        return static_cast<double>(*number);
    return std::nullopt;
}

const JsonValue *JsonValue::member(std::string_view name) const
{
    if (const Object *members = object())
        for (const auto &[key, value] : *members)
            if (key == name)
                return &value;
    return nullptr;
}

void JsonValue::writeTo(JsonWriter &out) const
{
    std::visit(Write{out}, m_value);
}

std::string JsonValue::toJson() const
{
    std::string text;
    JsonWriter out(text);
    writeTo(out);
    return text;
}

} // namespace cheetah

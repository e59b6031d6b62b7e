// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/jsonwriter.h"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace cheetah {

/// A JSON value as a plain tree. Made by the strict walker (jsonwalker.h), so that strings are valid UTF-8, keys of an
/// object differ, and nesting is bounded; members keep their order. Accessors answer nothing for another kind.
class JsonValue {
public:
    using Member = std::pair<std::string, JsonValue>;
    using Array = std::vector<JsonValue>;
    using Object = std::vector<Member>;

    /// A string. `repaired`: it may have held half a surrogate pair, now U+FFFD; ids refuse that, shown texts don't mind.
    /// It takes no part in comparison.
    struct String {
        std::string text;
        bool repaired = false;
        friend bool operator==(const String &a, const String &b) { return a.text == b.text; }
    };

    JsonValue() = default;
    explicit JsonValue(bool flag) : m_value(flag) {}
    explicit JsonValue(std::int64_t number) : m_value(number) {}
    explicit JsonValue(std::uint64_t number) : m_value(number) {} ///< for numbers above the range of int64
    explicit JsonValue(double number) : m_value(number) {}
    explicit JsonValue(String string) : m_value(std::move(string)) {}
    explicit JsonValue(Array array) : m_value(std::move(array)) {}
    explicit JsonValue(Object object) : m_value(std::move(object)) {}

    bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer() const;          ///< numbers written without fraction and exponent
    std::optional<std::uint64_t> unsignedInteger() const; ///< the same, not negative
    std::optional<double> number() const;                 ///< any number
    const String *string() const { return std::get_if<String>(&m_value); }
    const Array *array() const { return std::get_if<Array>(&m_value); }
    const Object *object() const { return std::get_if<Object>(&m_value); }
    /// The member of that name; null if there is none or this is no object.
    const JsonValue *member(std::string_view name) const;

    void writeTo(JsonWriter &out) const;
    /// Compact text; parsing it gives an equal value.
    std::string toJson() const;

    friend bool operator==(const JsonValue &, const JsonValue &) = default;

private:
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, String, Array, Object> m_value;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace cheetah {

/// Appends JSON to a string that the caller owns; commas are put where they belong. Always writes valid UTF-8: malformed
/// bytes become U+FFFD. Integers are exact over 64 bits. It does not check that the calls nest correctly, nor that keys
/// differ: its callers are codecs whose shape is fixed.
class JsonWriter {
public:
    explicit JsonWriter(std::string &out) : m_out(out) {}

    JsonWriter &beginObject() { return open('{'); }
    JsonWriter &endObject() { return close('}'); }
    JsonWriter &beginArray() { return open('['); }
    JsonWriter &endArray() { return close(']'); }
    /// The next call writes this member's value.
    JsonWriter &key(std::string_view name);

    JsonWriter &value(std::string_view text);
    JsonWriter &value(const char *text) { return value(std::string_view(text)); }
    JsonWriter &value(bool flag) { return raw(flag ? "true" : "false"); }
    template <std::signed_integral T>
    JsonWriter &value(T number)
    {
        return integer(static_cast<std::int64_t>(number));
    }
    template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>) JsonWriter &value(T number) { return integer(static_cast<std::uint64_t>(number)); }
    /// Shortest text that reads back as the same number; null for NaN and infinities, which JSON cannot say.
    JsonWriter &value(double number);
    JsonWriter &null() { return raw("null"); }
    /// Inserts a complete JSON value as it is.
    JsonWriter &raw(std::string_view json);

    template <class T>
    JsonWriter &member(std::string_view name, const T &v)
    {
        return key(name).value(v);
    }

    std::string &out() { return m_out; }

private:
    JsonWriter &integer(std::int64_t number);
    JsonWriter &integer(std::uint64_t number);
    JsonWriter &open(char bracket);
    JsonWriter &close(char bracket);
    void separate();

    std::string &m_out;
    bool m_comma = false; ///< something stands before the next value or key
};

/// Appends `text` as a JSON string with its quotes.
void appendJsonString(std::string &out, std::string_view text);

} // namespace cheetah

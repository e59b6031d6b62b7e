// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/id.h"

#include <msgpack/pack.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cheetah {

class ContextNames;

/// Writes one msgpack value, as the functions in Redis read it with cmsgpack: arrays, texts and whole numbers.
/// `PackWriter().array(2).text("a").number(1).take()`. It does not check that an array got its elements.
class PackWriter {
public:
    PackWriter() { msgpack_packer_init(&m_packer, &m_bytes, append); }
    PackWriter(const PackWriter &) = delete;
    PackWriter &operator=(const PackWriter &) = delete;

    PackWriter &array(std::size_t elements)
    {
        msgpack_pack_array(&m_packer, elements);
        return *this;
    }
    /// Any bytes.
    PackWriter &text(std::string_view bytes)
    {
        msgpack_pack_str_with_body(&m_packer, bytes.data(), bytes.size());
        return *this;
    }
    template <class Tag>
    PackWriter &id(const Id<Tag> &id)
    {
        return text(id.text());
    }
    template <std::integral I>
    PackWriter &number(I number)
    {
        if constexpr (std::is_signed_v<I>)
            msgpack_pack_int64(&m_packer, number);
        else
            msgpack_pack_uint64(&m_packer, number);
        return *this;
    }
    PackWriter &nil()
    {
        msgpack_pack_nil(&m_packer);
        return *this;
    }

    std::string take() { return std::exchange(m_bytes, {}); }

private:
    static int append(void *bytes, const char *data, std::size_t size)
    {
        static_cast<std::string *>(bytes)->append(data, size);
        return 0;
    }

    std::string m_bytes;
    msgpack_packer m_packer;
};

/// Reads one msgpack value front to back, as the caller expects it: arrays, texts, whole numbers and nil, nothing else.
/// Any bytes may come. What isn't as expected makes the reader fail for good: all that is asked afterwards is empty or
/// zero, so that one look at complete() at the end is enough; what was read before it means nothing. It allocates nothing
/// and never believes a count that the bytes left could not hold. (msgpack-c's own reader makes room for what an array
/// claims before it sees whether it is there.) The bytes must outlive it and the views that it gives.
class PackReader {
public:
    /// `names`: where names of contexts are looked up that were read before; it outlives the reader.
    explicit PackReader(std::string_view bytes, ContextNames *names = nullptr) : m_bytes(bytes), m_names(names) {}

    ContextNames *names() const { return m_names; }

    /// The number of elements that follow.
    std::size_t array();
    /// An array of that many elements.
    void array(std::size_t elements);
    /// Any bytes: a blob, a name's bytes.
    std::string_view bytes();
    /// Text for people: valid UTF-8.
    std::string_view text();
    /// A whole number, or a text that is one in decimal, as Redis keeps numbers in hashes.
    template <std::integral I>
    I number()
    {
        const Number number = anyNumber();
        if (number.negative ? std::in_range<I>(std::int64_t(number.bits)) : std::in_range<I>(number.bits))
            return I(number.bits);
        fail("a number out of range");
        return 0;
    }
    bool flag() { return oneOf(true); }
    /// An enum or flag by its index, up to `last`.
    template <class E>
    E oneOf(E last)
    {
        const auto index = number<std::uint32_t>();
        if (index > std::uint32_t(last))
            fail("an unknown kind");
        return m_failed ? E() : E(index);
    }
    template <class I>
    I id()
    {
        return parsed<I>(bytes());
    }
    /// The same, where an empty text means none.
    template <class I>
    I idOrNone()
    {
        const std::string_view text = bytes();
        return text.empty() ? I() : parsed<I>(text);
    }
    /// Whether nil comes next, which is then read.
    bool nil();

    /// For callers that find another mistake, such as a name that is none.
    void fail(const char *what);
    bool failed() const { return m_failed; }
    /// Everything was as expected and nothing is left.
    bool complete() const { return !m_failed && m_next == m_bytes.size(); }
    /// `store_error` with `prefix` `malformed`; `detail` tells where and what.
    Error error() const;

private:
    struct Number {
        std::uint64_t bits = 0; ///< two's complement
        bool negative = false;
    };

    std::size_t left() const { return m_bytes.size() - m_next; }
    std::uint8_t head();
    std::uint64_t bigEndian(unsigned bytes);
    Number anyNumber();
    Number decimal(std::string_view text);
    std::string_view body(std::uint8_t head);

    template <class I>
    I parsed(std::string_view text)
    {
        if (auto id = I::parse(text))
            return *std::move(id);
        fail("a text that is no id");
        return I();
    }

    std::string_view m_bytes;
    ContextNames *m_names;
    std::size_t m_next = 0;
    bool m_failed = false;
    const char *m_mistake = nullptr;
    std::size_t m_mistakeAt = 0;
};

} // namespace cheetah

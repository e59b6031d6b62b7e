// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/base64url.h"
#include "model/ids.h"

#include <optional>
#include <string>
#include <string_view>

namespace cheetah {

/// First byte of a name's bytes. Chosen so that the base64url text begins with `c`, `w` or `h`: no name can be read as
/// another sort, and none looks like an option of a command line.
enum class NameSort : std::uint8_t {
    Context = ('c' - 'a' + 26) << 2,
    Window = ('w' - 'a' + 26) << 2,
    Handle = ('h' - 'a' + 26) << 2,
};

/// Writes the bytes behind a name's text: the sort, then ids with their length in front, then numbers big endian.
class NameWriter {
public:
    explicit NameWriter(NameSort sort) : m_bytes(1, char(sort)) {}

    template <class Tag>
    NameWriter &add(const Id<Tag> &id)
    {
        m_bytes += char(id.text().size());
        m_bytes += id.text();
        return *this;
    }
    NameWriter &add(std::uint64_t number)
    {
        for (int shift = 56; shift >= 0; shift -= 8)
            m_bytes += char(number >> shift & 255);
        return *this;
    }
    std::string text() const { return base64UrlEncode(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads what a NameWriter wrote and nothing else. After the last field ask complete(): fields read before a mistake
/// mean nothing.
class NameReader {
public:
    NameReader(NameSort sort, std::string_view text)
    {
        constexpr std::size_t longestText = 1024; // five ids and a number need 883
        if (text.size() <= longestText)
            if (auto bytes = base64UrlDecode(text); bytes && !bytes->empty() && bytes->front() == char(sort))
                m_bytes = std::move(*bytes);
        m_valid = !m_bytes.empty();
    }

    template <class Tag>
    void read(Id<Tag> &id)
    {
        if (!m_valid)
            return;
        const std::size_t length = left() ? std::uint8_t(m_bytes[m_next++]) : 0;
        auto parsed = Id<Tag>::parse(length <= left() ? std::string_view(m_bytes).substr(m_next, length) : "");
        if (!parsed) {
            m_valid = false;
            return;
        }
        m_next += length;
        id = *std::move(parsed);
    }
    void read(std::uint64_t &number)
    {
        m_valid = m_valid && left() >= 8;
        number = 0;
        for (int i = 0; i < 8 && left(); ++i)
            number = number << 8 | std::uint8_t(m_bytes[m_next++]);
    }
    bool complete() const { return m_valid && left() == 0; }

private:
    std::size_t left() const { return m_valid ? m_bytes.size() - m_next : 0; }

    std::string m_bytes;
    std::size_t m_next = 1;
    bool m_valid = false;
};

} // namespace cheetah

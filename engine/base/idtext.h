// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>

namespace cheetah {

/// The bytes of an id, never altered. Every step copies ids from requests to changes, rows and answers, so a copy costs
/// three words: a text of up to 23 bytes lies within, a longer one is shared by all its copies. Copies may be used on
/// different threads.
class IdText {
public:
    static constexpr std::size_t shortBytes = 23;

    IdText() noexcept = default;
    explicit IdText(std::string_view text)
    {
        if (text.size() <= shortBytes) {
            text.copy(reinterpret_cast<char *>(m_words.data()), text.size());
            setTag(std::uint8_t(text.size()));
        } else {
            m_words[0] = reinterpret_cast<std::uintptr_t>(Long::make(text));
            setTag(longTag);
        }
    }
    IdText(const IdText &other) noexcept : m_words(other.m_words)
    {
        if (isLong())
            asLong()->users.fetch_add(1, std::memory_order_relaxed);
    }
    IdText(IdText &&other) noexcept : m_words(std::exchange(other.m_words, Words())) {}
    IdText &operator=(const IdText &other) noexcept
    {
        if (!isLong() && !other.isLong())
            m_words = other.m_words;
        else
            *this = IdText(other);
        return *this;
    }
    IdText &operator=(IdText &&other) noexcept
    {
        std::swap(m_words, other.m_words);
        return *this;
    }
    ~IdText()
    {
        if (isLong())
            asLong()->drop();
    }

    bool empty() const noexcept { return tag() == 0; }
    /// Lives as long as this object.
    std::string_view view() const noexcept
    {
        return isLong() ? asLong()->view() : std::string_view(reinterpret_cast<const char *>(m_words.data()), tag());
    }

    friend bool operator==(const IdText &a, const IdText &b) noexcept
    {
        const Words &x = a.m_words, &y = b.m_words;
        if (((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2])) == 0)
            return true; // what a short text leaves free is zero
        return a.isLong() && b.isLong() && a.view() == b.view();
    }

private:
    using Words = std::array<std::uint64_t, 3>;
    static_assert(std::endian::native == std::endian::little, "the highest byte of a word is its last");
    static constexpr std::uint8_t longTag = 0x80;

    /// A long text; its bytes follow.
    struct Long {
        std::atomic<std::uint32_t> users{1};
        std::uint32_t size;

        static Long *make(std::string_view text)
        {
            void *const block = ::operator new(sizeof(Long) + text.size());
            text.copy(static_cast<char *>(block) + sizeof(Long), text.size());
            return new (block) Long{1, std::uint32_t(text.size())};
        }
        void drop()
        {
            if (users.fetch_sub(1, std::memory_order_acq_rel) == 1)
                ::operator delete(this);
        }
        std::string_view view() const { return {reinterpret_cast<const char *>(this + 1), size}; }
    };

    /// Of a short text its size. It is the byte behind the longest short text.
    std::uint8_t tag() const noexcept { return std::uint8_t(m_words[2] >> 56); }
    void setTag(std::uint8_t tag) noexcept { m_words[2] |= std::uint64_t(tag) << 56; }
    bool isLong() const noexcept { return std::int64_t(m_words[2]) < 0; }
    Long *asLong() const noexcept { return reinterpret_cast<Long *>(std::uintptr_t(m_words[0])); }

    Words m_words{};
};

} // namespace cheetah

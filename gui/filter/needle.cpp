// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/needle.h"

#include <QtCore/QChar>

#include <array>
#include <cstdint>
#include <cstring>

namespace cheetah::gui {

namespace {

constexpr auto folded = [] {
    std::array<unsigned char, 256> table{};
    for (unsigned i = 0; i < 256; ++i)
        table[i] = static_cast<unsigned char>(i >= 'A' && i <= 'Z' ? i + 32 : i);
    return table;
}();

unsigned char fold(char byte)
{
    return folded[static_cast<unsigned char>(byte)];
}

bool isAscii(std::string_view text)
{
    constexpr std::uint64_t highBits = 0x8080808080808080;
    std::size_t i = 0;
    for (std::uint64_t eight; i + 8 <= text.size(); i += 8) {
        std::memcpy(&eight, text.data() + i, 8);
        if (eight & highBits)
            return false;
    }
    for (; i < text.size(); ++i)
        if (text[i] & 0x80)
            return false;
    return true;
}

/// The letter at `at`, folded, and moves past it. A byte that begins no letter counts as one beyond Unicode.
char32_t nextFolded(std::string_view text, std::size_t &at)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned lead = byte(at);
    if (lead < 0x80) {
        ++at;
        return folded[lead];
    }
    const int more = lead >= 0xC2 && lead < 0xE0 ? 1
                   : lead >= 0xE0 && lead < 0xF0 ? 2
                   : lead >= 0xF0 && lead < 0xF5 ? 3
                                                 : 0;
    char32_t letter = more == 1 ? lead & 0x1F : more == 2 ? lead & 0x0F : lead & 0x07;
    bool good = more > 0;
    for (int i = 1; good && i <= more; ++i) {
        good = (byte(at + std::size_t(i)) & 0xC0) == 0x80;
        letter = letter << 6 | (byte(at + std::size_t(i)) & 0x3F);
    }
    if (!good) {
        ++at;
        return 0x110000 + lead;
    }
    at += std::size_t(more) + 1;
    return QChar::toCaseFolded(letter);
}

bool standsAt(std::string_view text, std::size_t &at, std::u32string_view letters)
{
    for (const char32_t letter : letters)
        if (at >= text.size() || nextFolded(text, at) != letter)
            return false;
    return true;
}

/// As standsAt, all ASCII, in bounds.
bool standsAt(const char *text, std::string_view letters)
{
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (fold(text[i]) != static_cast<unsigned char>(letters[i]))
            return false;
    return true;
}

bool findAscii(std::string_view text, std::string_view letters)
{
    if (letters.size() > text.size())
        return false;
    const auto first = static_cast<unsigned char>(letters.front());
    const std::string_view rest = letters.substr(1);
    const char *const end = text.data() + (text.size() - letters.size()) + 1;
    for (const char *at = text.data(); at != end; ++at)
        if (fold(*at) == first && standsAt(at + 1, rest))
            return true;
    return false;
}

} // namespace

Needle::Needle(std::string_view utf8)
{
    for (std::size_t at = 0; at < utf8.size();) {
        const char32_t letter = nextFolded(utf8, at);
        m_letters += letter;
        if (letter < 0x80)
            m_ascii += char(letter);
        else
            m_isAscii = false;
        // The Kelvin sign and the long s.
        m_hasTwins = m_hasTwins || letter == U'k' || letter == U's';
    }
}

bool Needle::isIn(std::string_view text) const
{
    if (m_letters.empty())
        return true;
    if (m_isAscii) {
        if (findAscii(text, m_ascii))
            return true;
        if (!m_hasTwins)
            return false;
    }
    if (isAscii(text))
        return false;
    for (std::size_t start = 0; start < text.size();) {
        std::size_t at = start;
        if (standsAt(text, at, m_letters))
            return true;
        nextFolded(text, start);
    }
    return false;
}

bool Needle::is(std::string_view text) const
{
    if (m_isAscii && m_ascii.size() == text.size() && standsAt(text.data(), m_ascii))
        return true;
    std::size_t at = 0;
    return standsAt(text, at, m_letters) && at == text.size();
}

} // namespace cheetah::gui

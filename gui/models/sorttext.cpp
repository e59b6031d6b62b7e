// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sorttext.h"

#include <QtCore/QString>

#include <algorithm>

namespace cheetah::gui {

namespace {

/// Nobody looks further to see which of two stands first.
constexpr std::size_t longest = 160;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::string foldedBeyondAscii(std::string_view utf8)
{
    QString plain;
    for (const QChar c :
         QString::fromUtf8(utf8.data(), qsizetype(utf8.size())).normalized(QString::NormalizationForm_KD))
        if (!c.isMark())
            plain += c;
    return plain.toCaseFolded().toStdString();
}

std::string folded(std::string_view utf8)
{
    utf8 = utf8.substr(0, longest);
    if (std::any_of(utf8.begin(), utf8.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        return foldedBeyondAscii(utf8);
    std::string text(utf8);
    for (char &c : text)
        if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
    return text;
}

} // namespace

SortKey sortText(std::string_view utf8)
{
    if (utf8.empty())
        return {};
    const std::string text = folded(utf8);
    SortKey key;
    key.text.reserve(text.size() + 4);
    for (std::size_t at = 0; at < text.size();) {
        if (!isDigit(text[at])) {
            key.text += text[at++];
            continue;
        }
        // A longer number is a greater one: its length stands first, as a digit.
        while (at + 1 < text.size() && text[at] == '0' && isDigit(text[at + 1]))
            ++at;
        std::size_t end = at;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        key.text += char('0' + std::min<std::size_t>(end - at, 9));
        key.text.append(text, at, end - at);
        at = end;
    }
    // The first eight bytes decide most comparisons without looking at the text.
    std::uint64_t head = 0;
    for (std::size_t i = 0; i < 8; ++i)
        head = head << 8 | (i < key.text.size() ? static_cast<unsigned char>(key.text[i]) : 0u);
    key.number = std::int64_t(head ^ (std::uint64_t(1) << 63));
    if (key.number == SortKey::none)
        ++key.number;
    return key;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plaintext.h"

#include <QtCore/QList>

namespace cheetah::gui {

namespace {

bool isHidden(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || (c >= 0x200b && c <= 0x200f) || c == 0x61c
        || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

} // namespace

QString plainText(std::string_view utf8, int most)
{
    // More bytes than these cannot be needed.
    const bool isCut = utf8.size() > std::size_t(most) * 4;
    const QString text = QString::fromUtf8(utf8.data(), isCut ? most * 4 : qsizetype(utf8.size()));
    QString plain;
    plain.reserve(text.size());
    int taken = 0;
    for (const uint c : text.toUcs4()) {
        if (++taken > most)
            return plain + u'…';
        if (isHidden(c))
            plain += QStringLiteral("\\u{%1}").arg(c, 0, 16);
        else
            plain += QString::fromUcs4(reinterpret_cast<const char32_t *>(&c), 1);
    }
    return isCut ? plain + u'…' : plain;
}

QString plainTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    QString html = text.toHtmlEscaped();
    return QStringLiteral("<qt>") + html.replace(u'\n', QStringLiteral("<br>")) + QStringLiteral("</qt>");
}

} // namespace cheetah::gui

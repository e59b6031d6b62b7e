// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/filterquantity.h"

#include <QtCore/QDateTime>

#include <cmath>

namespace cheetah::gui {

namespace {

constexpr std::int64_t second = 1'000'000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
constexpr std::int64_t longest = 100 * 365 * day;

std::optional<std::int64_t> readNumber(QStringView text)
{
    bool good = false;
    const qlonglong number = text.toLongLong(&good);
    return good && std::abs(number) < std::int64_t(1) << 62 ? std::optional<std::int64_t>(number) : std::nullopt;
}

/// `4:32` or `1:04:32`.
std::optional<Quantity> readClock(QStringView text)
{
    std::int64_t seconds = 0;
    const auto pieces = text.split(u':');
    if (pieces.size() > 3)
        return std::nullopt;
    for (const QStringView &piece : pieces) {
        const auto number = readNumber(piece);
        if (!number || *number < 0 || *number > 100'000 || (&piece != &pieces.front() && *number > 59))
            return std::nullopt;
        seconds = seconds * 60 + *number;
    }
    return Quantity{seconds * second, second};
}

std::int64_t unitOf(QStringView name)
{
    static constexpr std::pair<const char16_t *, std::int64_t> units[] = {
        {u"ms", 1'000}, {u"s", second}, {u"sec", second}, {u"m", minute}, {u"min", minute}, {u"h", hour}, {u"d", day},
    };
    if (name.isEmpty())
        return second;
    for (const auto &[known, size] : units)
        if (name.compare(QStringView(known), Qt::CaseInsensitive) == 0)
            return size;
    return 0;
}

/// `1h30m`, `1.5h`, `30` seconds.
std::optional<Quantity> readDuration(QStringView text)
{
    if (text.contains(u':'))
        return readClock(text);
    const bool isNegative = text.startsWith(u'-');
    qsizetype at = isNegative ? 1 : 0;
    double sum = 0;
    std::int64_t least = longest;
    const auto isDigit = [&] {
        return at < text.size() && ((text[at] >= u'0' && text[at] <= u'9') || text[at] == u'.');
    };
    do {
        const qsizetype start = at;
        while (isDigit())
            ++at;
        bool good = false;
        const double number = text.mid(start, at - start).toDouble(&good);
        const qsizetype unitStart = at;
        while (at < text.size() && !isDigit())
            ++at;
        const std::int64_t unit = unitOf(text.mid(unitStart, at - unitStart));
        sum += number * double(unit);
        least = std::min(least, unit);
        if (!good || unit == 0 || sum > double(longest))
            return std::nullopt;
    } while (at < text.size());
    return Quantity{std::llround(isNegative ? -sum : sum), least};
}

/// `14:05`, `14:05:30`, `2026-03-31`, `2026-03-31T14:05`.
std::optional<Quantity> readTime(QStringView text)
{
    const qsizetype split = text.indexOf(u'T');
    const bool hasDate = text.contains(u'-');
    const QStringView clock = split >= 0 ? text.mid(split + 1) : hasDate ? QStringView() : text;
    const QDate date = hasDate ? QDate::fromString(text.left(split >= 0 ? split : text.size()).toString(), Qt::ISODate)
                               : QDate::currentDate();
    const bool hasSeconds = clock.count(u':') == 2;
    const QTime time = clock.isEmpty() ? QTime(0, 0)
                                       : QTime::fromString(clock.toString(), hasSeconds ? QStringLiteral("H:mm:ss")
                                                                                        : QStringLiteral("H:mm"));
    const QDateTime at(date, time);
    if (text.isEmpty() || (split >= 0 && !hasDate) || !date.isValid() || !time.isValid() || !at.isValid())
        return std::nullopt;
    return Quantity{at.toMSecsSinceEpoch() * 1'000, clock.isEmpty() ? day : hasSeconds ? second : minute};
}

std::optional<Quantity> readYesNo(QStringView text)
{
    for (const auto *yes : {u"yes", u"true", u"1"})
        if (text.compare(QStringView(yes), Qt::CaseInsensitive) == 0)
            return Quantity{1, 1};
    for (const auto *no : {u"no", u"false", u"0"})
        if (text.compare(QStringView(no), Qt::CaseInsensitive) == 0)
            return Quantity{0, 1};
    return std::nullopt;
}

} // namespace

std::optional<Quantity> readQuantity(FieldKind kind, QStringView text)
{
    switch (kind) {
    case FieldKind::Number:
        if (const auto number = readNumber(text))
            return Quantity{*number, 1};
        return std::nullopt;
    case FieldKind::Duration:
        return text.size() <= 40 ? readDuration(text) : std::nullopt;
    case FieldKind::Time:
        return text.size() <= 40 ? readTime(text) : std::nullopt;
    case FieldKind::Flag:
        return readYesNo(text);
    case FieldKind::Text:
    case FieldKind::Code:
        break;
    }
    return std::nullopt;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#include "model/decimal.h"

#include <algorithm>

namespace cheetah {

namespace {

bool allDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct Decimal {
    bool negative = false;
    std::string_view whole;    ///< without leading zeros
    std::string_view fraction; ///< without trailing zeros

    static std::optional<Decimal> parse(std::string_view text)
    {
        Decimal number;
        number.negative = text.starts_with('-');
        text.remove_prefix(number.negative ? 1 : 0);
        const std::size_t point = text.find('.');
        number.whole = text.substr(0, point);
        if (!allDigits(number.whole))
            return std::nullopt;
        if (point != std::string_view::npos) {
            number.fraction = text.substr(point + 1);
            if (!allDigits(number.fraction))
                return std::nullopt;
        }
        number.whole.remove_prefix(std::min(number.whole.find_first_not_of('0'), number.whole.size()));
        number.fraction = number.fraction.substr(0, number.fraction.find_last_not_of('0') + 1);
        number.negative = number.negative && !(number.whole.empty() && number.fraction.empty());
        return number;
    }

    std::strong_ordering compareSize(const Decimal &other) const
    {
        if (whole.size() != other.whole.size())
            return whole.size() <=> other.whole.size();
        if (const int order = whole.compare(other.whole))
            return order <=> 0;
        return fraction.compare(other.fraction) <=> 0;
    }
};

} // namespace

std::optional<std::strong_ordering> compareDecimals(std::string_view a, std::string_view b)
{
    const auto left = Decimal::parse(a);
    const auto right = Decimal::parse(b);
    if (!left || !right)
        return std::nullopt;
    if (left->negative != right->negative)
        return left->negative ? std::strong_ordering::less : std::strong_ordering::greater;
    return left->negative ? right->compareSize(*left) : left->compareSize(*right);
}

} // namespace cheetah

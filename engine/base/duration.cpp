// SPDX-License-Identifier: Apache-2.0
#include "base/duration.h"

#include <charconv>
#include <cmath>

namespace cheetah {

Result<Micros> parseDuration(std::string_view text)
{
    const Error bad(ErrorCode::BadSetting,
                    {{"value", std::string(text)}, {"wanted", "a duration such as 250ms, 30s, 5m, 2h"}});
    double number = 0;
    const auto [end, failure] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (failure != std::errc() || !std::isfinite(number) || number < 0)
        return bad;
    const std::string_view unit(end, std::size_t(text.data() + text.size() - end));
    double scale = 0;
    if (unit == "ms")
        scale = 1e3;
    else if (unit == "s")
        scale = 1e6;
    else if (unit == "m")
        scale = 60e6;
    else if (unit == "h")
        scale = 3600e6;
    else if (!(unit.empty() && number == 0))
        return bad;
    if (number * scale > 10 * 365 * 24 * 3600e6)
        return bad;
    return Micros(std::llround(number * scale));
}

std::string formatDuration(Micros duration)
{
    const auto us = duration.count();
    if (us % 3600'000'000 == 0 && us)
        return std::to_string(us / 3600'000'000) + "h";
    if (us % 60'000'000 == 0 && us)
        return std::to_string(us / 60'000'000) + "m";
    if (us % 1'000'000 == 0)
        return std::to_string(us / 1'000'000) + "s";
    std::string millis = std::to_string(us / 1000);
    if (const auto rest = us % 1000) {
        const std::string digits = std::to_string(1000 + rest).substr(1);
        millis += '.' + digits.substr(0, digits.find_last_not_of('0') + 1);
    }
    return millis + "ms";
}

} // namespace cheetah

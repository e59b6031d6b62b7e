// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace cheetah {

namespace {

/// Appends `text` with control characters, line separators of Unicode among them, as visible escapes.
void appendEscaped(std::string &line, std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // C1 controls (U+0080–U+009F) and U+2028/U+2029 are where a terminal or a viewer may break a line too.
        const bool wide = text.substr(i, 2) >= "\xc2\x80" && text.substr(i, 2) <= "\xc2\x9f";
        const bool separator = text.substr(i, 3) == "\xe2\x80\xa8" || text.substr(i, 3) == "\xe2\x80\xa9";
        if (byte >= 0x20 && byte != 0x7f && byte != '\\' && !wide && !separator) {
            line += text[i];
            continue;
        }
        for (const std::size_t end = i + (wide ? 2 : separator ? 3 : 1); i < end; ++i) {
            line += "\\x";
            line += digits[static_cast<unsigned char>(text[i]) >> 4];
            line += digits[static_cast<unsigned char>(text[i]) & 15];
        }
        --i;
    }
}

std::string utcNow()
{
    const auto now = std::chrono::system_clock::now();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::snprintf(text.data() + length, text.size() - length, ".%03dZ", int(millis));
    return text.data();
}

} // namespace

std::string formatLogLine(std::string_view time, LogLevel level, std::string_view category, std::string_view text)
{
    constexpr std::array<std::string_view, 4> levels = {"debug", "info", "warning", "error"};
    std::string line(time);
    line.append(" ").append(levels[std::size_t(level)]).append(" ");
    appendEscaped(line, category);
    line += ": ";
    appendEscaped(line, text);
    return line += '\n';
}

LogSink standardErrorSink(LogLevel least)
{
    return [least](LogLevel level, std::string_view category, std::string_view text) {
        if (level < least)
            return;
        const std::string line = formatLogLine(utcNow(), level, category, text);
        std::fwrite(line.data(), 1, line.size(), stderr); // one call, so that lines of processes don't mix
    };
}

} // namespace cheetah

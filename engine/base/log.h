// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cheetah {

enum class LogLevel { Debug, Info, Warning, Error };

/// Receives every log line; called on the thread that logs.
using LogSink = std::function<void(LogLevel, std::string_view category, std::string_view text)>;

/// Where the engine tells what it does. Given by the host; the default writes nothing.
class Log {
public:
    Log() = default;
    explicit Log(LogSink sink) : m_sink(std::move(sink)) {}

    void debug(std::string_view category, std::string_view text) const { write(LogLevel::Debug, category, text); }
    void info(std::string_view category, std::string_view text) const { write(LogLevel::Info, category, text); }
    void warning(std::string_view category, std::string_view text) const { write(LogLevel::Warning, category, text); }
    void error(std::string_view category, std::string_view text) const { write(LogLevel::Error, category, text); }

private:
    void write(LogLevel level, std::string_view category, std::string_view text) const
    {
        if (m_sink)
            m_sink(level, category, text);
    }
    LogSink m_sink;
};

/// One line of a log, with its newline. Control characters and backslashes are escaped, so that a page title cannot forge
/// a line.
std::string formatLogLine(std::string_view time, LogLevel level, std::string_view category, std::string_view text);

/// One line a message to standard error with UTC time, level and category (formatLogLine). `least` is the lowest level
/// written.
LogSink standardErrorSink(LogLevel least);

} // namespace cheetah

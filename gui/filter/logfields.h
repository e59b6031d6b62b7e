// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/fieldset.h"
#include "store/logstore.h"

namespace cheetah::gui {

/// The fields of log lines, in the order of logFields().
enum class LogField : FieldIndex { Time, Age, Level, Category, Text };

/// What the log can be filtered by. A constant.
const FieldSet &logFields();

/// Stable name of a level, as filters have it.
std::string_view levelName(LogLevel level);

/// Reads log lines.
class LogReader final : public FieldReader {
public:
    void setNow(WallTime now) { m_now = now; }
    /// It lives until another row is set.
    void setRow(const LogLine &line) { m_line = &line; }

    std::string_view text(FieldIndex field) const override;
    std::optional<std::int64_t> number(FieldIndex field) const override;
    bool flag(FieldIndex flag) const override;

private:
    WallTime m_now;
    const LogLine *m_line = nullptr;
    mutable std::string m_utf8; ///< room that is used again and again
};

} // namespace cheetah::gui

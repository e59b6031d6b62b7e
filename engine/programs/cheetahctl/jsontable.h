// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/texttable.h"
#include "wire/jsonvalue.h"

namespace cheetah {

/// One column of a table made from JSON rows.
struct JsonColumn {
    std::string_view heading;
    std::string_view
        path; ///< such as `assignment.taskId`; alternatives are split by `|`, the first that is there counts
    enum class Show {
        Text,     ///< as it is: text, numbers, `yes` for true, lists joined by commas
        Duration, ///< milliseconds, as a countdown
        Clock,    ///< microseconds since 1970, as local time of day
    } show = Show::Text;
    TextTable::Column::Fit fit = TextTable::Column::Fit::Whole;
};

/// The value at a path of member names split by dots; null if it leads nowhere.
const JsonValue *at(const JsonValue &json, std::string_view path);
/// How a value reads in a cell; empty for null.
std::string shown(const JsonValue *value, JsonColumn::Show show = JsonColumn::Show::Text);

/// A table with one row for each element.
TextTable tableOf(const JsonValue::Array &rows, const std::vector<JsonColumn> &columns);

/// Objects within objects as `a.b  value` lines, for answers that are no rows.
std::string listing(const JsonValue &json, TerminalStyle style);

} // namespace cheetah

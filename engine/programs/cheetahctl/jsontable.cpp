// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/jsontable.h"

#include "console/topframe.h"

#include <array>
#include <ctime>

namespace cheetah {

namespace {

std::string clockText(std::int64_t us)
{
    const auto seconds = std::time_t(us / 1'000'000);
    std::tm local{};
    std::array<char, 16> text{};
    localtime_r(&seconds, &local);
    std::strftime(text.data(), text.size(), "%H:%M:%S", &local);
    return text.data();
}

std::string joined(const JsonValue::Array &values)
{
    std::string text;
    for (const JsonValue &value : values)
        text += (text.empty() ? "" : ",") + shown(&value);
    return text;
}

std::string joined(const JsonValue::Object &members)
{
    std::string text;
    for (const auto &[name, value] : members)
        text += (text.empty() ? "" : " ") + name + '=' + shown(&value);
    return text;
}

const JsonValue *firstOf(const JsonValue &row, std::string_view paths)
{
    for (std::size_t begin = 0; begin <= paths.size();) {
        const std::size_t end = std::min(paths.find('|', begin), paths.size());
        if (const JsonValue *found = at(row, paths.substr(begin, end - begin)); found && !found->isNull())
            return found;
        begin = end + 1;
    }
    return nullptr;
}

void collect(TextTable &table, const JsonValue &json, const std::string &path)
{
    const JsonValue::Object *members = json.object();
    if (!members || members->empty())
        return table.addRow({path, shown(&json)});
    for (const auto &[name, value] : *members)
        collect(table, value, path.empty() ? name : path + '.' + name);
}

} // namespace

const JsonValue *at(const JsonValue &json, std::string_view path)
{
    const JsonValue *value = &json;
    while (value && !path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        value = value->member(path.substr(0, dot));
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return value;
}

std::string shown(const JsonValue *value, JsonColumn::Show show)
{
    if (!value || value->isNull())
        return {};
    if (const auto number = value->integer()) {
        if (show == JsonColumn::Show::Duration)
            return countdown(Millis(*number));
        return show == JsonColumn::Show::Clock ? clockText(*number) : std::to_string(*number);
    }
    if (const auto flag = value->boolean())
        return *flag ? "yes" : "no";
    if (const auto *string = value->string())
        return string->text;
    if (const auto *array = value->array())
        return joined(*array);
    if (const auto *object = value->object())
        return joined(*object);
    return value->toJson();
}

TextTable tableOf(const JsonValue::Array &rows, const std::vector<JsonColumn> &columns)
{
    std::vector<TextTable::Column> headings;
    for (const JsonColumn &column : columns)
        headings.push_back({column.heading, column.fit});
    TextTable table(std::move(headings));
    for (const JsonValue &row : rows) {
        std::vector<std::string> cells;
        for (const JsonColumn &column : columns)
            cells.push_back(shown(firstOf(row, column.path), column.show));
        table.addRow(std::move(cells));
    }
    return table;
}

std::string listing(const JsonValue &json, TerminalStyle style)
{
    TextTable table({{"SETTING"}, {"VALUE"}});
    collect(table, json, {});
    std::string text = table.render(style);
    return text.substr(text.find('\n') + 1);
}

} // namespace cheetah

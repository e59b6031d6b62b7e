// SPDX-License-Identifier: Apache-2.0
#include "console/arguments.h"

#include <algorithm>

namespace cheetah {

namespace {

Error usageError(std::string reason)
{
    return Error(ErrorCode::BadRequest, {{"reason", std::move(reason)}});
}

const OptionSpec *find(const std::vector<OptionSpec> &options, std::string_view name)
{
    const auto found = std::find_if(options.begin(), options.end(), [&](const auto &o) { return o.name == name; });
    return found == options.end() ? nullptr : &*found;
}

std::string optionText(const OptionSpec &option)
{
    std::string text = "--" + std::string(option.name);
    if (!option.placeholder.empty())
        text.append(" ").append(option.placeholder);
    return text;
}

std::string inTwoColumns(const std::vector<std::pair<std::string, std::string_view>> &rows)
{
    std::size_t width = 0;
    for (const auto &[left, right] : rows)
        width = std::max(width, left.size());
    std::string text;
    for (const auto &[left, right] : rows)
        text.append("  ").append(left).append(width - left.size() + 2, ' ').append(right).append("\n");
    return text;
}

} // namespace

std::optional<std::string> Arguments::value(std::string_view option) const
{
    const auto found = m_options.find(option);
    return found == m_options.end() ? std::nullopt : std::optional(found->second.back());
}

std::string Arguments::valueOr(std::string_view option, std::string_view fallback) const
{
    return value(option).value_or(std::string(fallback));
}

std::vector<std::string> Arguments::values(std::string_view option) const
{
    const auto found = m_options.find(option);
    return found == m_options.end() ? std::vector<std::string>() : found->second;
}

const std::string &Arguments::operator[](std::string_view argument) const
{
    static const std::string none;
    const auto found = m_arguments.find(argument);
    return found == m_arguments.end() ? none : found->second;
}

Result<Arguments> parseArguments(const ArgumentsSpec &spec, const std::vector<std::string> &words)
{
    Arguments result;
    std::size_t position = 0;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string &word = words[i];
        if (!optionsEnded && word == "--") {
            optionsEnded = true;
            continue;
        }
        if (optionsEnded || !word.starts_with("--")) {
            if (position == spec.arguments.size())
                return usageError("`" + word + "` is too much");
            result.m_arguments.emplace(spec.arguments[position++].name, word);
            continue;
        }
        const std::size_t equals = word.find('=');
        const OptionSpec *option = find(spec.options, word.substr(2, equals - 2));
        if (!option)
            return usageError("there is no option " + word.substr(0, equals));
        auto &values = result.m_options[std::string(option->name)];
        if (!values.empty() && !option->repeatable)
            return usageError("--" + std::string(option->name) + " is given twice");
        if (option->placeholder.empty()) {
            if (equals != std::string::npos)
                return usageError("--" + std::string(option->name) + " takes no value");
            values.emplace_back();
        } else if (equals != std::string::npos) {
            values.push_back(word.substr(equals + 1));
        } else if (i + 1 < words.size()) {
            values.push_back(words[++i]);
        } else {
            return usageError("--" + std::string(option->name) + " needs a value: " + std::string(option->placeholder));
        }
    }
    if (position < spec.arguments.size() && !spec.arguments[position].optional)
        return usageError(std::string(spec.arguments[position].name) + " is missing");
    return result;
}

std::string helpOf(const std::vector<OptionSpec> &options)
{
    std::vector<std::pair<std::string, std::string_view>> rows;
    for (const OptionSpec &option : options)
        rows.emplace_back(optionText(option), option.help);
    return inTwoColumns(rows);
}

std::string helpOf(const std::vector<ArgumentSpec> &arguments)
{
    std::vector<std::pair<std::string, std::string_view>> rows;
    for (const ArgumentSpec &argument : arguments)
        rows.emplace_back(argument.name, argument.help);
    return inTwoColumns(rows);
}

std::string usageOf(const ArgumentsSpec &spec)
{
    std::string text;
    for (const ArgumentSpec &argument : spec.arguments) {
        const std::string shown(argument.name);
        text += argument.optional ? " [" + shown + "]" : " " + shown;
    }
    for (const OptionSpec &option : spec.options)
        text += " [" + optionText(option) + "]" + (option.repeatable ? "..." : "");
    return text;
}

} // namespace cheetah

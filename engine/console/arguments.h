// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// One option as a program offers it. Without a placeholder it is a flag.
struct OptionSpec {
    std::string_view name;        ///< without the dashes
    std::string_view placeholder; ///< such as `DURATION`; empty: a flag
    std::string_view help;        ///< one line
    bool repeatable = false;
};

/// One argument by position.
struct ArgumentSpec {
    std::string_view name; ///< such as `HANDLE`
    std::string_view help;
    bool optional = false;
};

/// What one command line may hold.
struct ArgumentsSpec {
    std::vector<ArgumentSpec> arguments;
    std::vector<OptionSpec> options;
};

/// What was typed, after parseArguments accepted it.
class Arguments {
public:
    bool has(std::string_view option) const { return m_options.contains(option); }
    /// The last value given, or nothing.
    std::optional<std::string> value(std::string_view option) const;
    std::string valueOr(std::string_view option, std::string_view fallback) const;
    std::vector<std::string> values(std::string_view option) const;
    /// The argument by its name in the ArgumentsSpec; empty if it was optional and left out.
    const std::string &operator[](std::string_view argument) const;

private:
    friend Result<Arguments> parseArguments(const ArgumentsSpec &, const std::vector<std::string> &);

    std::map<std::string, std::vector<std::string>, std::less<>> m_options;
    std::map<std::string, std::string, std::less<>> m_arguments;
};

/// Reads `--name value`, `--name=value`, flags, and arguments by position, in any order; after `--` everything is an
/// argument. A single dash begins no option, for ids may begin with one. `bad_request` with a `reason` for what is unknown, missing, given twice or too much.
Result<Arguments> parseArguments(const ArgumentsSpec &spec, const std::vector<std::string> &words);

/// The options with their help in two columns, and the arguments likewise: parts of a `--help`.
std::string helpOf(const std::vector<OptionSpec> &options);
std::string helpOf(const std::vector<ArgumentSpec> &arguments);
/// ` HANDLE KIND [--context NAME] …`: what stands behind the command's name in its usage line.
std::string usageOf(const ArgumentsSpec &spec);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/terminal.h"
#include "programs/unixsignals.h"
#include "wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace cheetah;

namespace {

int usageError(const std::string &sentence, TerminalStyle style, std::string_view command = {})
{
    writeError("cheetahctl: " + printable(sentence, style) + "\nSee: cheetahctl " + std::string(command)
               + (command.empty() ? "" : " ") + "--help\n");
    return exitUsage;
}

/// Brings options that stand before the command behind it, so that one list is parsed.
void moveCommandToFront(std::vector<std::string> &words)
{
    std::size_t first = 0;
    while (first < words.size() && words[first].starts_with("--") && words[first] != "--") {
        const std::string name = words[first].substr(2, words[first].find('=') - 2);
        const auto option =
            std::find_if(globalOptions().begin(), globalOptions().end(), [&](const auto &o) { return o.name == name; });
        const bool takesNext = option != globalOptions().end() && !option->placeholder.empty()
                            && words[first].find('=') == std::string::npos;
        first += takesNext ? 2 : 1;
    }
    first = std::min(first, words.size());
    std::rotate(words.begin(), words.begin() + std::ptrdiff_t(first), words.end());
}

int run(std::vector<std::string> words, TerminalStyle style)
{
    std::replace(words.begin(), words.end(), std::string("-h"), std::string("--help"));
    moveCommandToFront(words);
    const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    if (words.empty())
        return writeError(programHelp()), exitUsage;
    const std::vector<std::string> typed = words;
    const Command *command = takeCommand(words);
    if (!command && has("--version"))
        return writeOut("cheetahctl " CHEETAH_VERSION "\n"), exitOk;
    if (!command && has("--help"))
        return writeOut(programHelp()), exitOk;
    if (!command)
        return usageError("there is no command " + typed[0], style);
    if (has("--help"))
        return writeOut(commandHelp(*command)), exitOk;

    ArgumentsSpec spec = command->spec;
    spec.options.insert(spec.options.end(), globalOptions().begin(), globalOptions().end());
    auto arguments = parseArguments(spec, words);
    if (!arguments)
        return usageError(std::string(arguments.error().param("reason")) + ".", style, command->name);
    UnixSignals unixSignals;
    Invocation invocation(*command, *std::move(arguments), style, unixSignals);
    return command->run(invocation);
}

} // namespace

int main(int argc, char *argv[])
{
    const TerminalStyle style = detectStyle();
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &) {});
    const QCoreApplication application(argc, argv);
    return run({argv + 1, argv + argc}, style);
}

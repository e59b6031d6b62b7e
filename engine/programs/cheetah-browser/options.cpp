// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetah-browser/options.h"

#include "base/version.h"
#include "console/arguments.h"

#include <charconv>

namespace cheetah {

namespace {

constexpr std::uint32_t mostWindows = 100;
constexpr std::uint32_t mostTabs = BrowserModel::maxTabs;
constexpr std::uint32_t mostLogMib = 1'000'000;

ArgumentsSpec spec()
{
    return {
        {},
        {{"user", "U", "User whose tabs these are. Required."},
         {"client", "C", "Name of this browser among the user's clients. Required."},
         {"node", "URL", "Node to serve, http:// or https://; default: CHEETAH_NODE, else the local node."},
         {"token-file", "F", "File with a `client` token; default: CHEETAH_TOKEN_FILE, else the local node's."},
         {"ca-file", "F", "Authorities that an https node is trusted by; default: CHEETAH_CA_FILE, else the system's."},
         {"cert-file", "F", "Certificate for a node that asks for one, with --key-file; default: CHEETAH_CERT_FILE."},
         {"key-file", "F", "Its private key; default: CHEETAH_KEY_FILE."},
         {"windows", "N", "Windows opened at the start (1)."},
         {"tabs", "N", "Tabs of each of them (1)."},
         {"max-windows", "N", "Most windows that a node may make it have; default: no limit from this side."},
         {"max-tabs", "N", "Most tabs, over all windows."},
         {"headless", "", "Without a display. A page's dialogs are answered at once, since nobody sees them."},
         {"metadata", "K=V", "A fact that requests can ask for; may be repeated.", true},
         {"profile", "DIR",
          "Keep the browser's profile there, and share it between its windows; default: a temporary "
          "one, and a browser context for each window."},
         {"chromium", "PATH", "Chromium to start; default: chromium in PATH."},
         {"log-level", "LEVEL", "debug, info, warning or error (info)."},
         {"log-limit", "MIB", "Where standard error is a file: begin it anew at that size; default: no limit."},
         {"help", "", "This text."},
         {"version", "", "The version."}}};
}

Error badSetting(std::string_view setting, std::string value, std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", std::string(setting)}, {"value", std::move(value)}, {"wanted", std::move(wanted)}});
}

/// The number given for an option, `otherwise` if none is.
Result<std::optional<std::uint32_t>> number(const Arguments &arguments, std::string_view option, std::uint32_t least,
                                            std::uint32_t most)
{
    const auto text = arguments.value(option);
    if (!text)
        return std::optional<std::uint32_t>();
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size() || value < least || value > most)
        return badSetting(option, *text, "a number from " + std::to_string(least) + " to " + std::to_string(most));
    return std::optional(value);
}

Result<void> readNumbers(const Arguments &arguments, ChromiumSettings &chromium)
{
    const auto windows = number(arguments, "windows", 0, mostWindows);
    const auto tabs = number(arguments, "tabs", 1, mostTabs);
    const auto maxWindows = number(arguments, "max-windows", 1, mostTabs);
    const auto maxTabs = number(arguments, "max-tabs", 1, mostTabs);
    for (const auto *read : {&windows, &tabs, &maxWindows, &maxTabs})
        if (!*read)
            return read->error();
    chromium.windows = windows->value_or(1);
    chromium.tabsPerWindow = tabs->value_or(1);
    chromium.bounds.windows = *maxWindows;
    chromium.bounds.tabs = *maxTabs;
    if (chromium.windows > chromium.bounds.windows.value_or(mostTabs))
        return badSetting("windows", std::to_string(chromium.windows), "no more than --max-windows");
    const std::uint32_t atStart = chromium.windows * chromium.tabsPerWindow;
    if (atStart > chromium.bounds.tabs.value_or(mostTabs))
        return badSetting("tabs", std::to_string(chromium.tabsPerWindow),
                          "no more than " + std::to_string(chromium.bounds.tabs.value_or(mostTabs))
                              + " over all windows");
    return {};
}

Result<void> readNames(const Arguments &arguments, BrowserClientSettings &client)
{
    for (const std::string_view required : {"user", "client"})
        if (!arguments.has(required))
            return Error(ErrorCode::BadRequest, {{"reason", "--" + std::string(required) + " is required"}});
    auto user = UserId::parse(arguments.valueOr("user", ""));
    if (!user)
        return user.error();
    auto name = ClientId::parse(arguments.valueOr("client", ""));
    if (!name)
        return name.error();
    client.name = {*std::move(user), *std::move(name)};
    for (const std::string &pair : arguments.values("metadata")) {
        const std::size_t equals = pair.find('=');
        if (equals == 0 || equals == std::string::npos || !isValidId(pair.substr(0, equals)))
            return badSetting("metadata", pair, "KEY=VALUE");
        client.metadata[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
    return {};
}

Result<LogLevel> logLevel(const std::string &text)
{
    constexpr std::pair<std::string_view, LogLevel> levels[] = {{"debug", LogLevel::Debug},
                                                                {"info", LogLevel::Info},
                                                                {"warning", LogLevel::Warning},
                                                                {"error", LogLevel::Error}};
    for (const auto &[levelName, level] : levels)
        if (text == levelName)
            return level;
    return badSetting("log-level", text, "debug, info, warning or error");
}

} // namespace

Result<BrowserOptions> parseBrowserOptions(const std::vector<std::string> &words)
{
    const auto arguments = parseArguments(spec(), words);
    if (!arguments)
        return arguments.error();
    BrowserOptions options;
    options.help = arguments->has("help");
    options.version = arguments->has("version");
    if (options.help || options.version)
        return options;
    options.node = arguments->valueOr("node", qgetenv("CHEETAH_NODE").toStdString());
    options.tokenFile = arguments->valueOr("token-file", qgetenv("CHEETAH_TOKEN_FILE").toStdString());
    options.tls = {arguments->valueOr("ca-file", qgetenv("CHEETAH_CA_FILE").toStdString()),
                   arguments->valueOr("cert-file", qgetenv("CHEETAH_CERT_FILE").toStdString()),
                   arguments->valueOr("key-file", qgetenv("CHEETAH_KEY_FILE").toStdString())};
    options.client.version = version;
    options.client.chromium.headless = arguments->has("headless");
    options.client.chromium.profile = arguments->valueOr("profile", "");
    options.client.chromium.program = arguments->valueOr("chromium", "");
    if (const auto named = readNames(*arguments, options.client); !named)
        return named.error();
    if (const auto counted = readNumbers(*arguments, options.client.chromium); !counted)
        return counted.error();
    const auto level = logLevel(arguments->valueOr("log-level", "info"));
    if (!level)
        return level.error();
    options.logLevel = *level;
    const auto limit = number(*arguments, "log-limit", 1, mostLogMib);
    if (!limit)
        return limit.error();
    options.logLimit = std::uint64_t(limit->value_or(0)) << 20;
    return options;
}

std::string browserHelp()
{
    return "Usage: cheetah-browser --user U --client C [--OPTION VALUE]…\n\n"
           "Starts a Chromium and serves its tabs to a Cheetah node, over the wire that every client speaks. It comes\n"
           "back by itself after the node or the connection was gone, starts Chromium again when it died, and ends it\n"
           "with itself on SIGTERM or Ctrl-C; a second one ends it at once. It logs to standard error.\n\n"
         + helpOf(spec().options)
         + "\nExit status: 0 ended as asked, 1 failed or refused by the node, 2 bad arguments, 3 another client has "
           "taken "
           "its\nplace (superseded).\n";
}

} // namespace cheetah

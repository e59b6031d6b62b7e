// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/acquireoptions.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::string_view requirementHelp = "EXPR is one of (all that are given must hold):\n"
                                             "  metadata.region=us            equal\n"
                                             "  metadata.tier in a|b          one of\n"
                                             "  metadata.gpu, !metadata.gpu   there, not there\n"
                                             "  metadata.ram>=8               number: < <= > >=\n"
                                             "  metadata.version~'>=1.2 <2'   version in a SemVer range\n"
                                             "  kind=browser, client=C        kind of client, one client\n";

constexpr std::string_view acquireHelp =
    "Prints the handle alone. Got nothing: the reason on standard error, exit status 3. Ctrl-C while waiting\n"
    "cancels the request at the node.\n\n";

constexpr std::string_view sendHelp =
    "KIND is one of navigate (--url), evaluate (--script), screenshot (--out), activate, openTab, openWindow,\n"
    "closeTab, closeWindow, reload. The command id is printed on standard error as soon as it is chosen.\n"
    "Sending again with the same id does nothing twice. With --json: commandId, state, result.\n"
    "Exit status: 0 with a result, 4 if the lease had ended and nothing was sent, 1 otherwise.\n";

constexpr std::string_view namesHelp = "The last column is the NAME that commands take. It is never cut.\n";

const std::vector<OptionSpec> &drainOptions()
{
    static const std::vector<OptionSpec> options = {
        {"deadline", "DURATION", "end the drain after so long even if leases are left"},
        {"force", "", "end what is left at the deadline (default: it stays)"},
        {"undo", "", "take new tasks again"},
    };
    return options;
}

std::vector<OptionSpec> with(std::vector<OptionSpec> options, const std::vector<OptionSpec> &more)
{
    options.insert(options.end(), more.begin(), more.end());
    return options;
}

std::vector<Command> allCommands()
{
    constexpr auto viewer = AccessScope::Viewer;
    constexpr auto app = AccessScope::App;
    constexpr auto oper = AccessScope::Operator;
    const std::vector<OptionSpec> whose = {{"user", "U", "only this user's"}, {"client", "C", "only this client's"}};
    static const std::string acquireDetails = std::string(acquireHelp).append(requirementHelp);
    return {
        {"status", "the node and its fleet in numbers", viewer, {{}, {}}, runStatus},
        {"contexts", "all tabs and flows with their state", viewer, {{}, whose}, runContexts, namesHelp},
        {"windows", "all windows with their tabs and limits", viewer, {{}, whose}, runWindows, namesHelp},
        {"clients", "all clients", viewer, {{}, whose}, runClients},
        {"assignments", "all leases with the time left", viewer, {{}, whose}, runAssignments, namesHelp},
        {"waiters", "requests that wait", viewer, {{}, whose}, runWaiters},
        {"events",
         "what happened lately",
         viewer,
         {{}, {{"follow", "", "go on with what happens, until Ctrl-C"}, {"limit", "N", "the latest N (default 50)"}}},
         runEvents},
        {"top",
         "a live view of the whole fleet",
         viewer,
         {{}, {{"frames", "N", "print N frames and end (default without a terminal: 1)"}}},
         runTop,
         "Keys: q quit, arrows and PgUp/PgDn scroll, p pause, ? help.\n"},
        {"nodes",
         "all nodes of the deployment, whether each is ready, and why not",
         viewer,
         {{}, {}},
         runNodes,
         "PROVISIONS are the clients that it alone may open tabs and windows for at present. ROUND TRIP is to Redis\n"
         "and back; OFFSET is how far the node's clock is ahead of the registry's; HEARD is "
         "how\n"
         "long ago the node told so. Below the table stands what is wrong, and what to do about it.\n"},
        {"config", "the node's settings and where each came from", viewer, {{}, {}}, runConfig},
        {"deployment show",
         "the settings that all nodes of the deployment agree on",
         viewer,
         {{}, {}},
         runDeploymentShow,
         "NODE is what the asked node runs with, where that is another value.\n"},
        {"deployment set",
         "change such a setting for the whole deployment",
         oper,
         {{{"KEY=VALUE", "a setting as `deployment show` names it, and its new value"}},
          {{"reason", "TEXT", "why, for the journal"}}},
         runDeploymentSet,
         "Nodes take it over when they are started again, each with the new value: running ones go on with what they\n"
         "were started with, and a node that is started with another value refuses and names both. Values are written "
         "as\n"
         "the options of cheetahd; `none` takes a limit away.\n"},
        {"acquire", "lease a context", app, {{}, acquireOptions()}, runAcquire, acquireDetails},
        {"renew", "move a lease's deadline", app, {{{"HANDLE", "as acquire printed it"}}, {}}, runRenew},
        {"release",
         "end a lease",
         app,
         {{{"HANDLE", "as acquire printed it"}},
          with({{"and-acquire", "", "lease another context in the same step; the options below describe it"}},
               acquireOptions())},
         runRelease,
         "Releasing again what one released oneself is a success. With --and-acquire the new handle is printed.\n"},
        {"send",
         "send a command to a leased context and wait for its end",
         app,
         {{{"HANDLE", "as acquire printed it"}, {"KIND", "what to do; see below"}},
          {{"context", "NAME", "a tab that the leased one opened, as `contexts` prints it"},
           {"url", "URL", "for navigate, openTab, openWindow"},
           {"script", "JS", "for evaluate"},
           {"command-id", "ID", "default: a new one"},
           {"deadline", "DURATION", "until when it must be sent and answered (default 60s)"},
           {"out", "FILE", "write a screenshot's bytes there"}}},
         runSend,
         sendHelp},
        {"evidence",
         "what is known of a command, or of all commands of a task",
         app,
         {{{"COMMAND", "a command id", true}},
          {{"user", "U", "whose command"}, {"task", "T", "all commands of this task"}}},
         runEvidence},
        {"explain",
         "why a request would get nothing, or what it would get",
         app,
         {{}, acquireOptions()},
         runExplain,
         requirementHelp},
        {"disconnect",
         "end a client's connection",
         oper,
         {{{"USER", "its user"}, {"CLIENT", "its client id"}},
          {{"keep-out", "DURATION", "refuse it for so long (default: it reconnects at once)"},
           {"generation", "N", "only the connection that was seen, as `clients --json` shows it"}}},
         runDisconnect},
        {"drain client",
         "assign nothing new on a client",
         oper,
         {{{"USER", "its user"}, {"CLIENT", "its client id"}}, drainOptions()},
         runDrainClient},
        {"drain window",
         "assign nothing new in a window",
         oper,
         {{{"NAME", "as `windows` prints it"}}, drainOptions()},
         runDrainWindow},
        {"drain node",
         "assign nothing new on a node's clients",
         oper,
         {{{"ID", "the node's id"}}, drainOptions()},
         runDrainNode},
        {"force-release",
         "end another's lease",
         oper,
         {{{"NAME", "as `contexts` and `assignments` print it"}}, {{"fence", "N", "the fence that was seen; needed"}}},
         runForceRelease,
         "Releases the lease only: it stops no command, closes no tab and retries no task.\n"},
        {"settle",
         "declare a context's last command to be over",
         oper,
         {{{"NAME", "as `contexts` prints it"}},
          {{"command", "ID", "only if it settles on no other; may be given several times", true}}},
         runSettle},
        {"token add",
         "add a token to the token file and print it once",
         std::nullopt,
         {{},
          {{"scope", "S", "client, app, viewer or operator; needed"},
           {"user", "U", "good for this user only"},
           {"client", "C", "good for this client only"},
           {"metadata", "K=V", "the client's metadata hold this, whatever it claims", true}}},
         runTokenAdd},
        {"token list",
         "the tokens that the node knows, without the tokens themselves",
         std::nullopt,
         {{}, {}},
         runTokenList},
        {"token remove",
         "make a token worthless",
         std::nullopt,
         {{{"ID", "as `token list` prints it"}}, {}},
         runTokenRemove},
    };
}

} // namespace

const std::vector<OptionSpec> &globalOptions()
{
    static const std::vector<OptionSpec> options = {
        {"node", "URL", "http://HOST:PORT of a node (default: $CHEETAH_NODE, else the local node)"},
        {"token-file", "F", "file of tokens (default: $CHEETAH_TOKEN_FILE, else $XDG_STATE_HOME/cheetah/tokens)"},
        {"ca-file", "F", "authorities that an https node is trusted by (default: $CHEETAH_CA_FILE, else the system's)"},
        {"cert-file", "F", "certificate for a node that asks for one (default: $CHEETAH_CERT_FILE), with --key-file"},
        {"key-file", "F", "its private key (default: $CHEETAH_KEY_FILE)"},
        {"json", "", "print the node's answer as JSON"},
        {"help", "", "this text"},
    };
    return options;
}

const std::vector<Command> &commands()
{
    static const std::vector<Command> all = allCommands();
    return all;
}

const Command *takeCommand(std::vector<std::string> &words)
{
    for (const Command &command : commands()) {
        const std::size_t space = command.name.find(' ');
        const std::size_t count = space == std::string_view::npos ? 1 : 2;
        if (words.size() < count || words[0] != command.name.substr(0, space))
            continue;
        if (count == 2 && words[1] != command.name.substr(space + 1))
            continue;
        words.erase(words.begin(), words.begin() + std::ptrdiff_t(count));
        return &command;
    }
    return nullptr;
}

std::string programHelp()
{
    std::string text = "Usage: cheetahctl [--node URL] [--token-file F] [--json] COMMAND ...\n\n"
                       "Shows and drives a Cheetah node from a terminal.\n\nCommands:\n";
    std::vector<ArgumentSpec> rows;
    for (const Command &command : commands())
        rows.push_back({command.name, command.summary});
    text += helpOf(rows) + "\nOptions of every command:\n" + helpOf(globalOptions())
          + "  --version         the version\n\n"
            "`cheetahctl COMMAND --help` tells more. Durations are 250ms, 30s, 5m, 1h.\n"
            "Exit status: 0 done, 1 failed, 2 wrongly used, 3 got nothing, 4 the lease had ended, 130 Ctrl-C.\n";
    return text;
}

std::string commandHelp(const Command &command)
{
    std::string text = "Usage: cheetahctl " + std::string(command.name) + usageOf(command.spec) + "\n\n"
                     + std::string(command.name) + ": " + std::string(command.summary) + ".\n";
    if (!command.spec.arguments.empty())
        text += "\nArguments:\n" + helpOf(command.spec.arguments);
    if (!command.spec.options.empty())
        text += "\nOptions:\n" + helpOf(command.spec.options);
    text += "\nOptions of every command:\n" + helpOf(globalOptions());
    if (command.scope)
        text += "\nNeeds a token of scope " + std::string(name(*command.scope)) + ".\n";
    if (!command.details.empty())
        text += "\n" + std::string(command.details);
    return text;
}

} // namespace cheetah

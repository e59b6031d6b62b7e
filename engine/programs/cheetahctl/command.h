// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/arguments.h"
#include "console/terminaltext.h"
#include "edge/authprovider.h"
#include "programs/cheetahctl/nodeclient.h"

#include <filesystem>

namespace cheetah {

/// Exit statuses; a part of the promise to scripts.
enum ExitStatus { exitOk = 0, exitFailure = 1, exitUsage = 2, exitNothing = 3, exitStale = 4, exitInterrupted = 130 };

class Invocation;

/// One command as it is offered and run: the one description behind parsing, help and what the token must be good for.
struct Command {
    std::string_view name; ///< one word or two, such as `drain client`
    std::string_view summary;
    std::optional<AccessScope> scope; ///< of the token that it needs; unset: it asks no node
    ArgumentsSpec spec;
    int (*run)(Invocation &);   ///< gives the exit status
    std::string_view details{}; ///< paragraphs below the options in `--help`; may be empty
};

/// Options that every command takes.
const std::vector<OptionSpec> &globalOptions();

/// One run of one command: what was typed, the node to ask, and the ways to answer. Lives in main.
class Invocation {
public:
    Invocation(const Command &command, Arguments arguments, TerminalStyle style, UnixSignals &unixSignals)
        : m_command(command), m_arguments(std::move(arguments)), m_style(style), m_signals(unixSignals)
    {}

    const Arguments &arguments() const { return m_arguments; }
    TerminalStyle style() const { return m_style; }
    bool wantsJson() const { return m_arguments.has("json"); }
    UnixSignals &unixSignals() const { return m_signals; }
    std::filesystem::path tokenFile() const;

    /// The node that `--node` names, else the local one.
    Result<QUrl> node() const;
    /// What `--ca-file`, `--cert-file` and `--key-file` say of TLS; nothing for a node without it.
    Result<std::optional<NodeTls>> tls(const QUrl &node) const;
    /// A token that the command's scope needs.
    Result<std::string> token() const;

    /// One call to the node. What stands in its way before the call is its error too.
    NodeAnswer call(std::string_view method, const std::string &params, Millis timeout = Seconds(10));
    NodeAnswer call(std::string_view method) { return call(method, "{}"); }

    /// Tells a failure on standard error (and with `--json` the node's own answer on standard output), and gives the exit
    /// status that belongs to it.
    int fail(const NodeAnswer &answer) const;
    int fail(const Error &error) const;
    /// For what was typed wrongly.
    int usage(const std::string &sentence) const;
    /// One sentence on standard error.
    void tell(const std::string &sentence) const;
    /// Prints what the node answered, as it came.
    int printJson(const NodeAnswer &answer) const;

private:
    /// What was given as the node; empty: the local one.
    std::string nodeText() const;

    const Command &m_command;
    const Arguments m_arguments;
    const TerminalStyle m_style;
    UnixSignals &m_signals;
    std::optional<NodeClient> m_client;
};

/// The status that a script sees for an error of the node.
int exitStatusOf(ErrorCode code);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/command.h"

#include "node/config.h"
#include "programs/cheetahctl/terminal.h"
#include "programs/unixsignals.h"
#include "wire/localnode.h"
#include "wire/nodeurl.h"
#include "wire/tokenfile.h"
#include "wording/wording.h"

namespace cheetah {

namespace {

constexpr std::string_view howToStart =
    "Start a node with `cheetahd`, or name a running one with `--node http://HOST:PORT`.";
constexpr std::string_view howToTrust =
    "Name the authority that signed the node's certificate with `--ca-file FILE`; a self-signed one is its own.";

} // namespace

int exitStatusOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::BadRequest:
    case ErrorCode::BadId:
    case ErrorCode::BadExpression:
    case ErrorCode::BadSetting:
    case ErrorCode::ContradictoryRequest:
    case ErrorCode::UnknownStrategy:
        return exitUsage;
    case ErrorCode::NothingAvailable:
    case ErrorCode::Unsatisfiable:
    case ErrorCode::Cancelled:
    case ErrorCode::DeadlineExceeded:
    case ErrorCode::QueueFull:
    case ErrorCode::ProvisioningOff:
    case ErrorCode::ProvisioningLimit:
    case ErrorCode::ProvisioningRefused:
    case ErrorCode::ProvisioningTimeout:
    case ErrorCode::NotProvisioningOwner:
        return exitNothing;
    case ErrorCode::StaleHandle:
    case ErrorCode::FenceMismatch:
    case ErrorCode::GenerationMismatch:
    case ErrorCode::Fenced:
        return exitStale;
    default:
        return exitFailure;
    }
}

std::string Invocation::nodeText() const
{
    return m_arguments.valueOr("node", qgetenv("CHEETAH_NODE").toStdString());
}

std::filesystem::path Invocation::tokenFile() const
{
    if (const auto given = m_arguments.value("token-file"))
        return *given;
    if (const QByteArray environment = qgetenv("CHEETAH_TOKEN_FILE"); !environment.isEmpty())
        return environment.toStdString();
    if (nodeText().empty())
        if (const auto local = readLocalNode(); local && !local->tokenFile.empty())
            return local->tokenFile;
    return defaultTokenFile();
}

Result<QUrl> Invocation::node() const
{
    std::string text = nodeText();
    if (text.empty()) {
        auto local = readLocalNode();
        if (!local && local.error().code == ErrorCode::NotFound)
            return Error(ErrorCode::IoError, {{"what", "Finding the local node"},
                                              {"reason", "none is running under this account"},
                                              {"node", "local"}});
        if (!local)
            return local.error();
        text = local->url;
    }
    return strictNodeUrl(text);
}

Result<std::optional<NodeTls>> Invocation::tls(const QUrl &node) const
{
    if (node.scheme() != "https")
        return std::optional<NodeTls>();
    const auto file = [this](std::string_view option, const char *variable) {
        return std::filesystem::path(m_arguments.valueOr(option, qgetenv(variable).toStdString()));
    };
    auto configuration =
        clientTls({file("ca-file", "CHEETAH_CA_FILE"), file("cert-file", "CHEETAH_CERT_FILE"),
                   file("key-file", "CHEETAH_KEY_FILE"), localCertFile(node.toString().toStdString())});
    if (!configuration)
        return configuration.error();
    return std::optional(*std::move(configuration));
}

Result<std::string> Invocation::token() const
{
    return readToken(tokenFile(), name(m_command.scope.value_or(AccessScope::Viewer)));
}

NodeAnswer Invocation::call(std::string_view method, const std::string &params, Millis timeout)
{
    NodeAnswer refused;
    if (!m_client) {
        auto url = node();
        auto bearer = url ? token() : Result<std::string>(std::string());
        if (!url || !bearer) {
            refused.error = url ? bearer.error() : url.error();
            return refused;
        }
        auto security = tls(*url);
        if (!security) {
            refused.error = security.error();
            return refused;
        }
        m_client.emplace(*url, *bearer, *std::move(security), m_signals);
    }
    return m_client->call(method, params, timeout);
}

int Invocation::fail(const NodeAnswer &answer) const
{
    if (answer.interrupted)
        return exitInterrupted;
    if (wantsJson() && !answer.body.empty())
        writeOut(answer.body + "\n");
    return fail(*answer.error);
}

int Invocation::fail(const Error &error) const
{
    tell(Wording().error(error));
    if (error.code == ErrorCode::IoError && !error.param("node").empty())
        tell(std::string(error.param("tls").empty() ? howToStart : howToTrust));
    return exitStatusOf(error.code);
}

int Invocation::usage(const std::string &sentence) const
{
    tell(sentence);
    tell("See: cheetahctl " + std::string(m_command.name) + " --help");
    return exitUsage;
}

void Invocation::tell(const std::string &sentence) const
{
    writeError(printable(sentence, m_style) + "\n");
}

int Invocation::printJson(const NodeAnswer &answer) const
{
    return writeOut(answer.body + "\n") ? exitOk : exitFailure;
}

} // namespace cheetah

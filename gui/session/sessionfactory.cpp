// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sessionfactory.h"

#include "console/remotedeployment.h"
#include "session/actor.h"
#include "session/embeddednode.h"

namespace cheetah::gui {

namespace {

std::unique_ptr<Session> begin(std::unique_ptr<Deployment> deployment, SessionOrigin origin)
{
    auto session = std::make_unique<Session>(std::move(deployment), std::move(origin));
    session->deployment().attach();
    return session;
}

Result<std::unique_ptr<Session>> begin(Result<EmbeddedNode> node, SessionKind kind)
{
    if (!node)
        return node.error();
    return begin(std::move(node->deployment), {kind, {}, node->tokenFile});
}

} // namespace

SessionFactory::SessionFactory(LogSink log) : m_log(std::move(log)) {}

Result<std::unique_ptr<Session>> SessionFactory::embed(const EmbedOptions &options)
{
    return begin(embedNode(options, m_log), SessionKind::Embedded);
}

Result<std::unique_ptr<Session>> SessionFactory::demo()
{
    return begin(embedDemo(m_log), SessionKind::Demo);
}

Result<std::unique_ptr<Session>> SessionFactory::connect(const ConnectOptions &options)
{
    auto url = parseNodeUrl(options.url.toStdString());
    if (!url)
        return url.error();
    std::string token = options.token.trimmed().toStdString();
    QString tokenFile = options.tokenFile;
    if (token.empty()) {
        if (tokenFile.isEmpty())
            if (const auto local = localNodeAccess(); local && local->url == *url)
                tokenFile = QString::fromStdString(local->tokenFile.string());
        if (tokenFile.isEmpty())
            return Error(ErrorCode::BadSetting,
                         {{"setting", "token"}, {"value", ""}, {"wanted", "a token or a token file"}});
        auto read = consoleToken(tokenFile.toStdString());
        if (!read)
            return read.error();
        token = *std::move(read);
    }
    RemoteDeployment::Options remote;
    if (url->scheme() == "https") {
        const QString caFile = options.caFile.isEmpty() ? qEnvironmentVariable("CHEETAH_CA_FILE") : options.caFile;
        auto tls = clientTls({caFile.toStdString(), qgetenv("CHEETAH_CERT_FILE").toStdString(),
                              qgetenv("CHEETAH_KEY_FILE").toStdString(), nodeCertFile(url->toString().toStdString())});
        if (!tls)
            return tls.error();
        remote.tls = *std::move(tls);
    }
    remote.node = *url;
    remote.token = std::move(token);
    remote.actor = actor();
    return begin(std::make_unique<RemoteDeployment>(std::move(remote), m_clock),
                 {SessionKind::Attached, *url, tokenFile, options.caFile});
}

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/nodeclient.h"

#include "programs/unixsignals.h"
#include "wire/fields.h"
#include "wire/jsonwalker.h"

#include <QEventLoop>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTimer>

namespace cheetah {

namespace {

constexpr qint64 largestAnswer = 64 << 20;

/// The error of a body `{error:{code, params, message}}`; for another body what the status says.
Error errorOf(const JsonValue &json, int status)
{
    if (const JsonValue *member = json.member("error")) {
        JsonReading reading(UnknownMembers::Ignored);
        std::optional<Error> error;
        get(reading, *member, error);
        if (reading.ok() && error)
            return *std::move(error);
    }
    return Error(ErrorCode::IoError,
                 {{"what", "The call"}, {"reason", "the node answered with HTTP status " + std::to_string(status)}});
}

Error notReached(const QUrl &node, const QString &reason)
{
    return Error(ErrorCode::IoError, {{"what", "Reaching the node at " + node.toString().toStdString()},
                                      {"reason", reason.toStdString()},
                                      {"node", node.toString().toStdString()}});
}

} // namespace

NodeClient::NodeClient(QUrl node, std::string token, std::optional<NodeTls> tls, UnixSignals &unixSignals)
    : m_node(std::move(node)), m_token(std::move(token)), m_tls(std::move(tls)), m_signals(unixSignals)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

NodeAnswer NodeClient::call(std::string_view method, const std::string &params, Millis timeout)
{
    NodeAnswer answer;
    QUrl url = m_node;
    url.setPath("/v1/" + QString::fromUtf8(method.data(), qsizetype(method.size())));
    QNetworkRequest request(url);
    if (m_tls)
        request.setSslConfiguration(m_tls->configuration);
    request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
    request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(m_token));
    const std::unique_ptr<QNetworkReply> reply(m_network.post(request, QByteArray::fromStdString(params)));
    if (m_tls)
        reply->ignoreSslErrors(m_tls->accepted());

    QEventLoop loop;
    QTimer deadline;
    deadline.setSingleShot(true);
    bool isTooLate = false, isTooLarge = false;
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    QObject::connect(&deadline, &QTimer::timeout, &loop, [&] { isTooLate = true, loop.quit(); });
    QObject::connect(&m_signals, &UnixSignals::interrupted, &loop, [&] { answer.interrupted = true, loop.quit(); });
    QObject::connect(reply.get(), &QNetworkReply::downloadProgress, &loop, [&](qint64 received, qint64) {
        if (received > largestAnswer)
            isTooLarge = true, loop.quit();
    });
    deadline.start(timeout);
    if (!reply->isFinished())
        loop.exec();
    reply->disconnect();

    if (answer.interrupted) {
        answer.error = ErrorCode::Cancelled;
        return answer;
    }
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.reached = status != 0;
    if (isTooLarge)
        answer.error = Error(ErrorCode::TooLarge, {{"limit", std::to_string(largestAnswer) + " bytes"}});
    else if (isTooLate)
        answer.error = notReached(m_node, "no answer within " + QString::number(timeout.count()) + " ms");
    else if (!answer.reached)
        answer.error = notReached(m_node, reply->errorString());
    if (answer.error && reply->error() == QNetworkReply::SslHandshakeFailedError)
        answer.error->params.emplace_back("tls", "1");
    if (answer.error)
        return answer;

    answer.body = reply->readAll().toStdString();
    if (auto json = parseJson(answer.body, {std::size_t(largestAnswer), 64, 10'000'000}))
        answer.json = *std::move(json);
    else if (status < 300)
        answer.error = json.error();
    if (status >= 300)
        answer.error = errorOf(answer.json, status);
    return answer;
}

} // namespace cheetah

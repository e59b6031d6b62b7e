// SPDX-License-Identifier: Apache-2.0
#include "browser/browserclient.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::size_t maxProvisionQuestions = 1000;
constexpr std::size_t envelopeBytes = 4096; ///< what stands around a result in its frame

ReconnectingSocket::Options withSubprotocol(ReconnectingSocket::Options options)
{
    options.subprotocol = clientSubprotocol;
    return options;
}

CapacityLimits limitsOf(const BrowserBounds &bounds)
{
    return {bounds.windows, bounds.tabsPerWindow, bounds.tabs, std::nullopt};
}

} // namespace

BrowserClient::BrowserClient(const BrowserClientSettings &settings, Scheduler &scheduler, IdSource &ids, const Log &log)
    : m_settings(settings),
      m_scheduler(scheduler),
      m_log(log),
      m_host(settings.chromium, scheduler, ids, log),
      m_socket(withSubprotocol(settings.socket), ids, scheduler)
{
    connect(&m_host, &ChromiumHost::ready, this, &BrowserClient::browserReady);
    connect(&m_host, &ChromiumHost::died, this, &BrowserClient::browserDied);
    connect(&m_host, &ChromiumHost::stopped, this, &BrowserClient::browserStopped);
    connect(&m_host, &ChromiumHost::opened, this, [this] { reportChanges(); });
    connect(&m_socket, &ReconnectingSocket::opened, this, &BrowserClient::hello);
    connect(&m_socket, &ReconnectingSocket::closed, this, &BrowserClient::socketClosed);
    connect(&m_socket, &ReconnectingSocket::message, this, &BrowserClient::receive);
}

Result<void> BrowserClient::start()
{
    return m_host.start();
}

void BrowserClient::browserReady()
{
    m_seq = 0;
    m_made.clear();
    m_provisionQuestions.clear();
    m_welcome = false;
    connect(&m_host.runner(), &CommandRunner::acknowledged, this, [this](const CommandId &id) {
        m_socket.send(rpcNotification(clientmethod::ack, AckMessage{m_host.epoch(), id}));
    });
    connect(&m_host.runner(), &CommandRunner::ended, this, &BrowserClient::ended);
    connect(&m_host.browser(), &Browser::changed, this, &BrowserClient::changed, Qt::UniqueConnection);
    if (m_socket.isOpen())
        hello();
    else
        m_socket.open();
}

void BrowserClient::browserDied()
{
    m_reportTimer.cancel();
    if (m_welcome)
        report({}); // whatever comes next, these tabs are gone
}

void BrowserClient::browserStopped()
{
    if (m_welcome)
        report({});
    m_socket.send(rpcNotification(clientmethod::bye, ByeMessage{"stopped"}));
    m_socket.close();
    emit finished(std::nullopt);
}

void BrowserClient::stop()
{
    m_stopping = true;
    m_reportTimer.cancel();
    m_repeatTimer.cancel();
    m_host.stop();
}

void BrowserClient::socketClosed(quint16 code, const QString &reason, bool willRetry)
{
    m_welcome = false;
    m_questions.clear();
    m_provisionQuestions.clear();
    m_keepTimer.cancel();
    m_repeatTimer.cancel();
    m_log.info("client", "connection closed: " + std::to_string(code) + ' ' + reason.toStdString()
                             + (willRetry ? "; trying again" : ""));
    if (willRetry || m_stopping)
        return;
    const ErrorCode error = errorCodeFromName(reason.toStdString());
    emit finished(Error(error == ErrorCode::Internal && code == std::uint16_t(CloseCode::Unauthenticated)
                            ? ErrorCode::Unauthenticated
                            : error));
}

void BrowserClient::hello()
{
    if (!m_host.isReady())
        return; // browserReady() says it
    HelloMessage message;
    message.client = m_settings.name;
    message.kind = ClientKind::Browser;
    message.epoch = m_host.epoch();
    message.agent = "cheetah-browser " + m_settings.version + ' ' + m_host.browser().product();
    message.metadata = m_settings.metadata;
    message.limits = limitsOf(m_settings.chromium.bounds);
    ask(Asked::Hello, clientmethod::hello, toJson(message));
}

void BrowserClient::ask(Asked what, std::string_view method, const std::string &params, const CommandId &command)
{
    if (m_socket.send(rpcRequest(RpcId(++m_lastQuestion), method, std::string_view(params))))
        m_questions[m_lastQuestion] = {what, command};
}

void BrowserClient::receive(const QByteArray &bytes)
{
    const auto message = parseRpc(std::string_view(bytes.constData(), std::size_t(bytes.size())));
    if (!message)
        return m_log.warning("client", "a message was not understood: " + std::string(name(message.error().code)));
    if (message->kind == RpcMessage::Kind::Response || message->kind == RpcMessage::Kind::Error)
        answered(*message);
    else
        heard(*message);
}

void BrowserClient::heard(const RpcMessage &message)
{
    if (message.method == clientmethod::provisionStatus)
        return provisionAsked(message);
    if (message.method == clientmethod::reportRequest) {
        m_reported = false;
        reportChanges();
    } else if (message.method == clientmethod::command) {
        const auto command = fromJson<CommandMessage>(message.params);
        if (command && m_host.isReady())
            m_host.runner().execute(*command);
        else if (!command)
            m_log.warning("client", "a command was not understood: " + std::string(name(command.error().code)));
    } else if (message.method == clientmethod::cancel || message.method == clientmethod::resultKept) {
        const auto named = fromJson<CommandIdMessage>(message.params);
        if (!named || !m_host.isReady())
            return;
        if (message.method == clientmethod::cancel)
            m_host.runner().cancel(named->command);
        else
            m_host.runner().resultKept(named->command);
    } else if (message.id) {
        m_socket.send(
            rpcError(message.id, Error(ErrorCode::UnknownMethod, {{"method", message.method.substr(0, 64)}})));
    }
}

void BrowserClient::answered(const RpcMessage &message)
{
    const auto *id = message.id ? std::get_if<std::int64_t>(&*message.id) : nullptr;
    const auto found = id ? m_questions.find(*id) : m_questions.end();
    if (found == m_questions.end()) {
        if (message.error)
            m_log.warning("client", "the node says " + std::string(name(message.error->code)));
        return;
    }
    const Question question = found->second;
    m_questions.erase(found);
    if (message.error)
        refused(question, *message.error);
    else if (question.what == Asked::Hello)
        welcomed(message.result);
}

void BrowserClient::welcomed(const JsonValue &result)
{
    const auto welcome = fromJson<WelcomeMessage>(result);
    if (!welcome)
        return m_socket.reconnect(QStringLiteral("a welcome that was not understood"));
    if (!m_host.isReady())
        return;
    m_welcome = true;
    m_reported = false;
    m_seq = std::max(m_seq, welcome->lastSeq);
    if (welcome->maxFrameBytes > envelopeBytes)
        m_host.runner().setMaxResultBytes(welcome->maxFrameBytes - envelopeBytes);
    m_log.info("client", std::string("connected, ") + (welcome->resumed ? "resuming" : "opening") + " epoch "
                             + m_host.epoch().string());
    reportChanges();
    const auto kept = m_host.runner().kept();
    for (const KeptEnd &end : kept)
        sendResult(end);
    if (welcome->keepAlive > Micros(0))
        m_settings.keepInterval = std::min(m_settings.keepInterval, welcome->keepAlive);
    m_keepTimer = m_scheduler.after(m_settings.keepInterval, m_scope.wrap([this] { keepAlive(); }));
    repeatReport();
}

void BrowserClient::refused(const Question &question, const Error &error)
{
    m_log.warning("client", "the node refused: " + std::string(name(error.code)));
    switch (question.what) {
    case Asked::Hello:
        if (error.code == ErrorCode::EpochRetired && m_host.isReady())
            m_host.renewEpoch();
        break; // the node closes the connection and says whether to come back
    case Asked::Report:
        if (error.code != ErrorCode::BaseMismatch && error.code != ErrorCode::Superseded)
            m_socket.reconnect(QString::fromUtf8(name(error.code).data(), qsizetype(name(error.code).size())));
        break;
    case Asked::Result:
        break; // it stays kept, and is sent again at the next welcome
    }
}

/// About a creation under way there is nothing to say yet: the answer waits for its end, which is bounded.
void BrowserClient::provisionAsked(const RpcMessage &message)
{
    const auto asked = fromJson<ProvisionStatusMessage>(message.params);
    if (!message.id)
        return;
    if (!asked || !m_host.isReady() || m_provisionQuestions.size() >= maxProvisionQuestions) {
        const Error error = asked ? Error(ErrorCode::Unavailable) : asked.error();
        m_socket.send(rpcError(message.id, error));
        return;
    }
    if (m_host.runner().isCreating(asked->provision))
        m_provisionQuestions.emplace_back(asked->provision, *message.id);
    else
        answerProvision(*message.id, asked->provision);
}

void BrowserClient::answerProvision(const RpcId &id, const ProvisionId &provision)
{
    const std::uint64_t seq = reportChanges();
    m_socket.send(rpcResponse(id, ProvisionStatusAnswer{seq, m_made.contains(provision)}));
}

void BrowserClient::changed(bool onlyTitles)
{
    if (m_welcome && !m_stopping && !(m_reportTimer.pending() && (onlyTitles || m_soonIsShape))) {
        m_soonIsShape = !onlyTitles;
        reportSoon(onlyTitles ? m_settings.titleDelay : m_settings.shapeDelay);
    }
}

void BrowserClient::reportSoon(Micros delay)
{
    m_reportTimer = m_scheduler.after(delay, m_scope.wrap([this] { reportChanges(); }));
}

std::uint64_t BrowserClient::reportChanges()
{
    if (!m_welcome || m_stopping || !m_host.isReady())
        return m_seq + 1; // the first one after the next welcome
    std::vector<ReportedWindow> windows = m_host.browser().model().windows();
    if (!m_reported || windows != m_lastWindows)
        report(std::move(windows));
    return m_seq;
}

void BrowserClient::report(std::vector<ReportedWindow> windows)
{
    m_reportTimer.cancel();
    m_lastWindows = std::move(windows);
    m_reported = true;
    ask(Asked::Report, clientmethod::report, toJson(ReportMessage{m_host.epoch(), ++m_seq, m_lastWindows}));
}

void BrowserClient::repeatReport()
{
    m_repeatTimer = m_scheduler.after(m_settings.reportInterval, m_scope.wrap([this] {
        const std::uint64_t before = m_seq;
        if (m_welcome && m_host.isReady() && reportChanges() == before)
            ask(Asked::Report, clientmethod::unchanged, toJson(UnchangedMessage{m_host.epoch(), ++m_seq}));
        repeatReport();
    }));
}

void BrowserClient::keepAlive()
{
    m_socket.send(rpcNotification(clientmethod::keep));
    m_keepTimer = m_scheduler.after(m_settings.keepInterval, m_scope.wrap([this] { keepAlive(); }));
}

void BrowserClient::ended(const KeptEnd &end)
{
    if (end.result && !end.provision.empty() && m_made.size() < maxRemembered)
        m_made.insert(end.provision);
    if (m_welcome)
        sendResult(end);
    if (end.provision.empty())
        return;
    const auto questions = std::exchange(m_provisionQuestions, {});
    for (const auto &[provision, id] : questions)
        if (provision == end.provision)
            answerProvision(id, provision);
        else
            m_provisionQuestions.emplace_back(provision, id);
}

void BrowserClient::sendResult(const KeptEnd &end)
{
    ResultMessage message;
    message.epoch = m_host.epoch();
    message.command = end.id;
    if (end.result)
        message.result = *end.result;
    else
        message.error = end.result.error();
    if (end.kind == commandkind::openTab || end.kind == commandkind::openWindow)
        message.seq = reportChanges();
    ask(Asked::Result, clientmethod::result, toJson(message), end.id);
}

} // namespace cheetah

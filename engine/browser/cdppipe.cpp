// SPDX-License-Identifier: Apache-2.0
#include "browser/cdppipe.h"

#include "browser/cdpparams.h"
#include "wire/jsonwalker.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr std::size_t readChunk = 256u << 10;
constexpr std::size_t keptErrorOutput = 4096;
constexpr int firstRaisedDescriptor = 64;

/// Moves `fd` out of the way of 3 and 4, which the child needs; closes the original.
int raised(int fd)
{
    const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, firstRaisedDescriptor);
    ::close(fd);
    return high;
}

Error refusalOf(std::string_view message)
{
    const auto contains = [&](std::string_view part) { return message.find(part) != std::string_view::npos; };
    if (contains("No target with given id") || contains("Session with given id not found"))
        return Error(ErrorCode::ContextGone, {}, std::string(message));
    if (contains("Target crashed"))
        return Error(ErrorCode::Crashed, {}, std::string(message));
    return Error(ErrorCode::BrowserFailed, {{"reason", std::string(message)}}, std::string(message));
}

/// The request id at the very start of a message, where Chromium writes it; 0 if there is none.
std::uint64_t leadingId(std::string_view message)
{
    constexpr std::string_view head = "{\"id\":";
    std::uint64_t id = 0;
    if (message.starts_with(head))
        std::from_chars(message.data() + head.size(), message.data() + std::min<std::size_t>(message.size(), 40), id);
    return id;
}

std::string_view stringOf(simdjson::dom::element object, std::string_view key)
{
    std::string_view text;
    return object[key].get(text) ? std::string_view() : text;
}

} // namespace

CdpPipe::CdpPipe(const Log &log, QObject *parent) : QObject(parent), m_log(log)
{
    m_killTimer.setSingleShot(true);
    connect(&m_killTimer, &QTimer::timeout, &m_process, &QProcess::kill);
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] {
        m_errorOutput += m_process.readAllStandardError().toStdString();
        if (m_errorOutput.size() > keptErrorOutput)
            m_errorOutput.erase(0, m_errorOutput.size() - keptErrorOutput);
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        m_log.debug("browser", m_errorOutput);
        handleExit(status == QProcess::CrashExit ? QStringLiteral("ended by signal %1").arg(code)
                                                 : QStringLiteral("ended with status %1").arg(code));
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            handleExit(m_process.errorString());
    });
}

CdpPipe::~CdpPipe()
{
    m_process.disconnect(this);
    closeEnds();
    if (running() && !m_process.waitForFinished(3000)) {
        m_process.kill();
        m_process.waitForFinished(10'000);
    }
}

Result<void> CdpPipe::openPipes(int (&childEnds)[2])
{
    int toChild[2];
    int fromChild[2];
    if (::pipe2(toChild, O_CLOEXEC) != 0)
        return Error(ErrorCode::BrowserFailed, {{"reason", std::string("pipe2: ") + std::strerror(errno)}});
    if (::pipe2(fromChild, O_CLOEXEC) != 0) {
        ::close(toChild[0]);
        ::close(toChild[1]);
        return Error(ErrorCode::BrowserFailed, {{"reason", std::string("pipe2: ") + std::strerror(errno)}});
    }
    childEnds[0] = raised(toChild[0]);
    childEnds[1] = raised(fromChild[1]);
    m_writeEnd = raised(toChild[1]);
    m_readEnd = raised(fromChild[0]);
    if (childEnds[0] < 0 || childEnds[1] < 0 || m_writeEnd < 0 || m_readEnd < 0) {
        ::close(childEnds[0]);
        ::close(childEnds[1]);
        closeEnds();
        return Error(ErrorCode::BrowserFailed, {{"reason", "no free descriptors"}});
    }
    ::fcntl(m_writeEnd, F_SETFL, O_NONBLOCK);
    ::fcntl(m_readEnd, F_SETFL, O_NONBLOCK);
    return {};
}

Result<void> CdpPipe::start(const QString &program, const QStringList &arguments)
{
    int childEnds[2];
    if (auto opened = openPipes(childEnds); !opened)
        return opened;
    std::signal(SIGPIPE, SIG_IGN); // a write to a browser that just died is an error, not our end
    m_process.setChildProcessModifier([in = childEnds[0], out = childEnds[1], parent = ::getpid()] {
        ::dup2(in, 3);
        ::dup2(out, 4);
        std::signal(SIGPIPE, SIG_DFL);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM); // the pipe's end alone would do, unless the browser hangs while starting
        if (::getppid() != parent)
            ::_exit(1);
    });
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setProgram(program);
    m_process.setArguments(arguments);

    m_readable = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    m_writable = std::make_unique<QSocketNotifier>(m_writeEnd, QSocketNotifier::Write);
    m_writable->setEnabled(false);
    connect(m_readable.get(), &QSocketNotifier::activated, this, &CdpPipe::readSome);
    connect(m_writable.get(), &QSocketNotifier::activated, this, &CdpPipe::flush);
    m_process.start();
    ::close(childEnds[0]);
    ::close(childEnds[1]);
    return {};
}

void CdpPipe::call(std::string_view session, std::string_view method, std::string_view params, Answer answer)
{
    if (m_writeEnd < 0)
        return answer(Error(ErrorCode::BrowserFailed, {}, "the browser has ended"));
    if (m_calls.size() >= maxCalls || m_outgoing.size() + params.size() > maxOutgoingBytes)
        return answer(Error(ErrorCode::QueueFull));
    CdpParams message;
    message.add("id", static_cast<std::int64_t>(++m_lastId)).add("method", method).raw("params", params);
    if (!session.empty())
        message.add("sessionId", session);
    m_outgoing += message.text();
    m_outgoing += '\0';
    m_calls.emplace(m_lastId, Pending{std::string(session), std::move(answer)});
    flush();
}

void CdpPipe::flush()
{
    std::size_t written = 0;
    while (m_writeEnd >= 0 && written < m_outgoing.size()) {
        const ssize_t n = ::write(m_writeEnd, m_outgoing.data() + written, m_outgoing.size() - written);
        if (n > 0)
            written += static_cast<std::size_t>(n);
        else if (n < 0 && errno != EINTR)
            break; // full: go on when writable; broken: the read end tells
    }
    m_outgoing.erase(0, written);
    if (m_writable)
        m_writable->setEnabled(!m_outgoing.empty());
}

void CdpPipe::readSome()
{
    const std::size_t before = m_incoming.size();
    m_incoming.resize(before + readChunk);
    const ssize_t n = ::read(m_readEnd, m_incoming.data() + before, readChunk);
    m_incoming.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n > 0)
        return takeMessages();
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    closeEnds(); // the process follows its pipe; finished() tells
    m_killTimer.start(5000);
    failAll(Error(ErrorCode::BrowserFailed, {}, "the browser closed its pipe"));
}

void CdpPipe::takeMessages()
{
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = m_incoming.find('\0', std::max(begin, m_scanned));
        if (end == std::string::npos)
            break;
        if (!std::exchange(m_skipping, false))
            handleMessage(begin, end);
        if (m_readEnd < 0)
            return; // a receiver ended us
        begin = m_scanned = end + 1;
    }
    m_incoming.erase(0, begin);
    m_scanned = m_incoming.size();
    if (m_skipping || m_incoming.size() > maxMessageBytes)
        skipMessage();
}

void CdpPipe::skipMessage()
{
    const std::uint64_t id = m_skipping ? 0 : leadingId(m_incoming);
    m_skipped += m_skipping ? 0 : 1;
    m_skipping = true;
    m_incoming = {};
    m_scanned = 0;
    if (id)
        answer(id, Error(ErrorCode::TooLarge, {{"limit", std::to_string(maxMessageBytes)}}));
}

void CdpPipe::handleMessage(std::size_t begin, std::size_t end)
{
    m_message.assign(m_incoming, begin, end - begin);
    repairSurrogates(m_message); // pages may carry such in titles and script results
    m_message.reserve(m_message.size() + simdjson::SIMDJSON_PADDING);
    simdjson::dom::element message;
    if (m_parser.parse(m_message.data(), m_message.size(), false).get(message)) {
        ++m_skipped;
        m_log.warning("browser", "a message that is no JSON was skipped");
        if (const std::uint64_t id = leadingId(m_message))
            answer(id, Error(ErrorCode::BrowserFailed, {{"reason", "unreadable answer"}}));
        return;
    }
    std::uint64_t id = 0;
    if (!message["id"].get(id)) {
        simdjson::dom::element part;
        if (!message["error"].get(part))
            answer(id, refusalOf(stringOf(part, "message")));
        else if (!message["result"].get(part))
            answer(id, part);
        else
            answer(id, Error(ErrorCode::BrowserFailed, {{"reason", "an answer without result"}}));
        return;
    }
    CdpEvent event{stringOf(message, "method"), stringOf(message, "sessionId"), {}};
    if (event.method.empty() || message["params"].get(event.params))
        return;
    const bool detached = event.method == "Target.detachedFromTarget";
    const std::string session(detached ? stringOf(event.params, "sessionId") : std::string_view());
    emit eventArrived(event);
    if (detached)
        failSession(session);
}

void CdpPipe::answer(std::uint64_t id, const Result<simdjson::dom::element> &result)
{
    const auto found = m_calls.find(id);
    if (found == m_calls.end())
        return;
    Answer callback = std::move(found->second.answer);
    m_calls.erase(found);
    callback(result);
}

void CdpPipe::failSession(std::string_view session)
{
    std::vector<std::uint64_t> ids;
    for (const auto &[id, pending] : m_calls)
        if (pending.session == session)
            ids.push_back(id);
    for (const std::uint64_t id : ids)
        answer(id, Error(ErrorCode::ContextGone));
}

void CdpPipe::failAll(const Error &error)
{
    auto calls = std::exchange(m_calls, {});
    for (auto &[id, pending] : calls)
        pending.answer(error);
}

void CdpPipe::close(std::chrono::milliseconds grace)
{
    if (!running())
        return;
    m_killTimer.start(grace);
    call({}, "Browser.close", "{}", [](const auto &) {});
}

void CdpPipe::closeEnds()
{
    for (auto *notifier : {&m_readable, &m_writable}) {
        if (*notifier) {
            (*notifier)->setEnabled(false);
            notifier->release()->deleteLater(); // it may be the one that called us
        }
    }
    for (int *end : {&m_readEnd, &m_writeEnd})
        if (*end >= 0)
            ::close(std::exchange(*end, -1));
}

void CdpPipe::handleExit(const QString &reason)
{
    m_killTimer.stop();
    closeEnds();
    failAll(Error(ErrorCode::BrowserFailed, {}, "the browser has ended"));
    if (!std::exchange(m_exitTold, true))
        emit exited(reason);
}

} // namespace cheetah

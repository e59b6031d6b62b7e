// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/log.h"
#include "base/result.h"

#include <QObject>
#include <QProcess>
#include <QSocketNotifier>
#include <QTimer>

#include <simdjson.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cheetah {

/// One event of the browser. The fields point into the message: valid during the signal only.
struct CdpEvent {
    std::string_view method;
    std::string_view session; ///< empty: of the browser itself
    simdjson::dom::element params;
};

/// A Chromium process and the two pipes that speak the DevTools protocol with it, as NUL-framed JSON: bytes and
/// request ids, no meaning. The process is a direct child and ends with this object, however this object ends:
/// closing its pipe ends Chromium, and the kernel signals it when our process dies. It never starts one again.
class CdpPipe : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t maxMessageBytes = 64u << 20;  ///< incoming; a longer one is skipped, its call fails
    static constexpr std::size_t maxOutgoingBytes = 64u << 20; ///< queued; more is refused as `queue_full`
    static constexpr std::size_t maxCalls = 20'000;            ///< unanswered; more is refused as `queue_full`

    /// What a call answers with: the `result` object, valid during the call only.
    using Answer = Callback<void(const Result<simdjson::dom::element> &)>;

    explicit CdpPipe(const Log &log, QObject *parent = nullptr);
    /// Ends the browser: closes the pipe, waits up to 3 s, then SIGKILL. Unanswered calls are dropped unanswered.
    ~CdpPipe() override;

    /// Starts `program` once; `browser_failed` if the pipes cannot be made. An exec that fails shows as exited().
    Result<void> start(const QString &program, const QStringList &arguments);

    /// Sends one request; `params` is JSON text. `answer` runs exactly once: with the result, with what Chromium
    /// refused (`context_gone`, `crashed`, or `browser_failed` with its message), with `context_gone` when the
    /// session ends first, or with `browser_failed` when the browser does.
    void call(std::string_view session, std::string_view method, std::string_view params, Answer answer);

    /// Asks the browser to close, and kills it after `grace`. exited() tells when it is gone.
    void close(std::chrono::milliseconds grace);

    bool running() const { return m_process.state() != QProcess::NotRunning; }
    qint64 processId() const { return m_process.processId(); }
    std::uint64_t skippedMessages() const { return m_skipped; }

signals:
    void eventArrived(const cheetah::CdpEvent &event);
    /// Once: the process has ended, or never started. `reason` is for logs.
    void exited(const QString &reason);

private:
    struct Pending {
        std::string session;
        Answer answer;
    };

    Result<void> openPipes(int (&childEnds)[2]);
    void readSome();
    void takeMessages();
    void handleMessage(std::size_t begin, std::size_t end);
    void skipMessage();
    void answer(std::uint64_t id, const Result<simdjson::dom::element> &result);
    void failSession(std::string_view session);
    void failAll(const Error &error);
    void flush();
    void closeEnds();
    void handleExit(const QString &reason);

    Log m_log;
    QProcess m_process;
    QTimer m_killTimer;
    std::string m_errorOutput; ///< the last few kB
    int m_readEnd = -1;
    int m_writeEnd = -1;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;

    std::string m_incoming;
    std::size_t m_scanned = 0; ///< bytes of m_incoming known to hold no NUL
    bool m_skipping = false;   ///< within a message over the limit
    std::uint64_t m_skipped = 0;
    std::string m_message; ///< the one being handled
    simdjson::dom::parser m_parser;

    std::string m_outgoing;
    std::uint64_t m_lastId = 0;
    std::unordered_map<std::uint64_t, Pending> m_calls;
    bool m_exitTold = false;
};

} // namespace cheetah

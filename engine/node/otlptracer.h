// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/log.h"
#include "base/scheduler.h"
#include "lifecycle/component.h"
#include "node/otlpmessage.h"
#include "node/spanqueue.h"

#include <QtCore/QUrl>
#include <QtNetwork/QNetworkAccessManager>

#include <filesystem>
#include <memory>

class QNetworkReply;

namespace cheetah {

struct NodeConfig;

/// Where spans go and how many; times of waiting are the exporter's only patience.
struct OtlpSettings {
    QUrl url; ///< the receiver's, such as `http://127.0.0.1:4318/v1/traces`
    std::vector<std::pair<std::string, std::string>> headers; ///< secrets may be among them
    double sample = 1;                                        ///< part of the traces that begin here
    bool tellsIds = false;                                    ///< of users, clients and tasks
    std::size_t queue = 4'096, batch = 512;                   ///< spans
    Micros interval = Seconds(1);                             ///< that a span waits for others at most
    Micros answerTime = Seconds(10);                          ///< within which the receiver must have answered
    Micros firstDelay = Millis(500); ///< before a message is sent again; doubled each time, with jitter
    Micros longestDelay = Seconds(30);
    Micros patience = Seconds(60); ///< after which a message is given up
};

/// Exports spans to an OpenTelemetry collector: OTLP over HTTP in JSON, in batches, one at a time (SPEC O5). A caller's
/// decision to sample is followed, others are made by ratio. It never waits for the receiver and never slows the engine:
/// what does not fit the queue, is refused or finds nobody for too long is dropped and counted. Owned by the host, which
/// closes it after the node that uses it; lives on the engine's thread.
class OtlpTracer final : public Tracer {
public:
    struct Environment {
        Scheduler &scheduler;
        const Clock &clock;
        IdSource &ids;
        Log log;
    };

    OtlpTracer(OtlpSettings settings, OtlpResource resource, const Environment &environment);
    ~OtlpTracer() override;

    /// The tracer that the configuration asks for; null if it asks for none. `io_error`, `bad_setting` and
    /// `insecure_token_file` for the file of headers.
    static Result<std::unique_ptr<OtlpTracer>> create(const NodeConfig &config, const Environment &environment);

    TraceContext begin(const TraceContext &parent) override;
    void ended(SpanRecord &&span) override;
    const Clock &clock() const override { return m_environment.clock; }
    bool tellsIds() const override { return m_settings.tellsIds; }
    TraceCounts counts() const override;

    /// Sends what is there, up to `deadline`, and takes nothing after it; what is left then is dropped and counted. Answers
    /// once, at the latest at the deadline.
    void close(Micros deadline, const Scope &scope, HookDone done);

private:
    void sendSoon();
    void send();
    void answered();
    void accept(std::string_view answer);
    void tryAgain(std::optional<Micros> asked);
    void giveUp(std::uint64_t &count);
    void next();
    void closed();
    void tellReachable(bool reachable, std::string_view why);

    const OtlpSettings m_settings;
    const OtlpResource m_resource;
    const Environment m_environment;
    const TraceSampler m_sampler;
    SpanQueue m_queue;
    std::vector<SpanRecord> m_batch; ///< under way, or waiting to be sent again
    SteadyTime m_batchSince{};
    Micros m_delay;
    SteadyTime m_notBefore{}; ///< the receiver asked for it
    std::string m_answer;     ///< of the message under way, as far as it came
    TraceCounts m_counts;
    bool m_reachable = true;
    bool m_closing = false, m_isClosed = false;
    SteadyTime m_closeBy{};
    Scope::Guard m_closer;
    HookDone m_closed;
    Scheduler::Timer m_timer, m_closeTimer;
    QNetworkAccessManager m_network;
    std::unique_ptr<QNetworkReply> m_reply; ///< goes before its manager
};

/// Reads lines `Name: value`, up to 32 of them; `#` begins a comment. Errors: `io_error`, `insecure_token_file` if others
/// may read it, `bad_setting` naming the line, never what it says.
Result<std::vector<std::pair<std::string, std::string>>> readHeadersFile(const std::filesystem::path &path);

} // namespace cheetah

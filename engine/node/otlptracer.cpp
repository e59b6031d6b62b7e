// SPDX-License-Identifier: Apache-2.0
#include "node/otlptracer.h"

#include "base/version.h"
#include "node/config.h"

#include <QtNetwork/QNetworkReply>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/stat.h>

namespace cheetah {

namespace {

constexpr std::string_view category = "traces";
constexpr std::size_t longestAnswer = 64 << 10;
constexpr std::size_t mostHeaders = 32, longestHeader = 8 << 10;

bool isNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

/// `Name: value`; nothing for anything else, and for the headers that are ours.
std::optional<std::pair<std::string, std::string>> headerOf(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || line.size() > longestHeader)
        return std::nullopt;
    std::string name(line.substr(0, colon));
    const auto first = line.find_first_not_of(" \t", colon + 1);
    const auto last = line.find_last_not_of(" \t\r");
    if (first == std::string_view::npos || last < first || !std::all_of(name.begin(), name.end(), isNameCharacter))
        return std::nullopt;
    std::string value(line.substr(first, last - first + 1));
    const auto isBad = [](unsigned char c) { return (c < 0x20 && c != '\t') || c >= 0x7f; };
    if (std::any_of(value.begin(), value.end(), isBad))
        return std::nullopt;
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    static constexpr std::string_view ours[] = {"content-type", "content-length", "host", "connection",
                                                "transfer-encoding"};
    if (std::find(std::begin(ours), std::end(ours), lower) != std::end(ours))
        return std::nullopt;
    return std::pair(std::move(name), std::move(value));
}

/// The receiver of traces at an endpoint, which is named with or without the path for them.
QUrl tracesUrl(const std::string &endpoint)
{
    constexpr auto suffix = "/v1/traces";
    QUrl url(QString::fromStdString(endpoint), QUrl::StrictMode);
    QString path = url.path();
    if (path.endsWith(suffix))
        return url;
    if (path.endsWith('/'))
        path.chop(1);
    url.setPath(path + suffix);
    return url;
}

} // namespace

Result<std::vector<std::pair<std::string, std::string>>> readHeadersFile(const std::filesystem::path &path)
{
    struct stat status {};
    std::ifstream file(path);
    if (!file || ::stat(path.c_str(), &status) != 0)
        return Error(ErrorCode::IoError, {{"what", "reading " + path.string()}, {"reason", std::strerror(errno)}});
    if (status.st_mode & 077)
        return Error(ErrorCode::InsecureTokenFile, {{"path", path.string()}});
    std::vector<std::pair<std::string, std::string>> headers;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#')
            continue;
        auto header = headerOf(line);
        if (!header || headers.size() >= mostHeaders)
            return Error(ErrorCode::BadSetting,
                         {{"setting", "otlp-headers-file"},
                          {"value", path.string() + ':' + std::to_string(number)},
                          {"wanted", "lines `Name: value`, at most " + std::to_string(mostHeaders)}});
        headers.push_back(*std::move(header));
    }
    return headers;
}

Result<std::unique_ptr<OtlpTracer>> OtlpTracer::create(const NodeConfig &config, const Environment &environment)
{
    std::unique_ptr<OtlpTracer> none;
    const TraceConfig &traces = config.traces;
    if (traces.endpoint.empty())
        return none;
    OtlpSettings settings;
    settings.url = tracesUrl(traces.endpoint);
    settings.sample = traces.sample;
    settings.tellsIds = traces.ids;
    if (!traces.headersFile.empty()) {
        auto headers = readHeadersFile(traces.headersFile);
        if (!headers)
            return headers.error();
        settings.headers = *std::move(headers);
    }
    return std::make_unique<OtlpTracer>(std::move(settings), OtlpResource{version, config.deployment, config.nodeId},
                                        environment);
}

OtlpTracer::OtlpTracer(OtlpSettings settings, OtlpResource resource, const Environment &environment)
    : m_settings(std::move(settings)),
      m_resource(std::move(resource)),
      m_environment(environment),
      m_sampler(m_settings.sample),
      m_queue(m_settings.queue),
      m_delay(m_settings.firstDelay)
{}

OtlpTracer::~OtlpTracer()
{
    if (m_reply)
        m_reply->disconnect(&m_network);
}

TraceContext OtlpTracer::begin(const TraceContext &parent)
{
    TraceContext context = parent;
    if (!parent.valid()) {
        do {
            context.traceHigh = m_environment.ids.random();
            context.traceLow = m_environment.ids.random();
        } while (!context.traceHigh && !context.traceLow);
        context.sampled = m_sampler.samples(context);
    }
    do {
        context.span = m_environment.ids.random();
    } while (!context.span);
    return context;
}

void OtlpTracer::ended(SpanRecord &&span)
{
    if (m_isClosed) {
        ++m_counts.unsent;
        return;
    }
    if (!m_queue.push(std::move(span))) {
        ++m_counts.queueFull;
        return;
    }
    if (m_batch.empty())
        sendSoon();
}

TraceCounts OtlpTracer::counts() const
{
    TraceCounts counts = m_counts;
    counts.queued = m_queue.size() + m_batch.size();
    return counts;
}

/// At the next turn for a full batch, else after a while, within which others may come.
void OtlpTracer::sendSoon()
{
    const bool atOnce = m_closing || m_queue.size() == m_settings.batch;
    if (m_timer.pending() && !atOnce)
        return;
    const Micros wait = std::max<Micros>(m_notBefore - m_environment.clock.steady(), Micros(0));
    m_timer = m_environment.scheduler.after(std::max(wait, atOnce ? Micros(0) : m_settings.interval), [this] {
        m_batch = m_queue.take(m_settings.batch);
        m_batchSince = m_environment.clock.steady();
        m_delay = m_settings.firstDelay;
        send();
    });
}

void OtlpTracer::send()
{
    QNetworkRequest request(m_settings.url);
    for (const auto &[name, value] : m_settings.headers)
        request.setRawHeader(QByteArray::fromStdString(name), QByteArray::fromStdString(value));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    request.setRawHeader("User-Agent", "cheetah");
    request.setTransferTimeout(int(std::chrono::duration_cast<Millis>(m_settings.answerTime).count()));
    // A redirect could carry the headers, and who was traced, to somebody else.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    m_answer.clear();
    m_reply.reset(m_network.post(request, QByteArray::fromStdString(otlpRequest(m_resource, m_batch))));
    QObject::connect(m_reply.get(), &QNetworkReply::readyRead, &m_network, [this] {
        m_answer += m_reply->readAll().toStdString();
        if (m_answer.size() > longestAnswer)
            m_reply->abort();
    });
    QObject::connect(m_reply.get(), &QNetworkReply::finished, &m_network, [this] { answered(); });
}

void OtlpTracer::answered()
{
    const std::unique_ptr<QNetworkReply, void (*)(QNetworkReply *)> reply(m_reply.release(),
                                                                          [](QNetworkReply *r) { r->deleteLater(); });
    reply->disconnect(&m_network);
    const bool cut = reply->error() == QNetworkReply::OperationCanceledError;
    const int status = cut ? 0 : reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    switch (otlpVerdict(status)) {
    case OtlpVerdict::Accepted:
        return accept(m_answer);
    case OtlpVerdict::Rejected:
        tellReachable(false, "it answered " + std::to_string(status));
        return giveUp(m_counts.rejected);
    case OtlpVerdict::TryAgain:
        tellReachable(false, status ? "it answered " + std::to_string(status) : reply->errorString().toStdString());
        const QByteArray asked = reply->rawHeader("Retry-After");
        return tryAgain(status ? retryAfter({asked.data(), std::size_t(asked.size())}, m_environment.clock.wall())
                               : std::nullopt);
    }
}

void OtlpTracer::accept(std::string_view answer)
{
    const std::uint64_t rejected = std::min<std::uint64_t>(rejectedSpans(answer), m_batch.size());
    m_counts.rejected += rejected;
    m_counts.exported += m_batch.size() - rejected;
    m_batch.clear();
    tellReachable(true, {});
    next();
}

void OtlpTracer::giveUp(std::uint64_t &count)
{
    count += m_batch.size();
    m_batch.clear();
    next();
}

/// What the receiver asked for is kept; else each wait is twice as long as the one before, between half and all of it.
void OtlpTracer::tryAgain(std::optional<Micros> asked)
{
    const SteadyTime now = m_environment.clock.steady();
    const Micros half = m_delay / 2;
    const Micros wait = asked.value_or(half + Micros(m_environment.ids.random() % std::uint64_t(half.count() + 1)));
    if (asked)
        m_notBefore = now + *asked;
    m_delay = std::min(m_delay * 2, m_settings.longestDelay);
    if (m_closing && now + wait >= m_closeBy)
        return closed();
    if (now + wait - m_batchSince > m_settings.patience)
        return giveUp(m_counts.unreachable);
    m_timer = m_environment.scheduler.after(wait, [this] { send(); });
}

void OtlpTracer::next()
{
    if (!m_queue.empty())
        sendSoon();
    else if (m_closing)
        closed();
}

void OtlpTracer::close(Micros deadline, const Scope &scope, HookDone done)
{
    if (std::exchange(m_closing, true))
        return done({});
    m_closer = scope.guard();
    m_closed = std::move(done);
    m_closeBy = m_environment.clock.steady() + deadline;
    m_closeTimer = m_environment.scheduler.after(deadline, [this] { closed(); });
    if (m_batch.empty())
        return next();
    if (m_reply)
        return;
    if (m_notBefore >= m_closeBy)
        return closed();
    const Micros wait = std::max<Micros>(m_notBefore - m_environment.clock.steady(), Micros(0));
    m_timer = m_environment.scheduler.after(wait, [this] { send(); });
}

void OtlpTracer::closed()
{
    m_timer.cancel();
    m_closeTimer.cancel();
    if (m_reply) {
        m_reply->disconnect(&m_network);
        m_reply->abort();
        m_reply.release()->deleteLater();
    }
    m_isClosed = true;
    m_counts.unsent += m_batch.size() + m_queue.size();
    m_batch.clear();
    m_queue.clear();
    if (m_counts.dropped())
        m_environment.log.warning(category, std::to_string(m_counts.dropped()) + " spans were dropped, "
                                                + std::to_string(m_counts.exported) + " exported");
    HookDone done = std::move(m_closed);
    m_closed = {};
    if (done && m_closer.alive())
        done({});
}

/// Once for each change, not for each message.
void OtlpTracer::tellReachable(bool reachable, std::string_view why)
{
    if (std::exchange(m_reachable, reachable) == reachable)
        return;
    if (reachable)
        m_environment.log.info(category, "the receiver of traces takes them again");
    else
        m_environment.log.warning(category, "the receiver of traces does not take them: " + std::string(why));
}

} // namespace cheetah

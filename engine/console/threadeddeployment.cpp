// SPDX-License-Identifier: Apache-2.0
#include "console/threadeddeployment.h"

#include <QtCore/QPointer>
#include <QtCore/QTimerEvent>

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros laggingAfter = Seconds(2);
constexpr Micros staleAfter = Seconds(10);
constexpr int freshnessInterval = 500;  // ms
constexpr int roundTripInterval = 5000; // ms
constexpr Micros noticeableSkew = Millis(100);
constexpr std::size_t mostCalls = 256;

} // namespace

ThreadedDeployment::ThreadedDeployment(const Clock &clock, QObject *parent)
    : Deployment(parent), m_clock(clock), m_inbox(std::make_shared<Inbox>([this] {
          QMetaObject::invokeMethod(this, &ThreadedDeployment::drain, Qt::QueuedConnection);
      }))
{}

ThreadedDeployment::~ThreadedDeployment()
{
    m_inbox->close();
}

std::uint64_t ThreadedDeployment::beginSession(ConnectionStatus status)
{
    m_inbox->begin(++m_session);
    disconnected();
    setStatus(std::move(status));
    return m_session;
}

std::uint64_t ThreadedDeployment::beginDetaching()
{
    return beginSession({ConnectionState::Lost, std::nullopt, std::nullopt});
}

void ThreadedDeployment::resync()
{
    if (m_isConnected)
        askFleetAgain();
}

void ThreadedDeployment::askFleetAgain()
{
    m_hasFleet = false;
    ++m_resyncs;
    askFleet();
}

CallId ThreadedDeployment::call(std::string_view method, std::string params)
{
    const CallId call = ++m_lastCall;
    std::optional<Error> refusal;
    if (!m_isConnected)
        refusal = ErrorCode::Unavailable;
    else if (m_calls.size() >= mostCalls)
        refusal = Error(ErrorCode::LimitExceeded, {{"limit", std::to_string(mostCalls)}, {"what", "calls under way"}});
    if (refusal)
        QMetaObject::invokeMethod(
            this, [this, call, error = *refusal] { emit callFinished(call, Result<std::string>(error)); },
            Qt::QueuedConnection);
    else if (m_calls.insert(call).second)
        askCall(call, std::string(method), std::move(params));
    return call;
}

RegistryTime ThreadedDeployment::now() const
{
    if (!m_serverOffset)
        return m_asOf;
    return RegistryTime{m_clock.steady().time_since_epoch().count() + m_serverOffset->count()};
}

/// Consumers may do anything in their slots, also end this session or this object.
void ThreadedDeployment::drain()
{
    const QPointer<ThreadedDeployment> self(this);
    const std::uint64_t session = m_session;
    Inbox::Taken taken = m_inbox->take();
    for (News &news : taken.news) {
        std::visit([this](auto &&one) { on(std::move(one)); }, std::move(news));
        if (!self || m_session != session)
            return;
    }
    if (taken.changesDropped && m_isConnected)
        askFleetAgain();
}

void ThreadedDeployment::on(news::State &&news)
{
    if (news.status.state != ConnectionState::Live) {
        disconnected();
        return setStatus(std::move(news.status));
    }
    m_isConnected = true;
    m_freshness.start(freshnessInterval, this);
    if (!sees())
        setStatus({ConnectionState::Live, std::nullopt, std::nullopt});
    judgeFreshness();
}

/// Whatever was under way may have happened or not.
void ThreadedDeployment::disconnected()
{
    m_isConnected = m_hasFleet = false;
    m_serverOffset.reset();
    m_clockSkew.reset();
    m_roundTrip.reset();
    m_freshness.stop();
    m_roundTripTimer.stop();
    for (const CallId call : std::exchange(m_calls, {}))
        QMetaObject::invokeMethod(
            this, [this, call] { emit callFinished(call, Result<std::string>(ErrorCode::Unavailable)); },
            Qt::QueuedConnection);
}

void ThreadedDeployment::on(news::Identified &&news)
{
    if (!m_identity || m_identity->incarnation != news.identity.incarnation)
        m_lastEntry = 0, m_asOf = {};
    m_identity = std::move(news.identity);
    m_isConnected = true;
    m_hasFleet = false;
    m_roundTripTimer.start(roundTripInterval, this);
    askRoundTrip();
    emit identified(*m_identity);
}

void ThreadedDeployment::on(news::Snapshot &&news)
{
    m_revisions = news.fleet->revisions();
    m_hasFleet = true;
    emit snapshotArrived(news.fleet);
}

void ThreadedDeployment::on(news::Changed &&news)
{
    if (!m_hasFleet)
        return;
    const auto revision = std::find_if(m_revisions.begin(), m_revisions.end(), [&](const Revision &known) {
        return known.partition == news.delta->partition && known.incarnation == news.incarnation;
    });
    if (revision == m_revisions.end() || revision->number != news.delta->from)
        return askFleetAgain();
    revision->number = news.delta->to;
    m_asOf = std::max(m_asOf, news.delta->at);
    emit deltaArrived(news.delta);
}

/// After a gap the node sends some again.
void ThreadedDeployment::on(news::Journal &&news)
{
    std::erase_if(news.entries, [this](const JournalEntry &entry) { return entry.number <= m_lastEntry; });
    if (news.entries.empty())
        return;
    m_lastEntry = news.entries.back().number;
    emit journalArrived(news.entries);
}

void ThreadedDeployment::on(news::Health &&news)
{
    emit healthSampled(news.sample);
}

/// The best offset is the largest seen: every message took some time, the fastest the least. It may sink slowly, so
/// that a step of either clock heals.
void ThreadedDeployment::on(news::Alive &&news)
{
    constexpr Micros sinking = Millis(1);
    m_heardAt = news.heardAt;
    m_asOf = std::max(m_asOf, news.at);
    const Micros offset(news.at.us - m_heardAt.time_since_epoch().count());
    if (!m_serverOffset || std::chrono::abs(offset - *m_serverOffset) > laggingAfter)
        m_serverOffset = offset;
    else
        m_serverOffset = std::max(offset, *m_serverOffset - sinking);
    const Micros skew = now() - RegistryTime{m_clock.wall().time_since_epoch().count()};
    const bool isNews = !m_clockSkew || std::chrono::abs(skew - *m_clockSkew) > noticeableSkew;
    if (isNews)
        m_clockSkew = skew;
    judgeFreshness();
    if (isNews)
        emit timingMeasured();
}

void ThreadedDeployment::on(news::RoundTrip &&news)
{
    m_roundTrip = news.time;
    emit timingMeasured();
}

void ThreadedDeployment::on(news::Answered &&news)
{
    if (m_calls.erase(news.call) != 0)
        emit callFinished(news.call, news.answer);
}

void ThreadedDeployment::on(news::Stopping &&news)
{
    emit stopping(news.progress);
}

void ThreadedDeployment::on(news::Detached &&)
{
    emit detached();
}

bool ThreadedDeployment::sees() const
{
    const ConnectionState state = status().state;
    return state == ConnectionState::Live || state == ConnectionState::Lagging || state == ConnectionState::Stale;
}

void ThreadedDeployment::judgeFreshness()
{
    if (!sees())
        return;
    const Micros age = m_clock.steady() - m_heardAt;
    setStatus({age > staleAfter     ? ConnectionState::Stale
               : age > laggingAfter ? ConnectionState::Lagging
                                    : ConnectionState::Live,
               std::nullopt, std::nullopt});
}

void ThreadedDeployment::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_freshness.timerId()) {
        const QPointer<ThreadedDeployment> self(this);
        drain(); // after a standstill of this thread the sign of life may be waiting
        if (self)
            judgeFreshness();
    } else if (event->timerId() == m_roundTripTimer.timerId())
        askRoundTrip();
    else
        Deployment::timerEvent(event);
}

} // namespace cheetah

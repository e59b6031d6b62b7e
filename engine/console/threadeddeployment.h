// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/inbox.h"
#include "console/workerthread.h"

#include <QtCore/QBasicTimer>

#include <set>

namespace cheetah {

/// A deployment whose node is heard on another thread: what is common to a socket's and an embedded engine's. It tells the
/// news on its owner's thread in order, keeps to the promises of Deployment about calls, gaps and freshness, and measures
/// clocks. It never waits for the other thread but in the destructors of those who derive from it.
class ThreadedDeployment : public Deployment {
    Q_OBJECT

public:
    void resync() final;
    CallId call(std::string_view method, std::string params) final;
    RegistryTime now() const final;

    /// How often a gap, an overflow or the consumer made it ask for the whole fleet again.
    std::uint64_t resyncs() const { return m_resyncs; }
    const Inbox &inbox() const { return *m_inbox; }

protected:
    /// `clock` outlives it and is used on both threads.
    ThreadedDeployment(const Clock &clock, QObject *parent);
    ~ThreadedDeployment() override;

    /// Begins a session: from now on only news told under its number count.
    std::uint64_t beginSession(ConnectionStatus status);
    /// The same for detaching; the other thread tells news::Detached in it at its end.
    std::uint64_t beginDetaching();
    std::uint64_t session() const { return m_session; }
    const std::shared_ptr<Inbox> &box() const { return m_inbox; }
    const Clock &clock() const { return m_clock; }

    // What the other thread is asked for; each only hands over.
    virtual void askFleet() = 0;
    virtual void askCall(CallId call, std::string method, std::string params) = 0;
    virtual void askRoundTrip() = 0;

    void timerEvent(QTimerEvent *event) override;

private:
    void drain();
    void askFleetAgain();
    void on(news::State &&news);
    void on(news::Identified &&news);
    void on(news::Snapshot &&news);
    void on(news::Changed &&news);
    void on(news::Journal &&news);
    void on(news::Health &&news);
    void on(news::Alive &&news);
    void on(news::RoundTrip &&news);
    void on(news::Answered &&news);
    void on(news::Stopping &&news);
    void on(news::Detached &&news);
    void disconnected();
    void failCalls();
    void judgeFreshness();
    bool sees() const; ///< Live, Lagging or Stale

    const Clock &m_clock;
    std::shared_ptr<Inbox> m_inbox;
    std::uint64_t m_session = 0;
    CallId m_lastCall = 0;
    std::set<CallId> m_calls; ///< not yet answered
    bool m_isConnected = false;
    bool m_hasFleet = false; ///< of this connection; before it deltas are not told
    std::vector<Revision> m_revisions;
    std::uint64_t m_lastEntry = 0; ///< of the journal of m_identity's incarnation
    SteadyTime m_heardAt;
    std::optional<Micros> m_serverOffset; ///< registry time minus our steady clock
    std::uint64_t m_resyncs = 0;
    QBasicTimer m_freshness, m_roundTripTimer;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/deployment.h"

#include <deque>
#include <functional>
#include <mutex>
#include <variant>

namespace cheetah {

/// What the thread that hears a node tells the thread that shows it. Plain values.
namespace news {
struct State {
    ConnectionStatus status; ///< freshness apart: Live, Lagging and Stale are told as Live
};
struct Identified {
    DeploymentIdentity identity;
};
struct Snapshot {
    std::shared_ptr<Fleet> fleet;
};
struct Changed {
    Incarnation incarnation;
    std::shared_ptr<const Delta> delta;
};
struct Journal {
    std::vector<JournalEntry> entries;
};
struct Health {
    HealthSample sample;
};
/// A sign of life.
struct Alive {
    RegistryTime at;
    SteadyTime heardAt;
};
struct RoundTrip {
    Micros time;
};
struct Answered {
    CallId call = 0;
    Result<std::string> answer;
};
struct Stopping {
    StopProgress progress;
};
struct Detached {};
} // namespace news
using News = std::variant<news::State, news::Identified, news::Snapshot, news::Changed, news::Journal, news::Health,
                          news::Alive, news::RoundTrip, news::Answered, news::Stopping, news::Detached>;

/// News on their way from one thread to another, in order and bounded, however long the taker stands still: what a newer one
/// makes worthless goes, old journal entries and health samples go and are counted, and when too many changes of the
/// fleet wait, all of them go until the taker asks for a fresh fleet. Shared by both sides.
class Inbox {
public:
    static constexpr std::size_t mostDeltas = 2'000;
    static constexpr std::size_t mostChanges = 50'000; ///< in all deltas
    static constexpr std::size_t mostEntries = 2'000;  ///< of the journal
    static constexpr std::size_t mostSamples = 120;    ///< of health

    /// `wake` is called, on any thread, when there is something to take; it must not call back.
    explicit Inbox(std::function<void()> wake) : m_wake(std::move(wake)) {}

    /// Any thread. What is told under another session than the present one is dropped.
    void tell(std::uint64_t session, News news);
    /// Whether changes of the fleet are dropped now; any thread.
    bool isFull() const;

    /// The taker's side. Begins another session with nothing in the box.
    void begin(std::uint64_t session);
    struct Taken {
        std::deque<News> news;
        bool changesDropped = false; ///< a fresh fleet must be asked for; changes are let in again
    };
    Taken take();
    /// Nothing is told any more, and `wake` is not called.
    void close();

    std::uint64_t droppedDeltas() const;

private:
    void add(News news);
    void addChange(news::Changed change);
    void addJournal(news::Journal journal);
    void addHealth(news::Health health);
    void forgetFleet();
    template <class Kind>
    void forget();

    mutable std::mutex m_mutex;
    std::function<void()> m_wake;
    std::uint64_t m_session = 0;
    std::deque<News> m_news;
    std::size_t m_deltas = 0, m_changes = 0, m_entries = 0, m_samples = 0;
    bool m_isFull = false;
    std::uint64_t m_droppedDeltas = 0;
};

} // namespace cheetah

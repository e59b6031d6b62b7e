// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/navigator.h"
#include "store/fleetbatch.h"
#include "theme/theme.h"

#include <deque>
#include <map>
#include <set>
#include <variant>
#include <vector>

namespace cheetah::gui {

class Session;
class Words;

/// What can be wrong; in the order in which it is listed among equals.
enum class AttentionRule {
    Connection,
    Condition,
    ClientAway,
    ClientFlapping,
    TabBroken,
    NeverRenewed,
    ExpiringUnrenewed,
    SettlingOverdue,
    ReservationOverdue,
    Waiting,
    DrainOverdue,
    ClockSkew,
    Paused,
    NearBound,
};

/// One thing that a person should look at.
struct AttentionItem {
    struct Filtered {
        ViewId view;
        QString filter;
    };
    using Link = std::variant<std::monostate, ObjectId, Filtered, AcquireRequest, ViewId>;

    std::string key; ///< names it from one look to the next
    AttentionRule rule = AttentionRule::Connection;
    Tone tone = Tone::Warn; ///< Danger or Warn
    QString text;           ///< a sentence; nothing in it counts
    RegistryTime since;     ///< unset: not known
    RegistryTime until;     ///< when it comes to a head; unset: it does not by itself
    Link link;              ///< where to see it
    QString action;         ///< id of one that helps; done on `link` where that is an object; may be empty
    int count = 1;          ///< things that it stands for
};

/// Finds what needs attention, by rules over fleet, journal, health and connection. It keeps small sets up to date from
/// batches, and each lease waits for the moment at which it may become noteworthy, so that a look costs by what is wrong
/// and not by what there is. Knows nothing while it sleeps. Owned by the AttentionModel.
class Attention {
public:
    static constexpr Micros flapWindow = Seconds(300), waitedLong = Seconds(10), muchSkew = Seconds(2);
    static constexpr Micros almostOver = Seconds(30);
    static constexpr std::size_t flaps = 3;
    /// Of one rule so many stand singly; one line stands for the rest.
    static constexpr std::size_t mostOfRule = 6;
    /// Clients whose disconnects are remembered.
    static constexpr std::size_t mostFlapping = 10'000;
    /// A bound that is used up to here is worth a line.
    static constexpr double nearBound = 0.8;

    /// Both outlive it.
    Attention(Session &session, const Words &words) : m_session(session), m_words(words) {}

    /// Asleep it forgets everything; awake it looks at everything once.
    void setAwake(bool awake);
    void take(const FleetBatch &batch);
    /// Of the journal: so many stand at the end now.
    void takeJournal(int added);
    void forgetJournal() { m_disconnects.clear(); }

    /// The worst first, then by rule, then the oldest.
    std::vector<AttentionItem> items();

private:
    enum Flag : std::uint8_t { Broken = 1, Unrenewed = 2, Ending = 4, Unsettled = 8 };
    using Items = std::vector<AttentionItem>;

    void look(Slot context);
    void lookAtClient(Slot client);
    void mark(Slot context, std::uint8_t flags);
    void wake(Slot context, RegistryTime at);
    void advance(RegistryTime now);
    void rebuild();

    void addConnection(Items &items) const;
    void addConditions(Items &items) const;
    void addNodes(Items &items) const;
    void addAway(Items &items) const;
    void addFlapping(Items &items);
    void addTabs(Items &items) const;
    void addReservations(Items &items) const;
    void addWaiters(Items &items) const;
    void addDrains(Items &items) const;
    void addRest(Items &items) const;
    void addBound(Items &items, const char *key, const QString &text, std::uint64_t used, std::uint64_t bound,
                  AttentionItem::Link link) const;
    QString tabName(Slot context) const;
    QString whyWaiting(const Waiter &waiter) const;
    AttentionItem tabItem(AttentionRule rule, Slot context) const;

    Session &m_session;
    const Words &m_words;
    bool m_isAwake = false;
    std::vector<std::uint8_t> m_flags;                  ///< by slot of the context
    std::vector<std::int64_t> m_wakeAt;                 ///< by slot of the context: second; 0: sleeps
    std::map<std::int64_t, std::vector<Slot>> m_alarms; ///< by second; those that are out of date stay and are skipped
    std::set<Slot> m_broken, m_unrenewed, m_ending, m_unsettled;
    std::set<Slot> m_away;
    std::map<ClientName, std::deque<RegistryTime>> m_disconnects;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "registry/evidencestore.h"

#include <queue>

namespace cheetah {

/// A command id is unique per user (SPEC D5).
using CommandKey = std::pair<UserId, CommandId>;

/// Ends commands whose deadline passed: unsent ones as `expired`, sent ones as `unknown` (SPEC D2, W17). It wakes at the
/// deadlines that it was told of, and in between asks the store for those of nodes that are gone. Owned by a Dispatcher.
class CommandDeadlines {
public:
    class Owner {
    public:
        /// Takes an unsent command out of its lane, so that it is not sent any more; false if there is none, or if its
        /// beginSend is under way and will tell.
        virtual bool withdraw(const CommandKey &key) = 0;
        /// `record` is terminal. `asked`: what it was to end as; another outcome means that it had ended before.
        virtual void ended(const CommandRecord &record, CommandOutcome asked) = 0;

    protected:
        ~Owner() = default;
    };
    struct Limits {
        std::uint32_t slice = 256;    ///< commands that one step looks at
        Micros interval = Seconds(1); ///< between two looks at the latest
    };

    CommandDeadlines(Owner &owner, EvidenceStore &store, Scheduler &scheduler, const Clock &clock, Limits limits)
        : m_owner(owner), m_store(store), m_scheduler(scheduler), m_clock(clock), m_limits(limits)
    {}

    void start();
    void stop();
    /// The number of deadlines is bounded by what the store keeps alive.
    void watch(const CommandKey &key, Micros remaining);
    /// Asks the store to end the command; changes nothing where it was sent meanwhile and `outcome` means never sent.
    void end(const CommandKey &key, CommandOutcome outcome, std::optional<Error> why);

private:
    struct Deadline {
        SteadyTime at;
        CommandKey key;
        friend bool operator>(const Deadline &a, const Deadline &b) { return a.at > b.at; }
    };

    void armTimer();
    void passed();
    void sweep();
    void endOverdue(const std::vector<CommandRecord> &records);
    void endAnswered(bool changed);

    Owner &m_owner;
    EvidenceStore &m_store;
    Scheduler &m_scheduler;
    const Clock &m_clock;
    const Limits m_limits;
    bool m_running = false;
    std::priority_queue<Deadline, std::vector<Deadline>, std::greater<>> m_deadlines;
    SteadyTime m_due{}; ///< of the timer
    Scheduler::Timer m_timer;
    bool m_asking = false; ///< the store is asked what is overdue
    bool m_more = false;   ///< look again when the ends under way are answered
    std::size_t m_endsUnderWay = 0;
    Scope m_scope;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "delivery/deliveryports.h"
#include "lifecycle/component.h"
#include "registry/evidencestore.h"

#include <map>

namespace cheetah {

/// Answers those who wait for a command's end (SPEC A1). It keeps no result: each answer is the record as the evidence has
/// it. Owned by the host; stands in a component set.
class ResponseNotifier final : public Component, public CommandEndSink {
public:
    struct Limits {
        std::size_t awaiters = 10'000;
        Micros longestWait = Seconds(600);
    };

    ResponseNotifier(EvidenceStore &store, Scheduler &scheduler, Limits limits)
        : m_store(store), m_scheduler(scheduler), m_limits(limits)
    {}

    std::string_view name() const override { return "notifier"; }
    void start(const Scope &scope, HookDone done) override;
    /// Every awaiter gets the record as it is now; later awaits too, without waiting.
    void stop(const Scope &scope, HookDone done) override;

    /// Answers the record once it is terminal, or as it is when `wait` (cut to the longest) has passed; at once for 0.
    /// Errors: `command_unknown`, `queue_full` (params what, limit).
    void await(const UserId &user, const CommandId &command, Micros wait, const Scope &scope,
               Reply<CommandRecord> reply);

    void commandEnded(const CommandRecord &record) override;

    std::size_t awaiters() const { return m_awaiters.size(); }
    std::uint64_t turnedAway() const { return m_turnedAway; }

private:
    using Key = std::pair<UserId, CommandId>;
    struct Awaiter {
        Scope::Guard caller;
        Reply<CommandRecord> reply;
        Scheduler::Timer timer;
    };
    using Awaiters = std::multimap<Key, std::shared_ptr<Awaiter>>;

    void answerNow(const Key &key, const std::shared_ptr<Awaiter> &awaiter);
    void answer(const Key &key, const std::shared_ptr<Awaiter> &awaiter, Result<CommandRecord> record);
    void forgetDeadCallers();

    EvidenceStore &m_store;
    Scheduler &m_scheduler;
    const Limits m_limits;
    bool m_running = false;
    Awaiters m_awaiters;
    std::uint64_t m_turnedAway = 0;
    Scope m_scope;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "browser/operation.h"

#include <QObject>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cheetah {

/// How one command ended, kept until the node says that it has it (SPEC D2).
struct KeptEnd {
    CommandId id;
    std::string kind;
    ProvisionId provision;
    Result<std::string> result; ///< JSON text
};

/// Executes the commands of one epoch on one Browser: each once, acknowledged before it starts, with a deadline, and
/// ended exactly once. Commands of one tab run one after another, so a stuck tab holds up no other. It keeps every end
/// until resultKept(); a command id that comes again is answered from there and never executed twice. It knows no
/// socket: who owns it sends what it signals.
class CommandRunner : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t maxWaiting = 64;   ///< commands of one tab; more are refused as `queue_full`
    static constexpr std::size_t maxRunning = 1000; ///< of the whole browser
    static constexpr std::size_t maxKept = 1000;    ///< ends; the oldest go first, counted
    static constexpr std::size_t maxKeptBytes = 64u << 20;
    static constexpr std::size_t maxRemembered = 20'000; ///< ids whose end is not kept any more

    CommandRunner(Browser &browser, Scheduler &scheduler, const Epoch &epoch, const BrowserBounds &bounds,
                  bool contextPerWindow);
    ~CommandRunner() override;

    /// Takes one command; acknowledged() and ended() follow, possibly before this returns. Refused, which is an end
    /// too: `wrong_epoch`, `command_expired` (nothing left of its deadline), `context_gone`, `unknown_method`,
    /// `queue_full`, and `outcome_unknown` for an id whose end is not kept any more.
    void execute(const CommandMessage &command);
    /// Ends the command as `cancelled` if it has not ended; what a page already does is stopped where possible.
    void cancel(const CommandId &id);
    void resultKept(const CommandId &id);

    /// Ends that no resultKept() was heard of, oldest first.
    const std::deque<KeptEnd> &kept() const { return m_kept; }
    /// A creation for that provision id is under way.
    bool isCreating(const ProvisionId &provision) const;
    std::uint64_t droppedEnds() const { return m_dropped; }
    void setMaxResultBytes(std::size_t bytes) { m_bench.maxResultBytes = bytes; }

signals:
    void acknowledged(const cheetah::CommandId &id);
    void ended(const cheetah::KeptEnd &end);

private:
    struct Job {
        CommandMessage command;
        std::unique_ptr<Operation> operation;
        bool started = false;   ///< else it waits in its lane
        bool cancelled = false; ///< whatever it answers now, it ends as cancelled
        Scheduler::Timer deadline;
    };
    using Lane = std::deque<CommandId>;

    void admit(const CommandMessage &command);
    Result<void> check(const CommandMessage &command) const;
    void runLane(const ContextId &tab);
    void run(const CommandId &id);
    void deadlinePassed(const CommandId &id);
    void end(const CommandId &id, Result<std::string> result);
    void keep(KeptEnd end);
    void remember(const CommandId &id);
    void tabCrashed(const ContextId &tab);
    void tabGone(const ContextId &tab);
    void pageEvent(const ContextId &tab, const CdpEvent &event);
    std::vector<CommandId> jobsOf(const ContextId &tab) const;

    Browser &m_browser;
    Scheduler &m_scheduler;
    Epoch m_epoch;
    WindowLocks m_locks;
    Workbench m_bench;
    std::unordered_map<CommandId, Job> m_jobs;
    std::unordered_map<ContextId, Lane> m_lanes;
    std::deque<KeptEnd> m_kept;
    std::size_t m_keptBytes = 0;
    std::unordered_set<CommandId> m_remembered;
    std::deque<CommandId> m_rememberedOrder;
    std::uint64_t m_dropped = 0;
    Scope m_scope;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/qtscheduler.h"
#include "console/inbox.h"
#include "model/pendingdeltas.h"
#include "node/node.h"
#include "node/otlptracer.h"
#include "wire/localnode.h"

namespace cheetah {

/// What lives beside an embedded node on its thread, from when it serves until before it stops, such as the clients of a
/// demo.
class NodeCompany {
public:
    virtual ~NodeCompany() = default;
};

/// How a node is embedded.
struct EmbeddedNodeOptions {
    using MakeCompany = std::function<Result<std::unique_ptr<NodeCompany>>(Node &, const Node::Environment &)>;

    NodeConfig config;
    std::string actor;       ///< who sits here, for the node's journal; may be empty
    Log log;                 ///< called on the engine's thread
    MakeCompany makeCompany; ///< may be empty
};

/// A node on its own thread and what it tells the thread that shows it: its fleet coalesced per turn of the loop, its journal,
/// health and signs of life, and the steps of its life (SPEC G1, L5). Calls go through the node's method table, as an
/// operator. Lives on the engine's thread; owned by the local deployment.
class LocalEngine final : private FleetObserver {
public:
    LocalEngine(EmbeddedNodeOptions options, const Clock &clock, std::shared_ptr<Inbox> inbox);
    ~LocalEngine() override;

    /// Brings a node up and tells of it; where one serves already, tells everything anew; where one is going down, waits for
    /// that first.
    void start(std::uint64_t session);
    /// Takes it down; while it goes down, ends it at once.
    void stop(std::uint64_t session);
    void resync();
    void call(CallId call, std::string_view method, std::string_view params);
    void answerRoundTrip(SteadyTime askedAt);

private:
    void makeNode();
    void started(const Result<void> &result);
    void introduce();
    void announce();
    void refuse(Error error);
    void superseded();
    void goDown();
    void bury();
    void stopped(const Result<void> &result);
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override { resync(); }
    void scheduleFlush();
    void flush();
    void flushJournal();
    void beat();
    void tell(News news) { m_inbox->tell(m_session, std::move(news)); }

    const EmbeddedNodeOptions m_options;
    const Clock &m_clock;
    const std::shared_ptr<Inbox> m_inbox;
    SystemIdSource m_ids;
    QtScheduler m_scheduler;
    std::unique_ptr<OtlpTracer> m_tracer; ///< null: none is asked for. It serves one node after the other
    std::unique_ptr<Node> m_node;
    std::unique_ptr<Node> m_finished; ///< destroyed at the next turn of the loop
    std::unique_ptr<NodeCompany> m_company;
    LocalNodeAnnouncement m_announcement;
    std::uint64_t m_session = 0;
    bool m_isServing = false, m_isStopping = false, m_isDetaching = false, m_startsAgain = false;
    FleetSource::Subscription m_fleet;
    std::shared_ptr<void> m_journal;
    PendingDeltas m_pending; ///< of this turn
    bool m_isFlushPlanned = false;
    std::uint64_t m_journalTold = 0;
    Scheduler::Timer m_beat, m_stopDeadline;
    Scope m_scope;
};

} // namespace cheetah

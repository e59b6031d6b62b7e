// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/operatorflow.h"
#include "actions/underway.h"
#include "console/requests.h"
#include "store/fleetstore.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace cheetah::gui {

/// The actions that were started by hand in this window: sends them when their grace is over, at most a few at a time,
/// follows the fleet until it shows them, and finds out what became of those whose answer was lost. Owned by the session,
/// on the GUI thread. It asks nobody for confirmation: that is the dialog's, on a flow that prepare() gave.
class PendingActions : public QObject {
    Q_OBJECT

public:
    /// Finished ones beyond it are forgotten, the oldest first.
    static constexpr std::size_t mostFinished = 100;

    /// All outlive it. Without a clock of its own it takes the machine's.
    PendingActions(Deployment &deployment, Requests &requests, FleetStore &fleet, QObject *parent = nullptr,
                   const Clock *clock = nullptr);
    ~PendingActions() override;

    /// A flow in its preview, not listed. It follows the fleet as long as somebody keeps it.
    std::shared_ptr<OperatorFlow> prepare(OperatorPlan plan);
    /// Lists the flow and lets it go on: sent after `grace`, unless cancelled by then.
    void confirm(const std::shared_ptr<OperatorFlow> &flow, Micros grace);
    void cancel(FlowId flow);
    void clearFinished();
    /// A person wants to try again what failed of it: whoever shows dialogs asks anew.
    void wantRetry(FlowId flow) { emit retryWanted(flow); }

    /// Newest first.
    const std::deque<std::shared_ptr<OperatorFlow>> &flows() const { return m_flows; }
    /// Null if it is not listed.
    const OperatorFlow *find(FlowId flow) const;
    int rowOf(FlowId flow) const;
    /// Flows that are not finished.
    std::size_t unfinished() const;
    /// The newest flow in its grace; null if there is none.
    const OperatorFlow *inGrace() const;

    /// Something that was sent has no end yet.
    bool hasUnderWay() const { return !m_contexts.empty() || !m_windows.empty() || !m_clients.empty(); }
    /// What was sent for this very object and has no end yet: it shows as “Releasing…” or the like. Null: nothing.
    const UnderWay *underWay(const ContextName &context) const { return underWay(m_contexts, context); }
    const UnderWay *underWay(const WindowName &window) const { return underWay(m_windows, window); }
    const UnderWay *underWay(const ClientName &client) const { return underWay(m_clients, client); }
    const UnderWay *underWay(const ObjectId &object) const;

    SteadyTime steady() const { return m_clock.steady(); }
    /// What time brings about; called by a timer of its own while there is something to wait for.
    void tick();

signals:
    void aboutToAdd(int row);
    void added(int row);
    void aboutToRemove(int row);
    void removed(int row);
    /// The flow's step, or what is known of these items.
    void changed(cheetah::gui::FlowId flow, const std::vector<std::size_t> &items);
    void retryWanted(cheetah::gui::FlowId flow);
    /// The preview of a prepared flow is another.
    void previewChanged(cheetah::gui::FlowId flow);
    /// underWay() is another for these; the fleet need not have changed. It may come while models have not heard yet of a
    /// change of the fleet.
    void underWayChanged(const std::vector<cheetah::gui::ObjectId> &objects);

private:
    struct Sent {
        FlowId flow;
        UnderWay shown;
    };
    template <class Name>
    using SentFor = std::unordered_map<Name, Sent>;
    template <class Name>
    static const UnderWay *underWay(const SentFor<Name> &sent, const Name &name)
    {
        const auto found = sent.empty() ? sent.end() : sent.find(name);
        return found == sent.end() ? nullptr : &found->second.shown;
    }
    void statusChanged(const ConnectionStatus &status);
    void fleetChanged(const FleetBatch &batch);
    bool isConnected() const;
    bool isLive() const;
    void follow(OperatorFlow &flow);
    void noteUnderWay(const OperatorFlow &flow, const std::vector<std::size_t> &items);
    void send(const OperatorFlow &flow, std::size_t index);
    Reply<void> answerFor(FlowId flow, std::size_t index);
    void answered(FlowId flow, std::size_t index, const Result<void> &result, bool isAlreadyOver);
    void forgetFinished(std::size_t kept);
    OperatorFlow *listed(FlowId flow);

    Deployment &m_deployment;
    Requests &m_requests;
    FleetStore &m_fleet;
    const SystemClock m_systemClock;
    const Clock &m_clock;
    FlowId m_lastId = 0;
    std::deque<std::shared_ptr<OperatorFlow>> m_flows;
    std::vector<std::weak_ptr<OperatorFlow>> m_prepared;
    SentFor<ContextName> m_contexts;
    SentFor<WindowName> m_windows;
    SentFor<ClientName> m_clients;
    std::unordered_map<FlowId, OperatorFlow::Step> m_steps; ///< as last told
    QTimer m_timer;
    Scope m_scope;
};

} // namespace cheetah::gui

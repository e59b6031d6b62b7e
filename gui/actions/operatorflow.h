// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/operatorplan.h"

#include <array>

namespace cheetah::gui {

using FlowId = std::uint64_t;

/// What became of the action on one object.
enum class FlowOutcome {
    None,        ///< not known yet
    Done,        ///< the node did it
    AlreadyOver, ///< there was nothing left to do
    Replaced,    ///< another lease or connection has its place; nothing was done
    Gone,        ///< the object is not there any more
    Forbidden,
    Failed,      ///< the node refused for another reason
    NotSent,     ///< there was no connection; nothing was done
    Happened,    ///< no answer came, and the fleet shows that it did happen
    NotHappened, ///< no answer came, and the fleet shows that it did not
    Cancelled,
};

/// One object of a flow.
struct FlowItem {
    enum class Stage {
        Waiting,  ///< not sent
        Sent,     ///< not answered
        Answered, ///< done, as the node says; the fleet does not show it yet
        Checking, ///< no answer came: it may or may not have happened
        Over,
    };
    SeenTarget seen;
    Stage stage = Stage::Waiting;
    FlowOutcome outcome = FlowOutcome::None;
    std::optional<Error> error;    ///< that was answered
    TaskId task;                   ///< of the lease that took its place
    std::optional<EndCause> cause; ///< how the lease ended, where the fleet tells
    bool isShown = false;          ///< of Done: the fleet showed it
    SteadyTime since;              ///< in this stage, or watched since then
    bool needsSnapshot = false;    ///< of Checking: the connection was lost, what is known is older than the loss
};

/// One action that a person started, from the preview to an outcome for each object. Pure: it asks nobody and owns no time;
/// its owner (PendingActions) sends what takeSendable() gives, and tells answers, the fleet and the time. What was seen
/// at the moment of asking never changes, so nothing else than what was shown is ever sent.
class OperatorFlow {
public:
    static constexpr std::size_t mostInFlight = 8;
    /// A done action that the fleet does not show after this long is over all the same.
    static constexpr Micros shownWithin = Seconds(10);
    /// So long must a live fleet not show it, until it counts as not having happened.
    static constexpr Micros checkedFor = Seconds(2);

    enum class Step { Preview, Grace, Sending, Confirming, Done };

    OperatorFlow(FlowId id, OperatorPlan plan);

    FlowId id() const { return m_id; }
    const OperatorPlan &plan() const { return m_plan; }
    const std::vector<FlowItem> &items() const { return m_items; }
    Step step() const;
    bool isCancelled() const { return m_isCancelled; }
    /// Of Grace: the time until it is sent.
    Micros graceLeft(SteadyTime now) const;
    Micros grace() const { return m_grace; }
    std::size_t count(FlowItem::Stage stage) const { return m_stages[std::size_t(stage)]; }
    std::size_t count(FlowOutcome outcome) const;
    /// On its way: sent or about to be, and its end not seen.
    bool isUnderWay(const FlowItem &item) const;

    /// In Preview: how, not on what.
    void setReason(std::string reason) { m_plan.reason = std::move(reason); }
    void setKeepOut(Micros keepOut) { m_plan.keepOut = keepOut; }
    void setDeadline(std::optional<Micros> deadline, bool force);
    void confirm(Micros grace, SteadyTime now);
    /// Whatever is not sent yet never is.
    void cancel();

    /// The fleet changed, or is another one altogether (`isWhole`).
    void look(const Fleet &fleet, bool isWhole, SteadyTime now);
    /// `isLive`: what the fleet shows is true now.
    void tick(SteadyTime now, bool isLive);
    void connectionLost();
    /// Items to be sent now; they count as sent. Without `canSend` what waits ends as NotSent.
    std::vector<std::size_t> takeSendable(bool canSend, SteadyTime now);
    void answered(std::size_t item, const Result<void> &result, SteadyTime now);

    /// Items whose stage changed since the last call, ascending.
    std::vector<std::size_t> takeChanged();
    /// The objects with which it makes sense to try again, looking at them anew.
    OperatorPlan retryPlan(const Fleet &fleet) const;

private:
    enum class Phase { Preview, Grace, Running };

    void enter(std::size_t index, FlowItem::Stage stage, SteadyTime now);
    void end(std::size_t index, FlowOutcome outcome);
    void lookAtWaiting(std::size_t index, const TargetNow &target);
    void lookAtChecked(std::size_t index, const TargetNow &target);

    const FlowId m_id;
    OperatorPlan m_plan; ///< its targets moved into m_items
    std::vector<FlowItem> m_items;
    std::array<std::size_t, 5> m_stages{};
    std::size_t m_nextToSend = 0;
    std::vector<std::size_t> m_changed;
    Phase m_phase = Phase::Preview;
    bool m_isCancelled = false;
    Micros m_grace{0};
    SteadyTime m_sendAt;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "console/connectionstate.h"
#include "model/fleet.h"
#include "model/health.h"
#include "model/journal.h"
#include "model/policies.h"

#include <QtCore/QObject>

#include <memory>
#include <vector>

namespace cheetah {

/// Who answers, as told when it accepted us.
struct DeploymentIdentity {
    DeploymentId deployment;
    NodeId node;
    Incarnation incarnation;
    std::string version;
    std::string scope; ///< what our token may: `app`, `viewer` or `operator`
    DeploymentPolicies policies;
    std::string url; ///< of the node that answers, such as `http://127.0.0.1:7744`; empty for a demo

    friend bool operator==(const DeploymentIdentity &, const DeploymentIdentity &) = default;
};

/// Names one call until it is answered; never zero.
using CallId = std::uint64_t;

/// A deployment as a console sees it, whether its node runs in this process or elsewhere (SPEC G1): the stream of its fleet,
/// journal and health, and calls of the node's methods. Owned by a console session, on its thread, where everything is
/// told; nothing here blocks or waits. It keeps no fleet: the consumer does, so that there is one. It shows nothing and
/// decides nothing; confirmation of what is asked here is its user's business.
class Deployment : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Begins to connect, and goes on trying until detach(); says so with stateChanged. May be repeated.
    virtual void attach() = 0;
    /// Ends it. An embedded node goes down in order meanwhile (`stopping`); `detached` says when nothing is left. A second
    /// call does not wait for what is still under way. Destroying a deployment before `detached` ends it at once.
    virtual void detach() = 0;
    /// Where it is Lost, tries at once instead of at the end of `nextTryIn`.
    virtual void retryNow() {}
    /// For a consumer that found a delta not to apply or threw some away: asks for the whole fleet. No delta is told until
    /// snapshotArrived.
    virtual void resync() = 0;
    /// Calls a method of the node's method table; `params` is JSON text of an object. Answered by callFinished exactly
    /// once and never from inside, with `unavailable` where the connection ended first: whether it happened is not known.
    /// See Requests for calls with types.
    virtual CallId call(std::string_view method, std::string params) = 0;

    const ConnectionStatus &status() const { return m_status; }
    /// Unset until a node accepted us for the first time.
    const std::optional<DeploymentIdentity> &identity() const { return m_identity; }
    /// Registry time of the last sign of life.
    RegistryTime asOf() const { return m_asOf; }
    /// Registry time now, as well as can be told from here; all countdowns use it.
    virtual RegistryTime now() const = 0;
    /// How far registry time is ahead of this machine's wall clock, within about half a roundTrip(); unset until the
    /// first sign of life of a connection.
    std::optional<Micros> clockSkew() const { return m_clockSkew; }
    /// Latest time from asking the node to its answer; unset until measured, and while there is no connection.
    std::optional<Micros> roundTrip() const { return m_roundTrip; }

signals:
    void stateChanged(const cheetah::ConnectionStatus &status);
    /// At each connection anew: compare with what was shown before, for another deployment may answer now, or the same with
    /// another incarnation, which has forgotten everything.
    void identified(const cheetah::DeploymentIdentity &identity);
    /// The fleet as a whole: after attaching, after a gap, after another incarnation, after resync(). Whoever keeps the fleet
    /// may move it out; nobody else holds it.
    void snapshotArrived(const std::shared_ptr<cheetah::Fleet> &fleet);
    /// Follows the snapshot and the deltas before it without a gap.
    void deltaArrived(const std::shared_ptr<const cheetah::Delta> &delta);
    /// In order, none twice; a jump of the numbers tells of entries that were dropped. They begin anew with an incarnation.
    void journalArrived(const std::vector<cheetah::JournalEntry> &entries);
    void healthSampled(const cheetah::HealthSample &sample);
    /// clockSkew() or roundTrip() changed noticeably, about once in some seconds.
    void timingMeasured();
    /// The answer is the method's result as JSON text.
    void callFinished(cheetah::CallId call, const cheetah::Result<std::string> &answer);
    /// An embedded node goes down, step by step.
    void stopping(const cheetah::StopProgress &progress);
    /// The end of detach().
    void detached();

protected:
    /// Says so only if something changed.
    void setStatus(ConnectionStatus status);

    std::optional<DeploymentIdentity> m_identity;
    RegistryTime m_asOf;
    std::optional<Micros> m_clockSkew, m_roundTrip;

private:
    ConnectionStatus m_status;
};

} // namespace cheetah

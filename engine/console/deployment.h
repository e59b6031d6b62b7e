// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "console/connectionstate.h"
#include "model/fleet.h"
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
};

/// How dispatching goes, once a second. Rates are per second.
struct HealthSample {
    RegistryTime at;
    double admittedRate = 0, sentRate = 0, acknowledgedRate = 0, endedRate = 0;
    std::uint64_t queued = 0; ///< admitted and not yet sent
};

/// Names one call until it is answered; never zero.
using CallId = std::uint64_t;

/// A deployment as a console sees it, whether its node runs in this process or elsewhere (SPEC G1): a replica of the
/// fleet, the journal, health, and calls of the node's methods. Owned by a console session, on its thread. It shows
/// nothing and decides nothing; confirmation of what is asked here is its user's business.
class Deployment : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Begins to connect, and goes on trying until detach(); says so with stateChanged. May be repeated.
    virtual void attach() = 0;
    virtual void detach() = 0;
    /// Calls a method of the node's method table; `params` is JSON text of an object. Answered by callFinished exactly
    /// once and never from inside, with `unavailable` where the connection ended first: whether it happened is not known.
    virtual CallId call(std::string_view method, std::string params) = 0;

    const ConnectionStatus &status() const { return m_status; }
    /// Unset until a node accepted us for the first time.
    const std::optional<DeploymentIdentity> &identity() const { return m_identity; }
    /// As of the last delta; empty before the first snapshot. Only this object changes it.
    const Fleet &fleet() const { return m_fleet; }
    /// Registry time of the last sign of life.
    RegistryTime asOf() const { return m_asOf; }
    /// Registry time now, as well as can be told from here; all countdowns use it.
    virtual RegistryTime now() const = 0;

signals:
    void stateChanged(const cheetah::ConnectionStatus &status);
    void identified(const cheetah::DeploymentIdentity &identity);
    /// The fleet is new as a whole: after attaching, after a gap, or another incarnation.
    void snapshotArrived();
    void deltaArrived(const std::shared_ptr<const cheetah::Delta> &delta);
    void journalArrived(const std::vector<cheetah::JournalEntry> &entries);
    void healthSampled(const cheetah::HealthSample &sample);
    /// The answer is the method's result as JSON text.
    void callFinished(cheetah::CallId call, const cheetah::Result<std::string> &answer);

protected:
    /// Says so only if something changed.
    void setStatus(ConnectionStatus status);

    std::optional<DeploymentIdentity> m_identity;
    Fleet m_fleet;
    RegistryTime m_asOf;

private:
    ConnectionStatus m_status;
};

} // namespace cheetah

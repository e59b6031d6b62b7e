// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/deployment.h"

#include <map>
#include <vector>

namespace cheetah::test {

/// The consumer of a deployment: keeps the fleet as it is told, and everything else that was said. Made before attach();
/// dies before the deployment.
class Picture : public QObject {
public:
    explicit Picture(Deployment &deployment) : m_deployment(deployment)
    {
        connect(&deployment, &Deployment::snapshotArrived, this, [this](const std::shared_ptr<Fleet> &arrived) {
            fleet = std::move(*arrived);
            ++snapshots;
        });
        connect(&deployment, &Deployment::deltaArrived, this, [this](const std::shared_ptr<const Delta> &delta) {
            ++deltas;
            if (fleet.apply(*delta))
                return;
            ++misfits;
            m_deployment.resync();
        });
        connect(&deployment, &Deployment::journalArrived, this, [this](const std::vector<JournalEntry> &entries) {
            journal.insert(journal.end(), entries.begin(), entries.end());
        });
        connect(&deployment, &Deployment::healthSampled, this,
                [this](const HealthSample &sample) { health.push_back(sample); });
        connect(&deployment, &Deployment::identified, this,
                [this](const DeploymentIdentity &identity) { identities.push_back(identity); });
        connect(&deployment, &Deployment::stateChanged, this,
                [this](const ConnectionStatus &status) { states.push_back(status); });
        connect(&deployment, &Deployment::callFinished, this,
                [this](CallId call, const Result<std::string> &answer) { answers[call].push_back(answer); });
        connect(&deployment, &Deployment::stopping, this,
                [this](const StopProgress &progress) { stopSteps.push_back(progress); });
        connect(&deployment, &Deployment::detached, this, [this] { ++detachments; });
    }

    Fleet fleet;
    std::uint64_t snapshots = 0, deltas = 0, misfits = 0, detachments = 0;
    std::vector<JournalEntry> journal;
    std::vector<HealthSample> health;
    std::vector<DeploymentIdentity> identities;
    std::vector<ConnectionStatus> states;
    std::vector<StopProgress> stopSteps;
    std::map<CallId, std::vector<Result<std::string>>> answers;

private:
    Deployment &m_deployment;
};

} // namespace cheetah::test

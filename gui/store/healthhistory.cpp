// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/healthhistory.h"

namespace cheetah::gui {

HealthHistory::HealthHistory(Deployment &deployment, QObject *parent) : QObject(parent)
{
    connect(&deployment, &Deployment::identified, this, [this](const DeploymentIdentity &identity) {
        if (m_incarnation == identity.incarnation)
            return;
        m_incarnation = identity.incarnation;
        m_samples.clear();
        emit cleared();
    });
    connect(&deployment, &Deployment::healthSampled, this, [this](const HealthSample &sample) {
        if (m_samples.size() == capacity)
            m_samples.pop_front();
        m_samples.push_back(sample);
        emit sampled(sample);
    });
}

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#include "console/deployment.h"

namespace cheetah {

void Deployment::setStatus(ConnectionStatus status)
{
    if (status.state == m_status.state && status.error == m_status.error && status.nextTryIn == m_status.nextTryIn)
        return;
    m_status = std::move(status);
    emit stateChanged(m_status);
}

} // namespace cheetah

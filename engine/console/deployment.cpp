// SPDX-License-Identifier: Apache-2.0
#include "console/deployment.h"

namespace cheetah {

void Deployment::setStatus(ConnectionStatus status)
{
    if (status == m_status)
        return;
    m_status = std::move(status);
    emit stateChanged(m_status);
}

} // namespace cheetah

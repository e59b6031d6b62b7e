// SPDX-License-Identifier: Apache-2.0
#include "console/remotedeployment.h"

namespace cheetah {

RemoteDeployment::RemoteDeployment(Options options, const Clock &clock, QObject *parent)
    : ThreadedDeployment(clock, parent), m_thread("console socket")
{
    m_thread.post([this, options = std::move(options), box = box(), &clock] {
        m_link = std::make_unique<RemoteLink>(options, clock, box);
    });
}

RemoteDeployment::~RemoteDeployment()
{
    m_thread.post([this] { m_link.reset(); });
}

void RemoteDeployment::post(std::function<void(RemoteLink &)> work)
{
    m_thread.post([this, work = std::move(work)] { work(*m_link); });
}

void RemoteDeployment::attach()
{
    const std::uint64_t session = beginSession({ConnectionState::Connecting, std::nullopt, std::nullopt});
    post([session](RemoteLink &link) { link.open(session); });
}

void RemoteDeployment::detach()
{
    const std::uint64_t session = beginDetaching();
    post([session](RemoteLink &link) { link.close(session); });
}

void RemoteDeployment::retryNow()
{
    post([](RemoteLink &link) { link.retryNow(); });
}

void RemoteDeployment::askFleet()
{
    post([](RemoteLink &link) { link.resync(); });
}

void RemoteDeployment::askCall(CallId call, std::string method, std::string params)
{
    post([call, method = std::move(method), params = std::move(params)](RemoteLink &link) {
        link.call(call, method, params);
    });
}

void RemoteDeployment::askRoundTrip()
{
    post([](RemoteLink &link) { link.ping(); });
}

} // namespace cheetah

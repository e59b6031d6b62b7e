// SPDX-License-Identifier: Apache-2.0
#include "node/localdeployment.h"

#include "base/epolldispatcher.h"

namespace cheetah {

LocalDeployment::LocalDeployment(EmbeddedNodeOptions options, std::shared_ptr<const Clock> clock, QObject *parent)
    : LocalDeployment(std::move(options), clock ? clock : std::make_shared<const SystemClock>(), parent, 0)
{}

LocalDeployment::LocalDeployment(EmbeddedNodeOptions options, const std::shared_ptr<const Clock> &clock,
                                 QObject *parent, int)
    : ThreadedDeployment(*clock, parent),
      m_tokenFile(options.config.tokenFile),
      m_clock(clock),
      m_thread("engine", new EpollDispatcher) // the thread owns it
{
    m_thread.post([this, options = std::move(options), box = box()] {
        m_engine = std::make_unique<LocalEngine>(options, *m_clock, box);
    });
}

LocalDeployment::~LocalDeployment()
{
    m_thread.post([this] { m_engine.reset(); });
}

void LocalDeployment::post(std::function<void(LocalEngine &)> work)
{
    m_thread.post([this, work = std::move(work)] { work(*m_engine); });
}

void LocalDeployment::attach()
{
    const std::uint64_t session = beginSession({ConnectionState::Connecting, std::nullopt, std::nullopt});
    post([session](LocalEngine &engine) { engine.start(session); });
}

void LocalDeployment::detach()
{
    const std::uint64_t session = beginDetaching();
    post([session](LocalEngine &engine) { engine.stop(session); });
}

void LocalDeployment::askFleet()
{
    post([](LocalEngine &engine) { engine.resync(); });
}

void LocalDeployment::askCall(CallId call, std::string method, std::string params)
{
    post([call, method = std::move(method), params = std::move(params)](LocalEngine &engine) {
        engine.call(call, method, params);
    });
}

void LocalDeployment::askRoundTrip()
{
    post([askedAt = m_clock->steady()](LocalEngine &engine) { engine.answerRoundTrip(askedAt); });
}

} // namespace cheetah

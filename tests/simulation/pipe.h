// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/simulationloop.h"

namespace cheetah::simulation {

class SimulatedClient;
class SimulatedSession;

/// One client socket: what is sent arrives in order, some time later, as long as the other end is there. Shared by both
/// ends, each of which takes itself out when it goes.
class Pipe : public std::enable_shared_from_this<Pipe> {
public:
    Pipe(Random &random, Lane &clientLane, Lane &nodeLane)
        : m_random(random), m_clientLane(clientLane), m_nodeLane(nodeLane)
    {}

    SimulatedSession *session = nullptr;
    SimulatedClient *client = nullptr;

    template <class F>
    void toSession(F f)
    {
        carry(m_nodeLane, m_sessionArrival, [self = shared_from_this(), f = std::move(f)]() mutable {
            if (self->session)
                f(*self->session);
        });
    }
    template <class F>
    void toClient(F f)
    {
        carry(m_clientLane, m_clientArrival, [self = shared_from_this(), f = std::move(f)]() mutable {
            if (self->client)
                f(*self->client, self);
        });
    }

private:
    void carry(Lane &lane, SteadyTime &last, std::function<void()> function)
    {
        const SteadyTime now = lane.steady();
        const Micros delay =
            m_random.between(Micros(100), m_random.chance(0.03) ? Micros(Seconds(2)) : Micros(Millis(30)));
        last = std::max(last, now + delay);
        lane.later(last - now, std::move(function));
    }

    Random &m_random;
    Lane &m_clientLane;
    Lane &m_nodeLane;
    SteadyTime m_sessionArrival{}, m_clientArrival{};
};

} // namespace cheetah::simulation

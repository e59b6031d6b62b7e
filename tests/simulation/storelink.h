// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/simulationloop.h"

namespace cheetah::simulation {

/// The connection of one node with the shared store: what is asked arrives later, in the order in which it was asked, and
/// the answers come home in that order, later still. Nodes overtake each other. Owned by the simulated node.
class StoreLink {
public:
    /// `network` carries what is asked, `home` is the node's process.
    StoreLink(Random &random, Lane &network, Lane &home) : m_random(random), m_network(network), m_home(home) {}

    /// Runs `there` at the store's, and what that returns at home.
    void carry(std::function<std::function<void()>()> there)
    {
        m_network.later(wait(m_arrival), [this, there = std::move(there)] { m_home.later(wait(m_return), there()); });
    }
    /// A message on a channel: in order, and no answer.
    void tell(std::function<void()> message) { m_home.later(wait(m_message), std::move(message)); }

    void calm() { m_calm = true; }
    bool calmed() const { return m_calm; }

private:
    /// Until something that is sent now arrives, behind what was sent before.
    Micros wait(SteadyTime &last)
    {
        const SteadyTime now = m_network.steady();
        Micros delay = m_random.between(Micros(20), Millis(8));
        if (!m_calm && m_random.chance(0.02))
            delay = m_random.between(Millis(50), m_random.chance(0.1) ? Micros(Seconds(3)) : Micros(Millis(900)));
        last = std::max(last, now + delay);
        return last - now;
    }

    Random &m_random;
    Lane &m_network;
    Lane &m_home;
    SteadyTime m_arrival{}, m_return{}, m_message{};
    bool m_calm = false;
};

} // namespace cheetah::simulation

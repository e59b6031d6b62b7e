// SPDX-License-Identifier: Apache-2.0
#include "pool/reservationwatch.h"

namespace cheetah {

ReservationWatch::ReservationWatch(NodeId node, WindowRegistry &registry, ProvisionPort &port, FleetView &view,
                                   Scheduler &scheduler, const Clock &clock)
    : m_node(std::move(node)),
      m_registry(registry),
      m_port(port),
      m_view(view),
      m_clock(clock),
      m_timer(scheduler, clock, interval, [this](bool) { round(); })
{}

void ReservationWatch::stop()
{
    m_timer.stop();
    m_scope.reset();
    m_askedAt.clear();
}

void ReservationWatch::round()
{
    const Fleet &fleet = m_view.fleet();
    const SteadyTime now = m_clock.steady();
    std::erase_if(m_askedAt, [&](const auto &entry) {
        return now - entry.second >= askAgainAfter || !fleet.reservations().contains(entry.first);
    });
    std::vector<std::shared_ptr<const Reservation>> overdue;
    for (const auto &[key, reservation] : fleet.reservations()) {
        if (overdue.size() + m_askedAt.size() >= maxAsked)
            break;
        if (reservation->deadline <= m_view.now() && isAskable(*reservation) && !m_askedAt.contains(key))
            overdue.push_back(reservation);
    }
    for (const auto &reservation : overdue)
        ask(*reservation);
}

bool ReservationWatch::isAskable(const Reservation &reservation) const
{
    const Fleet &fleet = m_view.fleet();
    const Slot client = fleet.find(reservation.client);
    return client != noSlot && fleet.client(client).state->connected && fleet.client(client).state->node == m_node;
}

void ReservationWatch::ask(const Reservation &reservation)
{
    ++m_asked;
    m_askedAt[{reservation.client, reservation.provision}] = m_clock.steady();
    m_port.status(reservation.client, reservation.epoch, reservation.provision, m_scope,
                  [this, reservation](Result<ProvisionStatus> status) { answered(reservation, status); });
}

void ReservationWatch::answered(const Reservation &reservation, const Result<ProvisionStatus> &status)
{
    if (!status || status->known)
        return;
    ProvisionAnswer answer;
    answer.client = reservation.client;
    answer.epoch = reservation.epoch;
    answer.provision = reservation.provision;
    answer.seq = status->seq;
    m_registry.answerReservation(answer, m_scope, [](const Result<void> &) {});
}

} // namespace cheetah

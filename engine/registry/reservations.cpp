// SPDX-License-Identifier: Apache-2.0
#include "registry/reservations.h"

#include "registry/drains.h"

#include <algorithm>

namespace cheetah {

template <class F>
void Reservations::each(Slot client, F &&f) const
{
    const ClientName &name = m_writer.fleet().client(client).name;
    const auto &all = m_writer.fleet().reservations();
    for (auto at = all.lower_bound({name, ProvisionId()}); at != all.end() && at->first.first == name; ++at)
        f(*at->second);
}

Result<void> Reservations::reserve(const ReserveArgs &args)
{
    const Fleet &fleet = m_writer.fleet();
    const Slot client = fleet.find(args.client);
    if (client == noSlot || !m_connections.current(client, m_writer.now()))
        return Error(ErrorCode::ClientNotConnected, {{"client", args.client.client.string()}});
    if (fleet.client(client).state->epoch != args.epoch)
        return ErrorCode::EpochRetired;
    if (find(client, args.provision))
        return {};
    if (args.placement.window && fleet.find(*args.placement.window) == noSlot)
        return Error(ErrorCode::WindowUnknown, {{"window", args.placement.window->window.string()}});
    const Slot window = args.placement.window ? fleet.find(*args.placement.window) : noSlot;
    if (Drains::rule(fleet, client, window))
        return ErrorCode::Draining;
    if (Result<void> owner = checkOwner(*fleet.client(client).state, args.node); !owner)
        return owner;
    if (Result<void> capacity = checkCapacity(client, args); !capacity)
        return capacity;
    claim(fleet.client(client), args.node);
    change(Reservation{args.provision, args.client, args.epoch, args.request, args.placement,
                       m_writer.now() + args.timeout, args.newWindow, 0});
    return {};
}

/// One node at a time provisions for a client: the deployment's, else whoever reserves, until it stands still for too
/// long.
Result<void> Reservations::checkOwner(const ClientState &client, const NodeId &node) const
{
    const RegistryTime now = m_writer.now();
    const NodeId &pinned = m_policies.provisionOwner;
    if (!pinned.empty() && pinned != node)
        return Error(ErrorCode::NotProvisioningOwner, {{"owner", pinned.string()}});
    if (client.provisioner != node && client.provisionsUntil >= now && m_connections.nodeLive(client.provisioner, now))
        return Error(ErrorCode::NotProvisioningOwner, {{"owner", client.provisioner.string()}});
    return {};
}

void Reservations::claim(const ClientRow &client, const NodeId &node)
{
    auto state = std::make_shared<ClientState>(*client.state);
    state->seq = client.seq;
    state->provisioner = node;
    state->provisionsUntil = m_writer.now() + m_policies.provisionTimeout;
    m_writer.add(ClientChanged{client.name, std::move(state)});
}

Result<void> Reservations::checkCapacity(Slot client, const ReserveArgs &args) const
{
    const ClientRow &row = m_writer.fleet().client(client);
    const CapacityLimits &limits = row.state->limits;
    std::size_t tabs = 0, windows = 0, inWindow = 0;
    each(client, [&](const Reservation &pending) {
        ++tabs;
        windows += pending.newWindow;
        inWindow += args.placement.window && pending.placement.window == args.placement.window;
    });
    const auto exceeded = [](const std::optional<std::uint32_t> &limit, std::size_t reported, std::size_t reserved,
                             const char *which) -> Result<void> {
        if (!limit || reported + reserved + 1 <= *limit)
            return {};
        return Error(ErrorCode::ProvisioningLimit, {{"which", which},
                                                    {"limit", std::to_string(*limit)},
                                                    {"reported", std::to_string(reported)},
                                                    {"reserved", std::to_string(reserved)}});
    };
    if (row.state->kind == ClientKind::Console)
        return exceeded(limits.flows, row.contexts, tabs, "flows");
    if (args.newWindow)
        if (Result<void> result = exceeded(limits.windows, row.windows.size(), windows, "windows"); !result)
            return result;
    if (Result<void> result = exceeded(limits.tabs, row.contexts, tabs, "tabs"); !result)
        return result;
    std::size_t shown = 0;
    if (args.placement.window && !args.newWindow)
        shown = m_writer.fleet().window(m_writer.fleet().find(*args.placement.window)).contexts.size();
    return exceeded(limits.tabsPerWindow, shown, args.newWindow ? 0 : inWindow, "tabs_per_window");
}

Result<void> Reservations::answer(const ProvisionAnswer &answer)
{
    const Slot client = m_writer.fleet().find(answer.client);
    if (client == noSlot)
        return Error(ErrorCode::ClientUnknown, {{"client", answer.client.client.string()}});
    const ClientRow &row = m_writer.fleet().client(client);
    if (row.state->epoch != answer.epoch)
        return ErrorCode::EpochRetired;
    const auto pending = find(client, answer.provision);
    if (!pending)
        return {};
    if (answer.refused || (answer.seq != 0 && answer.seq <= row.seq)) {
        remove(*pending);
        m_writer.flush();
        reported(client, row.seq);
    } else if (answer.seq != 0 && answer.seq != pending->answeredSeq) {
        Reservation answered = *pending;
        answered.answeredSeq = answer.seq;
        change(std::move(answered));
    }
    return {};
}

void Reservations::detach(const UserId &user, const RequestId &request)
{
    m_holds.clearFor(user, request);
    for (;;) {
        const auto next = m_byRequest.lower_bound({user, request, ClientId(), ProvisionId()});
        if (next == m_byRequest.end() || std::get<0>(*next) != user || std::get<1>(*next) != request)
            return;
        const auto &[u, r, client, provision] = *next;
        Reservation detached = *m_writer.fleet().reservations().at({ClientName{user, client}, provision});
        m_byRequest.erase(next);
        detached.request = RequestId();
        change(std::move(detached));
    }
}

std::shared_ptr<const Reservation> Reservations::find(Slot client, const ProvisionId &provision) const
{
    const auto &all = m_writer.fleet().reservations();
    if (all.empty())
        return nullptr;
    const auto found = all.find({m_writer.fleet().client(client).name, provision});
    return found == all.end() ? nullptr : found->second;
}

void Reservations::shown(const Reservation &reservation, Slot context)
{
    remove(reservation);
    const ContextRow &row = m_writer.fleet().context(context);
    if (!reservation.request.empty() && !row.assignment)
        m_holds.keepFor(reservation.request, context,
                        std::max(reservation.deadline, m_writer.now() + m_policies.provisionTimeout));
    else
        m_holds.clear(context);
}

void Reservations::holdUnattributed(Slot client, Slot context)
{
    RegistryTime until;
    each(client, [&](const Reservation &pending) { until = std::max(until, pending.deadline); });
    if (until > m_writer.now())
        m_holds.keepUnattributed(context, until);
}

void Reservations::reported(Slot client, std::uint64_t seq)
{
    std::vector<Reservation> absent;
    bool pending = false;
    each(client, [&](const Reservation &one) {
        if (one.answeredSeq != 0 && one.answeredSeq <= seq)
            absent.push_back(one);
        else
            pending = true;
    });
    for (const Reservation &one : absent)
        remove(one);
    if (!pending)
        m_holds.clearUnattributed(client);
}

void Reservations::dropAll(Slot client)
{
    std::vector<Reservation> all;
    each(client, [&](const Reservation &one) { all.push_back(one); });
    for (const Reservation &one : all)
        remove(one);
}

void Reservations::remove(const Reservation &reservation)
{
    m_byRequest.erase({reservation.client.user, reservation.request, reservation.client.client, reservation.provision});
    m_writer.add(ReservationRemoved{reservation.client, reservation.provision});
}

void Reservations::change(Reservation changed)
{
    if (!changed.request.empty())
        m_byRequest.emplace(changed.client.user, changed.request, changed.client.client, changed.provision);
    m_writer.add(ReservationChanged{std::make_shared<Reservation>(std::move(changed))});
}

} // namespace cheetah

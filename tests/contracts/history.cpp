// SPDX-License-Identifier: Apache-2.0
#include "contracts/history.h"

namespace cheetah::test {

/// Numbers of one length: their order is that of their bytes in any form.
std::string numbered(const char *prefix, std::uint32_t number)
{
    const std::string digits = std::to_string(number);
    return prefix + std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits;
}

History::History(RegistryUnderTest &first, RegistryUnderTest &second, ManualClock &clock,
                 const DeploymentPolicies &policies, std::uint64_t seed)
    : m_first(first), m_second(second), m_clock(clock), m_policies(policies), m_random(seed)
{
    for (const char *user : {"u1", "u2"})
        for (const char *client : {"c1", "c2", "c3"})
            m_clients.push_back({{UserId::trusted(user), ClientId::trusted(client)}, 0, 0, 0, {}});
    m_provisions.push_back(ProvisionId::trusted("p000000"));
}

void History::run(std::uint32_t steps)
{
    stepOnNode();
    while (m_taken < steps && !m_failed) {
        const std::uint32_t kind = below(100);
        if (kind < 4)
            stepsOnLeasesAtOnce();
        else if (kind < 32)
            stepOnLease();
        else if (kind < 40)
            stepOnQueue();
        else if (kind < 50)
            stepOnConnection();
        else if (kind < 64)
            stepOnReport();
        else if (kind < 70)
            stepOnReservation();
        else if (kind < 88)
            stepOnCommand();
        else if (kind < 91)
            stepOnDrain();
        else
            stepOnNode();
        if (oneIn(3))
            passTime();
    }
}

void History::compare(const std::string &what, const std::string &first, const std::string &second)
{
    m_log.push_back(std::to_string(m_clock.steady().time_since_epoch().count()) + " " + what + " -> " + first);
    if (m_log.size() > 300)
        m_log.erase(m_log.begin());
    const auto difference = firstDifferenceInContent(m_first.source().fleet(), m_second.source().fleet());
    const std::string counts = show(m_first.evidence().counts()), otherCounts = show(m_second.evidence().counts());
    if (first == second && !difference && counts == otherCounts)
        return;
    m_failed = true;
    std::string log;
    for (const std::string &line : m_log)
        log += line + "\n";
    ADD_FAILURE() << "step " << m_taken << ":\n"
                  << log << "first:  " << first << "\nsecond: " << second
                  << "\nfleets:  " << difference.value_or("equal") << "\ncounts: " << counts << " and " << otherCounts;
}

Epoch History::epochOf(const Client &client) const
{
    return Epoch::trusted("e" + std::to_string(client.epochs));
}

RequestId History::anyRequest()
{
    if (!m_queued.empty() && oneIn(5))
        return any(m_queued).request;
    if (m_ids > 0 && oneIn(10))
        return RequestId::trusted(numbered("r", m_ids - below(std::min(m_ids, 12u))));
    return RequestId::trusted(numbered("r", ++m_ids));
}

ContextName History::anyContext()
{
    std::vector<ContextName> shown;
    for (const Client &client : m_clients)
        for (const ReportedWindow &in : client.windows)
            for (const ReportedContext &context : in.contexts)
                shown.push_back({client.name.user, client.name.client, epochOf(client), context.id});
    if (!shown.empty() && !oneIn(12))
        return any(shown);
    const Client &client = anyClient();
    return {client.name.user, client.name.client, epochOf(client), ContextId::trusted("none")};
}

WindowName History::anyWindow()
{
    const Client &client = anyClient();
    WindowName name{client.name.user, client.name.client, epochOf(client), WindowId::trusted("none")};
    if (!client.windows.empty())
        name.window = client.windows[below(std::uint32_t(client.windows.size()))].id;
    return name;
}

RequirementsPtr History::anyRequirements()
{
    if (!oneIn(4))
        return nullptr;
    auto requirements = std::make_shared<Requirements>();
    switch (below(3)) {
    case 0:
        requirements->kind = oneIn(2) ? ClientKind::Browser : ClientKind::Console;
        break;
    case 1:
        requirements->client = anyClient().name.client;
        break;
    default:
        requirements->metadata.push_back({"region", MetadataCondition::Operator::Equals, {oneIn(2) ? "eu" : "us"}});
    }
    return requirements;
}

Placement History::anyPlacement(const Client &client)
{
    Placement placement;
    placement.kind = Placement::Kind(below(5));
    if (placement.kind == Placement::Kind::Window || placement.kind == Placement::Kind::NewTab) {
        WindowName window{client.name.user, client.name.client, epochOf(client), WindowId::trusted("none")};
        if (!client.windows.empty())
            window.window = client.windows[below(std::uint32_t(client.windows.size()))].id;
        placement.window = window;
    }
    return placement;
}

ConnectionId History::anyRequester()
{
    if (m_requesters == 0 || oneIn(6))
        ++m_requesters;
    return ConnectionId::trusted("s" + std::to_string(m_requesters - below(std::min(m_requesters, 3u))));
}

History::Command History::anyCommand()
{
    if (!m_commands.empty() && !oneIn(10))
        return any(m_commands);
    const Client &client = anyClient();
    return {CommandId::trusted(numbered("d", ++m_ids)), client.name.user, client.name, epochOf(client)};
}

DrainTarget History::anyTarget()
{
    switch (below(3)) {
    case 0:
        return anyClient().name;
    case 1:
        return anyWindow();
    default:
        return anyNode();
    }
}

Handle History::anyHandle()
{
    if (m_handles.empty())
        return Handle{{std::make_shared<ContextName>(anyContext()), noSlot}, 1, anyRequest()};
    // Mostly one of the latest, which may still be current.
    const std::size_t latest = m_handles.size() - 1 - below(std::uint32_t(std::min<std::size_t>(m_handles.size(), 4)));
    Handle handle = oneIn(4) ? any(m_handles) : m_handles[latest];
    if (oneIn(20))
        ++handle.fence;
    if (oneIn(20))
        handle.request = anyRequest();
    return handle;
}

AssignArgs History::anyAssign()
{
    AssignArgs args;
    args.context = {std::make_shared<ContextName>(anyContext()), noSlot};
    args.task = TaskId::trusted("t" + std::to_string(below(5)));
    args.request = anyRequest();
    args.node = anyNode();
    args.requirements = anyRequirements();
    args.anyHealth = oneIn(4);
    if (oneIn(4))
        for (const Queued &queued : m_queued)
            if (queued.request == args.request)
                args.place = queued.place;
    if (oneIn(6))
        args.longestHold = Seconds(1 + below(20));
    if (oneIn(6)) {
        args.tiedTo = anyRequester();
        args.tieGrace = Seconds(below(5));
    }
    return args;
}

void History::passTime()
{
    m_clock.advance(oneIn(150) ? Micros(Seconds(below(40))) : Micros(Millis(below(700))));
}

} // namespace cheetah::test

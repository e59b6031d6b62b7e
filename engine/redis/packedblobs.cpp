// SPDX-License-Identifier: Apache-2.0
#include "redis/packedblobs.h"

#include "model/change.h"
#include "redis/rediskeys.h"

namespace cheetah {

namespace {

using Operator = MetadataCondition::Operator;

enum RoleBit : std::uint32_t { appRole = 1, restRole = 2, websocketRole = 4, allRoles = 7 };

void writeLimit(PackWriter &out, const std::optional<std::uint32_t> &limit)
{
    out.number(limit ? std::int64_t(*limit) : -1);
}

std::optional<std::uint32_t> readLimit(PackReader &in)
{
    const auto limit = in.number<std::int64_t>();
    if (limit == -1)
        return std::nullopt;
    if (!std::in_range<std::uint32_t>(limit))
        in.fail("a limit out of range");
    return std::uint32_t(limit);
}

void write(PackWriter &out, const Placement &placement)
{
    out.array(2).number(std::uint32_t(placement.kind));
    out.text(placement.window ? nameBytes(*placement.window) : std::string());
}

void write(PackWriter &out, const Requirements *requirements)
{
    if (!requirements) {
        out.nil();
        return;
    }
    out.array(3).number(requirements->kind ? std::int64_t(*requirements->kind) : -1).id(requirements->client);
    out.array(requirements->metadata.size());
    for (const MetadataCondition &condition : requirements->metadata) {
        out.array(3).text(condition.key).number(std::uint32_t(condition.op)).array(condition.values.size());
        for (const std::string &value : condition.values)
            out.text(value);
    }
}

MetadataCondition readCondition(PackReader &in)
{
    MetadataCondition condition;
    in.array(3);
    condition.key = in.text();
    condition.op = in.oneOf(Operator::SemVerRange);
    for (std::size_t i = in.array(); i > 0 && !in.failed(); --i)
        condition.values.emplace_back(in.text());
    return condition;
}

} // namespace

std::string packReported(const ReportedContext &context)
{
    return PackWriter()
        .array(5)
        .text(context.title)
        .text(context.url)
        .number(std::uint32_t(context.active))
        .id(context.provision)
        .id(context.opener)
        .take();
}

void readReported(PackReader &in, ReportedContext &context)
{
    in.array(5);
    context.title = in.text();
    context.url = in.text();
    context.active = in.flag();
    context.provision = in.idOrNone<ProvisionId>();
    context.opener = in.idOrNone<ContextId>();
}

std::string packFixed(const ClientState &state)
{
    PackWriter out;
    out.array(7).number(std::uint32_t(state.kind)).text(state.agent).array(2 * state.metadata.size());
    for (const auto &[key, value] : state.metadata)
        out.text(key).text(value);
    writeLimit(out, state.limits.windows);
    writeLimit(out, state.limits.tabsPerWindow);
    writeLimit(out, state.limits.tabs);
    writeLimit(out, state.limits.flows);
    return out.take();
}

void readFixed(PackReader &in, ClientState &state)
{
    in.array(7);
    state.kind = in.oneOf(ClientKind::Mobile);
    state.agent = in.text();
    const std::size_t texts = in.array();
    if (texts % 2)
        in.fail("a key without a value");
    for (std::size_t i = 0; i < texts && !in.failed(); i += 2) {
        const std::string_view key = in.text();
        state.metadata.insert_or_assign(std::string(key), std::string(in.text()));
    }
    state.limits.windows = readLimit(in);
    state.limits.tabsPerWindow = readLimit(in);
    state.limits.tabs = readLimit(in);
    state.limits.flows = readLimit(in);
}

std::string packPlacement(const Placement &placement)
{
    PackWriter out;
    write(out, placement);
    return out.take();
}

void readPlacement(PackReader &in, Placement &placement)
{
    in.array(2);
    placement.kind = in.oneOf(Placement::Kind::Isolated);
    const std::string_view key = in.bytes();
    if (key.empty())
        return;
    if (auto window = windowFromBytes(key))
        placement.window = *std::move(window);
    else
        in.fail("a placement in no window");
}

std::string packRequirements(const Requirements *requirements)
{
    PackWriter out;
    write(out, requirements);
    return out.take();
}

void readRequirements(PackReader &in, RequirementsPtr &requirements)
{
    if (in.nil())
        return;
    auto read = std::make_shared<Requirements>();
    in.array(3);
    if (const auto kind = in.number<std::int64_t>(); kind >= 0 && kind <= std::int64_t(ClientKind::Mobile))
        read->kind = ClientKind(kind);
    else if (kind != -1)
        in.fail("an unknown kind");
    read->client = in.idOrNone<ClientId>();
    const std::size_t conditions = in.array();
    if (conditions > Requirements::maxConditions)
        in.fail("too many conditions");
    for (std::size_t i = 0; i < conditions && !in.failed(); ++i)
        read->metadata.push_back(readCondition(in));
    requirements = std::move(read);
}

std::string packWaiter(const Waiter &waiter)
{
    PackWriter out;
    out.array(9).id(waiter.user).id(waiter.task).id(waiter.request);
    write(out, waiter.requirements.get());
    write(out, waiter.placement);
    out.number(std::uint32_t(waiter.anyHealth)).id(waiter.node).id(waiter.requester).number(waiter.deadline.us);
    return out.take();
}

void readWaiter(PackReader &in, Waiter &waiter)
{
    in.array(9);
    waiter.user = in.id<UserId>();
    waiter.task = in.idOrNone<TaskId>();
    waiter.request = in.id<RequestId>();
    readRequirements(in, waiter.requirements);
    readPlacement(in, waiter.placement);
    waiter.anyHealth = in.flag();
    waiter.node = in.idOrNone<NodeId>();
    waiter.requester = in.idOrNone<ConnectionId>();
    waiter.deadline = readTime(in);
}

std::string packNode(const NodeInfo &node)
{
    const std::uint32_t roles = (node.roles.app ? appRole : 0u) | (node.roles.rest ? restRole : 0u)
                              | (node.roles.websocket ? websocketRole : 0u);
    return PackWriter().array(3).number(roles).text(node.version).text(node.advertisedUrl).take();
}

void readNode(PackReader &in, NodeInfo &node)
{
    in.array(3);
    const auto roles = in.number<std::uint32_t>();
    if (roles > allRoles)
        in.fail("unknown roles");
    node.roles = {(roles & appRole) != 0, (roles & restRole) != 0, (roles & websocketRole) != 0};
    node.version = in.text();
    node.advertisedUrl = in.text();
}

RegistryTime readTime(PackReader &in)
{
    constexpr std::int64_t latest = std::int64_t(1) << 61;
    const auto us = in.number<std::int64_t>();
    if (us < 0 || us > latest)
        in.fail("a time out of range");
    return {in.failed() ? 0 : us};
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/packedblobs.h"

#include "model/change.h"
#include "redis/rediskeys.h"
#include "registry/contextregistry.h"

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

std::uint32_t bitsOf(const Roles &roles)
{
    return (roles.app ? appRole : 0u) | (roles.rest ? restRole : 0u) | (roles.websocket ? websocketRole : 0u);
}

Roles readRoles(PackReader &in)
{
    const auto roles = in.number<std::uint32_t>();
    if (roles > allRoles)
        in.fail("unknown roles");
    return {(roles & appRole) != 0, (roles & restRole) != 0, (roles & websocketRole) != 0};
}

void readProblem(PackReader &in, ConditionState &problem)
{
    in.array(7);
    problem.name = in.text();
    problem.reason = in.text();
    const std::size_t params = in.array();
    if (params % 2)
        in.fail("a key without a value");
    for (std::size_t i = 0; i + 1 < params && !in.failed(); i += 2) {
        std::string key(in.text());
        problem.params.emplace_back(std::move(key), in.text());
    }
    problem.remedy = in.text();
    problem.roles = readRoles(in);
    problem.warning = in.flag();
    problem.since = WallTime(Micros(in.number<std::int64_t>()));
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

std::string packLease(const AssignArgs &args)
{
    PackWriter out;
    out.array(6).id(args.task).id(args.request).id(args.node).number(args.longestHold.count());
    out.id(args.tiedTo).number(args.tieGrace.count());
    return out.take();
}

void readLease(PackReader &in, Assignment &assignment)
{
    in.array(6);
    assignment.task = in.idOrNone<TaskId>();
    assignment.request = in.idOrNone<RequestId>();
    assignment.holderNode = in.idOrNone<NodeId>();
    assignment.longestHold = Micros(in.number<std::int64_t>());
    assignment.tied = !in.bytes().empty();
    (void)in.number<std::int64_t>(); // the grace of the tie
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
    return PackWriter().array(3).number(bitsOf(node.roles)).text(node.version).text(node.advertisedUrl).take();
}

void readNode(PackReader &in, NodeInfo &node)
{
    in.array(3);
    node.roles = readRoles(in);
    node.version = in.text();
    node.advertisedUrl = in.text();
}

std::string packNodeReport(const NodeReport &report)
{
    PackWriter out;
    out.array(6).number(int(report.ready)).text(report.url).number(report.sockets);
    out.number(report.storeRoundTrip ? std::int64_t(report.storeRoundTrip->count()) : std::int64_t(-1));
    out.array(report.clockOffset ? 1 : 0);
    if (report.clockOffset)
        out.number(std::int64_t(report.clockOffset->count()));
    const std::size_t problems = std::min(report.problems.size(), NodeReport::mostProblems);
    out.array(problems);
    for (std::size_t i = 0; i < problems; ++i) {
        const ConditionState &problem = report.problems[i];
        out.array(7).text(problem.name).text(problem.reason).array(2 * problem.params.size());
        for (const auto &[key, value] : problem.params)
            out.text(key).text(value);
        out.text(problem.remedy).number(bitsOf(problem.roles)).number(int(problem.warning));
        out.number(std::int64_t(problem.since.time_since_epoch().count()));
    }
    return out.take();
}

void readNodeReport(PackReader &in, NodeReport &report)
{
    in.array(6);
    report.ready = in.flag();
    report.url = in.text();
    report.sockets = in.number<std::uint32_t>();
    if (const auto roundTrip = in.number<std::int64_t>(); roundTrip >= 0)
        report.storeRoundTrip = Micros(roundTrip);
    if (in.array() == 1)
        report.clockOffset = Micros(in.number<std::int64_t>());
    const std::size_t problems = in.array();
    if (problems > NodeReport::mostProblems)
        in.fail("too many problems");
    for (std::size_t i = 0; i < problems && !in.failed(); ++i)
        readProblem(in, report.problems.emplace_back());
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

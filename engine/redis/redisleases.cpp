// SPDX-License-Identifier: Apache-2.0
#include "redis/redisleases.h"

#include "redis/packedblobs.h"
#include "registry/assignmentscan.h"
#include "registry/fulfils.h"

namespace cheetah {

namespace {

/// How often an assignment is tried again on a replica that was behind.
constexpr int mostAgain = 3;

Result<Released> released(const StepAnswer &answer)
{
    if (!answer.has(0))
        return Released{};
    return Released{answer.flag(0), answer.has(1) ? answer.contexts(1) : std::vector<ContextNamePtr>()};
}

Result<Released> ended(const StepAnswer &)
{
    return Released{};
}

/// Whose the target is; null for a node, which is everybody's.
const UserId *userOf(const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target))
        return &client->user;
    const auto *window = std::get_if<WindowName>(&target);
    return window ? &window->user : nullptr;
}

Result<SliceOutcome> slice(const StepAnswer &answer)
{
    return SliceOutcome{std::uint32_t(answer.count(0)), answer.flag(1)};
}

} // namespace

RedisLeases::RedisLeases(RedisSteps &steps) : m_steps(steps), m_queue(steps.source(), steps.policies().connectionLease)
{}

std::uint32_t RedisLeases::partitionOf(const ContextNamePtr &name) const
{
    return name ? m_steps.partitionOf(name->user) : 0;
}

void RedisLeases::addHandle(RedisCommand &command, const Handle &handle)
{
    if (handle.context.name)
        command.arg(nameBytes(handle.name())).arg(handleBytes(handle.name().user, handle.request, handle.fence));
    else
        command.arg("").arg("");
}

ContextKey RedisLeases::known(const ContextKey &context) const
{
    const Slot slot = m_steps.fleet().find(context);
    return slot == noSlot ? ContextKey{context.name, noSlot} : m_steps.fleet().key(slot);
}

/// A request that was served before.
Result<Assigned> RedisLeases::assigned(const StepAnswer &answer) const
{
    const ContextKey context{std::make_shared<ContextName>(answer.context(0)), noSlot};
    return Assigned{
        {known(context), answer.count(1), RequestId::trusted(answer.text(4))}, answer.time(2), answer.flag(3), {}};
}

void RedisLeases::addAssignArgs(RedisCommand &command, const AssignArgs &args) const
{
    const Fleet &fleet = m_steps.fleet();
    const Slot slot = fleet.find(args.context);
    std::uint64_t generation = 0;
    std::string_view unmet, earlier;
    if (slot != noSlot) {
        const ClientRow &client = fleet.client(fleet.context(slot).client);
        generation = client.state->generation;
        if (!clientFulfils(args.requirements.get(), client))
            unmet = name(unmetRule(*args.requirements, client));
        else if (const Waiter *waiter = m_queue.earlier(slot, args.request, args.place))
            earlier = waiter->request.text();
    }
    if (args.context.name)
        command.arg(nameBytes(*args.context.name)).arg(nameBytes(args.context.name->user, args.request));
    else
        command.arg("").arg("");
    command.arg(generation).arg(packLease(args));
    const bool plain = unmet.empty() && earlier.empty() && !args.anyHealth && args.place == 0
                    && args.longestHold.count() == 0 && args.tiedTo.text().empty();
    if (plain) // most are: the rest is worth leaving out
        return;
    command.arg(unmet).arg(earlier).arg(int(args.anyHealth)).arg(args.place).arg(args.longestHold.count());
    command.arg(args.tiedTo.text());
}

void RedisLeases::assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply)
{
    tryAssign(std::nullopt, args, mostAgain, scope, std::move(reply));
}

void RedisLeases::releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                                   Reply<Assigned> reply)
{
    tryAssign(handle, args, mostAgain, scope, std::move(reply));
}

void RedisLeases::tryAssign(const std::optional<Handle> &released, const AssignArgs &args, int triesLeft,
                            const Scope &scope, Reply<Assigned> reply)
{
    const std::uint32_t partition = partitionOf(args.context.name ? args.context.name
                                                : released        ? released->context.name
                                                                  : nullptr);
    RedisCommand command = m_steps.briefStep(partition, released ? "release_and_assign" : "assign");
    if (released)
        addHandle(command, *released);
    addAssignArgs(command, args);
    m_steps.ask<Assigned>(
        partition, std::move(command), scope,
        [this, partition, released, args, triesLeft, &scope,
         reply = std::move(reply)](Result<Assigned> result) mutable {
            if (result || result.error().code != ErrorCode::BaseMismatch)
                return reply(std::move(result));
            if (triesLeft == 0)
                return reply(Error(ErrorCode::NothingAvailable, {{"rule", std::string(name(Rule::Connected))}}));
            m_steps.catchUp(partition, result.error(), scope,
                            [this, released, args, triesLeft, &scope, reply = std::move(reply)]() mutable {
                                tryAssign(released, args, triesLeft - 1, scope, std::move(reply));
                            });
        },
        [this, context = args.context, request = args.request](const StepAnswer &answer) -> Result<Assigned> {
            if (answer.has(1))
                return assigned(answer);
            Assigned result{{known(context), answer.fence(), request}, answer.at(), false, {}};
            if (answer.has(0))
                result.closable = answer.contexts(0);
            return result;
        });
}

void RedisLeases::renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply)
{
    const std::uint32_t partition = partitionOf(handle.context.name);
    RedisCommand command = m_steps.briefStep(partition, "renew");
    addHandle(command, handle);
    m_steps.ask<Renewed>(partition, std::move(command), scope, std::move(reply),
                         [](const StepAnswer &answer) -> Result<Renewed> { return Renewed{answer.at()}; });
}

void RedisLeases::release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply)
{
    const std::uint32_t partition = partitionOf(handle.context.name);
    RedisCommand command = m_steps.briefStep(partition, "release");
    addHandle(command, handle);
    command.arg(int(cause));
    m_steps.ask<Released>(partition, std::move(command), scope, std::move(reply), released);
}

void RedisLeases::resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                                 Reply<Assigned> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    m_steps.ask<Assigned>(partition, m_steps.step(partition, "resolve").arg(user.text()).arg(request.text()), scope,
                          std::move(reply), [this](const StepAnswer &answer) { return assigned(answer); });
}

void RedisLeases::cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    m_steps.ask<CancelOutcome>(
        partition, m_steps.briefStep(partition, "cancel").arg(user.text()).arg(request.text()), scope, std::move(reply),
        [](const StepAnswer &answer) -> Result<CancelOutcome> { return CancelOutcome{answer.flag(0)}; });
}

void RedisLeases::forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(name.user);
    m_steps.ask<Released>(partition, m_steps.step(partition, "force_release").arg(nameBytes(name)).arg(fence), scope,
                          std::move(reply), ended);
}

void RedisLeases::endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                                 Reply<SliceOutcome> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(client.user);
    m_steps.ask<SliceOutcome>(partition, m_steps.step(partition, "end_client").arg(nameBytes(client)).arg(limit), scope,
                              std::move(reply), slice);
}

void RedisLeases::scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &, Reply<ScanPage> reply)
{
    Result<AssignmentScan> scan = AssignmentScan::begin(m_steps.fleet(), cursor, limit);
    if (!scan)
        return reply(scan.error());
    for (Slot slot = 0; slot < m_steps.fleet().contextSlots(); ++slot)
        if (m_steps.fleet().context(slot).name && m_steps.fleet().context(slot).assignment)
            scan->add(slot);
    reply(scan->take());
}

void RedisLeases::expire(const Handle &handle, RegistryTime seenRenewedAt, const Scope &scope, Reply<Released> reply)
{
    const std::uint32_t partition = partitionOf(handle.context.name);
    RedisCommand command = m_steps.briefStep(partition, "expire");
    addHandle(command, handle);
    command.arg(seenRenewedAt.us);
    m_steps.ask<Released>(partition, std::move(command), scope, std::move(reply), ended);
}

void RedisLeases::expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply)
{
    m_steps.askInTurn<SliceOutcome>(
        [this, timeout, limit](std::uint32_t partition, SliceOutcome &soFar) -> std::optional<RedisCommand> {
            soFar.more = soFar.more || (partition > 0 && soFar.ended >= limit);
            if (partition > 0 && soFar.ended >= limit)
                return std::nullopt;
            RedisCommand command = m_steps.step(partition, "expire_all");
            return command.arg(timeout.count()).arg(limit - soFar.ended).arg(m_steps.source().now().us);
        },
        scope, std::move(reply),
        [](SliceOutcome &sum, const StepAnswer &answer) {
            sum.ended += std::uint32_t(answer.count(0));
            sum.more = sum.more || answer.flag(1);
        });
}

void RedisLeases::enqueue(const Waiter &waiter, const Scope &scope, Reply<std::uint64_t> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(waiter.user);
    RedisCommand command = m_steps.briefStep(partition, "enqueue");
    command.arg(waiter.user.text()).arg(waiter.request.text()).arg(waiter.requester.text()).arg(waiter.node.text());
    command.arg(waiter.deadline.us).arg(packWaiter(waiter));
    m_steps.ask<std::uint64_t>(partition, std::move(command), scope, std::move(reply),
                               [](const StepAnswer &answer) -> Result<std::uint64_t> { return answer.count(0); });
}

void RedisLeases::dequeue(const UserId &user, std::uint64_t place, const Scope &scope, Reply<void> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    m_steps.ask<void>(partition, m_steps.briefStep(partition, "dequeue").arg(user.text()).arg(place), scope,
                      std::move(reply));
}

void RedisLeases::requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply)
{
    m_steps.askAll(
        [this, &requester](std::uint32_t partition) {
            return m_steps.step(partition, "requester_closed").arg(requester.text());
        },
        scope, std::move(reply));
}

void RedisLeases::settle(const ContextName &name, const std::vector<CommandId> &seen, const Scope &scope,
                         Reply<void> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(name.user);
    PackWriter commands;
    commands.array(seen.size());
    for (const CommandId &command : seen)
        commands.id(command);
    m_steps.ask<void>(partition, m_steps.step(partition, "settle").arg(nameBytes(name)).arg(commands.take()), scope,
                      std::move(reply));
}

void RedisLeases::drain(const Drain &drain, const Scope &scope, Reply<Drain> reply)
{
    const auto command = [this, drain](std::uint32_t partition) {
        RedisCommand step = m_steps.step(partition, "drain");
        step.arg(nameBytes(drain.target)).arg(drain.deadline.us).arg(int(drain.force)).arg(drain.by);
        return step;
    };
    const auto started = [drain](const StepAnswer &answer) -> Result<Drain> {
        Drain result = drain;
        result.state = Drain::State(answer.number(0));
        result.startedAt = answer.time(1);
        return result;
    };
    if (const UserId *user = userOf(drain.target)) {
        const std::uint32_t partition = m_steps.partitionOf(*user);
        return m_steps.ask<Drain>(partition, command(partition), scope, std::move(reply), started);
    }
    m_steps.askInTurn<Drain>(
        [command](std::uint32_t partition, Drain &) -> std::optional<RedisCommand> { return command(partition); },
        scope, std::move(reply),
        [started](Drain &sum, const StepAnswer &answer) {
            Result<Drain> one = started(answer);
            if (!sum.startedAt.isSet() || one->state == Drain::State::Draining)
                sum = *std::move(one);
        });
}

void RedisLeases::undrain(const DrainTarget &target, const Scope &scope, Reply<void> reply)
{
    const auto command = [this, bytes = nameBytes(target)](std::uint32_t partition) {
        return m_steps.step(partition, "undrain").arg(bytes);
    };
    if (const UserId *user = userOf(target)) {
        const std::uint32_t partition = m_steps.partitionOf(*user);
        return m_steps.ask<void>(partition, command(partition), scope, std::move(reply));
    }
    m_steps.askAll(command, scope, std::move(reply));
}

} // namespace cheetah

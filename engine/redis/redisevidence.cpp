// SPDX-License-Identifier: Apache-2.0
#include "redis/redisevidence.h"

#include "redis/packedcommand.h"
#include "registry/commandeffect.h"

#include <algorithm>

namespace cheetah {

namespace {

using Records = std::vector<CommandRecord>;

Result<CommandRecord> one(const StepAnswer &answer)
{
    return readRecord(answer.value(0));
}

Result<Records> many(const StepAnswer &answer)
{
    Records records;
    for (const RedisReply &reply : answer.value(0).elements()) {
        Result<CommandRecord> record = readRecord(reply);
        if (!record)
            return record.error();
        records.push_back(*std::move(record));
    }
    return records;
}

void append(Records &all, const StepAnswer &answer)
{
    if (Result<Records> records = many(answer))
        std::move(records->begin(), records->end(), std::back_inserter(all));
}

/// Those that have not ended by their deadline, then the latest ended first.
bool comesBefore(const CommandRecord &a, const CommandRecord &b)
{
    const bool endedA = a.stage == CommandStage::Terminal, endedB = b.stage == CommandStage::Terminal;
    if (endedA != endedB)
        return endedB;
    return endedA ? a.endedAt > b.endedAt : a.deadline < b.deadline;
}

/// Out of several partitions, each of which answered in order, as many as were asked for.
Reply<Records> merged(std::uint32_t limit, Reply<Records> reply)
{
    return [limit, reply = std::move(reply)](Result<Records> all) mutable {
        if (all) {
            std::stable_sort((*all).begin(), (*all).end(), comesBefore);
            if ((*all).size() > limit)
                (*all).erase((*all).begin() + std::ptrdiff_t(limit), (*all).end());
        }
        reply(std::move(all));
    };
}

} // namespace

RedisEvidence::RedisEvidence(RedisSteps &steps) : m_steps(steps), m_counted(steps.partitions()) {}

template <class T, class Read>
void RedisEvidence::change(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<T> reply, Read read)
{
    m_steps.ask<T>(partition, std::move(command), scope, std::move(reply), read);
    recount(partition); // it follows on the same connection, so it sees the change
}

void RedisEvidence::admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(record.user);
    RedisCommand command = m_steps.briefStep(partition, "admit");
    command.arg(record.user.text()).arg(record.id.text()).arg(record.task.text());
    command.arg(record.context ? nameBytes(*record.context) : std::string());
    command.arg(record.handle.context.name ? nameBytes(record.handle.name()) : std::string());
    command.arg(record.handle.request.text()).arg(record.handle.fence).arg(record.deadline.us);
    command.arg(fingerprintOf(record)).arg(packCommand(record)).arg(int(startsAfresh(record.content)));
    change<Admission>(partition, std::move(command), scope, std::move(reply),
                      [](const StepAnswer &answer) -> Result<Admission> {
                          Result<CommandRecord> admitted = readRecord(answer.value(1));
                          if (!admitted)
                              return admitted.error();
                          return Admission{*std::move(admitted), answer.flag(0)};
                      });
}

void RedisEvidence::beginSend(const UserId &user, const CommandId &command, std::uint64_t generation,
                              const Scope &scope, Reply<CommandRecord> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    change<CommandRecord>(
        partition, m_steps.briefStep(partition, "begin_send").arg(user.text()).arg(command.text()).arg(generation),
        scope, std::move(reply), one);
}

void RedisEvidence::acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                                Reply<CommandRecord> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    change<CommandRecord>(
        partition, m_steps.briefStep(partition, "acknowledge").arg(user.text()).arg(command.text()).arg(epoch.text()),
        scope, std::move(reply), one);
}

void RedisEvidence::end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(end.user);
    RedisCommand command = m_steps.briefStep(partition, "end_command");
    command.arg(end.user.text()).arg(end.command.text()).arg(int(end.outcome)).arg(end.result);
    command.arg(end.resultRef.text()).arg(packError(end.error)).arg(end.epoch.text());
    change<CommandRecord>(partition, std::move(command), scope, std::move(reply), one);
}

void RedisEvidence::get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    m_steps.ask<CommandRecord>(partition, m_steps.step(partition, "get_command").arg(user.text()).arg(command.text()),
                               scope, std::move(reply), one);
}

void RedisEvidence::byTask(const UserId &user, const TaskId &task, const Scope &scope, Reply<Records> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(user);
    m_steps.ask<Records>(partition, m_steps.step(partition, "by_task").arg(user.text()).arg(task.text()), scope,
                         std::move(reply), many);
}

void RedisEvidence::overdue(std::uint32_t limit, const Scope &scope, Reply<Records> reply)
{
    m_steps.askInTurn<Records>(
        [this, limit](std::uint32_t partition, Records &) -> std::optional<RedisCommand> {
            return m_steps.step(partition, "overdue").arg(limit);
        },
        scope, merged(limit, std::move(reply)), append);
}

void RedisEvidence::recent(const UserId &user, std::uint32_t limit, const Scope &scope, Reply<Records> reply)
{
    if (!user.empty()) {
        const std::uint32_t partition = m_steps.partitionOf(user);
        return m_steps.ask<Records>(partition, m_steps.step(partition, "recent").arg(user.text()).arg(limit), scope,
                                    std::move(reply), many);
    }
    m_steps.askInTurn<Records>(
        [this, limit](std::uint32_t partition, Records &) -> std::optional<RedisCommand> {
            return m_steps.step(partition, "recent").arg(std::string_view()).arg(limit);
        },
        scope, merged(limit, std::move(reply)), append);
}

EvidenceCounts RedisEvidence::counts() const
{
    EvidenceCounts sum;
    for (const Counted &one : m_counted) {
        sum.live += one.counts.live;
        sum.retained += one.counts.retained;
        sum.dropped += one.counts.dropped;
        sum.admitted += one.counts.admitted;
        sum.sent += one.counts.sent;
        sum.acknowledged += one.counts.acknowledged;
        sum.ended += one.counts.ended;
    }
    return sum;
}

/// Each partition has room of its own; the store has none once one of them has none.
bool RedisEvidence::hasCapacity() const
{
    const DeploymentPolicies &policies = m_steps.policies();
    return std::all_of(m_counted.begin(), m_counted.end(), [&](const Counted &one) {
        return one.counts.live + one.counts.retained < policies.evidenceEntries
            || (one.oldestEnd.isSet() && one.oldestEnd + policies.evidenceRetention < m_steps.source().now());
    });
}

void RedisEvidence::refresh()
{
    for (std::uint32_t partition = 0; partition < m_counted.size(); ++partition)
        recount(partition);
}

void RedisEvidence::recount(std::uint32_t partition)
{
    Counted &counted = m_counted[partition];
    if (std::exchange(counted.asked, true)) {
        counted.stale = true;
        return;
    }
    struct Look {
        EvidenceCounts counts;
        RegistryTime oldestEnd;
    };
    m_steps.ask<Look>(
        partition, m_steps.briefStep(partition, "counts"), m_scope,
        [this, partition](Result<Look> look) {
            Counted &now = m_counted[partition];
            now.asked = false;
            if (look) {
                now.counts = look->counts;
                now.oldestEnd = look->oldestEnd;
            }
            if (std::exchange(now.stale, false) && look)
                recount(partition);
        },
        [](const StepAnswer &answer) -> Result<Look> {
            return Look{{answer.count(0), answer.count(1), answer.count(2), answer.count(3), answer.count(4),
                         answer.count(5), answer.count(6)},
                        answer.time(7)};
        });
}

} // namespace cheetah

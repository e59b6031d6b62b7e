// SPDX-License-Identifier: Apache-2.0
#include "redis/stepsender.h"

#include "redis/changecodec.h"
#include "redis/rediserror.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace cheetah {

namespace {

constexpr std::size_t stepsInABundle = 10; // Redis does nothing else meanwhile, and their answers come together
constexpr std::size_t worthACall = 6;      // steps: so many do not wait for the answer to another call
constexpr std::size_t bytesInABundle = 8 << 10;
constexpr std::size_t bytesOfABrief = 2 << 10; // a step with more goes alone, whatever it is called

/// What a step of a bundle begins with: its name and how many arguments it has.
void appendHead(RedisCommand &bundle, const RedisCommand &step)
{
    char head[64];
    const std::string_view name = step.title();
    assert(name.size() < sizeof head - 12);
    char *end = std::copy(name.begin(), name.end(), head);
    *end++ = ' ';
    bundle.arg(std::string_view(head, std::to_chars(end, head + sizeof head, step.ownCount()).ptr));
}

/// Reads what follows the delta in a bundle's answer: of each step how many of the changes are its own, if that says it all;
/// else its reply, with that number where else its delta stands; or an error, then the number.
class BundleReading {
public:
    BundleReading(const RedisReply &reply, const Delta &delta) : m_reply(reply), m_delta(delta), m_left(delta.changes)
    {}

    /// Nothing if the answer isn't what it should be.
    std::optional<Result<StepAnswer>> next()
    {
        const RedisReply &part = m_reply.at(m_at++);
        const RedisReply &number = part.isError() ? m_reply.at(m_at++) : part.isArray() ? part.at(1) : part;
        const auto own = std::size_t(number.integer());
        if (number.kind() != RedisReply::Kind::Integer || own > m_left.size())
            return std::nullopt;
        const std::span<const Change> changes = m_left.first(own);
        m_left = m_left.subspan(own);
        if (part.isError())
            return Result<StepAnswer>(redisError(part.text()));
        StepAnswer answer(part.isArray() ? part : RedisReply::text({}));
        if (own > 0)
            answer.tellDelta(m_delta.at, changes);
        return answer;
    }

private:
    const RedisReply &m_reply;
    const Delta &m_delta;
    std::span<const Change> m_left;
    std::size_t m_at = 1;
};

} // namespace

StepSender::StepSender(RedisFunctions &functions, StepReplica &replica, Scheduler &scheduler,
                       std::vector<RedisCommand> bundles)
    : m_functions(functions), m_replica(replica), m_scheduler(scheduler)
{
    for (RedisCommand &bundle : bundles)
        m_partitions.push_back({std::move(bundle), {}, 0});
}

void StepSender::send(std::uint32_t partition, RedisCommand command, Answered answered)
{
    Partition &p = m_partitions[partition];
    Asked asked{std::move(command), std::move(answered)};
    const std::size_t bytes = asked.command.ownArguments().size();
    if (asked.command.title().empty() || bytes > bytesOfABrief) {
        const Scope::Guard alive = m_scope.guard();
        flush(partition);
        if (alive.alive()) // an answer may come at once, and end this
            sendAlone(partition, std::move(asked));
        return;
    }
    p.bytes += bytes;
    p.asked.push_back(std::move(asked));
    if (p.asked.size() >= stepsInABundle || p.bytes >= bytesInABundle)
        return flush(partition);
    plan();
}

void StepSender::plan()
{
    if (std::exchange(m_planned, true))
        return;
    m_scheduler.post(m_scope.wrap([this] {
        m_planned = false;
        sendDue();
    }));
}

/// What is not due is sent by the answer to the call that is under way.
void StepSender::sendDue()
{
    const Scope::Guard alive = m_scope.guard();
    for (std::uint32_t partition = 0; alive.alive() && partition < m_partitions.size(); ++partition)
        if (m_partitions[partition].underWay == 0 || m_partitions[partition].asked.size() >= worthACall)
            flush(partition);
}

void StepSender::flush(std::uint32_t partition)
{
    Partition &p = m_partitions[partition];
    std::vector<Asked> all = std::exchange(p.asked, {});
    p.bytes = 0;
    if (all.size() == 1)
        sendAlone(partition, std::move(all.front()));
    else if (!all.empty())
        sendBundle(partition, std::move(all));
}

/// When an answer came, before it is taken: what waited for it leaves, so that Redis works while this process does. False
/// if that ended this.
bool StepSender::sendNext(std::uint32_t partition)
{
    --m_partitions[partition].underWay;
    const Scope::Guard alive = m_scope.guard();
    flush(partition);
    return alive.alive();
}

void StepSender::sendAlone(std::uint32_t partition, Asked asked)
{
    ++m_partitions[partition].underWay;
    m_functions.call(std::move(asked.command), m_scope,
                     [this, partition, answered = std::move(asked.answered)](Result<RedisReply> reply) mutable {
                         if (!sendNext(partition))
                             return;
                         if (!reply)
                             return answered(reply.error());
                         take(partition, StepAnswer(*std::move(reply)), std::move(answered));
                     });
}

void StepSender::sendBundle(std::uint32_t partition, std::vector<Asked> all)
{
    constexpr std::size_t besides = 48; // bytes of a step's title and count
    std::size_t bytes = 0;
    for (const Asked &one : all)
        bytes += one.command.ownArguments().size() + besides;
    RedisCommand command = m_partitions[partition].bundle.continued(bytes);
    for (const Asked &one : all) {
        appendHead(command, one.command);
        command.argumentsOf(one.command);
    }
    ++m_partitions[partition].underWay;
    m_functions.call(std::move(command), m_scope,
                     [this, partition, all = std::move(all)](const Result<RedisReply> &reply) mutable {
                         if (!sendNext(partition))
                             return;
                         if (reply)
                             return takeBundle(partition, std::move(all), *reply);
                         if (reply.error().code != ErrorCode::StoreFull) {
                             const std::size_t count = all.size();
                             return answerAll(std::move(all), {count, reply.error()});
                         }
                         const Scope::Guard alive = m_scope.guard();
                         for (std::size_t i = 0; i < all.size() && alive.alive(); ++i)
                             sendAlone(partition, std::move(all[i]));
                     });
}

/// The replica gets the change whatever becomes of whoever asked.
void StepSender::take(std::uint32_t partition, StepAnswer answer, Answered answered)
{
    if (answer.delta().empty()) {
        if (const auto error = answer.error(); error && error->param("reason") == "store_empty")
            m_replica.storeLost(partition);
        return answered(std::move(answer));
    }
    Result<StreamedDelta> delta = unpackDelta(answer.delta(), partition, &m_names);
    if (!delta)
        return answered(delta.error());
    answer.tellDelta(delta->delta.at, delta->delta.changes);
    lead(*std::move(delta),
         [answer = std::move(answer), answered = std::move(answered)]() mutable { answered(std::move(answer)); });
}

void StepSender::takeBundle(std::uint32_t partition, std::vector<Asked> all, const RedisReply &reply)
{
    const std::size_t count = all.size();
    if (reply.at(0).kind() == RedisReply::Kind::Integer) // it refuses all of them: the store is empty
        return take(partition, StepAnswer(reply),
                    [this, count, all = std::move(all)](const Result<StepAnswer> &refusal) mutable {
                        answerAll(std::move(all), {count, refusal});
                    });
    std::vector<Result<StepAnswer>> answers;
    Result<StreamedDelta> delta{StreamedDelta()};
    const std::string &packed = reply.at(0).text();
    if (!packed.empty())
        delta = unpackDelta(packed, partition, &m_names);
    if (delta) {
        BundleReading reading(reply, delta->delta);
        std::optional<Result<StepAnswer>> answer;
        while (answers.size() < count && (answer = reading.next()))
            answers.push_back(*std::move(answer));
        if (answers.size() < count)
            delta = StepAnswer::malformedError();
    }
    if (!delta)
        answers.assign(count, delta.error());
    if (!delta || packed.empty())
        return answerAll(std::move(all), std::move(answers));
    lead(*std::move(delta), [this, all = std::move(all), answers = std::move(answers)]() mutable {
        answerAll(std::move(all), std::move(answers));
    });
}

void StepSender::answerAll(std::vector<Asked> all, std::vector<Result<StepAnswer>> answers)
{
    const Scope::Guard alive = m_scope.guard();
    for (std::size_t i = 0; i < all.size() && alive.alive(); ++i)
        all[i].answered(std::move(answers[i]));
}

void StepSender::lead(StreamedDelta delta, Callback<void()> then)
{
    const std::uint32_t partition = delta.delta.partition;
    const std::uint64_t revision = delta.delta.to;
    m_replica.take(std::move(delta));
    m_replica.whenAt(partition, revision, m_scope, std::move(then));
}

} // namespace cheetah

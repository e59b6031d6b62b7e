// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/scheduler.h"
#include "redis/contextnames.h"
#include "redis/redisfunctions.h"
#include "redis/stepanswer.h"
#include "redis/stepreplica.h"

#include <span>
#include <vector>

namespace cheetah {

/// Sends steps, hands what they changed to the replica, and answers each once the replica shows it. Brief ones that are
/// asked of a partition in one turn of the loop travel in one call, a bundle: they share what each call costs Redis, one
/// delta and one entry of the stream, in the order in which they were asked. While a call is under way a few wait for more
/// of them, or for its answer. A bundle that a full store refuses is sent step by step, since some of them would be taken.
/// Owned by RedisSteps, in whose thread it lives; all that it is given outlives it.
class StepSender {
public:
    using Answered = Callback<void(Result<StepAnswer>)>;

    /// `bundles`: by partition, what the call of a bundle begins with.
    StepSender(RedisFunctions &functions, StepReplica &replica, Scheduler &scheduler,
               std::vector<RedisCommand> bundles);
    StepSender(const StepSender &) = delete;
    StepSender &operator=(const StepSender &) = delete;

    /// A step with a title is brief, and the title the function's name; any other one, and a large one, leaves at once,
    /// behind those that were asked before. An error of the client's is answered too; nothing is repeated that may have
    /// been done.
    void send(std::uint32_t partition, RedisCommand command, Answered answered);

private:
    struct Asked {
        RedisCommand command;
        Answered answered;
    };
    struct Partition {
        RedisCommand bundle;
        std::vector<Asked> asked;
        std::size_t bytes = 0;    ///< of their arguments
        std::size_t underWay = 0; ///< calls
    };

    void plan();
    void sendDue();
    void flush(std::uint32_t partition);
    bool sendNext(std::uint32_t partition);
    void sendAlone(std::uint32_t partition, Asked asked);
    void sendBundle(std::uint32_t partition, std::vector<Asked> all);
    void take(std::uint32_t partition, StepAnswer answer, Answered answered);
    void takeBundle(std::uint32_t partition, std::vector<Asked> all, const RedisReply &reply);
    void answerAll(std::vector<Asked> all, std::vector<Result<StepAnswer>> answers);
    /// Takes over what changed, and calls back once the replica shows it.
    void lead(StreamedDelta delta, Callback<void()> then);

    RedisFunctions &m_functions;
    StepReplica &m_replica;
    Scheduler &m_scheduler;
    std::vector<Partition> m_partitions;
    ContextNames m_names;
    bool m_planned = false;
    Scope m_scope;
};

} // namespace cheetah

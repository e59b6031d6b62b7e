// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redissteps.h"
#include "registry/evidencestore.h"

namespace cheetah {

/// Evidence of commands in Redis, each user's on the partition of its leases. The counts are those of the last look, taken
/// after each change made here and when refresh() is called. Owned by RedisRegistry.
class RedisEvidence final : public EvidenceStore {
public:
    explicit RedisEvidence(RedisSteps &steps);

    void admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply) override;
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override;
    void acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                     Reply<CommandRecord> reply) override;
    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override;
    void get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply) override;
    void byTask(const UserId &user, const TaskId &task, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override;
    void overdue(std::uint32_t limit, const Scope &scope, Reply<std::vector<CommandRecord>> reply) override;
    void recent(const UserId &user, std::uint32_t limit, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override;
    EvidenceCounts counts() const override;
    bool hasCapacity() const override;

    /// Looks at the counts again, of every partition.
    void refresh();

private:
    struct Counted {
        EvidenceCounts counts;
        RegistryTime oldestEnd; ///< of the retained; unset: none is
        bool asked = false;     ///< a look is under way
        bool stale = false;     ///< and something changed since it began
    };

    template <class T, class Read>
    void change(std::uint32_t partition, RedisCommand command, const Scope &scope, Reply<T> reply, Read read);
    void recount(std::uint32_t partition);
    static CommandRecord record(const StepAnswer &answer, std::size_t index);

    RedisSteps &m_steps;
    std::vector<Counted> m_counted; ///< by partition
    Scope m_scope;
};

} // namespace cheetah

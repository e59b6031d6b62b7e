// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "delivery/payloadstore.h"
#include "redis/redissteps.h"

namespace cheetah {

/// Payloads in Redis, beside their user's records, where every node of the deployment finds them (SPEC D6). The bound on
/// their bytes holds for each partition. Owned by the host; what it is given outlives it.
class RedisPayloadStore final : public PayloadStore {
public:
    RedisPayloadStore(RedisSteps &steps, IdSource &ids, PayloadLimits limits)
        : m_steps(steps), m_ids(ids), m_limits(limits)
    {}

    void put(const UserId &user, std::string bytes, const Scope &scope, Reply<PayloadId> reply) override;
    void get(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<std::string> reply) override;
    void remove(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<void> reply) override;

    /// Held by the partition that answered last.
    std::uint64_t bytes() const override { return m_bytes; }
    /// By this process.
    std::uint64_t turnedAway() const override { return m_turnedAway; }

private:
    RedisCommand step(const UserId &user, std::string_view function) const;

    RedisSteps &m_steps;
    IdSource &m_ids;
    const PayloadLimits m_limits;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_turnedAway = 0;
    Scope m_scope;
};

} // namespace cheetah

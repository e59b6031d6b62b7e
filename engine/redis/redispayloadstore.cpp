// SPDX-License-Identifier: Apache-2.0
#include "redis/redispayloadstore.h"

namespace cheetah {

RedisCommand RedisPayloadStore::step(const UserId &user, std::string_view function) const
{
    return m_steps.step(m_steps.partitionOf(user), function).arg(user.text());
}

void RedisPayloadStore::put(const UserId &user, std::string bytes, const Scope &scope, Reply<PayloadId> reply)
{
    if (bytes.size() > m_limits.payloadBytes)
        return reply(Error(ErrorCode::TooLarge, {{"what", "payload"},
                                                 {"limit", std::to_string(m_limits.payloadBytes)},
                                                 {"bytes", std::to_string(bytes.size())}}));
    const PayloadId payload = PayloadId::trusted(m_ids.unique());
    RedisCommand command = step(user, "put_payload");
    command.reserve(bytes.size() + 512);
    command.arg(payload.text()).arg(bytes).arg(m_limits.totalBytes).arg(m_limits.retention.count());
    auto done = [this, caller = scope.guard(), reply = std::move(reply)](Result<PayloadId> put) mutable {
        if (!put && put.error().code == ErrorCode::LimitExceeded)
            ++m_turnedAway;
        if (caller.alive())
            reply(std::move(put));
    };
    m_steps.ask<PayloadId>(m_steps.partitionOf(user), std::move(command), m_scope, std::move(done),
                           [this, payload](const StepAnswer &answer) -> Result<PayloadId> {
                               m_bytes = answer.count(0);
                               return payload;
                           });
}

void RedisPayloadStore::get(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<std::string> reply)
{
    RedisCommand command = step(user, "get_payload");
    command.arg(payload.text());
    m_steps.ask<std::string>(m_steps.partitionOf(user), std::move(command), scope, std::move(reply),
                             [](const StepAnswer &answer) -> Result<std::string> { return answer.text(0); });
}

void RedisPayloadStore::remove(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<void> reply)
{
    RedisCommand command = step(user, "remove_payload");
    command.arg(payload.text());
    auto done = [this, caller = scope.guard(), reply = std::move(reply)](Result<std::uint64_t> held) mutable {
        if (held)
            m_bytes = *held;
        if (caller.alive())
            reply(held ? Result<void>() : held.error());
    };
    m_steps.ask<std::uint64_t>(m_steps.partitionOf(user), std::move(command), m_scope, std::move(done),
                               [](const StepAnswer &answer) -> Result<std::uint64_t> { return answer.count(0); });
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "delivery/memorypayloadstore.h"

namespace cheetah {

void MemoryPayloadStore::put(const UserId &user, std::string bytes, const Scope &, Reply<PayloadId> reply)
{
    const auto room = m_ledger.makeRoom(bytes.size(), [this](const PayloadId &expired) { m_payloads.erase(expired); });
    if (!room)
        return reply(room.error());
    const PayloadId payload = PayloadId::trusted(m_ids.unique());
    m_ledger.add(payload, user, bytes.size());
    m_payloads[payload] = std::move(bytes);
    reply(payload);
}

void MemoryPayloadStore::get(const UserId &user, const PayloadId &payload, const Scope &, Reply<std::string> reply)
{
    if (!m_ledger.holds(user, payload))
        return reply(ErrorCode::PayloadUnknown);
    reply(m_payloads.at(payload));
}

void MemoryPayloadStore::remove(const UserId &user, const PayloadId &payload, const Scope &, Reply<void> reply)
{
    if (m_ledger.holds(user, payload)) {
        m_ledger.remove(payload);
        m_payloads.erase(payload);
    }
    reply({});
}

} // namespace cheetah

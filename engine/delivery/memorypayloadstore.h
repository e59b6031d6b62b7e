// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "delivery/payloadledger.h"

namespace cheetah {

/// Payloads in this process's memory; gone with it.
class MemoryPayloadStore final : public PayloadStore {
public:
    MemoryPayloadStore(const Clock &clock, IdSource &ids, PayloadLimits limits) : m_ids(ids), m_ledger(clock, limits) {}

    void put(const UserId &user, std::string bytes, const Scope &scope, Reply<PayloadId> reply) override;
    void get(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<std::string> reply) override;
    void remove(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<void> reply) override;
    std::uint64_t bytes() const override { return m_ledger.bytes(); }
    std::uint64_t turnedAway() const override { return m_ledger.turnedAway(); }

private:
    IdSource &m_ids;
    PayloadLedger m_ledger;
    std::unordered_map<PayloadId, std::string> m_payloads;
};

} // namespace cheetah

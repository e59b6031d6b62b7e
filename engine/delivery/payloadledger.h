// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/payloadstore.h"

#include <functional>
#include <list>
#include <unordered_map>

namespace cheetah {

/// The bookkeeping that payload stores of one process share: who owns which id, how many bytes are held, and what is past
/// its retention. It holds no payload. Owned by a store.
class PayloadLedger {
public:
    PayloadLedger(const Clock &clock, PayloadLimits limits) : m_clock(clock), m_limits(limits) {}

    /// Drops what expired, telling `dropped` of each, then says whether `bytes` more fit.
    Result<void> makeRoom(std::uint64_t bytes, const std::function<void(const PayloadId &)> &dropped);
    void add(const PayloadId &payload, const UserId &user, std::uint64_t bytes);
    /// Whether the payload is there, unexpired, and this user's.
    bool holds(const UserId &user, const PayloadId &payload) const;
    void remove(const PayloadId &payload);

    std::uint64_t bytes() const { return m_bytes; }
    std::uint64_t turnedAway() const { return m_turnedAway; }

private:
    struct Entry {
        UserId user;
        std::uint64_t bytes = 0;
        SteadyTime expires;
        std::list<PayloadId>::iterator place; ///< in m_byAge
    };

    const Clock &m_clock;
    const PayloadLimits m_limits;
    std::unordered_map<PayloadId, Entry> m_entries;
    std::list<PayloadId> m_byAge; ///< oldest first, which is the order of expiry: one retention for all
    std::uint64_t m_bytes = 0;
    std::uint64_t m_turnedAway = 0;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "delivery/payloadledger.h"

namespace cheetah {

Result<void> PayloadLedger::makeRoom(std::uint64_t bytes, const std::function<void(const PayloadId &)> &dropped)
{
    if (bytes > m_limits.payloadBytes)
        return Error(
            ErrorCode::TooLarge,
            {{"what", "payload"}, {"limit", std::to_string(m_limits.payloadBytes)}, {"bytes", std::to_string(bytes)}});
    while (!m_byAge.empty() && m_entries.at(m_byAge.front()).expires <= m_clock.steady()) {
        const PayloadId payload = m_byAge.front();
        remove(payload);
        dropped(payload);
    }
    if (bytes <= m_limits.totalBytes - m_bytes)
        return {};
    ++m_turnedAway;
    return Error(ErrorCode::LimitExceeded, {{"what", "payload store"}, {"limit", std::to_string(m_limits.totalBytes)}});
}

void PayloadLedger::add(const PayloadId &payload, const UserId &user, std::uint64_t bytes)
{
    const auto place = m_byAge.insert(m_byAge.end(), payload);
    m_entries.emplace(payload, Entry{user, bytes, m_clock.steady() + m_limits.retention, place});
    m_bytes += bytes;
}

bool PayloadLedger::holds(const UserId &user, const PayloadId &payload) const
{
    const auto found = m_entries.find(payload);
    return found != m_entries.end() && found->second.user == user && found->second.expires > m_clock.steady();
}

void PayloadLedger::remove(const PayloadId &payload)
{
    if (const auto found = m_entries.find(payload); found != m_entries.end()) {
        m_bytes -= found->second.bytes;
        m_byAge.erase(found->second.place);
        m_entries.erase(found);
    }
}

} // namespace cheetah

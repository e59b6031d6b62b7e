// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "model/ids.h"
#include "registry/reply.h"

#include <cstdint>
#include <string>

namespace cheetah {

/// Bounds of a payload store. `retention` is at least that of the evidence that names the payloads.
struct PayloadLimits {
    std::uint64_t totalBytes = 256 << 20;
    std::uint64_t payloadBytes = 32 << 20;
    Micros retention = Seconds(3600);
};

/// Keeps what is too large to travel with a command's record (SPEC D6). Ids cannot be guessed, and a payload is given to
/// its own user alone. Nothing is thrown out before its retention ended: evidence refers to it. Owned by the host, which
/// closes it after everybody else stopped (SPEC L4).
class PayloadStore {
public:
    virtual ~PayloadStore() = default;

    /// `too_large` (params limit, bytes) above the limit of one payload, `limit_exceeded` while the store is full,
    /// `io_error`, `unavailable`.
    virtual void put(const UserId &user, std::string bytes, const Scope &scope, Reply<PayloadId> reply) = 0;
    /// `payload_unknown` if it never was, is past its retention, or is another user's.
    virtual void get(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<std::string> reply) = 0;
    /// Gives the room back early; unknown payloads are fine.
    virtual void remove(const UserId &user, const PayloadId &payload, const Scope &scope, Reply<void> reply) = 0;

    virtual std::uint64_t bytes() const = 0;
    /// Payloads that were turned away because the store was full.
    virtual std::uint64_t turnedAway() const = 0;
};

} // namespace cheetah

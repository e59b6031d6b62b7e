// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "redis/redisreply.h"
#include "redis/redisslot.h"
#include "redis/redisurl.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cheetah {

/// Which master of a Cluster holds which slot, as one of its nodes told. A value.
class ClusterMap {
public:
    /// From the answer to CLUSTER SLOTS of the node at `asked`, which may leave its own host out. `store_error` when it is
    /// no such answer.
    static Result<ClusterMap> read(const RedisReply &answer, const RedisEndpoint &asked);

    const std::vector<RedisEndpoint> &masters() const { return m_masters; }
    /// Nothing when nobody holds the slot.
    const RedisEndpoint *holder(std::uint16_t slot) const;
    bool isWhole() const { return m_held == redisSlots; }
    /// What MOVED told: the slot is there now.
    void move(std::uint16_t slot, const RedisEndpoint &holder);

    friend bool operator==(const ClusterMap &, const ClusterMap &) = default;

private:
    std::uint16_t indexOf(const RedisEndpoint &master);
    void give(std::uint16_t slot, std::uint16_t master);

    std::vector<RedisEndpoint> m_masters;
    std::vector<std::uint16_t> m_holders = std::vector<std::uint16_t>(redisSlots, 0); ///< 1 + index; 0: nobody
    unsigned m_held = 0;
};

/// `MOVED slot host:port` or `ASK slot host:port`, as an error reply tells.
struct ClusterRedirect {
    bool ask = false; ///< this once; else the slot moved for good
    std::uint16_t slot = 0;
    RedisEndpoint holder;

    /// Nothing if it is no redirection. `asked` answered; its host is meant when none is named.
    static std::optional<ClusterRedirect> read(std::string_view error, const RedisEndpoint &asked);
};

} // namespace cheetah

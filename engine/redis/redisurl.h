// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// Where one Redis process listens.
struct RedisEndpoint {
    std::string host; ///< name or address, IPv6 without brackets; empty: `path` counts
    std::uint16_t port = 0;
    std::string path; ///< of a Unix socket

    /// `host:port`, `[::1]:port` or the path; such as CLUSTER SLOTS and MOVED name nodes.
    std::string display() const;
    /// The reverse, for `host:port` and `[address]:port`; `fallbackPort` when none is named.
    static Result<RedisEndpoint> parse(std::string_view text, std::uint16_t fallbackPort = 6379);

    friend auto operator<=>(const RedisEndpoint &, const RedisEndpoint &) = default;
};

/// Which Redis a node shares, and as whom:
/// `redis://[user:password@]host[:port][/db]`, `redis+unix://[user:password@]/path[?db=n]`,
/// `redis+sentinel://[user:password@]host[:port][,...]/master[?db=n]`, `redis+cluster://[user:password@]host[:port][,...]`,
/// each but Unix also as `rediss` with TLS. User and password are percent-decoded; `:password@` means the default user. They
/// are for the servers that hold data; sentinels are asked without.
struct RedisUrl {
    enum class Kind { Single, Sentinel, Cluster };

    Kind kind = Kind::Single;
    bool tls = false;
    std::vector<RedisEndpoint> endpoints; ///< one, or the sentinels or cluster nodes to begin with
    std::string master;                   ///< its name among sentinels
    std::string user, password;
    int db = 0;

    /// `bad_setting` with `setting` redis, `value` (never a password) and `wanted`, what to write instead.
    static Result<RedisUrl> parse(std::string_view text);

    /// For people and logs: without user and password.
    std::string display() const;

    friend bool operator==(const RedisUrl &, const RedisUrl &) = default;
};

} // namespace cheetah

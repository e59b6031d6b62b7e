// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redisclient.h"
#include "redis/redislibrary.h"

#include <map>
#include <string>
#include <vector>

namespace cheetah {

/// Calls of the functions that run inside Redis. Loads their library where it is missing: at the start, and again whenever
/// a call finds that Redis has lost it (SCRIPT FLUSH's sibling FUNCTION FLUSH, a restart without data, a master that never
/// had it); that call is then sent once more, for nothing ran. Owned by whoever owns the registry; the client outlives it.
class RedisFunctions {
public:
    RedisFunctions(RedisClient &client, const RedisLibrary &library);

    /// Loads the library on the Redis node that has the slot of `key`. Errors beside the client's: `version_unsupported`
    /// (params what, wanted) of a Redis before 7.0; `store_forbidden` where scripting is forbidden to us.
    void load(const std::string &key, const Scope &scope, Reply<void> reply);

    /// Sends an FCALL, which must have a route.
    void call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply);

private:
    void loaded(const std::string &key, const Result<RedisReply> &result);

    RedisClient &m_client;
    const std::string m_source;
    std::map<std::string, std::vector<Reply<void>>> m_loading; ///< by key; who waits for it
    Scope m_scope;
};

} // namespace cheetah

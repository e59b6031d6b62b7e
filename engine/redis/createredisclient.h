// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "redis/redisclient.h"
#include "redis/redisoptions.h"
#include "redis/redisurl.h"

#include <memory>

namespace cheetah {

/// The client that `url` asks for, connecting from the next turns of the loop on: to a single server, to the master that
/// sentinels name, or to the masters of a Cluster. That Redis is not there is no error: it shows in the client's status().
/// `bad_setting` for a CA, certificate or key file that cannot be used. The environment outlives the client.
Result<std::unique_ptr<RedisClient>> createRedisClient(const RedisUrl &url, const RedisOptions &options,
                                                       const RedisEnvironment &environment);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "redis/redisreply.h"

#include <string>

namespace cheetah {

// Commands as the functions in Redis keep them.

/// What of a command never changes and nobody there looks at: [kind, params, window, provision, node].
std::string packCommand(const CommandRecord &record);

/// Bytes that are equal exactly for commands that are the same by context, handle and content (SPEC D5).
std::string fingerprintOf(const CommandRecord &record);

/// [code, [key, value, …], detail]; empty for none.
std::string packError(const std::optional<Error> &error);

/// Of the two packed texts that a function answers; `store_error` with `prefix` `malformed` for any other.
Result<CommandRecord> readRecord(const RedisReply &reply);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

#include <string>
#include <string_view>

namespace cheetah {

/// The Error that an error reply of Redis stands for (SPEC R4); `detail` is its text. Codes, by what can be done:
/// `store_login_refused` (NOAUTH, WRONGPASS), `store_forbidden` (NOPERM), `store_full` (OOM), `store_read_only` (READONLY,
/// MISCONF), `unavailable` with `outcome` `refused` (LOADING, BUSY, MASTERDOWN, CLUSTERDOWN, TRYAGAIN, NOREPLICAS and the
/// like; nothing was done, ask again), else `store_error` with `prefix`, the reply's first word such as NOSCRIPT.
Error redisError(std::string_view reply);

/// What became of a command that got no answer.
enum class RedisOutcome {
    NotSent, ///< it never left
    Unknown, ///< Redis may have executed it
};

/// `unavailable` with the parameters `outcome` (`not_sent`, `unknown`) and `reason`, a word such as `disconnected`,
/// `timeout`, `overload`, `protocol`, `connect`, `tls`; `detail` tells more.
Error redisUnavailable(RedisOutcome outcome, std::string reason, std::string detail = {});

/// Whether the command certainly had no effect: it was not sent, or refused as a whole before it began (Redis 7 refuses a
/// `#!lua` script that may write before its first step when it is full or only reads).
bool hadNoEffect(const Error &error);

} // namespace cheetah

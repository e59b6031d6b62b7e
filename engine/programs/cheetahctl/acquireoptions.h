// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/arguments.h"
#include "model/acquire.h"

namespace cheetah {

/// The options that describe a request for a context; `acquire`, `explain` and `release --and-acquire` share them.
std::vector<OptionSpec> acquireOptions();

/// The duration that an option gives, or nothing; `bad_setting` names the option.
Result<std::optional<Micros>> durationOf(const Arguments &arguments, std::string_view option);

/// The request that these options describe, with a new request id unless one was given. Errors are those of its parts:
/// `bad_id`, `bad_expression`, `bad_setting`, `bad_request`; `--user` and `--task` may be left out where `defaults`
/// carries them.
Result<AcquireRequest> acquireRequestOf(const Arguments &arguments, AcquireRequest defaults = {});

} // namespace cheetah

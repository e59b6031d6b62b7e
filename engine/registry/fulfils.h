// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "model/verdict.h"

namespace cheetah {

/// Whether the client is what the requirements demand (SPEC W8); null demands nothing. Says nothing about whether it is
/// connected or has anything idle.
bool clientFulfils(const Requirements *requirements, const ClientRow &client);

/// The rule that a client fails which does not fulfil them.
Rule unmetRule(const Requirements &requirements, const ClientRow &client);

} // namespace cheetah

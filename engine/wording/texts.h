// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/journal.h"
#include "model/verdict.h"

#include <string_view>

namespace cheetah {

// The English source texts that Wording fills in and translates, by code. `{name}` stands for the parameter of that name.

std::string_view errorText(ErrorCode code);
std::string_view ruleText(Rule rule);
std::string_view verdictText(Rule rule);
/// By ProvisioningVerdict::code.
std::string_view provisioningText(std::string_view code);
/// By Suggestion::code.
std::string_view suggestionText(std::string_view code);
std::string_view journalText(JournalKind kind);

} // namespace cheetah

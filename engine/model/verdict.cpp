// SPDX-License-Identifier: Apache-2.0
#include "model/verdict.h"

#include "model/nametable.h"

namespace cheetah {

namespace {

constexpr auto rules = nameTable<Rule, Rule::EarlierWaiter>("kind", "client", "metadata", "connected", "draining_node",
                                                            "draining_client", "window", "draining_window", "reserved",
                                                            "assigned", "settling", "health", "earlier_waiter");

} // namespace

std::string_view name(Rule rule)
{
    return rules.of(rule);
}

std::optional<Rule> ruleFromName(std::string_view name)
{
    return rules.find(name);
}

} // namespace cheetah

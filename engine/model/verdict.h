// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/acquire.h"

#include <map>
#include <string>
#include <vector>

namespace cheetah {

/// The rules that a candidate must pass, in the order in which they decide (SPEC W9). One list serves deciding and
/// explaining.
enum class Rule {
    Kind,
    Client,
    MetadataMatch,
    Connected,
    DrainingNode,
    DrainingClient,
    Window,
    DrainingWindow,
    Reserved,
    Assigned,
    Settling,
    Health,
    EarlierWaiter,
};
std::string_view name(Rule rule);
std::optional<Rule> ruleFromName(std::string_view name);

/// One reason why one candidate is out.
struct Verdict {
    Rule rule = Rule::Kind;
    std::string subject; ///< such as `metadata.region`, a task, a command
    std::string actual;
    std::string wanted;
    std::optional<Micros> remaining; ///< until it may change by itself, where known

    friend bool operator==(const Verdict &, const Verdict &) = default;
};

/// All reasons for one candidate; none means that it fits.
struct CandidateVerdicts {
    ContextNamePtr context;
    std::vector<Verdict> verdicts;
};

/// What creation would have said.
struct ProvisioningVerdict {
    bool asked = false; ///< the request allows creation
    bool possible = false;
    std::string
        code; ///< stable: `off`, `not_owner`, `claimed`, `no_client`, `limit_windows`, `limit_tabs`, `limit_tabs_per_window`, `limit_flows`, `draining`, `possible`
    std::string owner; ///< the node that creates: this one, or the other that is in the way; empty: none is known
    std::vector<std::pair<std::string, std::string>> params; ///< such as {limit, 4}, {reported, 3}, {reserved, 1}
};

/// One change that would let the request succeed.
struct Suggestion {
    std::string
        code; ///< stable: `wait`, `drop_condition`, `connect_client`, `undrain`, `allow_creation`, `raise_limit`, `settle`, `any_health`, `ask_owner`, `add_client`
    std::vector<std::pair<std::string, std::string>> params;
    std::uint32_t unlocks = 0; ///< candidates that it would free
};

/// Why a request got nothing, or would get something, at one revision (SPEC W9).
struct Explanation {
    std::uint64_t revision = 0;
    std::uint32_t candidates = 0; ///< all contexts of the user
    std::uint32_t fitting = 0;
    std::map<Rule, std::uint32_t> excludedBy; ///< by the first rule that excluded
    std::vector<CandidateVerdicts> details;   ///< on request; at most 200
    bool satisfiable = true;                  ///< some known client could ever satisfy it
    ProvisioningVerdict provisioning;
    std::optional<Suggestion> smallestChange;
    std::string strategyScope; ///< `node`: strategy state is per node
};

} // namespace cheetah

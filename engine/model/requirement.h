// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/client.h"

#include <memory>
#include <string>
#include <vector>

namespace cheetah {

/// One demand on a client's metadata (SPEC W8).
struct MetadataCondition {
    enum class Operator { Equals, OneOf, Exists, Absent, Less, LessOrEqual, Greater, GreaterOrEqual, SemVerRange };

    std::string key;
    Operator op = Operator::Exists;
    std::vector<std::string> values; ///< one for Equals, comparisons and the range text; any number for OneOf

    friend bool operator==(const MetadataCondition &, const MetadataCondition &) = default;
};

/// Whether `metadata` fulfils the condition. A missing key fulfils only Absent; text that is no number or no version
/// fulfils no comparison.
bool fulfils(const Metadata &metadata, const MetadataCondition &condition);

/// What a requester demands of a client. Compared by value; shared, since one is used for many acquires.
struct Requirements {
    static constexpr std::size_t maxConditions = 64;

    std::optional<ClientKind> kind;
    ClientId client; ///< empty: any
    std::vector<MetadataCondition> metadata;

    bool empty() const { return !kind && client.empty() && metadata.empty(); }
    friend bool operator==(const Requirements &, const Requirements &) = default;
};
using RequirementsPtr = std::shared_ptr<const Requirements>;

/// Adds one expression of the command line to `requirements`: `metadata.region=us`, `metadata.tier in a|b`,
/// `metadata.gpu`, `!metadata.gpu`, `metadata.ram>=8`, `metadata.version~'>=1.2 <2'`, `kind=browser`, `client=C`.
/// Keys and values may stand in single quotes, in which two quotes mean one; odd ones must. Numbers are finite
/// decimals. `bad_expression` names the text, the position (from 1) and what was wanted there; nothing is added then.
Result<void> addExpression(Requirements &requirements, std::string_view expression);

/// The expression that addExpression reads back, such as `metadata.region=us`.
std::string toText(const MetadataCondition &condition);

/// Whether `version` (SemVer 2.0) lies in `range`: space-separated comparators that all hold, alternatives split by
/// `||`, with `^` and `~` and `x` as npm writes them. Nothing if either text is malformed.
std::optional<bool> semVerInRange(std::string_view version, std::string_view range);

} // namespace cheetah

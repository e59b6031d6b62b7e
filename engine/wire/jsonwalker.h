// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "wire/jsonvalue.h"

namespace cheetah {

/// Bounds of one JSON text from outside (SPEC E4).
struct JsonLimits {
    std::size_t maxBytes = 16u << 20;
    std::uint32_t maxDepth = 64;         ///< objects and arrays within each other; at most 1,000
    std::uint32_t maxValues = 1'000'000; ///< so that `[[],[],…` cannot turn into a multiple of its bytes of memory
};

/// The one strict reading of JSON that every path shares; the report reader gives the same answers faster. Refuses with
/// `too_large` (params limit), `too_deep` (params limit), `duplicate_key` (params key: its path) and `bad_json` (params reason)
/// for anything else that RFC 8259 or UTF-8 does not allow, and for integers beyond 64 bits and numbers beyond a double.
/// Half surrogate pairs in strings are read as U+FFFD.
Result<JsonValue> parseJson(std::string_view text, const JsonLimits &limits = {});

/// Replaces each `\u` escape of half a surrogate pair by `\ufffd`, in place; whether there was any. On text that is no
/// JSON it only ever changes such escapes, so that malformed text stays malformed.
bool repairSurrogates(std::string &json);

/// A name of the list that occurs twice, or null.
const std::string_view *findDuplicate(std::vector<std::string_view> &names);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/name.h"

#include <cstdint>

namespace cheetah {

/// Fencing number of an assignment: max(last fence + 1, registry time in µs), per partition, never reset.
using Fence = std::uint64_t;

/// Row number of a fleet. A hint only: a fleet checks that the row bears the expected name.
using Slot = std::uint32_t;
inline constexpr Slot noSlot = ~Slot(0);

/// A context with a hint where its row is, so that a step on a lease looks nothing up by text.
struct ContextKey {
    ContextNamePtr name;
    Slot slot = noSlot;
};

/// Proof of one lease: context name + fence + acquire request id, compared as a whole (SPEC, Words). Cheap to copy.
/// The slot hint takes no part in comparison.
struct Handle {
    ContextKey context;
    Fence fence = 0;
    RequestId request;

    const ContextName &name() const { return *context.name; }
    friend bool operator==(const Handle &a, const Handle &b)
    {
        return a.fence == b.fence && a.request == b.request
            && (a.context.name == b.context.name || *a.context.name == *b.context.name);
    }
};

/// base64url text of a handle, what the CLI prints and HTTP takes; empty for a handle without a name.
std::string toText(const Handle &handle);
Result<Handle> parseHandle(std::string_view text); ///< `bad_id` on anything toText did not make

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

#include <compare>
#include <cstdint>

namespace cheetah {

/// The one monotonic time of a registry for leases, waiters and evidence (SPEC, Words): microseconds since 1970 as the
/// registry counts them. Times of two registries do not compare. Zero means "never" or "none".
struct RegistryTime {
    std::int64_t us = 0;

    bool isSet() const { return us != 0; }
    friend auto operator<=>(const RegistryTime &, const RegistryTime &) = default;
    friend RegistryTime operator+(RegistryTime t, Micros d) { return {t.us + d.count()}; }
    friend RegistryTime operator-(RegistryTime t, Micros d) { return {t.us - d.count()}; }
    friend Micros operator-(RegistryTime a, RegistryTime b) { return Micros(a.us - b.us); }
};

} // namespace cheetah

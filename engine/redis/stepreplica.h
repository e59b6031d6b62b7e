// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/scope.h"
#include "redis/changecodec.h"
#include "registry/fleetsource.h"

namespace cheetah {

/// The replica that steps read and lead, as they need it: RedisFollower is one.
class StepReplica : public FleetSource {
public:
    /// A step of this process answered with what it changed.
    virtual void take(StreamedDelta delta) = 0;
    /// Calls back once the partition stands at that revision or beyond, possibly at once; bounded by the replica's own
    /// reloading, not by time.
    virtual void whenAt(std::uint32_t partition, std::uint64_t revision, const Scope &scope, Callback<void()> then) = 0;
    /// A step found that the store has lost its memory.
    virtual void storeLost(std::uint32_t partition) = 0;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/client.h"

namespace cheetah {

/// Settings that all processes of a deployment share (SPEC R3), with the library's defaults.
struct DeploymentPolicies {
    Micros taskTimeout = Millis(300'000);         ///< 0 turns the timeout sweep off (SPEC W2)
    DisconnectPolicy disconnectPolicy;            ///< library default `keep`
    Micros connectionLease = Seconds(15);         ///< SPEC R7
    Micros contextRetention = Seconds(600);       ///< SPEC R7
    Micros requestMemory = Seconds(60);           ///< how long an ended request id is remembered (SPEC W4, W11)
    std::uint32_t requestMemoryEntries = 100'000; ///< bound of that memory; drops are counted
    std::uint32_t waiterLimit = 10'000;           ///< per partition (SPEC W12)
    std::uint32_t contextsPerClient = 500;        ///< SPEC E4
    Micros evidenceRetention = Seconds(3600);     ///< SPEC D5
    std::uint32_t evidenceEntries = 100'000;      ///< SPEC D5
    Micros provisionTimeout = Seconds(30);        ///< SPEC W8
    Micros commandDeadline = Seconds(60);         ///< default of a command (SPEC W17)
    CapacityLimits serverLimits;                  ///< the server's part of SPEC W13
    NodeId provisionOwner;                        ///< alone creates for all clients; empty: elected (SPEC W14)

    /// `bad_setting` naming the pair that contradicts: retention below the grace, or under `keep` below a non-zero task
    /// timeout (SPEC R7); negative or non-finite times (SPEC W2).
    Result<void> check() const;

    friend bool operator==(const DeploymentPolicies &, const DeploymentPolicies &) = default;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pool/constraints.h"
#include "pool/provisioning.h"

namespace cheetah {

inline constexpr std::size_t explainedCandidates = 200; ///< bound of Explanation::details

/// Says of every context of the request's user which rule excludes it first, what creation would say, whether any known
/// client could ever satisfy the request, and the smallest change that would help; `detailed` adds every verdict of the
/// first candidates (SPEC W9). Reads the fleet alone, in one pass over the user's contexts.
Explanation explain(const Fleet &fleet, const AcquireRequest &request, const Demand &demand,
                    const ProvisioningVerdict &provisioning, bool detailed);

/// Whether some known client, connected or not, is what the request demands (SPEC W12).
bool satisfiable(const Fleet &fleet, const AcquireRequest &request);

/// The counts as named facts of an error or a journal entry: `revision`, `candidates`, `excluded.<rule>`,
/// `provisioning`, `suggestion`.
Error::Params countsOf(const Explanation &explanation);

} // namespace cheetah

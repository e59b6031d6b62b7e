// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/changecodec.h"

#include <string>
#include <vector>

namespace cheetah::test {

/// Changes and deltas as the functions in Redis pack them; the engine itself only reads these.
void packChange(PackWriter &out, const Change &change);
std::string packChanges(const std::vector<Change> &changes);
std::string packDelta(const StreamedDelta &entry);

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/name.h"

#include <string_view>
#include <vector>

namespace cheetah {

/// Names of contexts as they were read lately: most changes name a context that one of the last thousands named, and to
/// find that name costs far less than to check and copy its parts. Bounded: a newer name takes the place of an older one.
class ContextNames {
public:
    /// The name that nameBytes() made those bytes of; `bad_id` for any other.
    Result<ContextNamePtr> read(std::string_view bytes);

private:
    std::vector<ContextNamePtr> m_names; ///< by hash; empty until the first is read
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"

namespace cheetah {

/// Kinds whose success leaves nothing of the page that a command ran in (SPEC W17).
inline bool startsAfresh(const CommandContent &content)
{
    return content.kind == "reload" || content.kind == "closeTab";
}

} // namespace cheetah

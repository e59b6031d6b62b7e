// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/name.h"

namespace cheetah {

/// Makes the names of a fleet's contexts side by side. Every lease changes the count of references in front of a name; were
/// the names spread among a process's other small things, nearly each would lie on a page of its own, and finding that costs
/// more than the change. Names may outlive the pool, and any thread may drop them; make() is called by the owner's alone.
/// It keeps room for as many names as ever lived at once. Owned by whoever lets contexts into a fleet.
class NamePool {
public:
    NamePool();

    ContextNamePtr make(ContextName name);

private:
    class Blocks;
    template <class T>
    class Allocator;

    std::shared_ptr<Blocks> m_blocks; ///< also kept alive by the names
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "model/drain.h"

#include "model/nametable.h"

namespace cheetah {

namespace {

constexpr auto states = nameTable<Drain::State, Drain::State::Forced>("draining", "done", "kept", "forced");

} // namespace

std::string_view name(Drain::State state)
{
    return states.of(state);
}

std::optional<Drain::State> drainStateFromName(std::string_view name)
{
    return states.find(name);
}

} // namespace cheetah

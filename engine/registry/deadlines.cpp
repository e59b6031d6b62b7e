// SPDX-License-Identifier: Apache-2.0
#include "registry/deadlines.h"

namespace cheetah {

void Deadlines::set(Kind kind, Slot slot, RegistryTime at)
{
    clear(kind, slot);
    m_at.emplace(std::pair(kind, slot), at);
    m_order.emplace(at, kind, slot);
}

void Deadlines::clear(Kind kind, Slot slot)
{
    const auto entry = m_at.find({kind, slot});
    if (entry == m_at.end())
        return;
    m_order.erase({entry->second, kind, slot});
    m_at.erase(entry);
}

std::optional<Deadlines::Due> Deadlines::due(RegistryTime now) const
{
    if (m_order.empty() || std::get<0>(*m_order.begin()) > now)
        return std::nullopt;
    return Due{std::get<1>(*m_order.begin()), std::get<2>(*m_order.begin())};
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "wire/fields.h"

#include <algorithm>

namespace cheetah {

const JsonValue *JsonIn::find(std::string_view name)
{
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        const std::size_t at = (m_next + i) % m_members.size();
        if (m_members[at].first == name) {
            m_seen[at] = true;
            m_next = at + 1;
            return &m_members[at].second;
        }
    }
    return nullptr;
}

void JsonIn::finish()
{
    if (m_reading.unknown() == UnknownMembers::Ignored)
        return;
    const auto unknown = std::find(m_seen.begin(), m_seen.end(), false);
    if (unknown != m_seen.end())
        m_reading.fail(m_members[std::size_t(unknown - m_seen.begin())].first, "unknown");
}

} // namespace cheetah

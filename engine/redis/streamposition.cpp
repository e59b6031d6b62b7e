// SPDX-License-Identifier: Apache-2.0
#include "redis/streamposition.h"

namespace cheetah {

void StreamPosition::restart(std::uint64_t revision, std::optional<StreamId> last)
{
    m_revision = m_start = revision;
    m_last = last;
    m_ids.fill({});
    if (last)
        m_ids[last->to % remembered] = *last;
}

StreamPosition::Fit StreamPosition::fit(const StreamedDelta &entry) const
{
    if (entry.previous == m_last && entry.delta.from == m_revision)
        return Fit::Next;
    const Fit fit = this->fit(entry.id);
    if (fit != Fit::Ahead || (entry.previous && entry.delta.from > m_revision))
        return fit;
    return Fit::Astray; // it begins where we stand or before, and doesn't follow us
}

StreamPosition::Fit StreamPosition::fit(const StreamId &id) const
{
    if (id.to > m_revision)
        return Fit::Ahead;
    const StreamId &ours = m_ids[id.to % remembered];
    if (ours.to == id.to && ours.to != 0)
        return ours.at == id.at ? Fit::Known : Fit::Astray;
    const bool forgotten = id.to < m_start || m_revision - id.to >= remembered;
    return forgotten ? Fit::Known : Fit::Astray;
}

void StreamPosition::advance(const StreamId &id)
{
    m_revision = id.to;
    m_last = id;
    m_ids[id.to % remembered] = id;
}

} // namespace cheetah

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/journalstore.h"

#include <algorithm>

namespace cheetah::gui {

JournalStore::JournalStore(Deployment &deployment, QObject *parent) : QObject(parent)
{
    connect(&deployment, &Deployment::identified, this, [this](const DeploymentIdentity &identity) {
        if (m_incarnation == identity.incarnation)
            return;
        m_incarnation = identity.incarnation;
        m_entries.clear();
        m_refusals.clear();
        m_last = m_dropped = 0;
        emit cleared();
    });
    connect(&deployment, &Deployment::journalArrived, this,
            [this](const std::vector<JournalEntry> &entries) { take(entries); });
}

void JournalStore::take(const std::vector<JournalEntry> &entries)
{
    auto first = std::find_if(entries.begin(), entries.end(), [this](const auto &e) { return e.number > m_last; });
    const std::size_t fresh = std::size_t(entries.end() - first);
    if (fresh == 0)
        return;
    const std::size_t added = std::min(fresh, capacity);
    const std::size_t total = m_entries.size() + added;
    const std::size_t removed = total > capacity ? total - capacity : 0;
    first += std::ptrdiff_t(fresh - added);
    m_dropped += removed + (fresh - added);
    emit aboutToChange(int(removed), int(added));
    m_entries.erase(m_entries.begin(), m_entries.begin() + std::ptrdiff_t(removed));
    m_entries.insert(m_entries.end(), first, entries.end());
    m_refusals.entriesAdded(m_entries, added);
    m_last = entries.back().number;
    emit changed(int(removed), int(added));
}

} // namespace cheetah::gui

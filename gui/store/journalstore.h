// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/deployment.h"
#include "model/refusal.h"

#include <deque>

namespace cheetah::gui {

/// The journal as this console heard it: the newest entries in bounded memory, oldest first. Entries that come again after
/// a reconnect are told by their number and not taken twice; another incarnation of the node starts anew. Owned by the
/// session, on the GUI thread.
class JournalStore : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t capacity = 20'000;

    explicit JournalStore(Deployment &deployment, QObject *parent = nullptr);

    const std::deque<JournalEntry> &entries() const { return m_entries; }
    /// Entries that were forgotten for want of room since the start of this journal.
    std::uint64_t dropped() const { return m_dropped; }

signals:
    /// `removed` entries go from the front first, then `added` stand at the end.
    void aboutToChange(int removed, int added);
    void changed(int removed, int added);
    /// All entries went: the journal of another incarnation follows.
    void cleared();

private:
    void take(const std::vector<JournalEntry> &entries);

    std::deque<JournalEntry> m_entries;
    NewestRefusals m_refusals;
    std::uint64_t m_last = 0;
    std::uint64_t m_dropped = 0;
    Incarnation m_incarnation;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#include "console/inbox.h"

#include <algorithm>

namespace cheetah {

void Inbox::tell(std::uint64_t session, News news)
{
    const std::lock_guard lock(m_mutex);
    if (session != m_session || !m_wake)
        return;
    const bool wasQuiet = m_news.empty() && !m_isFull;
    add(std::move(news));
    if (wasQuiet && (!m_news.empty() || m_isFull))
        m_wake();
}

bool Inbox::isFull() const
{
    const std::lock_guard lock(m_mutex);
    return m_isFull;
}

void Inbox::begin(std::uint64_t session)
{
    const std::lock_guard lock(m_mutex);
    m_session = session;
    m_news.clear();
    m_deltas = m_changes = m_entries = m_samples = 0;
    m_isFull = false;
}

Inbox::Taken Inbox::take()
{
    const std::lock_guard lock(m_mutex);
    m_deltas = m_changes = m_entries = m_samples = 0;
    return {std::exchange(m_news, {}), std::exchange(m_isFull, false)};
}

void Inbox::close()
{
    const std::lock_guard lock(m_mutex);
    m_wake = nullptr;
    m_news.clear();
}

std::uint64_t Inbox::droppedDeltas() const
{
    const std::lock_guard lock(m_mutex);
    return m_droppedDeltas;
}

template <class Kind>
void Inbox::forget()
{
    std::erase_if(m_news, [](const News &news) { return std::holds_alternative<Kind>(news); });
}

void Inbox::forgetFleet()
{
    m_droppedDeltas += m_deltas;
    m_deltas = m_changes = 0;
    forget<news::Changed>();
    forget<news::Snapshot>();
}

void Inbox::add(News news)
{
    if (auto *change = std::get_if<news::Changed>(&news))
        return addChange(std::move(*change));
    if (auto *journal = std::get_if<news::Journal>(&news))
        return addJournal(std::move(*journal));
    if (auto *health = std::get_if<news::Health>(&news))
        return addHealth(std::move(*health));
    if (std::holds_alternative<news::Snapshot>(news)) {
        if (m_isFull)
            return; // the taker asks for one anyway
        forgetFleet();
    }
    // Of these only the newest tells anything.
    if (std::holds_alternative<news::State>(news))
        forget<news::State>();
    else if (std::holds_alternative<news::Identified>(news))
        forget<news::Identified>();
    else if (std::holds_alternative<news::Alive>(news) || std::holds_alternative<news::RoundTrip>(news)) {
        const auto older = std::find_if(m_news.begin(), m_news.end(),
                                        [&](const News &known) { return known.index() == news.index(); });
        if (older != m_news.end()) {
            *older = std::move(news); // in its place: a connection's first sign of life stands before its state
            return;
        }
    }
    m_news.push_back(std::move(news));
}

void Inbox::addChange(news::Changed change)
{
    if (m_isFull) {
        ++m_droppedDeltas;
        return;
    }
    ++m_deltas;
    m_changes += change.delta->changes.size();
    m_news.push_back(std::move(change));
    if (m_deltas <= mostDeltas && m_changes <= mostChanges)
        return;
    m_isFull = true;
    forgetFleet();
}

void Inbox::addJournal(news::Journal journal)
{
    m_entries += journal.entries.size();
    m_news.push_back(std::move(journal));
    while (m_entries > mostEntries) {
        const auto oldest = std::find_if(m_news.begin(), m_news.end(),
                                         [](const News &news) { return std::holds_alternative<news::Journal>(news); });
        auto &entries = std::get<news::Journal>(*oldest).entries;
        const std::size_t surplus = std::min(m_entries - mostEntries, entries.size());
        m_entries -= surplus;
        entries.erase(entries.begin(), entries.begin() + std::ptrdiff_t(surplus));
        if (entries.empty())
            m_news.erase(oldest);
    }
}

void Inbox::addHealth(news::Health health)
{
    m_news.push_back(std::move(health));
    if (++m_samples <= mostSamples)
        return;
    --m_samples;
    m_news.erase(std::find_if(m_news.begin(), m_news.end(),
                              [](const News &news) { return std::holds_alternative<news::Health>(news); }));
}

} // namespace cheetah

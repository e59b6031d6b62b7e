// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/overviewnumbers.h"

#include "session/session.h"

#include <algorithm>
#include <limits>

namespace cheetah::gui {

OverviewNumbers::OverviewNumbers(Session &session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(&session.health(), &HealthHistory::sampled, this, &OverviewNumbers::note);
    connect(&session.health(), &HealthHistory::cleared, this, [this] {
        for (auto &trend : m_trends)
            trend.clear();
    });
    connect(&session.journal(), &JournalStore::changed, this, [this](int, int added) { takeJournal(added); });
    connect(&session.journal(), &JournalStore::cleared, this, [this] { m_refused.clear(); });
    takeJournal(int(session.journal().entries().size()));
}

void OverviewNumbers::takeJournal(int added)
{
    const auto &entries = m_session.journal().entries();
    for (std::size_t at = entries.size() - std::min(entries.size(), std::size_t(added)); at < entries.size(); ++at)
        if (entries[at].kind == JournalKind::AcquireRefused)
            m_refused.push_back(entries[at].at);
    const RegistryTime from = m_session.fleet().now() - aMinute;
    while (!m_refused.empty() && (m_refused.front() < from || m_refused.size() > JournalStore::capacity))
        m_refused.pop_front();
}

std::optional<double> OverviewNumbers::value(OverviewNumber number) const
{
    const FleetStore &store = m_session.fleet();
    const FleetTotals &totals = store.totals();
    const auto &samples = m_session.health().samples();
    switch (number) {
    case OverviewNumber::Contexts:
        return totals.contexts();
    case OverviewNumber::Available:
        return totals.count(ContextState::Idle);
    case OverviewNumber::Assigned:
        return totals.count(ContextState::Assigned);
    case OverviewNumber::Expiring:
        return totals.expiringWithin(store.now(), almostOver);
    case OverviewNumber::Refused: {
        const auto first = std::lower_bound(m_refused.begin(), m_refused.end(), store.now() - aMinute);
        return double(m_refused.end() - first);
    }
    case OverviewNumber::Waiting:
        return double(store.fleet().waiterCount());
    case OverviewNumber::Clients:
        return totals.connected();
    case OverviewNumber::Commands:
        return samples.empty() ? std::nullopt : std::optional(samples.back().sentRate);
    case OverviewNumber::Conditions:
        return samples.empty() ? std::nullopt : std::optional(double(conditions().first));
    }
    return {};
}

std::optional<Micros> OverviewNumbers::ackP95() const
{
    const auto &samples = m_session.health().samples();
    return samples.empty() ? std::nullopt : samples.back().ackP95;
}

std::pair<int, int> OverviewNumbers::conditions() const
{
    const auto &samples = m_session.health().samples();
    if (samples.empty())
        return {0, 0};
    const auto &all = samples.back().conditions;
    return {int(std::count_if(all.begin(), all.end(), [](const ConditionState &state) { return state.ok; })),
            int(all.size())};
}

void OverviewNumbers::note()
{
    if (!m_session.fleet().isLoaded())
        return;
    const RegistryTime at = m_session.health().samples().back().at;
    const bool isGap = m_notedAt.isSet() && at - m_notedAt > HealthHistory::gap;
    m_notedAt = at;
    for (std::size_t i = 0; i < m_trends.size(); ++i) {
        auto &trend = m_trends[i];
        if (isGap)
            trend.push_back(std::numeric_limits<double>::quiet_NaN());
        trend.push_back(value(OverviewNumber(i)).value_or(std::numeric_limits<double>::quiet_NaN()));
        while (trend.size() > trendLength)
            trend.pop_front();
    }
}

std::vector<double> OverviewNumbers::trend(OverviewNumber number) const
{
    const auto &trend = m_trends[std::size_t(number)];
    return {trend.begin(), trend.end()};
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/journalstore.h"

#include <QtCore/QObject>

#include <array>
#include <deque>
#include <optional>
#include <vector>

namespace cheetah::gui {

class Session;

/// The numbers of the overview's cards.
enum class OverviewNumber {
    Contexts,
    Available,
    Assigned,
    Expiring,
    Refused,
    Waiting,
    Clients,
    Commands,
    Conditions,
};
inline constexpr std::size_t overviewNumberCount = std::size_t(OverviewNumber::Conditions) + 1;

/// Counts that tell how a deployment does, all from one revision, and how they went lately. It walks nothing: counts come
/// from the store's totals. It notes one value a second with the health samples, so that a curve has no gaps where nobody
/// looked. Owned by the OverviewView.
class OverviewNumbers : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t trendLength = 120;
    static constexpr Micros almostOver = Seconds(30), aMinute = Seconds(60);

    explicit OverviewNumbers(Session &session, QObject *parent = nullptr);

    /// As it stands now; nothing where it is not known.
    std::optional<double> value(OverviewNumber number) const;
    /// Oldest first; NaN is a gap.
    std::vector<double> trend(OverviewNumber number) const;
    std::optional<Micros> ackP95() const;
    /// Conditions of the node that hold, and all.
    std::pair<int, int> conditions() const;

private:
    void note();
    void takeJournal(int added);

    Session &m_session;
    std::array<std::deque<double>, overviewNumberCount> m_trends;
    RegistryTime m_notedAt;
    std::deque<RegistryTime> m_refused; ///< in the last minute
};

} // namespace cheetah::gui

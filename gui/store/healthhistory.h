// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/deployment.h"

#include <deque>

namespace cheetah::gui {

/// Dispatcher health as this console saw it, second by second, in bounded memory. A second that was not seen is a gap, not
/// a zero: samples keep their time, and who draws them looks at the distance. Owned by the session, on the GUI thread.
class HealthHistory : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t capacity = 24 * 3600;
    /// Further apart than this, two samples have a gap between them.
    static constexpr Micros gap = Millis(2'500);

    explicit HealthHistory(Deployment &deployment, QObject *parent = nullptr);

    const std::deque<HealthSample> &samples() const { return m_samples; }

signals:
    void sampled(const cheetah::HealthSample &sample);
    /// Another incarnation: what was before does not belong to it.
    void cleared();

private:
    std::deque<HealthSample> m_samples;
    Incarnation m_incarnation;
};

} // namespace cheetah::gui

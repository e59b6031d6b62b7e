// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "model/evidence.h"
#include "model/health.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cheetah {

/// Counts of durations in buckets whose width grows with the duration, so that memory is fixed and every answer is at
/// most 1/16 too high. Range: 1 µs to about nine hours; longer ones count as the longest.
class LatencyHistogram {
public:
    void add(Micros latency);
    void clear() { *this = {}; }
    std::uint64_t count() const { return m_count; }

    /// Upper edge of the bucket in which the quantile (0 < q ≤ 1) of both together lies; unset without samples.
    static std::optional<Micros> quantile(const LatencyHistogram &a, const LatencyHistogram &b, double q);

private:
    static constexpr std::size_t buckets = 32 * 16;
    static std::size_t bucketOf(std::uint64_t us);
    static std::uint64_t upperEdge(std::size_t bucket);

    std::array<std::uint32_t, buckets> m_buckets{};
    std::uint64_t m_count = 0;
};

/// Counters and windowed samples of a node's delivery, in bounded memory. Dispatcher and correlator tell it; it decides
/// nothing and is never labelled by user, client or task. Listener states are Readiness conditions. Owned by the host.
class DispatcherHealth {
public:
    explicit DispatcherHealth(const Clock &clock) : m_clock(clock), m_rotatedAt(clock.steady()) {}

    void admitted() { count(Admitted, m_totals.admitted); }
    void sent() { count(Sent, m_totals.sent); }
    void acknowledged(Micros latency);
    void ended(CommandOutcome outcome);
    void refused() { ++m_totals.refused; }     ///< a send that was not admitted
    void cancelled() { ++m_totals.cancelled; } ///< cancels that were asked for
    void queued(std::size_t depth) { m_totals.queued = depth; }

    DeliveryHealthSample sample() const;

private:
    enum Kind { Admitted, Sent, Acknowledged, Ended, kinds };
    static constexpr std::int64_t windowSeconds = 10;
    struct Second {
        std::int64_t second = -1;
        std::array<std::uint32_t, kinds> counts{};
    };

    std::int64_t second() const
    {
        return std::chrono::duration_cast<Seconds>(m_clock.steady().time_since_epoch()).count();
    }
    void count(Kind kind, std::uint64_t &total);
    double rate(Kind kind) const;
    void rotate();

    const Clock &m_clock;
    DeliveryHealthSample m_totals;
    std::array<Second, windowSeconds + 1> m_seconds; ///< the running second and the ten before it
    LatencyHistogram m_present, m_previous;          ///< of one minute each
    SteadyTime m_rotatedAt;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "delivery/dispatcherhealth.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cheetah {

namespace {
constexpr Micros minute = Seconds(60);
}

std::size_t LatencyHistogram::bucketOf(std::uint64_t us)
{
    if (us < 16)
        return us;
    const auto shift = std::size_t(std::bit_width(us)) - 5; // keeps the leading one and four digits after it
    return std::min<std::size_t>(shift * 16 + (us >> shift), buckets - 1);
}

std::uint64_t LatencyHistogram::upperEdge(std::size_t bucket)
{
    if (bucket < 32)
        return bucket;
    const std::size_t shift = bucket / 16 - 1;
    return ((bucket % 16 + 17) << shift) - 1;
}

void LatencyHistogram::add(Micros latency)
{
    ++m_buckets[bucketOf(std::uint64_t(std::max<std::int64_t>(latency.count(), 0)))];
    ++m_count;
}

std::optional<Micros> LatencyHistogram::quantile(const LatencyHistogram &a, const LatencyHistogram &b, double q)
{
    const std::uint64_t total = a.m_count + b.m_count;
    if (!total)
        return std::nullopt;
    const auto rank = std::max<std::uint64_t>(1, std::uint64_t(std::ceil(q * double(total))));
    std::uint64_t seen = 0;
    std::size_t bucket = 0;
    for (; bucket < buckets; ++bucket)
        if ((seen += a.m_buckets[bucket] + b.m_buckets[bucket]) >= rank)
            break;
    return Micros(std::int64_t(upperEdge(bucket)));
}

void DispatcherHealth::acknowledged(Micros latency)
{
    rotate();
    m_present.add(latency);
    count(Acknowledged, m_totals.acknowledged);
}

void DispatcherHealth::ended(CommandOutcome outcome)
{
    switch (outcome) {
    case CommandOutcome::Result:
        return count(Ended, m_totals.results);
    case CommandOutcome::Error:
        return count(Ended, m_totals.errors);
    case CommandOutcome::Fenced:
        return count(Ended, m_totals.fenced);
    case CommandOutcome::Expired:
        return count(Ended, m_totals.expired);
    case CommandOutcome::Unknown:
        return count(Ended, m_totals.unknown);
    }
}

void DispatcherHealth::count(Kind kind, std::uint64_t &total)
{
    ++total;
    Second &slot = m_seconds[std::size_t(second() % std::int64_t(m_seconds.size()))];
    if (slot.second != second())
        slot = {second(), {}};
    ++slot.counts[kind];
}

double DispatcherHealth::rate(Kind kind) const
{
    std::uint64_t sum = 0;
    for (const Second &slot : m_seconds)
        if (slot.second >= second() - windowSeconds && slot.second < second())
            sum += slot.counts[kind];
    return double(sum) / double(windowSeconds);
}

/// Two histograms take turns: the older one is forgotten whole.
void DispatcherHealth::rotate()
{
    const Micros age = m_clock.steady() - m_rotatedAt;
    if (age < minute)
        return;
    if (age < 2 * minute)
        m_previous = m_present;
    else
        m_previous.clear();
    m_present.clear();
    m_rotatedAt = m_clock.steady();
}

DeliveryHealthSample DispatcherHealth::sample() const
{
    DeliveryHealthSample sample = m_totals;
    sample.admittedRate = rate(Admitted);
    sample.sentRate = rate(Sent);
    sample.acknowledgedRate = rate(Acknowledged);
    sample.endedRate = rate(Ended);
    const Micros age = m_clock.steady() - m_rotatedAt;
    const LatencyHistogram none;
    const LatencyHistogram &present = age < 2 * minute ? m_present : none;
    const LatencyHistogram &previous = age < minute ? m_previous : none;
    sample.ackP50 = LatencyHistogram::quantile(present, previous, 0.50);
    sample.ackP95 = LatencyHistogram::quantile(present, previous, 0.95);
    sample.ackP99 = LatencyHistogram::quantile(present, previous, 0.99);
    return sample;
}

} // namespace cheetah

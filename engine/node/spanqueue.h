// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tracer.h"

#include <deque>

namespace cheetah {

/// Spans that wait to be exported, oldest first. Bounded: what comes while it is full is turned away, since the older ones
/// belong to traces of which parts have left already. Owned by the OtlpTracer.
class SpanQueue {
public:
    explicit SpanQueue(std::size_t limit) : m_limit(limit) {}

    /// False if it is full.
    bool push(SpanRecord &&span)
    {
        if (m_spans.size() >= m_limit)
            return false;
        m_spans.push_back(std::move(span));
        return true;
    }
    /// The oldest, so many at most.
    std::vector<SpanRecord> take(std::size_t most)
    {
        std::vector<SpanRecord> batch;
        batch.reserve(std::min(most, m_spans.size()));
        while (batch.size() < most && !m_spans.empty()) {
            batch.push_back(std::move(m_spans.front()));
            m_spans.pop_front();
        }
        return batch;
    }
    std::size_t size() const { return m_spans.size(); }
    bool empty() const { return m_spans.empty(); }
    void clear() { m_spans.clear(); }

private:
    const std::size_t m_limit;
    std::deque<SpanRecord> m_spans;
};

} // namespace cheetah

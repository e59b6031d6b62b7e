// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tracer.h"
#include "support/testclock.h"

namespace cheetah::test {

/// A tracer that keeps what ends. Owned by the test.
class KeepingTracer final : public Tracer {
public:
    TraceContext begin(const TraceContext &parent) override
    {
        TraceContext context = parent;
        if (!parent.valid())
            context = {1, 2, 0, sampled};
        context.span = ++last;
        return context;
    }
    void ended(SpanRecord &&span) override { spans.push_back(std::move(span)); }
    const Clock &clock() const override { return time; }

    bool tellsIds() const override { return ids; }

    /// The text of an attribute of a span; empty if it has none of that key.
    static std::string text(const SpanRecord &span, std::string_view key)
    {
        for (const SpanAttribute &attribute : span.attributes)
            if (const auto *value = std::get_if<std::string>(&attribute.value); value && attribute.key == key)
                return *value;
        return {};
    }

    ManualClock time;
    bool ids = false;
    bool sampled = true;
    std::uint64_t last = 0;
    std::vector<SpanRecord> spans;
};

} // namespace cheetah::test

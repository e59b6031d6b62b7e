// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cheetah {

/// Where one span stands in its trace, as W3C Trace Context names it: a trace of 128 bits, a span of 64. A plain value; all
/// zero stands for no trace.
struct TraceContext {
    std::uint64_t traceHigh = 0, traceLow = 0;
    std::uint64_t span = 0;
    bool sampled = false;

    bool valid() const { return (traceHigh || traceLow) && span; }
    std::string traceId() const; ///< 32 lower-case hex digits
    std::string spanId() const;  ///< 16 of them
    /// The header's value in version 00; empty for no trace.
    std::string traceparent() const;

    friend bool operator==(const TraceContext &, const TraceContext &) = default;
};

/// Reads a `traceparent` to the letter of the recommendation: lower-case hex, no blanks, no zero ids, not version ff;
/// version 00 ends after its flags, a later one may go on behind another dash. Nothing for everything else, however close
/// it comes, so that garbage starts a new trace instead of a wrong one (SPEC O5).
std::optional<TraceContext> parseTraceparent(std::string_view text);

/// Which of the traces that begin here are recorded: a fixed part of all trace ids, so that every process that samples
/// with the same ratio picks the same ones. A ratio outside 0…1 counts as the nearer end.
class TraceSampler {
public:
    explicit TraceSampler(double ratio);
    bool samples(const TraceContext &trace) const { return (trace.traceLow >> 8) < m_below; }

private:
    std::uint64_t m_below; ///< of 2^56
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tracer.h"
#include "model/ids.h"

#include <map>
#include <optional>

namespace cheetah {

/// Who exports, as every message says.
struct OtlpResource {
    std::string version;
    DeploymentId deployment;
    NodeId node;
};

/// The spans as one ExportTraceServiceRequest in OTLP's JSON encoding: ids in hex, 64-bit numbers as texts.
std::string otlpRequest(const OtlpResource &resource, const std::vector<SpanRecord> &spans);

/// How many spans an accepted request's answer takes back (`partialSuccess`); 0 also for an answer that says nothing of
/// it, or is none.
std::uint64_t rejectedSpans(std::string_view answer);

/// What a receiver's answer means to the sender.
enum class OtlpVerdict {
    Accepted,
    TryAgain, ///< 429, 502, 503, 504 and everything that is no answer at all
    Rejected, ///< the same message would be refused again
};
/// `status` 0: there was no answer.
OtlpVerdict otlpVerdict(int status);

/// The delay that a `Retry-After` asks for: seconds, or an HTTP date seen from `now`. Nothing for anything else; never
/// more than an hour.
std::optional<Micros> retryAfter(std::string_view value, WallTime now);

} // namespace cheetah

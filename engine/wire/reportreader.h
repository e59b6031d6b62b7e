// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/report.h"
#include "wire/envelope.h"

#include <memory>

namespace cheetah {

struct ReportLimits {
    JsonLimits json;
    std::uint32_t contexts = 500; ///< per client; the same bound holds for windows (SPEC E4)
};

/// What one report frame said. Points into its reader and is good until the next read,
/// but never into the frame.
struct ReportFrame {
    std::optional<RpcId> id; ///< what to answer; unset for a body without envelope
    Epoch epoch;
    std::uint64_t seq = 0;
    Report *report = nullptr;    ///< the windows, its `client` left to the caller; null when they are as before
    std::string_view rawWindows; ///< for the next read: the one given if as before, empty if it cannot be compared
};

/// Reads reports, the most frequent and largest frames, from bytes in one pass: every member once, with duplicates,
/// depth and limits checked on the way, titles and URLs cleaned and cut. It accepts and refuses exactly what the strict
/// walker does, to which it turns whenever a frame is unusual or wrong; only common frames are fast. Memory is reused, so
/// one reader serves all connections of a thread. It keeps nothing of what it read between calls.
class ReportReader {
public:
    ReportReader();
    ~ReportReader();
    ReportReader(const ReportReader &) = delete;
    ReportReader &operator=(const ReportReader &) = delete;

    /// Reads a frame. Nothing: this is no request named `report`, or not written as such in its first bytes; take
    /// parseRpc and, for that method, fromParams. `previousWindows` is the `rawWindows` of the last accepted report of the
    /// same client and epoch: with equal bytes nothing is read again and `report` is null.
    /// Errors: those of parseRpc, `bad_request`, `bad_id`, `limit_exceeded` (params limit, what).
    std::optional<Result<ReportFrame>> read(std::string_view frame, const ReportLimits &limits,
                                            std::string_view previousWindows = {});

    /// Reads the params alone, the body of a REST report.
    Result<ReportFrame> readBody(std::string_view body, const ReportLimits &limits);

    /// Reads params that the strict walker has already turned into a tree.
    Result<ReportFrame> fromParams(const JsonValue &params, const ReportLimits &limits);

private:
    class Fast;

    std::optional<Result<ReportFrame>> readStrictly(std::string_view frame, const ReportLimits &limits);
    std::optional<ReportFrame> readSame(std::string_view frame, const ReportLimits &limits, std::string_view previous);

    std::unique_ptr<Fast> m_fast;
    Report m_report;
};

} // namespace cheetah

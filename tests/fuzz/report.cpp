// SPDX-License-Identifier: Apache-2.0
// Any bytes as a report: the fast reading accepts nothing that the strict walker refuses, and reads the same.
#include "wire/fastreport.h"
#include "wire/reportreader.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    ReportLimits limits;
    limits.contexts = 8;

    FastReport fast;
    Report report;
    ReportFrame frame;
    if (!fast.readFrame(bytes, limits, report, frame))
        return 0;
    const auto message = parseRpc(bytes, limits.json);
    if (!message || message->kind != RpcMessage::Kind::Request || message->method != "report")
        std::abort();
    ReportReader strict;
    const auto expected = strict.fromParams(message->params, limits);
    if (!expected || frame.id != message->id || frame.epoch != expected->epoch || frame.seq != expected->seq
        || report.windows != expected->report->windows)
        std::abort();
    return 0;
}

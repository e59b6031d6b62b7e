// SPDX-License-Identifier: Apache-2.0
// Any text as a trace context: what is read is one, and is written again as it came.
#include "base/tracecontext.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto context = parseTraceparent(text);
    if (!context)
        return 0;
    const std::string written = context->traceparent();
    if (!context->valid() || written.substr(2, 51) != text.substr(2, 51) || parseTraceparent(written) != context)
        std::abort();
    return 0;
}

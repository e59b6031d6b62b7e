// SPDX-License-Identifier: Apache-2.0
// Any bytes as JSON and as a JSON-RPC message: what is read can be written, and reads back as the same.
#include "base/id.h"
#include "wire/envelope.h"
#include "wire/texthygiene.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (const auto parsed = parseJson(bytes)) {
        const auto again = parseJson(parsed->toJson());
        if (!again || !(*again == *parsed))
            std::abort();
    }
    (void)parseRpc(bytes);

    const std::string clean = cleanText(bytes, 50);
    if (cleanText(clean, 50) != clean || clean.size() > 200)
        std::abort();
    std::string quoted;
    appendJsonString(quoted, bytes);
    if (!parseJson(quoted))
        std::abort();
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"

#include <simdjson.h>

#include <cstdint>

namespace cheetah {

bool isValidId(std::string_view text)
{
    if (text.empty() || text.size() > 128)
        return false;
    bool nul = false, ascii = true; // of a short text as nearly all are, the bytes are seen sooner than by simdjson
    for (const char c : text) {
        nul |= c == 0;
        ascii &= std::uint8_t(c) < 0x80;
    }
    return !nul && (ascii || simdjson::validate_utf8(text.data(), text.size()));
}

} // namespace cheetah

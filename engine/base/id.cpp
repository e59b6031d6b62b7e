// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"

#include <simdjson.h>

namespace cheetah {

bool isValidId(std::string_view text)
{
    return !text.empty() && text.size() <= 128 && text.find('\0') == std::string_view::npos
        && simdjson::validate_utf8(text.data(), text.size());
}

} // namespace cheetah

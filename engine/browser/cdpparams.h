// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/jsonwriter.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace cheetah {

/// Builds the text of one JSON object, member by member.
class CdpParams {
public:
    CdpParams &add(std::string_view key, std::string_view value) { return with(key, value); }
    CdpParams &add(std::string_view key, const char *value) { return with(key, std::string_view(value)); }
    CdpParams &add(std::string_view key, bool value) { return with(key, value); }
    CdpParams &add(std::string_view key, std::int64_t value) { return with(key, value); }
    CdpParams &raw(std::string_view key, std::string_view json)
    {
        comma();
        JsonWriter(m_text).key(key).raw(json);
        return *this;
    }
    std::string text() const { return m_text + '}'; }

private:
    template <class T>
    CdpParams &with(std::string_view key, const T &value)
    {
        comma();
        JsonWriter(m_text).member(key, value);
        return *this;
    }
    void comma()
    {
        if (m_text.size() > 1)
            m_text += ',';
    }

    std::string m_text = "{";
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/contextnames.h"

#include "redis/rediskeys.h"

#include <functional>

namespace cheetah {

namespace {

constexpr std::size_t places = 4096;

/// Takes the id from the front of the bytes, if it stands there.
bool takesOff(std::string_view &bytes, std::string_view id)
{
    if (bytes.size() <= id.size() || std::uint8_t(bytes.front()) != id.size() || bytes.substr(1, id.size()) != id)
        return false;
    bytes.remove_prefix(1 + id.size());
    return true;
}

bool isSpelledBy(const ContextName &name, std::string_view bytes)
{
    return takesOff(bytes, name.user.text()) && takesOff(bytes, name.client.text())
        && takesOff(bytes, name.epoch.text()) && takesOff(bytes, name.context.text()) && bytes.empty();
}

} // namespace

Result<ContextNamePtr> ContextNames::read(std::string_view bytes)
{
    m_names.resize(places);
    ContextNamePtr &known = m_names[std::hash<std::string_view>()(bytes) % places];
    if (known && isSpelledBy(*known, bytes))
        return known;
    Result<ContextName> name = contextFromBytes(bytes);
    if (!name)
        return name.error();
    return known = std::make_shared<const ContextName>(*std::move(name));
}

} // namespace cheetah

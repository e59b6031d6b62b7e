// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"

#include "base/base64url.h"

#include <cstring>
#include <sys/random.h>

namespace cheetah {

std::string IdSource::unique()
{
    const std::uint64_t words[2] = {random(), random()};
    return base64UrlEncode(std::string_view(reinterpret_cast<const char *>(words), sizeof words));
}

std::uint64_t SystemIdSource::random()
{
    std::uint64_t value = 0;
    // Eight bytes are never cut short by the kernel once its pool is initialised.
    while (::getrandom(&value, sizeof value, 0) != ssize_t(sizeof value)) {
    }
    return value;
}

std::uint64_t SeededIdSource::random()
{
    // splitmix64: every seed, zero-rich ones too, gives an even sequence.
    std::uint64_t z = (m_state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

} // namespace cheetah

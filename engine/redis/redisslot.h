// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace cheetah {

inline constexpr std::uint16_t redisSlots = 16384;

/// The hash slot of a key or sharded channel in a Cluster: CRC16 (XMODEM) of what stands in the first `{…}` if that is not
/// empty, else of all of it.
std::uint16_t redisSlot(std::string_view key);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// An IP address. An IPv4 address and the same one in IPv6's clothes are equal.
class NetworkAddress {
public:
    /// `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`; nothing for anything else, names included.
    static std::optional<NetworkAddress> parse(std::string_view text);

    bool isLoopback() const;
    std::string text() const;

    friend bool operator==(const NetworkAddress &, const NetworkAddress &) = default;

private:
    friend class AddressRanges;
    std::array<std::uint8_t, 16> m_bytes{};
};

/// Some addresses, as ranges: those of the proxies that are believed, for instance (SPEC E3).
class AddressRanges {
public:
    /// `10.0.0.0/8, 192.0.2.7, fd00::/8`; an empty text is no range. The error says what is wanted: also for a range that
    /// holds every address, and for one with bits behind its prefix.
    static Result<AddressRanges> parse(std::string_view list);

    bool empty() const { return m_ranges.empty(); }
    bool contains(const NetworkAddress &address) const;
    bool contains(std::string_view address) const;

private:
    struct Range {
        NetworkAddress first;
        int prefix = 128;
    };
    static std::optional<Range> parseRange(std::string_view text);

    std::vector<Range> m_ranges;
};

} // namespace cheetah

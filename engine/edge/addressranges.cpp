// SPDX-License-Identifier: Apache-2.0
#include "edge/addressranges.h"

#include "base/trimmed.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cstring>

namespace cheetah {

namespace {

constexpr std::array<std::uint8_t, 12> v4Prefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool isV4(const std::array<std::uint8_t, 16> &bytes)
{
    return std::equal(v4Prefix.begin(), v4Prefix.end(), bytes.begin());
}

} // namespace

std::optional<NetworkAddress> NetworkAddress::parse(std::string_view text)
{
    const std::string bare(text.substr(0, text.find('%')));
    if (bare.size() >= INET6_ADDRSTRLEN || bare.find('\0') != bare.npos)
        return std::nullopt;
    NetworkAddress address;
    if (::inet_pton(AF_INET6, bare.c_str(), address.m_bytes.data()) == 1)
        return address;
    if (bare.size() != text.size())
        return std::nullopt;
    std::copy(v4Prefix.begin(), v4Prefix.end(), address.m_bytes.begin());
    if (::inet_pton(AF_INET, bare.c_str(), address.m_bytes.data() + v4Prefix.size()) == 1)
        return address;
    return std::nullopt;
}

bool NetworkAddress::isLoopback() const
{
    if (isV4(m_bytes))
        return m_bytes[12] == 127;
    return std::all_of(m_bytes.begin(), m_bytes.end() - 1, [](std::uint8_t b) { return b == 0; }) && m_bytes[15] == 1;
}

std::string NetworkAddress::text() const
{
    char buffer[INET6_ADDRSTRLEN] = {};
    if (isV4(m_bytes))
        ::inet_ntop(AF_INET, m_bytes.data() + v4Prefix.size(), buffer, sizeof buffer);
    else
        ::inet_ntop(AF_INET6, m_bytes.data(), buffer, sizeof buffer);
    return buffer;
}

std::optional<AddressRanges::Range> AddressRanges::parseRange(std::string_view text)
{
    const auto slash = text.find('/');
    const auto address = NetworkAddress::parse(text.substr(0, slash));
    if (!address)
        return std::nullopt;
    Range range{*address, 128};
    if (slash != text.npos) {
        const std::string_view digits = text.substr(slash + 1);
        const int longest = text.find(':') == text.npos ? 32 : 128;
        int prefix = 0;
        const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
        if (failure != std::errc() || end != digits.data() + digits.size() || prefix < 1 || prefix > longest)
            return std::nullopt;
        range.prefix = 128 - longest + prefix;
    }
    for (int bit = range.prefix; bit < 128; ++bit)
        if (range.first.m_bytes[std::size_t(bit / 8)] >> (7 - bit % 8) & 1)
            return std::nullopt;
    return range;
}

Result<AddressRanges> AddressRanges::parse(std::string_view list)
{
    AddressRanges ranges;
    while (!trimmed(list).empty()) {
        const auto comma = list.find(',');
        const std::string_view text = trimmed(list.substr(0, comma));
        const auto range = parseRange(text);
        if (!range)
            return Error(ErrorCode::BadSetting, {{"setting", "address range"},
                                                 {"value", std::string(text.substr(0, 100))},
                                                 {"wanted", "addresses and ranges such as 192.0.2.7,10.0.0.0/8"}});
        ranges.m_ranges.push_back(*range);
        list.remove_prefix(comma == list.npos ? list.size() : comma + 1);
    }
    return ranges;
}

bool AddressRanges::contains(const NetworkAddress &address) const
{
    return std::any_of(m_ranges.begin(), m_ranges.end(), [&](const Range &range) {
        const auto whole = std::size_t(range.prefix / 8);
        if (!std::equal(address.m_bytes.begin(), address.m_bytes.begin() + std::ptrdiff_t(whole),
                        range.first.m_bytes.begin()))
            return false;
        const int rest = range.prefix % 8;
        return !rest || (address.m_bytes[whole] ^ range.first.m_bytes[whole]) >> (8 - rest) == 0;
    });
}

bool AddressRanges::contains(std::string_view address) const
{
    const auto parsed = m_ranges.empty() ? std::nullopt : NetworkAddress::parse(address);
    return parsed && contains(*parsed);
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/clustermap.h"

#include <algorithm>
#include <charconv>

namespace cheetah {

Result<ClusterMap> ClusterMap::read(const RedisReply &answer, const RedisEndpoint &asked)
{
    const Error odd(ErrorCode::StoreError, {{"prefix", "protocol"}}, "CLUSTER SLOTS answered something else");
    if (!answer.isArray())
        return odd;
    ClusterMap map;
    for (const RedisReply &range : answer.elements()) {
        const std::int64_t from = range.at(0).integer(), to = range.at(1).integer();
        const std::int64_t port = range.at(2).at(1).integer();
        if (!range.at(2).isArray() || from < 0 || from > to || to >= redisSlots || port < 1 || port > 65535)
            return odd;
        const std::string &host = range.at(2).at(0).text();
        const std::uint16_t master =
            map.indexOf({host.empty() || host == "?" ? asked.host : host, std::uint16_t(port), {}});
        for (std::int64_t slot = from; slot <= to; ++slot)
            map.give(std::uint16_t(slot), master);
    }
    return map;
}

const RedisEndpoint *ClusterMap::holder(std::uint16_t slot) const
{
    const std::uint16_t master = m_holders[slot];
    return master ? &m_masters[master - 1u] : nullptr;
}

void ClusterMap::move(std::uint16_t slot, const RedisEndpoint &holder)
{
    give(slot, indexOf(holder));
}

std::uint16_t ClusterMap::indexOf(const RedisEndpoint &master)
{
    const auto found = std::ranges::find(m_masters, master);
    const auto index = std::uint16_t(found - m_masters.begin());
    if (found == m_masters.end())
        m_masters.push_back(master);
    return index;
}

void ClusterMap::give(std::uint16_t slot, std::uint16_t master)
{
    m_held += m_holders[slot] == 0;
    m_holders[slot] = std::uint16_t(master + 1);
}

std::optional<ClusterRedirect> ClusterRedirect::read(std::string_view error, const RedisEndpoint &asked)
{
    ClusterRedirect redirect;
    if (error.starts_with("ASK "))
        redirect.ask = true;
    else if (!error.starts_with("MOVED "))
        return {};
    error.remove_prefix(error.find(' ') + 1);
    const auto [end, problem] = std::from_chars(error.data(), error.data() + error.size(), redirect.slot);
    if (problem != std::errc() || redirect.slot >= redisSlots)
        return {};
    error.remove_prefix(std::size_t(end - error.data()));
    const auto colon = error.rfind(':');
    if (!error.starts_with(' ') || colon == error.npos)
        return {};
    std::string host(error.substr(1, colon - 1)); // an IPv6 address stands there without brackets
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    const std::int64_t port = RedisReply::text(std::string(error.substr(colon + 1))).integer();
    if (port < 1 || port > 65535)
        return {};
    redirect.holder = {host.empty() || host == "?" ? asked.host : host, std::uint16_t(port), {}};
    return redirect;
}

} // namespace cheetah

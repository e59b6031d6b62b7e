// SPDX-License-Identifier: Apache-2.0
#include "redis/rediserror.h"

#include <algorithm>
#include <array>

namespace cheetah {

namespace {

constexpr std::array refusals = {
    std::string_view("LOADING"),     std::string_view("BUSY"),     std::string_view("MASTERDOWN"),
    std::string_view("CLUSTERDOWN"), std::string_view("TRYAGAIN"), std::string_view("NOREPLICAS"),
};

std::string lowered(std::string_view word)
{
    std::string lower(word);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return lower;
}

Error refused(std::string reason, std::string_view reply)
{
    return {ErrorCode::Unavailable, {{"outcome", "refused"}, {"reason", std::move(reason)}}, std::string(reply)};
}

} // namespace

Error redisError(std::string_view reply)
{
    const std::string_view prefix = reply.substr(0, reply.find(' '));
    const std::string_view rest = prefix.size() < reply.size() ? reply.substr(prefix.size() + 1) : std::string_view();
    const std::string text(reply);
    if (prefix == "NOAUTH" || prefix == "WRONGPASS" || rest.starts_with("AUTH <password> called without any password"))
        return {ErrorCode::StoreLoginRefused, {}, text};
    if (prefix == "NOPERM" || rest.starts_with("The user executing the script"))
        return {ErrorCode::StoreForbidden, {{"reason", std::string(rest)}}, text};
    if (prefix == "OOM")
        return {ErrorCode::StoreFull, {}, text};
    if (prefix == "READONLY" || prefix == "MISCONF")
        return {ErrorCode::StoreReadOnly, {}, text};
    if (std::ranges::find(refusals, prefix) != refusals.end())
        return refused(lowered(prefix), reply);
    if (rest.starts_with("max number of clients reached"))
        return refused("max_clients", reply);
    return {ErrorCode::StoreError, {{"prefix", std::string(prefix)}}, text};
}

Error redisUnavailable(RedisOutcome outcome, std::string reason, std::string detail)
{
    return {ErrorCode::Unavailable,
            {{"outcome", outcome == RedisOutcome::NotSent ? "not_sent" : "unknown"}, {"reason", std::move(reason)}},
            std::move(detail)};
}

bool hadNoEffect(const Error &error)
{
    switch (error.code) {
    case ErrorCode::Unavailable:
        return error.param("outcome") == "not_sent" || error.param("outcome") == "refused";
    case ErrorCode::StoreLoginRefused:
    case ErrorCode::StoreFull:
    case ErrorCode::StoreReadOnly:
        return true;
    default: // a script may have failed on its way
        return false;
    }
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/redisurl.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace cheetah {

namespace {

constexpr std::size_t longestUrl = 4096;
constexpr std::size_t mostEndpoints = 64;
constexpr std::size_t longestPath = 107; // of a Unix socket, as the kernel has it

struct Scheme {
    std::string_view name;
    RedisUrl::Kind kind;
    bool tls, unixSocket;
};
constexpr std::array schemes = {
    Scheme{"redis", RedisUrl::Kind::Single, false, false},
    Scheme{"rediss", RedisUrl::Kind::Single, true, false},
    Scheme{"redis+unix", RedisUrl::Kind::Single, false, true},
    Scheme{"redis+sentinel", RedisUrl::Kind::Sentinel, false, false},
    Scheme{"rediss+sentinel", RedisUrl::Kind::Sentinel, true, false},
    Scheme{"redis+cluster", RedisUrl::Kind::Cluster, false, false},
    Scheme{"rediss+cluster", RedisUrl::Kind::Cluster, true, false},
};

Error refusal(std::string wanted, std::string_view shown = {})
{
    return {ErrorCode::BadSetting,
            {{"setting", "redis"}, {"value", std::string(shown)}, {"wanted", std::move(wanted)}}};
}

/// Whole number of at most `most`.
std::optional<int> number(std::string_view text, int most)
{
    int value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size() || value < 0 || value > most)
        return {};
    return value;
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = char(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Nothing for a `%` without two hexadecimal digits, and for NUL.
std::optional<std::string> percentDecoded(std::string_view text)
{
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexDigit(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                return {};
            c = char(high * 16 + low);
            i += 2;
        }
        if (c == '\0')
            return {};
        decoded += c;
    }
    return decoded;
}

bool isHostName(std::string_view host)
{
    return !host.empty() && host.size() <= 253 && std::ranges::all_of(host, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-'
            || c == '_';
    });
}

/// The parts of a URL behind its scheme, as they stand there.
struct Parts {
    std::string_view login, authority, path, query;
    bool hasLogin = false;
};

Parts split(std::string_view rest)
{
    Parts parts;
    if (const auto mark = rest.find('?'); mark != rest.npos) {
        parts.query = rest.substr(mark + 1);
        rest = rest.substr(0, mark);
    }
    if (const auto slash = rest.find('/'); slash != rest.npos) {
        parts.path = rest.substr(slash);
        rest = rest.substr(0, slash);
    }
    parts.authority = rest;
    if (const auto at = rest.rfind('@'); at != rest.npos) {
        parts.login = rest.substr(0, at);
        parts.authority = rest.substr(at + 1);
        parts.hasLogin = true;
    }
    return parts;
}

Result<void> readLogin(RedisUrl &url, const Parts &parts)
{
    const auto colon = parts.login.find(':');
    const auto user = percentDecoded(parts.login.substr(0, colon));
    const auto password =
        colon == parts.login.npos ? std::optional<std::string>("") : percentDecoded(parts.login.substr(colon + 1));
    if (!user || !password)
        return refusal(
            "write % in user and password as %25, each other special character as % and two hexadecimal digits");
    if (password->empty())
        return refusal("a password stands behind the user: user:password@, or :password@ for the default user");
    url.user = *user;
    url.password = *password;
    return {};
}

Result<void> readQuery(RedisUrl &url, std::string_view query)
{
    while (!query.empty()) {
        const std::string_view item = query.substr(0, query.find('&'));
        query = item.size() < query.size() ? query.substr(item.size() + 1) : std::string_view();
        if (!item.starts_with("db="))
            return refusal("db=NUMBER is all that may stand behind the question mark");
        const auto db = number(item.substr(3), 1'000'000);
        if (!db)
            return refusal("the database is a number, such as ?db=0");
        url.db = *db;
    }
    return {};
}

Result<void> readEndpoints(RedisUrl &url, std::string_view authority)
{
    const std::uint16_t port = url.kind == RedisUrl::Kind::Sentinel ? 26379 : 6379;
    for (;;) {
        const std::string_view item = authority.substr(0, authority.find(','));
        auto endpoint = RedisEndpoint::parse(item, port);
        if (!endpoint)
            return endpoint.error();
        url.endpoints.push_back(*std::move(endpoint));
        if (item.size() == authority.size())
            break;
        authority = authority.substr(item.size() + 1);
    }
    if (url.endpoints.size() > 1 && url.kind == RedisUrl::Kind::Single)
        return refusal("one host; several are named with redis+sentinel:// or redis+cluster://");
    if (url.endpoints.size() > mostEndpoints)
        return refusal("at most 64 hosts");
    return {};
}

/// What stands behind the authority means something else for each kind.
Result<void> readPath(RedisUrl &url, std::string_view path, bool unixSocket)
{
    if (unixSocket) {
        const auto decoded = percentDecoded(path);
        if (!decoded || decoded->size() < 2 || decoded->size() > longestPath)
            return refusal("an absolute path of at most 107 bytes, such as redis+unix:///run/redis/redis.sock");
        url.endpoints.push_back({{}, 0, *decoded});
        return {};
    }
    const std::string_view name = path.empty() ? path : path.substr(1);
    if (url.kind == RedisUrl::Kind::Sentinel) {
        const auto decoded = percentDecoded(name);
        if (!decoded || decoded->empty() || decoded->find_first_of("/ \r\n") != std::string::npos)
            return refusal("the master's name stands behind the sentinels: redis+sentinel://host1,host2/mymaster");
        url.master = *decoded;
        return {};
    }
    if (name.empty())
        return {};
    const auto db = number(name, 1'000'000);
    if (!db)
        return refusal("the database is a number, such as redis://localhost/0");
    url.db = *db;
    return {};
}

} // namespace

std::string RedisEndpoint::display() const
{
    if (host.empty())
        return path;
    const bool isV6 = host.find(':') != std::string::npos;
    return (isV6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<RedisEndpoint> RedisEndpoint::parse(std::string_view text, std::uint16_t fallbackPort)
{
    RedisEndpoint endpoint{{}, fallbackPort, {}};
    std::string_view rest;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        endpoint.host = std::string(text.substr(1, end == text.npos ? 0 : end - 1));
        if (endpoint.host.empty() || endpoint.host.find_first_not_of("0123456789abcdefABCDEF:.") != std::string::npos
            || endpoint.host.find(':') == std::string::npos)
            return refusal("an IPv6 address in brackets, such as [::1]:6379", text);
        rest = text.substr(end + 1);
    } else {
        const auto colon = text.find(':');
        endpoint.host = std::string(text.substr(0, colon));
        rest = colon == text.npos ? std::string_view() : text.substr(colon);
        if (!isHostName(endpoint.host))
            return refusal("a host, such as localhost:6379", text);
    }
    if (rest.empty())
        return endpoint;
    const auto port = rest.front() == ':' ? number(rest.substr(1), 65535) : std::nullopt;
    if (!port || *port == 0)
        return refusal("a port from 1 to 65535 behind the host", text);
    endpoint.port = std::uint16_t(*port);
    return endpoint;
}

Result<RedisUrl> RedisUrl::parse(std::string_view text)
{
    const auto mark = text.find("://");
    const auto scheme = std::ranges::find(schemes, text.substr(0, mark), &Scheme::name);
    if (mark == text.npos || scheme == schemes.end())
        return refusal("it begins with redis://, rediss://, redis+unix://, redis+sentinel:// or redis+cluster://");
    if (text.size() > longestUrl || text.find('\0') != text.npos || text.find('#') != text.npos)
        return refusal("at most 4096 bytes without NUL and #");

    RedisUrl url;
    url.kind = scheme->kind;
    url.tls = scheme->tls;
    const Parts parts = split(text.substr(mark + 3));
    if (parts.hasLogin)
        if (auto read = readLogin(url, parts); !read)
            return read.error();
    if (scheme->unixSocket) {
        if (!parts.authority.empty())
            return refusal("no host before the path: redis+unix:///path");
    } else if (auto read = readEndpoints(url, parts.authority); !read) {
        return read.error();
    }
    if (auto read = readPath(url, parts.path, scheme->unixSocket); !read)
        return read.error();
    if (auto read = readQuery(url, parts.query); !read)
        return read.error();
    if (url.kind == Kind::Cluster && url.db != 0)
        return refusal("a cluster has no databases: leave the number away");
    return url;
}

std::string RedisUrl::display() const
{
    const bool unixSocket = !endpoints.empty() && endpoints.front().host.empty();
    std::string text = tls ? "rediss" : "redis";
    text += kind == Kind::Sentinel ? "+sentinel" : kind == Kind::Cluster ? "+cluster" : unixSocket ? "+unix" : "";
    text += "://";
    for (std::size_t i = 0; i < endpoints.size(); ++i)
        text += (i ? "," : "") + endpoints[i].display();
    if (kind == Kind::Sentinel)
        text += "/" + master;
    if (db != 0)
        text += (kind == Kind::Sentinel || unixSocket ? "?db=" : "/") + std::to_string(db);
    return text;
}

} // namespace cheetah

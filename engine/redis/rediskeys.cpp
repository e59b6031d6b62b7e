// SPDX-License-Identifier: Apache-2.0
#include "redis/rediskeys.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr char clientTarget = 'c', windowTarget = 'w', nodeTarget = 'n';

template <class... Ids>
std::string joined(const Ids &...ids)
{
    std::string bytes;
    bytes.reserve((... + (ids.text().size() + 1)));
    ((bytes += char(ids.text().size()), bytes += ids.text()), ...);
    return bytes;
}

/// Takes ids from the front of bytes. The first mistake empties it for good.
class Splitter {
public:
    explicit Splitter(std::string_view bytes) : m_bytes(bytes) {}

    template <class I>
    Splitter &take(I &id)
    {
        const auto parsed = I::parse(front());
        m_valid = m_valid && parsed;
        if (m_valid)
            id = *parsed;
        return *this;
    }
    template <class I>
    Splitter &takeOrNone(I &id)
    {
        if (m_bytes != std::string_view("\0", 1))
            return take(id);
        m_bytes = {};
        return *this;
    }
    bool complete() const { return m_valid && m_bytes.empty(); }

private:
    std::string_view front()
    {
        const std::size_t size = m_bytes.empty() ? 0 : std::uint8_t(m_bytes.front());
        m_valid = m_valid && m_bytes.size() > size;
        if (!m_valid)
            return {};
        const std::string_view text = m_bytes.substr(1, size);
        m_bytes.remove_prefix(1 + size);
        return text;
    }

    std::string_view m_bytes;
    bool m_valid = true;
};

template <class Name>
Result<Name> whole(const Splitter &splitter, Name name, const char *kind)
{
    if (!splitter.complete())
        return Error(ErrorCode::BadId, {{"kind", kind}});
    return name;
}

template <class Name>
Result<DrainTarget> asTarget(const Result<Name> &name)
{
    if (!name)
        return name.error();
    return DrainTarget(*name);
}

} // namespace

std::string nameBytes(const ClientName &name)
{
    return joined(name.user, name.client);
}

std::string nameBytes(const WindowName &name)
{
    return joined(name.user, name.client, name.epoch, name.window);
}

std::string nameBytes(const ContextName &name)
{
    return joined(name.user, name.client, name.epoch, name.context);
}

std::string nameBytes(const UserId &user, const RequestId &request)
{
    return joined(user, request);
}

std::string handleBytes(const UserId &user, const RequestId &request, Fence fence)
{
    std::string bytes;
    for (unsigned left = sizeof fence; left > 0; --left)
        bytes += char(fence >> (left - 1) * 8 & 0xff);
    return bytes + nameBytes(user, request);
}

std::string nameBytes(const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target))
        return clientTarget + nameBytes(*client);
    if (const auto *window = std::get_if<WindowName>(&target))
        return windowTarget + nameBytes(*window);
    return nodeTarget + std::get<NodeId>(target).string();
}

Result<ClientName> clientFromBytes(std::string_view bytes)
{
    ClientName name;
    const Splitter splitter = Splitter(bytes).take(name.user).take(name.client);
    return whole(splitter, std::move(name), "client name");
}

Result<WindowName> windowFromBytes(std::string_view bytes)
{
    WindowName name;
    const Splitter splitter = Splitter(bytes).take(name.user).take(name.client).take(name.epoch).take(name.window);
    return whole(splitter, std::move(name), "window name");
}

Result<ContextName> contextFromBytes(std::string_view bytes, bool orClient)
{
    ContextName name;
    Splitter splitter = Splitter(bytes).take(name.user).take(name.client).take(name.epoch);
    if (orClient)
        splitter.takeOrNone(name.context);
    else
        splitter.take(name.context);
    return whole(splitter, std::move(name), "context name");
}

Result<std::pair<UserId, RequestId>> requestFromBytes(std::string_view bytes)
{
    std::pair<UserId, RequestId> name;
    const Splitter splitter = Splitter(bytes).take(name.first).take(name.second);
    return whole(splitter, std::move(name), "request name");
}

Result<DrainTarget> drainTargetFromBytes(std::string_view bytes)
{
    const std::string_view rest = bytes.substr(std::min<std::size_t>(1, bytes.size()));
    switch (bytes.empty() ? '\0' : bytes.front()) {
    case clientTarget:
        return asTarget(clientFromBytes(rest));
    case windowTarget:
        return asTarget(windowFromBytes(rest));
    case nodeTarget:
        return asTarget(NodeId::parse(rest));
    default:
        return Error(ErrorCode::BadId, {{"kind", "drain target"}});
    }
}

RedisKeys::RedisKeys(const DeploymentId &deployment, std::uint32_t partitions)
    : m_partitions(std::max<std::uint32_t>(partitions, 1))
{
    constexpr std::string_view digits = "0123456789abcdef";
    m_deployment.reserve(2 * deployment.text().size());
    for (const char c : deployment.text()) {
        m_deployment += digits[std::uint8_t(c) >> 4];
        m_deployment += digits[std::uint8_t(c) & 15];
    }
}

/// FNV-1a of the id, folded; a change would move every user, so it is part of the schema.
std::uint32_t RedisKeys::partitionOf(const UserId &user) const
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : user.text())
        hash = (hash ^ std::uint8_t(c)) * 0x100000001b3u;
    return std::uint32_t((hash ^ hash >> 32) % m_partitions);
}

std::string RedisKeys::prefix(std::uint32_t partition) const
{
    return "cheetah:{" + m_deployment + ':' + std::to_string(partition) + "}:";
}

std::string RedisKeys::shared(std::string_view name) const
{
    return "cheetah:{" + m_deployment + "}:" + std::string(name);
}

} // namespace cheetah

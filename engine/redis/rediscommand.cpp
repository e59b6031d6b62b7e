// SPDX-License-Identifier: Apache-2.0
#include "redis/rediscommand.h"

namespace cheetah {

namespace {

constexpr std::size_t countRoom = 16; // `*`, at most ten digits, CR LF

} // namespace

RedisCommand::RedisCommand(std::string_view name)
{
    m_bytes.reserve(countRoom + 48 + name.size());
    m_bytes.assign(countRoom, ' ');
    arg(name);
}

RedisCommand &RedisCommand::arg(std::string_view bytes) &
{
    char head[32] = {'$'};
    char *end = std::to_chars(head + 1, head + sizeof head - 2, bytes.size()).ptr;
    *end++ = '\r';
    *end++ = '\n';
    m_bytes.append(head, end);
    m_bytes.append(bytes);
    m_bytes.append("\r\n", 2);
    ++m_count;
    writeCount();
    return *this;
}

RedisCommand &RedisCommand::route(std::string_view key) &
{
    m_route = std::make_shared<const std::string>(key);
    return *this;
}

RedisCommand &RedisCommand::within(Micros limit) &
{
    m_limit = limit;
    return *this;
}

RedisCommand &RedisCommand::reserve(std::size_t bytes) &
{
    m_bytes.reserve(m_bytes.size() + bytes);
    return *this;
}

RedisCommand RedisCommand::continued(std::size_t bytes) const
{
    RedisCommand other;
    other.m_bytes.reserve(m_bytes.size() + bytes);
    other.m_bytes = m_bytes;
    other.m_start = m_start;
    other.m_count = m_count;
    other.m_ownStart = m_bytes.size();
    other.m_ownFrom = m_count;
    other.m_route = m_route;
    other.m_limit = m_limit;
    return other;
}

RedisCommand &RedisCommand::argumentsOf(const RedisCommand &other) &
{
    m_bytes.append(other.ownArguments());
    m_count += other.ownCount();
    writeCount();
    return *this;
}

RedisCommand &RedisCommand::titled(std::string_view title) &
{
    m_title = title;
    return *this;
}

void RedisCommand::writeCount()
{
    char *at = m_bytes.data() + countRoom;
    *--at = '\n';
    *--at = '\r';
    unsigned left = m_count;
    do
        *--at = char('0' + left % 10);
    while (left /= 10);
    *--at = '*';
    m_start = std::size_t(at - m_bytes.data());
}

} // namespace cheetah

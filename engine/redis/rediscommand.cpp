// SPDX-License-Identifier: Apache-2.0
#include "redis/rediscommand.h"

#include <algorithm>

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
    char digits[24];
    const char *const end = std::to_chars(digits, digits + sizeof digits, bytes.size()).ptr;
    m_bytes += '$';
    m_bytes.append(digits, std::size_t(end - digits));
    m_bytes += "\r\n";
    m_bytes += bytes;
    m_bytes += "\r\n";
    ++m_count;
    writeCount();
    return *this;
}

RedisCommand &RedisCommand::route(std::string_view key) &
{
    m_route = std::string(key);
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

void RedisCommand::writeCount()
{
    const std::string text = '*' + std::to_string(m_count) + "\r\n";
    m_start = countRoom - text.size();
    std::copy(text.begin(), text.end(), m_bytes.begin() + std::ptrdiff_t(m_start));
}

} // namespace cheetah

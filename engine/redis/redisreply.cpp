// SPDX-License-Identifier: Apache-2.0
#include "redis/redisreply.h"

#include <hiredis/read.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <new>

namespace cheetah {

namespace {

constexpr std::size_t lineLimit = 64 << 10;
constexpr std::size_t headerLimit = 32; // of `$<length>`

} // namespace

RedisReply RedisReply::integer(std::int64_t number)
{
    RedisReply reply;
    reply.m_kind = Kind::Integer;
    reply.m_integer = number;
    return reply;
}

RedisReply RedisReply::array(std::vector<RedisReply> elements)
{
    RedisReply reply;
    reply.m_kind = Kind::Array;
    reply.m_elements = std::move(elements);
    return reply;
}

std::int64_t RedisReply::integer() const
{
    if (m_kind != Kind::Text)
        return m_integer;
    std::int64_t number = 0;
    const char *const end = m_text.data() + m_text.size();
    const auto [last, problem] = std::from_chars(m_text.data(), end, number);
    return problem == std::errc() && last == end ? number : 0;
}

const RedisReply &RedisReply::at(std::size_t index) const
{
    static const RedisReply none;
    return index < m_elements.size() ? m_elements[index] : none;
}

/// hiredis's callbacks. They make the parts where they belong: an array's parts in its vector, which does not move before
/// the array is complete, and hiredis keeps the places of the arrays that are not. A null makes hiredis give up.
struct RedisReplyReader::Functions {
    static RedisReply *place(const redisReadTask *task)
    {
        return static_cast<RedisReplyReader *>(task->privdata)->place(task);
    }

    static void *makeText(const redisReadTask *task, char *bytes, size_t size)
    {
        RedisReply *const reply = place(task);
        if (!reply)
            return nullptr;
        reply->m_kind = task->type == REDIS_REPLY_ERROR  ? RedisReply::Kind::Error
                      : task->type == REDIS_REPLY_STATUS ? RedisReply::Kind::Status
                                                         : RedisReply::Kind::Text;
        reply->m_text.assign(bytes, size);
        return reply;
    }

    static void *makeArray(const redisReadTask *task, int size)
    {
        RedisReply *const reply = place(task);
        if (!reply)
            return nullptr;
        reply->m_kind = RedisReply::Kind::Array;
        reply->m_elements.reserve(std::size_t(std::clamp(size, 0, 1024))); // what is announced need not come
        return reply;
    }

    static void *makeInteger(const redisReadTask *task, long long number)
    {
        RedisReply *const reply = place(task);
        if (!reply)
            return nullptr;
        reply->m_kind = RedisReply::Kind::Integer;
        reply->m_integer = number;
        return reply;
    }

    static void *makeNil(const redisReadTask *task) { return place(task); }
    static void discard(void *) {} // m_root is a member

    static redisReplyObjectFunctions table;
};

redisReplyObjectFunctions RedisReplyReader::Functions::table = {makeText, makeArray, makeInteger, makeNil, discard};

RedisReplyReader::RedisReplyReader(Limits limits) : m_limits(limits)
{
    reset();
}

RedisReplyReader::~RedisReplyReader()
{
    redisReaderFree(m_reader);
}

void RedisReplyReader::reset()
{
    if (m_reader)
        redisReaderFree(m_reader);
    m_reader = redisReaderCreateWithFunctions(&Functions::table);
    if (!m_reader)
        throw std::bad_alloc();
    m_reader->privdata = this;
    m_root = {};
    m_replyBytes = m_elements = 0;
    m_error.reset();
}

void RedisReplyReader::feed(std::string_view bytes)
{
    if (m_error)
        return;
    m_replyBytes += bytes.size();
    if (redisReaderFeed(m_reader, bytes.data(), bytes.size()) != REDIS_OK)
        refuse(m_reader->errstr);
}

std::optional<RedisReply> RedisReplyReader::next()
{
    if (m_error)
        return {};
    void *complete = nullptr;
    if (redisReaderGetReply(m_reader, &complete) != REDIS_OK) {
        refuse(m_elements > m_limits.elements ? "a reply of too many elements" : m_reader->errstr);
        return {};
    }
    if (!complete) {
        checkUnread();
        return {};
    }
    m_replyBytes = m_reader->len - m_reader->pos;
    m_elements = 0;
    return std::exchange(m_root, {});
}

RedisReply *RedisReplyReader::place(const redisReadTask *task)
{
    if (++m_elements > m_limits.elements)
        return nullptr;
    if (!task->parent)
        return &m_root;
    return &static_cast<RedisReply *>(task->parent->obj)->m_elements.emplace_back();
}

/// hiredis looks for the end of a line from its beginning each time, and waits for any length that is announced.
void RedisReplyReader::checkUnread()
{
    if (m_replyBytes > m_limits.replyBytes)
        return refuse("a reply of too many bytes");
    const std::size_t unread = m_reader->len - m_reader->pos;
    if (unread < lineLimit)
        return;
    const bool isText = m_reader->ridx >= 0 && m_reader->rstack[m_reader->ridx].type == REDIS_REPLY_STRING;
    if (!isText || !std::memchr(m_reader->buf + m_reader->pos, '\n', headerLimit))
        refuse("a line of too many bytes");
}

void RedisReplyReader::refuse(std::string why)
{
    m_error = Error(ErrorCode::StoreError, {{"prefix", "protocol"}}, "not understood from Redis: " + std::move(why));
}

} // namespace cheetah

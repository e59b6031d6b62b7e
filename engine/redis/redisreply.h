// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct redisReader;
struct redisReadTask;

namespace cheetah {

/// What Redis answered, as RESP2 has it. A value. Asking it for another kind than it is gives an empty text, zero or no
/// elements, so that a caller who checks what it needs may read without looking at the kind of each part.
class RedisReply {
public:
    enum class Kind : std::uint8_t { Nil, Status, Error, Integer, Text, Array };

    RedisReply() = default;
    static RedisReply nil() { return {}; }
    static RedisReply status(std::string text) { return RedisReply(Kind::Status, std::move(text)); }
    static RedisReply error(std::string text) { return RedisReply(Kind::Error, std::move(text)); }
    static RedisReply text(std::string bytes) { return RedisReply(Kind::Text, std::move(bytes)); }
    static RedisReply integer(std::int64_t number);
    static RedisReply array(std::vector<RedisReply> elements);

    Kind kind() const { return m_kind; }
    bool isNil() const { return m_kind == Kind::Nil; }
    bool isError() const { return m_kind == Kind::Error; }
    bool isArray() const { return m_kind == Kind::Array; }

    /// Bytes of a status, an error or a text.
    const std::string &text() const & { return m_text; }
    std::string &&text() && { return std::move(m_text); }
    /// An integer, or a text that is one as a whole, as scripts give numbers.
    std::int64_t integer() const;
    const std::vector<RedisReply> &elements() const & { return m_elements; }
    std::vector<RedisReply> &&elements() && { return std::move(m_elements); }
    /// The element at that place; nil when there is none.
    const RedisReply &at(std::size_t index) const;
    std::size_t size() const { return m_elements.size(); }

    friend bool operator==(const RedisReply &, const RedisReply &) = default;

private:
    friend class RedisReplyReader;
    RedisReply(Kind kind, std::string text) : m_kind(kind), m_text(std::move(text)) {}

    Kind m_kind = Kind::Nil;
    std::int64_t m_integer = 0;
    std::string m_text;
    std::vector<RedisReply> m_elements;
};

/// Takes the bytes of one connection in any pieces and gives the replies in them, each byte copied once. hiredis parses;
/// this bounds what it may hold: nesting (7 levels, hiredis's own), the bytes and the elements of one reply, the length
/// of a line. After an error it gives nothing more: the connection is beyond repair.
class RedisReplyReader {
public:
    struct Limits {
        std::size_t replyBytes = 256u << 20;
        std::size_t elements = 4'000'000; ///< of one reply, at all levels together
    };

    explicit RedisReplyReader(Limits limits);
    RedisReplyReader() : RedisReplyReader(Limits()) {}
    ~RedisReplyReader();
    RedisReplyReader(const RedisReplyReader &) = delete;
    RedisReplyReader &operator=(const RedisReplyReader &) = delete;

    /// Takes bytes; best in pieces of at most 16 KiB, and take all replies after each.
    void feed(std::string_view bytes);
    /// The next complete reply; nothing while there is none, and after an error.
    std::optional<RedisReply> next();
    /// Why nothing more comes; `detail` tells.
    const std::optional<Error> &error() const { return m_error; }

    /// Forgets everything: the next byte is a new connection's first.
    void reset();

private:
    struct Functions;

    RedisReply *place(const redisReadTask *task);
    void refuse(std::string why);
    void checkUnread();

    Limits m_limits;
    redisReader *m_reader = nullptr;
    RedisReply m_root;            ///< where hiredis's callbacks put the reply that is being read
    std::size_t m_replyBytes = 0; ///< fed since the last complete reply
    std::size_t m_elements = 0;   ///< made for the reply that is being read
    std::optional<Error> m_error;
};

} // namespace cheetah

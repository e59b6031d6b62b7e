// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "edge/httphead.h"

#include <cstddef>
#include <variant>

namespace cheetah {

/// What bounds a request's head.
struct HeadLimits {
    std::size_t headBytes = 16 * 1024; ///< beyond: 431
    std::size_t targetBytes = 4096;    ///< beyond: 414
    std::size_t headers = 100;         ///< beyond: 431
    friend bool operator==(const HeadLimits &, const HeadLimits &) = default;
};

/// Why bytes are no request that we serve: the HTTP status for the answer, and the error in it. The connection ends
/// with that answer, for what follows cannot be told apart from the refused request.
struct HeadError {
    int status;
    Error error;
    friend bool operator==(const HeadError &, const HeadError &) = default;
};

/// Turns bytes into the head of one HTTP/1 request (SPEC E4). Boost.Beast's parser reads it; before and after, what that
/// parser lets through and what would let two readers disagree about a request is refused here. Pure: it does no I/O and
/// keeps no bytes. Owned by the connection, one per head. It does not read bodies (BodyReader) and knows no routes.
class HeadReader {
public:
    struct NeedMore {
        friend bool operator==(const NeedMore &, const NeedMore &) = default;
    };
    using Outcome = std::variant<NeedMore, HttpHead, HeadError>;

    explicit HeadReader(const HeadLimits &limits) : m_limits(limits) {}

    /// Looks at all bytes received since the head's start; each call gives at least the bytes of the call before.
    /// How they were cut into calls makes no difference. Bytes behind the head are not looked at.
    Outcome read(std::string_view bytes);

    /// Ready for the next head.
    void reset() { *this = HeadReader(m_limits); }

private:
    enum class Part { RequestLine, LineStart, Name, Value, LineEnd, HeadEnd };

    std::optional<HeadError> scan(std::string_view bytes);
    void skipWhatGoesOn(std::string_view bytes);
    std::optional<HeadError> scanByte(unsigned char byte);
    std::optional<HeadError> endOfLine();

    HeadLimits m_limits;
    Part m_part = Part::RequestLine;
    bool m_complete = false;
    std::size_t m_scanned = 0;
    std::size_t m_targetBytes = 0;
    std::size_t m_spaces = 0; ///< in the request line
    std::size_t m_lines = 0;
};

} // namespace cheetah

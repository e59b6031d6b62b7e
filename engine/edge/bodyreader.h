// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/headreader.h"

#include <string>

namespace cheetah {

/// Collects the body of one request, by Content-Length or in chunks, up to a limit. Pure, no I/O. Chunk extensions and
/// trailers are bounded and dropped. Owned by the connection, one per request.
class BodyReader {
public:
    /// `limit`: bytes of the whole body; beyond it 413.
    BodyReader(const HttpHead &head, std::size_t limit);

    enum class State { NeedMore, Done, Failed };

    /// What the head alone tells: a declared length above the limit fails, a body of no bytes is done.
    State state() const { return m_state; }
    /// Takes what belongs to the body off the front of `bytes` and tells how many bytes that were.
    std::size_t feed(std::string_view bytes);

    /// Why it failed.
    HeadError error() const;
    std::string take() { return std::move(m_body); }

private:
    enum class Part {
        Length,
        Size,
        Extension,
        SizeEnd,
        Data,
        DataCr,
        DataLf,
        TrailerStart,
        Trailer,
        TrailerEnd,
        LastLf
    };

    std::size_t feedLength(std::string_view bytes);
    std::size_t feedData(std::string_view bytes);
    void feedControl(unsigned char byte);
    void sizeEnds();
    void fail(int status);

    std::string m_body;
    std::size_t m_limit;
    std::uint64_t m_left = 0; ///< of the body, or of the chunk
    std::size_t m_digits = 0;
    std::size_t m_overhead = 0; ///< bytes of extensions and trailers
    Part m_part = Part::Length;
    State m_state = State::NeedMore;
    int m_status = 0;
};

} // namespace cheetah

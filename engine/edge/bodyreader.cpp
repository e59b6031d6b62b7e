// SPDX-License-Identifier: Apache-2.0
#include "edge/bodyreader.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::size_t maxSizeDigits = 8;
constexpr std::size_t maxOverhead = 4096; ///< of all chunk extensions and trailers of one body

int hexValue(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool isControl(unsigned char c)
{
    return (c < 0x20 && c != '\t') || c == 0x7f;
}

} // namespace

BodyReader::BodyReader(const HttpHead &head, std::size_t limit) : m_limit(limit)
{
    if (head.chunked) {
        m_part = Part::Size;
        return;
    }
    m_left = head.contentLength.value_or(0);
    if (m_left > limit)
        fail(413);
    else if (m_left == 0)
        m_state = State::Done;
}

HeadError BodyReader::error() const
{
    if (m_status == 413)
        return {413, Error(ErrorCode::TooLarge, {{"what", "body"}, {"limit", std::to_string(m_limit)}})};
    return {400, Error(ErrorCode::BadRequest, {{"why", "chunk"}})};
}

void BodyReader::fail(int status)
{
    m_status = status;
    m_state = State::Failed;
}

std::size_t BodyReader::feed(std::string_view bytes)
{
    std::size_t used = 0;
    while (m_state == State::NeedMore && used < bytes.size()) {
        const std::string_view rest = bytes.substr(used);
        if (m_part == Part::Length)
            used += feedLength(rest);
        else if (m_part == Part::Data)
            used += feedData(rest);
        else
            feedControl(static_cast<unsigned char>(bytes[used++]));
    }
    return used;
}

std::size_t BodyReader::feedLength(std::string_view bytes)
{
    const auto size = std::size_t(std::min<std::uint64_t>(m_left, bytes.size()));
    m_body.append(bytes.substr(0, size));
    m_left -= size;
    if (!m_left)
        m_state = State::Done;
    return size;
}

std::size_t BodyReader::feedData(std::string_view bytes)
{
    const auto size = std::size_t(std::min<std::uint64_t>(m_left, bytes.size()));
    m_body.append(bytes.substr(0, size));
    m_left -= size;
    if (!m_left)
        m_part = Part::DataCr;
    return size;
}

void BodyReader::feedControl(unsigned char byte)
{
    const bool overhead = m_part == Part::Extension || m_part == Part::TrailerStart || m_part == Part::Trailer;
    if (overhead && byte != '\r' && (isControl(byte) || ++m_overhead > maxOverhead))
        return fail(400);
    switch (m_part) {
    case Part::Size:
        if (const int value = hexValue(byte); value >= 0 && ++m_digits <= maxSizeDigits)
            m_left = m_left * 16 + std::uint64_t(value);
        else if (value >= 0 || !m_digits)
            fail(400);
        else if (byte == ';')
            m_part = Part::Extension;
        else if (byte == '\r')
            m_part = Part::SizeEnd;
        else
            fail(400);
        return;
    case Part::Extension:
        if (byte == '\r')
            m_part = Part::SizeEnd;
        return;
    case Part::SizeEnd:
        return byte == '\n' ? sizeEnds() : fail(400);
    case Part::DataCr:
        return byte == '\r' ? void(m_part = Part::DataLf) : fail(400);
    case Part::DataLf:
        m_digits = 0;
        return byte == '\n' ? void(m_part = Part::Size) : fail(400);
    case Part::TrailerStart:
        m_part = byte == '\r' ? Part::LastLf : Part::Trailer;
        return;
    case Part::Trailer:
        if (byte == '\r')
            m_part = Part::TrailerEnd;
        return;
    case Part::TrailerEnd:
        return byte == '\n' ? void(m_part = Part::TrailerStart) : fail(400);
    case Part::LastLf:
        return byte == '\n' ? void(m_state = State::Done) : fail(400);
    case Part::Length:
    case Part::Data:
        return;
    }
}

void BodyReader::sizeEnds()
{
    if (m_left > m_limit - m_body.size())
        fail(413);
    else
        m_part = m_left ? Part::Data : Part::TrailerStart;
}

} // namespace cheetah

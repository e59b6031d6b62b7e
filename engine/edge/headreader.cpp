// SPDX-License-Identifier: Apache-2.0
#include "edge/headreader.h"

#include "base/trimmed.h"

#include <algorithm>
#include <array>
#include <limits>

#include <boost/beast/http/basic_parser.hpp>

namespace cheetah {

namespace {

namespace http = boost::beast::http;

HeadError badRequest(std::string why)
{
    return {400, Error(ErrorCode::BadRequest, {{"why", std::move(why)}})};
}

HeadError tooLarge(int status, std::string what, std::size_t limit)
{
    return {status, Error(ErrorCode::TooLarge, {{"what", std::move(what)}, {"limit", std::to_string(limit)}})};
}

/// What a byte may stand in without changing what the scan expects next.
enum ByteClass : std::uint8_t { InName = 1, InValue = 2, InTarget = 4 };

constexpr std::array<std::uint8_t, 256> byteClasses = [] {
    std::array<std::uint8_t, 256> classes{};
    for (unsigned byte = 0; byte < classes.size(); ++byte) {
        const bool isAlnum =
            (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        if (isAlnum || (byte && std::string_view("!#$%&'*+-.^_`|~").find(char(byte)) != std::string_view::npos))
            classes[byte] |= InName;
        if ((byte >= 0x20 && byte != 0x7f) || byte == '\t')
            classes[byte] |= InValue;
        if (byte > ' ' && byte < 0x7f && byte != '#')
            classes[byte] |= InTarget;
    }
    return classes;
}();

bool isTokenByte(unsigned char byte)
{
    return byteClasses[byte] & InName;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
    return out;
}

/// Calls `see` with each trimmed item of every header of that name, in lower case.
template <class F>
void eachListed(const HttpHead &head, std::string_view name, F see)
{
    for (const HttpHeader &header : head.headers) {
        if (header.name != name)
            continue;
        std::string_view rest = header.value;
        while (true) {
            const auto comma = rest.find(',');
            see(lower(trimmed(rest.substr(0, comma))));
            if (comma == rest.npos)
                break;
            rest.remove_prefix(comma + 1);
        }
    }
}

bool lists(const HttpHead &head, std::string_view name, std::string_view item)
{
    bool found = false;
    eachListed(head, name, [&](const std::string &each) { found = found || each == item; });
    return found;
}

/// Beast's parser, which writes what it reads into a head of ours, where its own message would keep it a second time.
class HeadParser final : public http::basic_parser<true> {
public:
    explicit HeadParser(HttpHead &head) : m_head(head) {}

private:
    using Text = boost::beast::string_view;
    using Code = boost::system::error_code;

    static std::string_view plain(Text text) { return {text.data(), text.size()}; }

    void on_request_impl(http::verb, Text method, Text wholeTarget, int version, Code &) override
    {
        const std::string_view target = plain(wholeTarget);
        const auto question = target.find('?');
        m_head.method = plain(method);
        m_head.path = target.substr(0, question);
        m_head.query = question == target.npos ? std::string_view() : target.substr(question + 1);
        m_head.minorVersion = version % 10;
    }
    void on_field_impl(http::field, Text name, Text value, Code &) override
    {
        m_head.headers.push_back({lower(plain(name)), std::string(trimmed(plain(value)))});
    }
    void on_response_impl(int, Text, int, Code &) override {}
    void on_header_impl(Code &) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t> &, Code &) override {}
    std::size_t on_body_impl(Text, Code &) override { return 0; }
    void on_chunk_header_impl(std::uint64_t, Text, Code &) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, Text, Code &) override { return 0; }
    void on_finish_impl(Code &) override {}

    HttpHead &m_head;
};

/// Beast's reading of the complete head. Its own limits never strike before ours.
std::optional<HeadError> parse(std::string_view bytes, HttpHead &head)
{
    HeadParser parser(head);
    parser.header_limit(std::uint32_t(bytes.size() + 1));
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
    parser.eager(false);
    boost::system::error_code error;
    parser.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    if (error == http::error::bad_version)
        return HeadError{505, Error(ErrorCode::BadRequest, {{"why", "http version"}})};
    if (error || !parser.is_header_done())
        return badRequest(error ? error.message() : "head");
    return {};
}

std::optional<HeadError> checkRequestLine(const HttpHead &head)
{
    constexpr std::array served = {"GET", "HEAD", "POST"};
    constexpr std::array known = {"PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"};
    if (std::find(known.begin(), known.end(), head.method) != known.end())
        return HeadError{405, Error(ErrorCode::MethodNotAllowed, {{"method", head.method}})};
    if (std::find(served.begin(), served.end(), head.method) == served.end())
        return HeadError{501, Error(ErrorCode::MethodNotAllowed, {{"method", head.method}})};
    if (head.path.empty() || head.path.front() != '/')
        return badRequest("target");
    return {};
}

std::optional<HeadError> checkHost(const HttpHead &head)
{
    if (head.count("host") != 1)
        return badRequest("host");
    const std::string_view host = head.header("host");
    const bool clean = !host.empty() && std::all_of(host.begin(), host.end(), [](unsigned char c) {
        return c > ' ' && c < 0x7f && std::string_view(",/@?#\\\"<>^`{|}").find(char(c)) == std::string_view::npos;
    });
    if (!clean)
        return badRequest("host");
    return {};
}

/// How long the body is: the one question on which a reader before us must not be able to disagree.
std::optional<HeadError> checkFraming(HttpHead &head)
{
    const std::size_t codings = head.count("transfer-encoding");
    const std::size_t lengths = head.count("content-length");
    if (codings && (lengths || head.minorVersion == 0))
        return badRequest("transfer-encoding");
    if (codings) {
        if (codings > 1 || lower(head.header("transfer-encoding")) != "chunked")
            return HeadError{501, Error(ErrorCode::BadRequest, {{"why", "transfer-encoding"}})};
        head.chunked = true;
    }
    if (lengths) {
        const std::string_view digits = head.header("content-length");
        if (lengths > 1 || digits.empty() || digits.size() > 18
            || digits.find_first_not_of("0123456789") != digits.npos)
            return badRequest("content-length");
        head.contentLength = std::stoull(std::string(digits));
    }
    return {};
}

std::optional<HeadError> checkExpectation(HttpHead &head)
{
    if (!head.count("expect") || head.minorVersion == 0)
        return {};
    if (head.count("expect") > 1 || lower(head.header("expect")) != "100-continue")
        return HeadError{417, Error(ErrorCode::BadRequest, {{"why", "expect"}})};
    head.expectContinue = true;
    return {};
}

/// A handshake must be complete here: what follows it is read by a WebSocket, not by us.
std::optional<HeadError> checkUpgrade(HttpHead &head)
{
    if (!lists(head, "upgrade", "websocket"))
        return {};
    if (head.method != "GET" || head.minorVersion == 0 || head.hasBody() || head.count("upgrade") != 1
        || head.count("connection") != 1 || lower(head.header("upgrade")) != "websocket"
        || !lists(head, "connection", "upgrade"))
        return badRequest("upgrade");
    if (head.count("sec-websocket-version") != 1 || head.header("sec-websocket-version") != "13")
        return HeadError{426, Error(ErrorCode::VersionUnsupported, {{"websocket", "13"}})};
    const std::string_view key = head.header("sec-websocket-key");
    const bool sound =
        key.size() == 24 && key.substr(22) == "==" && std::all_of(key.begin(), key.end() - 2, [](unsigned char c) {
            return c == '+' || c == '/' || (isTokenByte(c) && std::isalnum(c));
        });
    if (head.count("sec-websocket-key") != 1 || !sound)
        return badRequest("sec-websocket-key");
    head.webSocket = true;
    return {};
}

std::optional<HeadError> check(HttpHead &head)
{
    if (auto error = checkRequestLine(head))
        return error;
    if (auto error = checkHost(head))
        return error;
    if (auto error = checkFraming(head))
        return error;
    if (auto error = checkExpectation(head))
        return error;
    head.keepAlive =
        head.minorVersion == 0 ? lists(head, "connection", "keep-alive") : !lists(head, "connection", "close");
    return checkUpgrade(head);
}

} // namespace

std::string_view HttpHead::header(std::string_view wanted) const
{
    for (const HttpHeader &each : headers)
        if (each.name == wanted)
            return each.value;
    return {};
}

std::size_t HttpHead::count(std::string_view wanted) const
{
    return std::size_t(std::count_if(headers.begin(), headers.end(),
                                     [wanted](const HttpHeader &each) { return each.name == wanted; }));
}

HeadReader::Outcome HeadReader::read(std::string_view bytes)
{
    if (auto error = scan(bytes))
        return *error;
    if (!m_complete)
        return NeedMore();
    HttpHead head;
    head.size = m_scanned;
    head.headers.reserve(m_lines);
    if (auto error = parse(bytes.substr(0, m_scanned), head))
        return *error;
    if (auto error = check(head))
        return *error;
    return head;
}

/// The shape of the head, byte by byte, so that nothing is refused differently for arriving in pieces, and nothing is
/// kept waiting for that can no longer become a head. Most bytes are of a word, a name or a value that only goes on.
std::optional<HeadError> HeadReader::scan(std::string_view bytes)
{
    const std::size_t end = std::min(bytes.size(), m_limits.headBytes);
    while (!m_complete) {
        skipWhatGoesOn(bytes.substr(0, end));
        if (m_targetBytes > m_limits.targetBytes)
            return tooLarge(414, "target", m_limits.targetBytes);
        if (m_scanned == bytes.size())
            break;
        if (m_scanned == m_limits.headBytes)
            return tooLarge(431, "head", m_limits.headBytes);
        if (auto error = scanByte(static_cast<unsigned char>(bytes[m_scanned])))
            return error;
        ++m_scanned;
    }
    return {};
}

void HeadReader::skipWhatGoesOn(std::string_view bytes)
{
    constexpr std::array<std::uint8_t, 6> passing = {InTarget, 0, InName, InValue, 0, 0}; // by part
    const std::uint8_t goesOn = passing[std::size_t(m_part)];
    std::size_t at = m_scanned;
    while (at < bytes.size() && byteClasses[static_cast<unsigned char>(bytes[at])] & goesOn)
        ++at;
    if (m_part == Part::RequestLine && m_spaces == 1)
        m_targetBytes += at - m_scanned;
    m_scanned = at;
}

std::optional<HeadError> HeadReader::scanByte(unsigned char byte)
{
    if (m_part == Part::LineEnd || m_part == Part::HeadEnd) {
        if (byte != '\n')
            return badRequest("line ending");
        return endOfLine();
    }
    if (byte == '\n' || (byte < 0x20 && byte != '\t' && byte != '\r') || byte == 0x7f)
        return badRequest(byte == '\n' ? "line ending" : "control character");
    switch (m_part) {
    case Part::RequestLine:
        if (byte == '\r') {
            m_part = Part::LineEnd;
        } else if (byte == ' ') {
            if (++m_spaces > 2)
                return badRequest("request line");
        } else if (byte == '\t' || byte >= 0x80) {
            return badRequest("request line");
        } else if (m_spaces == 1 && byte == '#') {
            return badRequest("target");
        }
        return {};
    case Part::LineStart:
        if (byte == '\r') {
            m_part = Part::HeadEnd;
            return {};
        }
        if (++m_lines > m_limits.headers)
            return tooLarge(431, "headers", m_limits.headers);
        m_part = Part::Name;
        [[fallthrough]];
    case Part::Name: // no blank before the colon, and none at the start of the line, which would fold it
        if (byte == ':')
            m_part = Part::Value;
        else if (!isTokenByte(byte))
            return badRequest("header name");
        return {};
    case Part::Value:
        if (byte == '\r')
            m_part = Part::LineEnd;
        return {};
    case Part::LineEnd:
    case Part::HeadEnd:
        break;
    }
    return {};
}

std::optional<HeadError> HeadReader::endOfLine()
{
    m_complete = m_part == Part::HeadEnd;
    m_part = Part::LineStart;
    return {};
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// One header line; the name in lower case, the value without surrounding blanks.
struct HttpHeader {
    std::string name;
    std::string value;
    friend bool operator==(const HttpHeader &, const HttpHeader &) = default;
};
using HttpHeaders = std::vector<HttpHeader>;

/// The checked head of one HTTP request, as HeadReader gives it.
struct HttpHead {
    std::string method; ///< GET, HEAD or POST
    std::string path;   ///< as sent, percent-encoded, begins with '/'
    std::string query;  ///< as sent, without the '?'
    HttpHeaders headers;
    int minorVersion = 1;                       ///< of HTTP/1.x
    std::optional<std::uint64_t> contentLength; ///< absent: none was given
    bool chunked = false;
    bool keepAlive = true;
    bool expectContinue = false;
    bool webSocket = false; ///< a complete WebSocket handshake
    std::size_t size = 0;   ///< bytes of the head with its blank line

    /// The value of the first header of that lower-case name, or empty.
    std::string_view header(std::string_view name) const;
    /// How many headers bear that lower-case name.
    std::size_t count(std::string_view name) const;
    /// Whether a body follows, of whatever length.
    bool hasBody() const { return chunked || contentLength.value_or(0) > 0; }

    friend bool operator==(const HttpHead &, const HttpHead &) = default;
};

} // namespace cheetah

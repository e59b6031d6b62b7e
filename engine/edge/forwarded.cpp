// SPDX-License-Identifier: Apache-2.0
#include "edge/forwarded.h"

#include "base/trimmed.h"

namespace cheetah {

namespace {

/// One step that a request took, as its proxy wrote it.
struct Hop {
    std::string_view node;  ///< address, perhaps with port, or a name that hides it
    std::string_view proto; ///< may be empty
};

bool sameWord(std::string_view a, std::string_view lower)
{
    if (a.size() != lower.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if ((a[i] >= 'A' && a[i] <= 'Z' ? char(a[i] + 32) : a[i]) != lower[i])
            return false;
    return true;
}

/// The parts between separators that stand outside of quotes.
std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && quoted)
            ++i;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (text[i] == separator && !quoted) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    parts.push_back(trimmed(text.substr(begin)));
    return parts;
}

std::string_view unquoted(std::string_view text)
{
    const bool isQuoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return isQuoted ? text.substr(1, text.size() - 2) : text;
}

Hop hopOf(std::string_view element)
{
    Hop hop;
    for (const std::string_view pair : split(element, ';')) {
        const auto equals = pair.find('=');
        if (equals == pair.npos)
            continue;
        const std::string_view value = unquoted(trimmed(pair.substr(equals + 1)));
        if (sameWord(trimmed(pair.substr(0, equals)), "for"))
            hop.node = value;
        else if (sameWord(trimmed(pair.substr(0, equals)), "proto"))
            hop.proto = value;
    }
    return hop;
}

/// The address of `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`.
std::optional<NetworkAddress> addressOf(std::string_view node)
{
    if (node.starts_with('[')) {
        const auto end = node.find(']');
        return end == node.npos ? std::nullopt : NetworkAddress::parse(node.substr(1, end - 1));
    }
    const auto colon = node.find(':');
    const bool hasPort = colon != node.npos && node.find(':', colon + 1) == node.npos;
    return NetworkAddress::parse(hasPort ? node.substr(0, colon) : node);
}

/// All headers of that name as one list, left to right.
std::vector<std::string_view> elements(const HttpHead &head, std::string_view name)
{
    std::vector<std::string_view> all;
    for (const HttpHeader &header : head.headers)
        if (header.name == name)
            for (const std::string_view part : split(header.value, ','))
                if (!part.empty())
                    all.push_back(part);
    return all;
}

/// From the right to the first address that is no trusted proxy's. What is no address hides who came before it: then the
/// proxy that wrote it is as far as we can see.
ForwardedPeer follow(const std::vector<Hop> &hops, const std::string &connected, const AddressRanges &trusted)
{
    ForwardedPeer peer{connected};
    for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
        const auto address = addressOf(hop->node);
        if (!hop->proto.empty())
            peer.isPlain = sameWord(hop->proto, "http");
        if (!address)
            break;
        peer.address = address->text();
        if (!trusted.contains(*address))
            break;
    }
    return peer;
}

} // namespace

Result<ForwardedPeer> forwardedPeer(const HttpHead &head, const std::string &connected, const AddressRanges &trusted)
{
    if (!trusted.contains(connected))
        return ForwardedPeer{connected};
    std::vector<Hop> standard, common;
    for (const std::string_view element : elements(head, "forwarded"))
        standard.push_back(hopOf(element));
    for (const std::string_view element : elements(head, "x-forwarded-for"))
        common.push_back({element, {}});
    ForwardedPeer peer = follow(standard.empty() ? common : standard, connected, trusted);
    if (!standard.empty() && !common.empty() && follow(common, connected, trusted).address != peer.address)
        return Error(ErrorCode::BadRequest, {{"reason", "Forwarded and X-Forwarded-For name different peers"}});
    if (const auto protos = elements(head, "x-forwarded-proto"); !protos.empty())
        peer.isPlain = peer.isPlain || sameWord(protos.back(), "http") || sameWord(protos.back(), "ws");
    return peer;
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "base/tracecontext.h"

namespace cheetah {

namespace {

constexpr std::size_t versionZeroSize = 55; ///< 00-<32>-<16>-<2>
constexpr std::size_t longest = 512;        ///< of a later version

int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::optional<std::uint64_t> hex(std::string_view text)
{
    std::uint64_t value = 0;
    for (const char c : text) {
        const int d = digit(c);
        if (d < 0)
            return std::nullopt;
        value = value << 4 | std::uint64_t(d);
    }
    return value;
}

void appendHex(std::string &out, std::uint64_t value)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[value >> shift & 0xf];
}

} // namespace

std::string TraceContext::traceId() const
{
    std::string text;
    appendHex(text, traceHigh);
    appendHex(text, traceLow);
    return text;
}

std::string TraceContext::spanId() const
{
    std::string text;
    appendHex(text, span);
    return text;
}

std::string TraceContext::traceparent() const
{
    return valid() ? "00-" + traceId() + '-' + spanId() + (sampled ? "-01" : "-00") : std::string();
}

std::optional<TraceContext> parseTraceparent(std::string_view text)
{
    if (text.size() < versionZeroSize || text.size() > longest || text[2] != '-' || text[35] != '-' || text[52] != '-')
        return std::nullopt;
    const auto version = hex(text.substr(0, 2));
    const auto high = hex(text.substr(3, 16)), low = hex(text.substr(19, 16));
    const auto span = hex(text.substr(36, 16));
    const auto flags = hex(text.substr(53, 2));
    if (!version || !high || !low || !span || !flags || *version == 0xff)
        return std::nullopt;
    const bool mayGoOn = *version > 0 && text.size() > versionZeroSize && text[versionZeroSize] == '-';
    if (text.size() != versionZeroSize && !mayGoOn)
        return std::nullopt;
    const TraceContext context{*high, *low, *span, (*flags & 1) != 0};
    return context.valid() ? std::optional(context) : std::nullopt;
}

TraceSampler::TraceSampler(double ratio)
    : m_below(ratio >= 1  ? std::uint64_t(1) << 56
              : ratio > 0 ? std::uint64_t(ratio * double(std::uint64_t(1) << 56))
                          : 0)
{}

} // namespace cheetah

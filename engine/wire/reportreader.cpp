// SPDX-License-Identifier: Apache-2.0
#include "wire/reportreader.h"

#include "wire/fastreport.h"
#include "wire/messages.h"
#include "wire/texthygiene.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::size_t headBytes = 512; ///< in which a usual frame names its method and begins its windows

Error exceeded(std::uint32_t limit, std::string what)
{
    return Error(ErrorCode::LimitExceeded, {{"limit", std::to_string(limit)}, {"what", std::move(what)}});
}

bool looksLikeReport(std::string_view frame)
{
    return frame.substr(0, headBytes).find(R"("method":"report")") != frame.npos;
}

void clean(std::vector<ReportedWindow> &windows)
{
    for (ReportedWindow &window : windows) {
        window.title = cleanTitle(window.title);
        for (ReportedContext &context : window.contexts) {
            context.title = cleanTitle(context.title);
            context.url = cleanUrl(context.url);
        }
    }
}

} // namespace

/// The fast pass and its memory.
class ReportReader::Fast {
public:
    FastReport pass;
};

ReportReader::ReportReader() : m_fast(std::make_unique<Fast>()) {}
ReportReader::~ReportReader() = default;

std::optional<Result<ReportFrame>> ReportReader::read(std::string_view frame, const ReportLimits &limits,
                                                      std::string_view previousWindows)
{
    if (!looksLikeReport(frame))
        return std::nullopt;
    if (frame.size() > limits.json.maxBytes)
        return readStrictly(frame, limits);
    if (auto same = readSame(frame, limits, previousWindows))
        return *std::move(same);
    ReportFrame found;
    if (!m_fast->pass.readFrame(frame, limits, m_report, found))
        return readStrictly(frame, limits);
    found.report = &m_report;
    return found;
}

/// With the windows' bytes as before, the frame around them is read with an empty array in their place.
std::optional<ReportFrame> ReportReader::readSame(std::string_view frame, const ReportLimits &limits,
                                                  std::string_view previous)
{
    static constexpr std::string_view member = R"("windows":)";
    if (previous.empty())
        return std::nullopt;
    const std::size_t begin = frame.substr(0, headBytes).find(member);
    if (begin == frame.npos || !frame.substr(begin + member.size()).starts_with(previous))
        return std::nullopt;
    const std::size_t at = begin + member.size();
    std::string around(frame.substr(0, at));
    around.append("[]").append(frame.substr(at + previous.size()));
    ReportFrame found;
    if (!m_fast->pass.readFrame(around, limits, m_report, found) || m_fast->pass.windowsOffset() != at)
        return std::nullopt;
    found.rawWindows = previous;
    return found;
}

Result<ReportFrame> ReportReader::readBody(std::string_view body, const ReportLimits &limits)
{
    ReportFrame found;
    if (body.size() <= limits.json.maxBytes && m_fast->pass.readBody(body, limits, m_report, found)) {
        found.report = &m_report;
        return found;
    }
    const auto params = parseJson(body, limits.json);
    if (!params)
        return params.error();
    return fromParams(*params, limits);
}

std::optional<Result<ReportFrame>> ReportReader::readStrictly(std::string_view frame, const ReportLimits &limits)
{
    auto message = parseRpc(frame, limits.json);
    if (!message)
        return Result<ReportFrame>(message.error());
    if (message->kind != RpcMessage::Kind::Request || message->method != clientmethod::report)
        return std::nullopt;
    auto found = fromParams(message->params, limits);
    if (found)
        found->id = message->id;
    return found;
}

Result<ReportFrame> ReportReader::fromParams(const JsonValue &params, const ReportLimits &limits)
{
    auto message = fromJson<ReportMessage>(params, UnknownMembers::Ignored);
    if (!message)
        return message.error();
    std::size_t contexts = 0;
    for (const ReportedWindow &window : message->windows)
        contexts += window.contexts.size();
    if (message->windows.size() > limits.contexts)
        return exceeded(limits.contexts, "windows per client");
    if (contexts > limits.contexts)
        return exceeded(limits.contexts, "contexts per client");
    clean(message->windows);
    m_report.epoch = message->epoch;
    m_report.seq = message->seq;
    m_report.windows = std::move(message->windows);
    ReportFrame found;
    found.epoch = std::move(message->epoch);
    found.seq = message->seq;
    found.report = &m_report;
    return found;
}

} // namespace cheetah

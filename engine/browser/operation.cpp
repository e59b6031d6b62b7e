// SPDX-License-Identifier: Apache-2.0
#include "browser/operation.h"

#include "browser/creationoperations.h"
#include "browser/pageoperations.h"

#include <algorithm>
#include <cctype>

namespace cheetah {

namespace {

std::string schemeOf(std::string_view url)
{
    std::string scheme(url.substr(0, std::min(url.find(':'), url.size())));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return url.find(':') == std::string_view::npos ? std::string() : scheme;
}

template <class T>
std::unique_ptr<Operation> make(const Workbench &bench, const CommandMessage &command)
{
    return std::make_unique<T>(bench, command);
}

} // namespace

Result<void> checkUrl(std::string_view url)
{
    const std::string scheme = schemeOf(url);
    const bool printable = std::none_of(url.begin(), url.end(), [](unsigned char c) { return c < 0x20; });
    if (printable && (scheme == "http" || scheme == "https" || scheme == "data" || url == "about:blank"))
        return {};
    return Error(ErrorCode::NavigationFailed, {{"reason", "url_refused"}, {"scheme", scheme}});
}

Result<void> checkScriptable(std::string_view url)
{
    const std::string scheme = schemeOf(url);
    for (const std::string_view own :
         {"chrome", "chrome-extension", "chrome-untrusted", "devtools", "file", "view-source"})
        if (scheme == own)
            return Error(ErrorCode::NotScriptable, {{"scheme", scheme}});
    return {};
}

CdpPipe::Answer Operation::onlyResults(std::function<void(simdjson::dom::element)> answer)
{
    return m_scope.wrap([this, answer = std::move(answer)](const Result<simdjson::dom::element> &result) {
        if (result)
            answer(*result);
        else
            finish(result.error());
    });
}

void Operation::callPageOf(const ContextId &of, std::string_view method, std::string_view params,
                           std::function<void(simdjson::dom::element)> answer)
{
    browser().callPage(of, method, params, onlyResults(std::move(answer)));
}

void Operation::callBrowser(std::string_view method, std::string_view params,
                            std::function<void(simdjson::dom::element)> answer)
{
    browser().call(method, params, onlyResults(std::move(answer)));
}

std::string Operation::stringParam(std::string_view key) const
{
    simdjson::dom::parser parser;
    simdjson::dom::element params;
    std::string_view text;
    if (parser.parse(m_command.params).get(params) || params[key].get(text))
        return {};
    return std::string(text);
}

std::optional<bool> Operation::flagParam(std::string_view key) const
{
    simdjson::dom::parser parser;
    simdjson::dom::element params;
    bool flag = false;
    if (parser.parse(m_command.params).get(params) || params[key].get(flag))
        return std::nullopt;
    return flag;
}

Result<std::unique_ptr<Operation>> makeOperation(const Workbench &bench, const CommandMessage &command)
{
    using Maker = std::unique_ptr<Operation> (*)(const Workbench &, const CommandMessage &);
    constexpr std::pair<std::string_view, Maker> makers[] = {
        {commandkind::navigate, make<Navigate>},       {commandkind::reload, make<Reload>},
        {commandkind::evaluate, make<Evaluate>},       {commandkind::screenshot, make<Screenshot>},
        {commandkind::activate, make<Activate>},       {commandkind::openTab, make<OpenTab>},
        {commandkind::openWindow, make<OpenWindow>},   {commandkind::closeTab, make<CloseTab>},
        {commandkind::closeWindow, make<CloseWindow>},
    };
    for (const auto &[kind, maker] : makers)
        if (command.kind == kind)
            return maker(bench, command);
    return Error(ErrorCode::UnknownMethod, {{"method", command.kind}});
}

} // namespace cheetah

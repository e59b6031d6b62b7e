// SPDX-License-Identifier: Apache-2.0
#include "browser/pageoperations.h"

#include "browser/cdpparams.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr std::size_t maxMessageBytes = 1024; ///< of an exception, in an error's params
constexpr double maxFullPagePixels = 16384;   ///< per side; Chromium's own textures end there
constexpr Micros nudgeAfter = Seconds(2);
constexpr Micros terminateAgain = Millis(100);

std::string textOf(simdjson::dom::element object, std::string_view key)
{
    std::string_view text;
    return object[key].get(text) ? std::string() : std::string(text);
}

} // namespace

void LoadingOperation::pageEvent(const CdpEvent &event)
{
    if (event.method == "Page.frameNavigated") {
        simdjson::dom::element frame;
        if (event.params["frame"].get(frame) || textOf(frame, "id") != model().page(tab()))
            return;
        m_committed = textOf(frame, "loaderId");
        m_url = textOf(frame, "url");
        if (m_committed == m_wanted)
            m_wanted.clear(); // from here on any load counts: the page may send itself elsewhere while it loads
    } else if (event.method == "Page.loadEventFired" && !m_committed.empty()) {
        m_loaded = m_committed;
        if (m_waiting && m_wanted.empty())
            finishAt(m_url);
    }
}

void LoadingOperation::awaitLoad(const std::string &loader)
{
    m_wanted = m_committed == loader ? std::string() : loader;
    m_waiting = true;
    if (!loader.empty() && m_loaded == loader)
        finishAt(m_url);
}

void LoadingOperation::finishAt(const std::string &url)
{
    finish(CdpParams().add("url", url).text());
}

void Navigate::start()
{
    const std::string url = stringParam("url");
    if (const auto allowed = checkUrl(url); !allowed)
        return finish(allowed.error());
    const bool waits = stringParam("waitUntil") != "none";
    callPage("Page.navigate", CdpParams().add("url", url).text(), [this, url, waits](simdjson::dom::element answer) {
        const std::string error = textOf(answer, "errorText");
        const std::string loader = textOf(answer, "loaderId");
        if (!error.empty())
            finish(Error(ErrorCode::NavigationFailed, {{"reason", error}}));
        else if (loader.empty() || !waits)
            finishAt(url); // without a loader it stayed in the document
        else
            awaitLoad(loader);
    });
}

void Reload::start()
{
    callPage("Page.reload", "{}", [](simdjson::dom::element) {});
    awaitLoad({});
}

void Evaluate::start()
{
    if (const auto allowed = checkScriptable(model().url(tab())); !allowed)
        return finish(allowed.error());
    const std::string script = stringParam("script");
    if (script.empty())
        return finish(Error(ErrorCode::BadRequest, {{"field", "script"}}));
    const auto limit = std::chrono::duration_cast<Millis>(m_command.remaining).count();
    CdpParams params;
    params.add("expression", script)
        .add("returnByValue", true)
        .add("userGesture", true)
        .add("awaitPromise", flagParam("awaitPromise").value_or(true))
        .add("timeout", static_cast<std::int64_t>(std::max<std::int64_t>(limit, 1)));
    browser().callPage(tab(), "Runtime.evaluate", params.text(),
                       m_scope.wrap([this](const Result<simdjson::dom::element> &answer) {
                           if (answer)
                               return take(*answer);
                           const std::string_view message = answer.error().param("reason");
                           if (answer.error().code != ErrorCode::BrowserFailed || message.empty())
                               return finish(answer.error());
                           finish(Error(ErrorCode::ScriptFailed, {{"reason", std::string(message)}}));
                       }));
}

void Evaluate::take(simdjson::dom::element answer)
{
    simdjson::dom::element details;
    if (!answer["exceptionDetails"].get(details)) {
        simdjson::dom::element exception;
        std::string message = textOf(details, "text");
        if (!details["exception"].get(exception)) {
            const std::string description = textOf(exception, "description");
            simdjson::dom::element thrown;
            if (!description.empty())
                message = description;
            else if (!exception["value"].get(thrown))
                message += ' ' + simdjson::minify(thrown);
        }
        message.resize(std::min(message.size(), maxMessageBytes));
        return finish(Error(ErrorCode::ScriptFailed, {{"reason", message}}));
    }
    simdjson::dom::element result;
    if (answer["result"].get(result))
        return finish(Error(ErrorCode::BrowserFailed, {{"reason", "evaluate without result"}}));
    CdpParams out;
    out.add("type", textOf(result, "type"));
    simdjson::dom::element value;
    if (!result["value"].get(value))
        out.raw("value", simdjson::minify(value));
    else if (const std::string text = textOf(result, "unserializableValue"); !text.empty())
        out.add("text", text);
    finish(out.text());
}

bool Evaluate::abandon()
{
    terminate();
    return true;
}

/// Chromium may hear this before the script has begun, and then does nothing: so again until it has answered.
void Evaluate::terminate()
{
    m_again = m_bench.scheduler.after(terminateAgain, m_scope.wrap([this] { terminate(); }));
    browser().callPage(tab(), "Runtime.terminateExecution", "{}", [](const auto &) {});
}

void Screenshot::start()
{
    const std::string format = stringParam("format");
    if (!format.empty() && format != "png" && format != "jpeg")
        return finish(Error(ErrorCode::BadRequest, {{"field", "format"}}));
    m_turn = m_bench.locks.join(model().windowOf(tab()), [this] { showThenCapture(); });
    m_bench.locks.begin(*m_turn);
}

void Screenshot::showThenCapture()
{
    const std::string params = CdpParams().add("targetId", tab().text()).text();
    callBrowser("Target.getTargetInfo", params, [this](simdjson::dom::element answer) {
        simdjson::dom::element info;
        bool active = false;
        if (!answer["targetInfo"].get(info) && !info["embedderData"]["tabActive"].get(active) && active)
            return measureThenCapture();
        callPage("Page.bringToFront", "{}", [this](simdjson::dom::element) {
            browser().refreshSoon();
            measureThenCapture();
        });
    });
}

void Screenshot::measureThenCapture()
{
    if (!flagParam("fullPage").value_or(false))
        return capture({});
    callPage("Page.getLayoutMetrics", "{}", [this](simdjson::dom::element answer) {
        double width = 0;
        double height = 0;
        simdjson::dom::element size;
        if (answer["cssContentSize"].get(size) || size["width"].get(width) || size["height"].get(height))
            return capture({});
        CdpParams clip;
        clip.add("x", std::int64_t(0)).add("y", std::int64_t(0)).add("scale", std::int64_t(1));
        clip.add("width", static_cast<std::int64_t>(std::clamp(width, 1.0, maxFullPagePixels)));
        clip.add("height", static_cast<std::int64_t>(std::clamp(height, 1.0, maxFullPagePixels)));
        capture(clip.text());
    });
}

void Screenshot::capture(const std::string &clip)
{
    const std::string format = stringParam("format") == "jpeg" ? "jpeg" : "png";
    CdpParams params;
    params.add("format", format);
    if (!clip.empty())
        params.raw("clip", clip).add("captureBeyondViewport", true);
    m_nudge = m_bench.scheduler.after(nudgeAfter, m_scope.wrap([this] { // releases a capture that waits for a frame
        browser().callPage(tab(), "Page.bringToFront", "{}", [](const auto &) {});
    }));
    callPage("Page.captureScreenshot", params.text(), [this, format](simdjson::dom::element answer) {
        std::string_view data;
        if (answer["data"].get(data))
            return finish(Error(ErrorCode::BrowserFailed, {{"reason", "no picture"}}));
        if (data.size() > m_bench.maxResultBytes)
            return finish(Error(ErrorCode::TooLarge, {{"limit", std::to_string(m_bench.maxResultBytes)}}));
        finish(CdpParams().add("format", format).add("data", data).text());
    });
}

void Activate::start()
{
    m_turn = m_bench.locks.join(model().windowOf(tab()), [this] {
        callPage("Page.bringToFront", "{}", [this](simdjson::dom::element) {
            browser().refreshSoon();
            finish(std::string("{}"));
        });
    });
    m_bench.locks.begin(*m_turn);
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "browser/operation.h"

#include <memory>
#include <string>

namespace cheetah {

/// Waits for the load event of a document that this operation asked for.
class LoadingOperation : public Operation {
public:
    using Operation::Operation;
    void pageEvent(const CdpEvent &event) override;

protected:
    /// Answers `{"url":…}` at the first load event after a document with that loader (any, if empty) was committed.
    void awaitLoad(const std::string &loader);
    void finishAt(const std::string &url);

private:
    bool m_waiting = false;
    std::string m_wanted;
    std::string m_committed; ///< loader of the last committed document
    std::string m_loaded;    ///< loader of the last document whose load event fired
    std::string m_url;
};

/// `navigate {url, waitUntil?: "load"|"none"}` → `{url}`; `navigation_failed` with the net error.
class Navigate final : public LoadingOperation {
public:
    using LoadingOperation::LoadingOperation;

private:
    void start() override;
};

/// `reload {}` → `{url}`, once loaded.
class Reload final : public LoadingOperation {
public:
    using LoadingOperation::LoadingOperation;

private:
    void start() override;
};

/// `evaluate {script, awaitPromise?: true}` → `{type, value}`, or `{type, text}` for what JSON cannot carry;
/// `script_failed` with the exception's message. The script is stopped at the deadline or when cancelled.
class Evaluate final : public Operation {
public:
    using Operation::Operation;
    bool abandon() override;

private:
    void start() override;
    void take(simdjson::dom::element answer);
    void terminate();

    Scheduler::Timer m_again;
};

/// `screenshot {format?: "png"|"jpeg", fullPage?}` → `{format, data}` with base64. A hidden tab never paints, so it is
/// brought to the front of its window first, in turn with others who need that.
class Screenshot final : public Operation {
public:
    using Operation::Operation;

private:
    void start() override;
    void showThenCapture();
    void measureThenCapture();
    void capture(const std::string &clip);

    std::unique_ptr<WindowLocks::Turn> m_turn;
    Scheduler::Timer m_nudge;
};

/// `activate {}` → `{}`: brings the tab to the front of its window, and the window to the front.
class Activate final : public Operation {
public:
    using Operation::Operation;

private:
    void start() override;

    std::unique_ptr<WindowLocks::Turn> m_turn;
};

} // namespace cheetah

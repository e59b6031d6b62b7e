// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "browser/cdpparams.h"
#include "browser/operation.h"

#include <optional>
#include <string>

namespace cheetah {

/// Makes one tab. What it made and cannot answer for (deadline, cancelled, wrong place) it closes again: a success
/// that comes too late is undone.
class CreationOperation : public Operation {
public:
    using Operation::Operation;
    ~CreationOperation() override;

protected:
    /// `{contextId, windowId}` is the answer of every creation.
    void createTarget(const CdpParams &params);
    /// The tab exists: learns its window, checks that it is `wanted` (if any), marks it ours and answers.
    void settle(const ContextId &made, const WindowId &wanted, const std::string &ownContext);
    Result<void> checkTabBound() const;
    /// The `url` parameter, `about:blank` if absent; an error for what checkUrl refuses.
    Result<std::string> wantedUrl() const;
    /// From here on new tabs are shown only with their origin.
    void begin() { m_creation = model().beginCreation(); }

    WindowId m_wanted;
    std::string m_ownContext;
    bool m_isWindow = false;
    std::optional<BrowserModel::Creation> m_creation; ///< while under way

private:
    bool m_unanswered = false; ///< createTarget is under way; its answer ends the creation
    ContextId m_made;
};

/// `openWindow {url?, isolated?}`; `limit_exceeded` past our bounds. Never takes the focus.
class OpenWindow final : public CreationOperation {
public:
    using CreationOperation::CreationOperation;

private:
    void start() override;
    void create(const std::string &url);
};

/// `openTab {url?}` in the command's window, or in the window of its context, which is then the new tab's opener.
class OpenTab final : public CreationOperation {
public:
    using CreationOperation::CreationOperation;
    ~OpenTab() override;

private:
    void start() override;
    void openBeside(const std::string &url);
    void openFrom(const ContextId &neighbour, const std::string &url);
    void lookForTab(const std::string &url);
    void stopLooking();

    std::string m_mark; ///< URL by which the new tab is known
    QMetaObject::Connection m_changes, m_attaching;
};

/// `closeTab {}` → `{}` once the tab is gone. A tab that is not ours to close is `forbidden` (SPEC W20).
class CloseTab final : public Operation {
public:
    using Operation::Operation;
    void tabGone() override { finish(std::string("{}")); }

private:
    void start() override;
    void close();

    Scheduler::Timer m_again;
};

/// `closeWindow {}` → `{}` once all its tabs are gone; `forbidden` if one of them is not ours to close.
class CloseWindow final : public Operation {
public:
    using Operation::Operation;
    ~CloseWindow() override;
    void tabGone() override {}

private:
    void start() override;
    void close(const WindowId &window);

    Scheduler::Timer m_again;

    QMetaObject::Connection m_changes;
};

} // namespace cheetah

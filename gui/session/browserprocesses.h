// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/browserprocess.h"
#include "session/session.h"

#include <vector>

namespace cheetah::gui {

/// The browsers that were started in this window. Owned by the window, on the GUI thread.
class BrowserProcesses : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t mostListed = 50;

    /// `program` empty: `cheetah-browser` next to our own program, else in PATH. Session and log outlive it.
    BrowserProcesses(const Session &session, LogStore &log, QString program = {}, QObject *parent = nullptr);

    /// Empty if it was not found.
    const QString &program() const { return m_program; }
    /// In the order of their starts.
    const std::vector<std::unique_ptr<BrowserProcess>> &all() const { return m_all; }
    /// Null when too many are running.
    BrowserProcess *start(BrowserOrder order);
    /// Forgets one that ended.
    void forget(const BrowserProcess *browser);

    /// Those that end with the console and have not ended yet.
    int endingWithConsole() const;
    /// Ends those that do not stay; `allEnded` comes later, also if there is nothing to end. Who destroys this before that
    /// leaves them with the request to end.
    void endAll();

    /// A client id that neither the fleet nor a browser started here bears for this user, such as `browser-1`.
    ClientId freeClientId(const UserId &user) const;

signals:
    void aboutToAdd(int row);
    void added(int row);
    void aboutToRemove(int row);
    void removed(int row);
    void changed(int row);
    void allEnded();

private:
    void rowChanged(const BrowserProcess *browser);
    int rowOf(const BrowserProcess *browser) const;

    LogStore &m_log;
    const FleetStore &m_fleet;
    const QString m_program;
    std::vector<std::unique_ptr<BrowserProcess>> m_all;
    bool m_isEndingAll = false;
};

} // namespace cheetah::gui

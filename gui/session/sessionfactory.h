// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "console/nodeaccess.h"
#include "session/session.h"

#include <optional>
#include <utility>

namespace cheetah::gui {

/// A node to run in this process.
struct EmbedOptions {
    QString listen = QStringLiteral("127.0.0.1:7744"); ///< port 0: chosen by the system
    std::optional<std::pair<int, int>> browser;        ///< to be started for it, as windows × tabs in each
    QString registry = {};     ///< a Redis whose fleet it shares, such as `redis://host`; empty: a fleet in memory
    QString nodeId = {};       ///< its name among the nodes there; empty: of this machine's console
    QString passwordFile = {}; ///< with the password of that Redis, either this
    QString password = {};     ///< or the password itself; never kept
};

/// A node to look at.
struct ConnectOptions {
    QString url;
    QString tokenFile;   ///< either this
    QString token;       ///< or the token itself; never kept
    QString caFile = {}; ///< authorities that an https node is trusted by; empty: $CHEETAH_CA_FILE, else the system's
};

/// Makes sessions of every kind; each begins to connect at once. Owns the clock that they run on, and outlives them. Owned by
/// the Console.
class SessionFactory {
public:
    explicit SessionFactory(LogSink log);

    /// A node in this process, on a thread of its own. `bad_setting`, or what the node's configuration answers; that its
    /// port is in use and the like is told by the session's status.
    Result<std::unique_ptr<Session>> embed(const EmbedOptions &options);
    /// `bad_setting` for the address; what readToken answers for the file.
    Result<std::unique_ptr<Session>> connect(const ConnectOptions &options);
    Result<std::unique_ptr<Session>> demo();

private:
    const SystemClock m_clock;
    const LogSink m_log;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/log.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace cheetah::gui {

struct LogLine {
    WallTime at;
    LogLevel level = LogLevel::Info;
    QString category;
    QString text; ///< control characters shown as escapes; one line
};

/// What engine, console and started programs logged, in bounded memory, oldest first. Lines may come from any thread; they
/// are taken in on the GUI thread, at most `mostWaiting` between two turns of its loop, the rest is counted. Owned by the
/// application.
class LogStore : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t capacity = 20'000;
    static constexpr std::size_t mostWaiting = 5'000;

    explicit LogStore(QObject *parent = nullptr);
    ~LogStore() override;

    /// May be called on any thread and outlive this store.
    LogSink sink();
    void append(LogLevel level, std::string_view category, std::string_view text);

    const std::deque<LogLine> &lines() const { return m_lines; }
    std::uint64_t dropped() const { return m_dropped; }

signals:
    /// As JournalStore's.
    void aboutToChange(int removed, int added);
    void changed(int removed, int added);

private:
    struct Inbox;
    void takeIn();

    std::shared_ptr<Inbox> m_inbox;
    std::deque<LogLine> m_lines;
    std::uint64_t m_dropped = 0;
};

} // namespace cheetah::gui

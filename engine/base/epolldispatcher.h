// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QAbstractEventDispatcher>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace cheetah {

/// The event dispatcher of the engine's thread: a turn of the loop costs what is ready, not what is open, where Qt's own
/// polls every socket at each wake-up. Owned by the thread or application that it is installed in
/// (`QThread::setEventDispatcher` or `QCoreApplication::setEventDispatcher`, before the loop starts). Changes of a
/// socket's interest reach the kernel once a turn, so writing and flushing at once costs no system call. Posted events are
/// sent at the beginning of a turn and, where many sockets are ready, between them. It knows no user input and no GLib
/// sources. Only wakeUp() and interrupt() may be called from other threads.
class EpollDispatcher final : public QAbstractEventDispatcher {
public:
    explicit EpollDispatcher(QObject *parent = nullptr);
    ~EpollDispatcher() override;

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;

    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;

    /// Precise timers are due to the millisecond, coarse ones up to a twentieth of their interval later (so that they
    /// meet), very coarse ones at a full second. None is early.
    void registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object) override;
    bool unregisterTimer(int id) override;
    bool unregisterTimers(QObject *object) override;
    QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int id) override;

    void wakeUp() override;
    void interrupt() override;
    void closingDown() override;

    /// Something is likely to come within microseconds: for a moment from now on the loop looks out for it before it
    /// sleeps, as long as such hints prove right. Where callers, this thread and Redis wait for each other in turn, to
    /// sleep and be woken takes longer than each one's work, in a virtual machine above all.
    void expectSoon();

private:
    /// One descriptor: its notifiers by QSocketNotifier::Type, and what the kernel was told.
    struct Descriptor {
        QSocketNotifier *notifiers[3] = {};
        std::uint32_t told = 0;
        std::uint32_t generation = 0; ///< tells a reused descriptor from the one that an event was meant for
        bool dirty = false;
        bool alwaysReady = false; ///< a regular file, which epoll refuses
    };
    struct Timer {
        qint64 interval;
        qint64 due;
        Qt::TimerType type;
        QObject *object;
        std::uint32_t serial; ///< of its newest entry in the heap
        bool busy;            ///< inside its own event; not sent again by a nested loop
    };
    struct Due {
        qint64 due;
        int id;
        std::uint32_t serial;
        static bool later(const Due &a, const Due &b)
        {
            return a.due != b.due ? a.due > b.due : std::int32_t(a.serial - b.serial) > 0;
        }
    };

    std::uint32_t wanted(const Descriptor &descriptor) const;
    void touch(int fd);
    void tellKernel();
    void tellKernel(int fd);
    void setAlwaysReady(int fd, bool ready);

    int timeout(bool mayWait, bool withTimers);
    int waitForWakeUpOnly(int timeout);
    int lookOut(void *events);
    int activateSockets(const void *events, int count);
    int activateAlwaysReady();
    bool activate(int fd, std::uint32_t generation, std::uint32_t events);
    int activateTimers();

    void plan(int id, Timer &timer, qint64 earliest);
    Due popDue();
    bool isCurrent(const Due &due) const;
    void dropStaleDues();

    int m_epoll;
    int m_wakeUpFd;
    std::chrono::steady_clock::time_point m_lookUntil; ///< the epoch: there is nothing to look for
    int m_trust;                                       ///< in expectSoon(): grows as it proves right
    unsigned m_untried = 0;                            ///< hints without trust
    std::atomic<bool> m_interrupted = false;
    std::atomic<bool> m_woken = false;
    std::atomic<bool> m_blocking = false;

    std::vector<Descriptor> m_descriptors; ///< by file descriptor
    std::vector<int> m_dirty;
    std::vector<int> m_alwaysReady;
    std::unordered_map<int, Timer> m_timers;
    std::vector<Due> m_dues; ///< a heap, earliest first; stale entries are skipped and bounded
    std::uint32_t m_nextSerial = 0;
};

} // namespace cheetah

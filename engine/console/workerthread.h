// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QThread>

#include <functional>
#include <memory>

class QAbstractEventDispatcher;

namespace cheetah {

/// A thread with an event loop that runs what it is handed, in order. Owned by whoever hands it work; the destructor lets
/// everything that was handed over before run, and joins.
class WorkerThread {
public:
    /// `dispatcher`: of its loop, taken over; null: Qt's own.
    explicit WorkerThread(const QString &name, QAbstractEventDispatcher *dispatcher = nullptr);
    WorkerThread(const WorkerThread &) = delete;
    WorkerThread &operator=(const WorkerThread &) = delete;
    ~WorkerThread();

    /// Runs `work` at the next turn of the thread's loop. May be called from any thread.
    void post(std::function<void()> work);

private:
    QThread m_thread;
    std::unique_ptr<QObject> m_context; ///< lives on the thread
};

} // namespace cheetah

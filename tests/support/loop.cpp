// SPDX-License-Identifier: Apache-2.0
#include "support/loop.h"

#include "base/epolldispatcher.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDeadlineTimer>
#include <QtCore/QThread>
#include <QtCore/QTimer>

#include <memory>

namespace cheetah::test {

void onEngineThread(const std::function<void()> &body)
{
    const std::unique_ptr<QThread> thread(QThread::create([&body] {
        body();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }));
    thread->setEventDispatcher(new EpollDispatcher); // the thread owns it
    thread->start();
    thread->wait();
}

bool runUntil(const std::function<bool()> &condition, Millis limit)
{
    QTimer look;
    look.start(std::chrono::milliseconds(2));
    const QDeadlineTimer deadline(limit);
    QEventLoop loop;
    while (!condition()) {
        if (deadline.hasExpired())
            return false;
        loop.processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#include "console/workerthread.h"

#include <QtCore/QAbstractEventDispatcher>

namespace cheetah {

WorkerThread::WorkerThread(const QString &name, QAbstractEventDispatcher *dispatcher)
    : m_context(std::make_unique<QObject>())
{
    m_thread.setObjectName(name);
    if (dispatcher)
        m_thread.setEventDispatcher(dispatcher);
    m_context->moveToThread(&m_thread);
    m_thread.start();
}

WorkerThread::~WorkerThread()
{
    post([] { QThread::currentThread()->quit(); });
    m_thread.wait();
}

void WorkerThread::post(std::function<void()> work)
{
    QMetaObject::invokeMethod(m_context.get(), std::move(work), Qt::QueuedConnection);
}

} // namespace cheetah

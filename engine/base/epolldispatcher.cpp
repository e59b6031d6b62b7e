// SPDX-License-Identifier: Apache-2.0
#include "base/epolldispatcher.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtCore/QSocketNotifier>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <thread>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr int eventsPerTurn = 256;
constexpr int partsOfATurn = 4;
constexpr int leastInAPart = 2; ///< events
constexpr qint64 longestWait = 3'600'000;
/// What makes each notifier fire, by QSocketNotifier::Type; as poll() would report it.
constexpr std::array<std::uint32_t, 3> readiness = {EPOLLIN | EPOLLHUP | EPOLLERR, EPOLLOUT | EPOLLHUP | EPOLLERR,
                                                    EPOLLPRI | EPOLLHUP | EPOLLERR};
constexpr std::uint64_t wakeUpData = ~std::uint64_t(0);

constexpr std::chrono::microseconds longestLook(150); // some three times what being woken takes in a virtual machine
constexpr int mostTrust = 16;
constexpr int trustLost = 2;        // by a look in vain
constexpr unsigned trialEvery = 16; // hints, once there is no trust left

/// Monotonic milliseconds, rounded down.
qint64 nowMs()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

qint64 roundedUp(qint64 value, qint64 grain)
{
    return (value + grain - 1) / grain * grain;
}

qint64 aligned(qint64 due, qint64 interval, Qt::TimerType type)
{
    if (type == Qt::VeryCoarseTimer)
        return roundedUp(due, 1000);
    const qint64 slack = interval / 20;
    if (type == Qt::PreciseTimer || slack < 2)
        return due;
    return roundedUp(due, qint64(std::bit_floor(std::uint64_t(slack))));
}

} // namespace

EpollDispatcher::EpollDispatcher(QObject *parent)
    : QAbstractEventDispatcher(parent),
      m_epoll(epoll_create1(EPOLL_CLOEXEC)),
      m_wakeUpFd(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      m_trust(mostTrust)
{
    if (m_epoll < 0 || m_wakeUpFd < 0)
        qFatal("no descriptor left for the event loop");
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = wakeUpData;
    epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_wakeUpFd, &event);
}

EpollDispatcher::~EpollDispatcher()
{
    ::close(m_epoll);
    ::close(m_wakeUpFd);
}

bool EpollDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    m_interrupted = false;
    m_woken = false;
    Q_EMIT awake();
    QCoreApplication::sendPostedEvents();

    const bool withTimers = !(flags & QEventLoop::X11ExcludeTimers);
    const bool withSockets = !(flags & QEventLoop::ExcludeSocketNotifiers);
    const bool mayWait = (flags & QEventLoop::WaitForMoreEvents) && !m_interrupted;
    if (mayWait)
        Q_EMIT aboutToBlock();
    if (m_interrupted)
        return false;

    tellKernel();
    // The order of these two and of the same two in wakeUp() is what loses no wake-up.
    m_blocking = true;
    const int wait = timeout(mayWait && !m_woken && (!withSockets || m_alwaysReady.empty()), withTimers);
    std::array<epoll_event, eventsPerTurn> events;
    int count = wait != 0 && withSockets ? lookOut(events.data()) : 0;
    if (count == 0)
        count = withSockets ? epoll_wait(m_epoll, events.data(), eventsPerTurn, wait) : waitForWakeUpOnly(wait);
    m_blocking = false;
    if (mayWait)
        Q_EMIT awake();

    int done = 0;
    if (withSockets)
        done += activateSockets(events.data(), count) + activateAlwaysReady();
    if (withTimers)
        done += activateTimers();
    return done > 0;
}

int EpollDispatcher::timeout(bool mayWait, bool withTimers)
{
    if (!mayWait)
        return 0;
    if (!withTimers)
        return -1;
    while (!m_dues.empty() && !isCurrent(m_dues.front()))
        popDue();
    if (m_dues.empty())
        return -1;
    return int(std::clamp<qint64>(m_dues.front().due - nowMs(), 0, longestWait));
}

/// Sleeps without looking at sockets: what is ready there would end the sleep at once, again and again.
int EpollDispatcher::waitForWakeUpOnly(int timeout)
{
    pollfd wakeUp{m_wakeUpFd, POLLIN, 0};
    if (::poll(&wakeUp, 1, timeout) > 0) {
        std::uint64_t value;
        (void)!::read(m_wakeUpFd, &value, sizeof value);
    }
    return 0;
}

/// Whoever is to answer needs a processor meanwhile. Where hints proved wrong, only some are tried.
void EpollDispatcher::expectSoon()
{
    static const bool hasOthers = std::thread::hardware_concurrency() > 1;
    if (hasOthers && (m_trust > 0 || ++m_untried % trialEvery == 0))
        m_lookUntil = std::chrono::steady_clock::now() + longestLook;
}

/// How many events came before the look ended; 0 also where there is nothing to look for.
int EpollDispatcher::lookOut(void *events)
{
    using Clock = std::chrono::steady_clock;
    if (m_lookUntil == Clock::time_point())
        return 0;
    for (; Clock::now() < m_lookUntil; std::this_thread::yield())
        if (const int count = epoll_wait(m_epoll, static_cast<epoll_event *>(events), eventsPerTurn, 0)) {
            m_trust = std::min(m_trust + 1, mostTrust);
            return count;
        }
    m_trust = std::max(m_trust - trustLost, 0);
    m_lookUntil = {};
    return 0;
}

/// In parts, after each of which it sends what was posted, flushes above all: so whoever is asked, Redis for one, works while
/// the other sockets are heard. Else callers, this thread and Redis would each wait for the other two. The more are ready,
/// the more are heard at a time, for what leaves together costs less.
int EpollDispatcher::activateSockets(const void *events, int count)
{
    int done = 0;
    const int part = std::max(leastInAPart, count / partsOfATurn);
    const auto *event = static_cast<const epoll_event *>(events);
    for (int i = 0; i < count; ++i, ++event) {
        if (event->data.u64 == wakeUpData) {
            std::uint64_t value;
            (void)!::read(m_wakeUpFd, &value, sizeof value);
            ++done;
        } else {
            done += activate(int(event->data.u64 & 0xffffffffU), std::uint32_t(event->data.u64 >> 32), event->events);
        }
        if ((i + 1) % part == 0 && i + 1 < count)
            QCoreApplication::sendPostedEvents();
    }
    return done;
}

int EpollDispatcher::activateAlwaysReady()
{
    int done = 0;
    const std::vector<int> ready = m_alwaysReady;
    for (int fd : ready)
        done += activate(fd, m_descriptors[fd].generation, EPOLLIN | EPOLLOUT);
    return done;
}

/// Sends the descriptor's notifiers their event. Each is looked up again, for the one before may have destroyed it.
bool EpollDispatcher::activate(int fd, std::uint32_t generation, std::uint32_t events)
{
    bool sent = false;
    for (std::size_t type = 0; type < readiness.size(); ++type) {
        const Descriptor &descriptor = m_descriptors[fd];
        if (descriptor.generation != generation)
            break;
        if (!(events & readiness[type]) || !descriptor.notifiers[type])
            continue;
        QEvent event(QEvent::SockAct);
        QCoreApplication::sendEvent(descriptor.notifiers[type], &event);
        sent = true;
    }
    return sent;
}

void EpollDispatcher::registerSocketNotifier(QSocketNotifier *notifier)
{
    const int fd = int(notifier->socket());
    if (fd < 0)
        return;
    if (std::size_t(fd) >= m_descriptors.size())
        m_descriptors.resize(std::max<std::size_t>(fd + 1, m_descriptors.size() * 2));
    m_descriptors[fd].notifiers[notifier->type()] = notifier;
    touch(fd);
}

void EpollDispatcher::unregisterSocketNotifier(QSocketNotifier *notifier)
{
    const int fd = int(notifier->socket());
    if (fd < 0 || std::size_t(fd) >= m_descriptors.size() || m_descriptors[fd].notifiers[notifier->type()] != notifier)
        return;
    m_descriptors[fd].notifiers[notifier->type()] = nullptr;
    // The descriptor may be closed and its number given away before this turn ends.
    if (!wanted(m_descriptors[fd]))
        tellKernel(fd);
    else
        touch(fd);
}

std::uint32_t EpollDispatcher::wanted(const Descriptor &descriptor) const
{
    return (descriptor.notifiers[QSocketNotifier::Read] ? EPOLLIN : 0U)
         | (descriptor.notifiers[QSocketNotifier::Write] ? EPOLLOUT : 0U)
         | (descriptor.notifiers[QSocketNotifier::Exception] ? EPOLLPRI : 0U);
}

void EpollDispatcher::touch(int fd)
{
    if (!std::exchange(m_descriptors[fd].dirty, true))
        m_dirty.push_back(fd);
}

void EpollDispatcher::tellKernel()
{
    for (int fd : m_dirty) {
        m_descriptors[fd].dirty = false;
        tellKernel(fd);
    }
    m_dirty.clear();
}

void EpollDispatcher::tellKernel(int fd)
{
    Descriptor &descriptor = m_descriptors[fd];
    const std::uint32_t events = wanted(descriptor);
    if (!events) {
        ++descriptor.generation;
        if (std::exchange(descriptor.told, 0U))
            epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd, nullptr);
        setAlwaysReady(fd, false);
        return;
    }
    if (events == descriptor.told || descriptor.alwaysReady)
        return;

    epoll_event event{};
    event.events = events;
    event.data.u64 = std::uint64_t(descriptor.generation) << 32 | std::uint32_t(fd);
    const int operation = descriptor.told ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    int failed = epoll_ctl(m_epoll, operation, fd, &event);
    if (failed && operation == EPOLL_CTL_MOD && errno == ENOENT) // closed and opened again behind our back
        failed = epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd, &event);
    else if (failed && operation == EPOLL_CTL_ADD && errno == EEXIST)
        failed = epoll_ctl(m_epoll, EPOLL_CTL_MOD, fd, &event);
    if (failed && errno == EPERM)
        setAlwaysReady(fd, true);
    else if (!failed)
        descriptor.told = events;
}

void EpollDispatcher::setAlwaysReady(int fd, bool ready)
{
    if (std::exchange(m_descriptors[fd].alwaysReady, ready) == ready)
        return;
    if (ready)
        m_alwaysReady.push_back(fd);
    else
        std::erase(m_alwaysReady, fd);
}

void EpollDispatcher::registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object)
{
    Timer &timer = m_timers[id] = {interval, 0, type, object, 0, false};
    plan(id, timer, nowMs() + (interval ? interval + 1 : 0)); // nowMs() rounds down
}

bool EpollDispatcher::unregisterTimer(int id)
{
    return m_timers.erase(id) > 0;
}

bool EpollDispatcher::unregisterTimers(QObject *object)
{
    return std::erase_if(m_timers, [object](const auto &entry) { return entry.second.object == object; }) > 0;
}

QList<QAbstractEventDispatcher::TimerInfo> EpollDispatcher::registeredTimers(QObject *object) const
{
    QList<TimerInfo> list;
    for (const auto &[id, timer] : m_timers)
        if (timer.object == object)
            list.append(TimerInfo(id, int(timer.interval), timer.type));
    return list;
}

int EpollDispatcher::remainingTime(int id)
{
    const auto timer = m_timers.find(id);
    return timer == m_timers.end() ? -1 : int(std::max<qint64>(0, timer->second.due - nowMs()));
}

void EpollDispatcher::plan(int id, Timer &timer, qint64 earliest)
{
    timer.due = aligned(earliest, timer.interval, timer.type);
    timer.serial = ++m_nextSerial;
    m_dues.push_back({timer.due, id, timer.serial});
    std::push_heap(m_dues.begin(), m_dues.end(), Due::later);
    if (m_dues.size() > 64 + 2 * m_timers.size())
        dropStaleDues();
}

bool EpollDispatcher::isCurrent(const Due &due) const
{
    const auto timer = m_timers.find(due.id);
    return timer != m_timers.end() && timer->second.serial == due.serial && !timer->second.busy;
}

EpollDispatcher::Due EpollDispatcher::popDue()
{
    std::pop_heap(m_dues.begin(), m_dues.end(), Due::later);
    const Due due = m_dues.back();
    m_dues.pop_back();
    return due;
}

void EpollDispatcher::dropStaleDues()
{
    std::erase_if(m_dues, [this](const Due &due) { return !isCurrent(due); });
    std::make_heap(m_dues.begin(), m_dues.end(), Due::later);
}

/// Sends each timer that is due now its event, once: what is planned meanwhile has a newer serial and waits for the next
/// turn. They leave the heap one by one, so that a nested loop finds those that are still to come.
int EpollDispatcher::activateTimers()
{
    if (m_dues.empty())
        return 0;
    const qint64 now = nowMs();
    const std::uint32_t newest = m_nextSerial;
    int done = 0;
    while (!m_dues.empty() && m_dues.front().due <= now && std::int32_t(m_dues.front().serial - newest) <= 0) {
        const Due due = popDue();
        if (!isCurrent(due))
            continue;
        Timer &timer = m_timers.find(due.id)->second;
        timer.busy = true;
        timer.due = std::max(timer.due + timer.interval, now);
        QTimerEvent event(due.id);
        QCoreApplication::sendEvent(timer.object, &event);
        ++done;
        const auto after = m_timers.find(due.id);
        if (after == m_timers.end() || after->second.serial != due.serial)
            continue;
        after->second.busy = false;
        plan(due.id, after->second, after->second.due);
    }
    return done;
}

void EpollDispatcher::wakeUp()
{
    if (!m_woken.exchange(true) && m_blocking) {
        const std::uint64_t one = 1;
        (void)!::write(m_wakeUpFd, &one, sizeof one);
    }
}

void EpollDispatcher::interrupt()
{
    m_interrupted = true;
    wakeUp();
}

void EpollDispatcher::closingDown()
{
    m_timers.clear();
    m_dues.clear();
}

} // namespace cheetah

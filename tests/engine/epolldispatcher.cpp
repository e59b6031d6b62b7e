// SPDX-License-Identifier: Apache-2.0
// The engine's event loop: what Qt promises of an event dispatcher, and what it costs nothing for.
#include "base/epolldispatcher.h"
#include "support/loop.h"

#include <QtCore/QBasicTimer>
#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QEventLoop>
#include <QtCore/QSocketNotifier>
#include <QtCore/QTimer>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace cheetah::test {
namespace {

using namespace std::chrono_literals;

/// Two connected sockets; `ours` is watched, `theirs` writes.
struct Pair {
    Pair()
    {
        std::array<int, 2> fds;
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()), 0);
        ours = fds[0];
        theirs = fds[1];
    }
    ~Pair()
    {
        ::close(ours);
        ::close(theirs);
    }
    Pair(const Pair &) = delete;
    Pair &operator=(const Pair &) = delete;
    void say() const { EXPECT_EQ(::write(theirs, "x", 1), 1); }
    void hear() const
    {
        char byte;
        EXPECT_EQ(::read(ours, &byte, 1), 1);
    }
    int ours;
    int theirs;
};

TEST(EpollDispatcher, runsTimersInOrderAndNeverEarly)
{
    onEngineThread([] {
        std::vector<int> order;
        QElapsedTimer since;
        since.start();
        std::vector<std::unique_ptr<QTimer>> timers;
        for (int delay : {40, 0, 20, 80, 20}) {
            timers.push_back(std::make_unique<QTimer>());
            timers.back()->setSingleShot(true);
            timers.back()->setTimerType(delay == 80 ? Qt::CoarseTimer : Qt::PreciseTimer);
            QObject::connect(timers.back().get(), &QTimer::timeout, [&order, &since, delay] {
                EXPECT_GE(since.elapsed(), delay);
                order.push_back(delay);
            });
            timers.back()->start(delay);
        }
        ASSERT_TRUE(runUntil([&] { return order.size() == 5; }));
        EXPECT_EQ(order, (std::vector<int>{0, 20, 20, 40, 80}));
    });
}

TEST(EpollDispatcher, repeatsStopsAndRestartsTimersInsideTheirEvents)
{
    onEngineThread([] {
        int zero = 0;
        int repeated = 0;
        int doomed = 0;
        QTimer busy;
        QObject::connect(&busy, &QTimer::timeout, [&] { ++zero; });
        busy.start(0);
        QTimer repeating;
        QTimer victim;
        QObject::connect(&victim, &QTimer::timeout, [&] { ++doomed; });
        QObject::connect(&repeating, &QTimer::timeout, [&] {
            victim.stop();
            if (++repeated == 3)
                repeating.stop();
            else if (repeated == 2)
                repeating.start(1);
        });
        repeating.start(5);
        victim.start(8);
        ASSERT_TRUE(runUntil([&] { return repeated == 3 && zero > 10; }));
        EXPECT_EQ(repeating.remainingTime(), -1);
        EXPECT_LE(doomed, 1); // the machine may have been too slow to keep the two apart
        auto *dispatcher = QAbstractEventDispatcher::instance();
        EXPECT_EQ(dispatcher->registeredTimers(&busy).size(), 1);
        EXPECT_TRUE(dispatcher->unregisterTimers(&busy));
        EXPECT_TRUE(dispatcher->registeredTimers(&busy).isEmpty());
        busy.stop();
    });
}

TEST(EpollDispatcher, whatFewSocketsLeadToLeavesBeforeManyOthersAreHeard)
{
    onEngineThread([] {
        std::array<Pair, 8> pairs;
        QObject context;
        std::size_t heard = 0, heardAtFirstPosted = 0;
        std::vector<std::unique_ptr<QSocketNotifier>> notifiers;
        for (const Pair &pair : pairs) {
            pair.say();
            notifiers.push_back(std::make_unique<QSocketNotifier>(pair.ours, QSocketNotifier::Read));
            QObject::connect(notifiers.back().get(), &QSocketNotifier::activated, [&] {
                pair.hear();
                ++heard;
                QMetaObject::invokeMethod(
                    &context,
                    [&] {
                        if (!heardAtFirstPosted)
                            heardAtFirstPosted = heard;
                    },
                    Qt::QueuedConnection);
            });
        }
        ASSERT_TRUE(runUntil([&] { return heard == pairs.size() && heardAtFirstPosted; }));
        EXPECT_LE(heardAtFirstPosted, pairs.size() / 2);
    });
}

TEST(EpollDispatcher, runsOtherTimersInANestedLoopButNotTheBusyOne)
{
    onEngineThread([] {
        int depth = 0;
        int deepest = 0;
        bool nestedRan = false;
        QTimer outer;
        QTimer inner;
        QObject::connect(&inner, &QTimer::timeout, [&] { nestedRan = true; });
        QObject::connect(&outer, &QTimer::timeout, [&] {
            deepest = std::max(deepest, ++depth);
            inner.start(0);
            EXPECT_TRUE(runUntil([&] { return nestedRan; }));
            --depth;
            outer.stop();
        });
        outer.start(1);
        ASSERT_TRUE(runUntil([&] { return nestedRan && depth == 0; }));
        EXPECT_EQ(deepest, 1);
    });
}

TEST(EpollDispatcher, survivesNotifiersThatEndInsideAnEvent)
{
    onEngineThread([] {
        Pair first;
        Pair second;
        int events = 0;
        std::unique_ptr<QSocketNotifier> own = std::make_unique<QSocketNotifier>(first.ours, QSocketNotifier::Read);
        std::unique_ptr<QSocketNotifier> other = std::make_unique<QSocketNotifier>(second.ours, QSocketNotifier::Read);
        const auto endBoth = [&] {
            ++events;
            own.reset();
            other.reset();
        };
        QObject::connect(own.get(), &QSocketNotifier::activated, endBoth);
        QObject::connect(other.get(), &QSocketNotifier::activated, endBoth);
        first.say();
        second.say();
        ASSERT_TRUE(runUntil([&] { return events > 0; }));
        for (int i = 0; i < 10; ++i)
            QCoreApplication::processEvents();
        EXPECT_EQ(events, 1);
    });
}

TEST(EpollDispatcher, watchesAReusedDescriptor)
{
    onEngineThread([] {
        auto pair = std::make_unique<Pair>();
        const int number = pair->ours;
        int events = 0;
        auto notifier = std::make_unique<QSocketNotifier>(number, QSocketNotifier::Read);
        QCoreApplication::processEvents();
        notifier.reset();
        pair.reset();
        pair = std::make_unique<Pair>(); // the kernel gives the lowest free numbers
        ASSERT_EQ(pair->ours, number);
        notifier = std::make_unique<QSocketNotifier>(number, QSocketNotifier::Read);
        QObject::connect(notifier.get(), &QSocketNotifier::activated, [&] {
            ++events;
            pair->hear();
        });
        pair->say();
        ASSERT_TRUE(runUntil([&] { return events == 1; }));

        // Closed and opened again while somebody still watches: the kernel forgot it, a change of interest tells it anew.
        pair.reset();
        pair = std::make_unique<Pair>();
        ASSERT_EQ(pair->ours, number);
        QSocketNotifier writable(number, QSocketNotifier::Write);
        int writes = 0;
        QObject::connect(&writable, &QSocketNotifier::activated, [&] { ++writes; });
        pair->say();
        EXPECT_TRUE(runUntil([&] { return events == 2 && writes > 0; }));
    });
}

TEST(EpollDispatcher, takesRegularFilesForAlwaysReady)
{
    onEngineThread([] {
        const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
        ASSERT_GE(file, 0);
        int events = 0;
        {
            QSocketNotifier notifier(file, QSocketNotifier::Read);
            QObject::connect(&notifier, &QSocketNotifier::activated, [&] { ++events; });
            ASSERT_TRUE(runUntil([&] { return events >= 3; }));
        }
        ::close(file);
        const int before = events;
        for (int i = 0; i < 5; ++i)
            QCoreApplication::processEvents();
        EXPECT_EQ(events, before);
    });
}

TEST(EpollDispatcher, leavesSocketsAloneWhenAsked)
{
    onEngineThread([] {
        Pair pair;
        int events = 0;
        QSocketNotifier notifier(pair.ours, QSocketNotifier::Read);
        QObject::connect(&notifier, &QSocketNotifier::activated, [&] {
            ++events;
            pair.hear();
        });
        pair.say();
        // It sleeps until the timer, though the socket is ready all the time.
        QElapsedTimer since;
        since.start();
        bool expired = false;
        int turns = 0;
        QTimer::singleShot(50, Qt::PreciseTimer, &notifier, [&] { expired = true; });
        for (QEventLoop loop; !expired; ++turns)
            loop.processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::ExcludeSocketNotifiers);
        EXPECT_GE(since.elapsed(), 50);
        EXPECT_LE(turns, 5);
        EXPECT_EQ(events, 0);
        EXPECT_TRUE(runUntil([&] { return events == 1; }));
    });
}

TEST(EpollDispatcher, isWokenByOtherThreadsAndMissesNone)
{
    onEngineThread([] {
        constexpr int calls = 20'000;
        QEventLoop loop;
        int received = 0;
        const auto receive = [&] {
            if (++received == calls)
                loop.exit();
        };
        std::thread other([&] {
            for (int i = 0; i < calls; ++i) {
                QMetaObject::invokeMethod(&loop, receive, Qt::QueuedConnection);
                if (i % 64 == 0)
                    std::this_thread::yield();
            }
        });
        loop.exec(); // no timer helps here: a lost wake-up would hang, and the test's own time limit would tell
        other.join();
        EXPECT_EQ(received, calls);
    });
}

TEST(EpollDispatcher, hearsAllTheSameWhereSomethingIsExpectedSoon)
{
    onEngineThread([] {
        auto &dispatcher = dynamic_cast<EpollDispatcher &>(*QAbstractEventDispatcher::instance());
        const Pair pair;
        QSocketNotifier notifier(pair.ours, QSocketNotifier::Read);
        int heard = 0;
        QObject::connect(&notifier, &QSocketNotifier::activated, [&] {
            pair.hear();
            ++heard;
            dispatcher.expectSoon();
        });
        std::atomic<bool> goOn = false;
        std::thread other([&] {
            for (int i = 0; i < 50; ++i) {
                while (!goOn.exchange(false))
                    std::this_thread::yield();
                pair.say();
            }
        });
        for (int i = 1; i <= 50; ++i) { // now it comes while looked out for, now after a sleep that a timer ends
            dispatcher.expectSoon();
            if (i % 2) {
                bool fired = false;
                QTimer::singleShot(1, [&] { fired = true; });
                EXPECT_TRUE(runUntil([&] { return fired; }));
            }
            goOn = true;
            EXPECT_TRUE(runUntil([&] { return heard == i; }));
        }
        other.join();
        bool woken = false;
        dispatcher.expectSoon();
        std::thread waker([&] { QMetaObject::invokeMethod(&notifier, [&] { woken = true; }); });
        EXPECT_TRUE(runUntil([&] { return woken; }));
        waker.join();
    });
}

TEST(EpollDispatcher, endsALoopFromAnotherThread)
{
    onEngineThread([] {
        for (int i = 0; i < 200; ++i) {
            QEventLoop loop;
            std::thread other([&loop] { QMetaObject::invokeMethod(&loop, [&loop] { loop.exit(7); }); });
            EXPECT_EQ(loop.exec(), 7);
            other.join();
        }
        QEventLoop interrupted;
        auto *dispatcher = QAbstractEventDispatcher::instance();
        std::atomic<bool> back = false;
        std::thread other([&] {
            while (!back) {
                dispatcher->interrupt();
                std::this_thread::yield();
            }
        });
        interrupted.processEvents(QEventLoop::WaitForMoreEvents);
        back = true;
        other.join();
    });
}

TEST(EpollDispatcher, tellsOnlyTheReadyOfManySockets)
{
    onEngineThread([] {
        constexpr std::size_t count = 2'000;
        std::vector<std::unique_ptr<Pair>> pairs;
        std::vector<std::unique_ptr<QSocketNotifier>> notifiers;
        std::vector<int> events(count);
        for (std::size_t i = 0; i < count; ++i) {
            pairs.push_back(std::make_unique<Pair>());
            notifiers.push_back(std::make_unique<QSocketNotifier>(pairs[i]->ours, QSocketNotifier::Read));
            QObject::connect(notifiers[i].get(), &QSocketNotifier::activated, [&events, &pairs, i] {
                ++events[i];
                pairs[i]->hear();
            });
        }
        for (std::size_t i = 0; i < count; i += 3)
            pairs[i]->say();
        ASSERT_TRUE(runUntil([&] { return events[count / 3 * 3] == 1 && events[0] == 1; }));
        ASSERT_TRUE(runUntil([&] { return std::count(events.begin(), events.end(), 1) == long(count + 2) / 3; }));
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_EQ(events[i], i % 3 == 0) << i;
        notifiers[0]->setEnabled(false);
        pairs[0]->say();
        pairs[1]->say();
        ASSERT_TRUE(runUntil([&] { return events[1] == 1; }));
        EXPECT_EQ(events[0], 1);
        notifiers[0]->setEnabled(true);
        EXPECT_TRUE(runUntil([&] { return events[0] == 2; }));
    });
}

} // namespace
} // namespace cheetah::test

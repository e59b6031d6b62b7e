// SPDX-License-Identifier: Apache-2.0
// What a lease costs over Redis, through the pool's public API and by the bare steps.
// usage: redis_cycle engine|joined|raw SOCKET CONTEXTS SECONDS [INFLIGHT]
// SOCKET: of a redis-server that is this bench's alone; it is flushed. CONTEXTS idle ones, ten a client. INFLIGHT
// requesters at one time each acquire, renew and release, again and again.
// engine: WorkerContextManager over RedisRegistry. joined: the same, with release and next acquire in one call. raw:
// hiredis alone, with the same functions and arguments, that knows each context beforehand and reads nothing of the
// answers but handle and outcome.
// Prints one JSON line: cycles a second, microseconds of this process's and of Redis' CPU time a cycle, round trips.
#include "bench/redisground.h"
#include "pool/workercontextmanager.h"
#include "redis/packedblobs.h"
#include "registry/contextregistry.h"

#include <deque>

namespace cheetah::bench {
namespace {

struct Measured {
    long cycles = 0;
    double cpu = 0, redis = 0, wall = 0, roundTrips = 0;
};

/// INFLIGHT requesters through the manager.
class EngineLoad {
public:
    /// `joined`: releases and acquires in one call.
    EngineLoad(Ground &ground, bool joined) : m_ground(ground), m_joined(joined), m_view(ground.registry().source())
    {
        ManagerConfig config;
        config.node = node;
        RedisRegistry &registry = ground.registry();
        auto manager = WorkerContextManager::create(config, {registry.contexts(), registry.windows(),
                                                             registry.connections(), m_view, ground.scheduler(),
                                                             ground.clock(), ground.ids(), nullptr, &registry.bulk()});
        if (!manager)
            fail("no manager");
        m_manager = *std::move(manager);
    }

    Measured run(double duration, int inFlight)
    {
        m_end = seconds(CLOCK_MONOTONIC) + duration;
        const std::uint64_t sent = m_ground.client().counters().sent;
        for (int i = 0; i < inFlight; ++i)
            cycle();
        Ground::wait([&] { return m_open == 0; });
        return {m_cycles, 0, 0, 0, double(m_ground.client().counters().sent - sent) / double(m_cycles)};
    }

private:
    bool isOver() const { return seconds(CLOCK_MONOTONIC) > m_end; }
    AcquireRequest nextRequest()
    {
        AcquireRequest request;
        request.user = user;
        request.task = TaskId::trusted("task");
        request.request = RequestId::trusted("r" + std::to_string(++m_asked));
        return request;
    }
    void cycle()
    {
        if (isOver())
            return;
        ++m_open;
        m_manager->acquire(nextRequest(), m_scope, [this](Result<Lease> lease) { got(std::move(lease)); });
    }
    void got(Result<Lease> lease)
    {
        if (!lease)
            fail("nothing was got: " + std::string(name(lease.error().code)));
        renew(lease->handle);
    }
    void renew(const Handle &handle)
    {
        m_manager->renew(handle, m_scope, [this, handle](const Result<Renewed> &renewed) {
            if (!renewed)
                fail("a renewal failed");
            if (m_joined && !isOver())
                later([this, handle] { goOn(handle); });
            else
                release(handle);
        });
    }
    void goOn(const Handle &handle)
    {
        m_manager->releaseAndAcquire(handle, nextRequest(), m_scope, [this](Result<Lease> lease) {
            ++m_cycles;
            got(std::move(lease));
        });
    }
    void release(const Handle &handle)
    {
        m_manager->release(handle, m_scope, [this](const Result<Released> &released) {
            if (!released)
                fail("a release failed");
            ++m_cycles;
            later([this] {
                --m_open; // not before, or all that answer in one turn would look like the end
                cycle();
            });
        });
    }
    /// As another caller would, from the loop.
    template <class F>
    void later(F function)
    {
        m_ground.scheduler().post(m_scope.wrap(std::move(function)));
    }

    Ground &m_ground;
    const bool m_joined;
    FleetView m_view;
    std::unique_ptr<WorkerContextManager> m_manager;
    double m_end = 0;
    long m_cycles = 0, m_asked = 0, m_open = 0;
    Scope m_scope;
};

/// The same steps without an engine: pipelined over one connection, answers in order.
class RawLoad {
public:
    RawLoad(const Ground &ground, Plain &connection) : m_connection(connection)
    {
        m_meta = ground.keys.meta(0);
        m_policies = packPolicies({});
        for (const Ground::Known &known : ground.contexts)
            m_idle.push_back({known.name, nameBytes(known.name), std::to_string(known.generation)});
    }

    Measured run(double duration, int inFlight)
    {
        m_end = seconds(CLOCK_MONOTONIC) + duration;
        for (int i = 0; i < inFlight; ++i)
            acquire();
        while (!m_order.empty()) {
            int written = 0;
            while (!written)
                if (redisBufferWrite(m_connection.context(), &written) != REDIS_OK)
                    fail("Redis is gone");
            if (redisBufferRead(m_connection.context()) != REDIS_OK)
                fail("Redis is gone");
            void *reply = nullptr;
            while (redisReaderGetReply(m_connection.context()->reader, &reply) == REDIS_OK && reply) {
                take(static_cast<redisReply *>(reply));
                freeReplyObject(reply);
                reply = nullptr;
            }
        }
        return {m_cycles, 0, 0, 0, double(m_sent) / double(m_cycles)};
    }

private:
    struct Context {
        ContextName id;
        std::string name, generation;
    };
    struct Task {
        int stage = 0;
        Context context;
        RequestId request;
        std::string handle;
    };

    void send(const char *function, std::initializer_list<std::string_view> arguments)
    {
        const std::string name = RedisLibrary::functionName(function);
        std::vector<std::string_view> all = {"FCALL", name, "1", m_meta, m_policies};
        all.insert(all.end(), arguments);
        std::vector<const char *> texts;
        std::vector<std::size_t> sizes;
        for (const std::string_view one : all) {
            texts.push_back(one.data());
            sizes.push_back(one.size());
        }
        if (redisAppendCommandArgv(m_connection.context(), int(all.size()), texts.data(), sizes.data()) != REDIS_OK)
            fail("a command could not be written");
        ++m_sent;
    }
    void acquire()
    {
        if (seconds(CLOCK_MONOTONIC) > m_end)
            return;
        Task task{0, m_idle.front(), RequestId::trusted("r" + std::to_string(++m_asked)), {}};
        m_idle.pop_front();
        AssignArgs args;
        args.task = TaskId::trusted("task");
        args.request = task.request;
        args.node = node;
        send("assign", {task.context.name, nameBytes(task.context.id.user, task.request), task.context.generation,
                        packLease(args)});
        m_order.push_back(std::move(task));
    }
    /// In the delta the fence stands behind the context's name and one byte that tells what it is.
    static std::string handleIn(std::string_view delta, const Task &task)
    {
        constexpr std::size_t fenceBytes = 8;
        const std::size_t at = delta.find(task.context.name) + task.context.name.size() + 1;
        return std::string(delta.substr(at, fenceBytes)) + nameBytes(task.context.id.user, task.request);
    }
    void take(const redisReply *reply)
    {
        Task task = std::move(m_order.front());
        m_order.pop_front();
        if (reply->type != REDIS_REPLY_STRING)
            fail("a step failed");
        switch (task.stage++) {
        case 0:
            task.handle = handleIn({reply->str, reply->len}, task);
            send("renew", {task.context.name, task.handle});
            return m_order.push_back(std::move(task));
        case 1:
            send("release", {task.context.name, task.handle, "0"});
            return m_order.push_back(std::move(task));
        default:
            ++m_cycles;
            m_idle.push_back(std::move(task.context));
            acquire();
        }
    }

    Plain &m_connection;
    std::string m_meta, m_policies;
    std::deque<Context> m_idle;
    std::deque<Task> m_order;
    double m_end = 0;
    long m_cycles = 0, m_asked = 0, m_sent = 0;
};

int run(const std::string &mode, const std::string &socket, std::size_t contexts, double duration, int inFlight)
{
    Plain plain(socket);
    Ground ground(socket, contexts);
    std::optional<EngineLoad> engine;
    if (mode != "raw")
        engine.emplace(ground, mode == "joined");
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), redis = plain.cpu();
    Measured measured = engine ? engine->run(duration, inFlight) : RawLoad(ground, plain).run(duration, inFlight);
    measured.wall = seconds(CLOCK_MONOTONIC) - wall;
    measured.cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    measured.redis = plain.cpu() - redis;
    const double cycles = double(measured.cycles);
    std::printf("{\"rate\":%.0f,\"cpu_us\":%.2f,\"redis_us\":%.2f,\"round_trips\":%.2f}\n", cycles / measured.wall,
                measured.cpu / cycles * 1e6, measured.redis / cycles * 1e6, measured.roundTrips);
    return 0;
}

} // namespace
} // namespace cheetah::bench

int main(int argc, char **argv)
{
    if (argc < 5) {
        std::fprintf(stderr, "usage: redis_cycle engine|joined|raw SOCKET CONTEXTS SECONDS [INFLIGHT]\n");
        return 2;
    }
    QCoreApplication::setEventDispatcher(new cheetah::EpollDispatcher); // the application owns it
    QCoreApplication application(argc, argv);
    return cheetah::bench::run(argv[1], argv[2], std::strtoul(argv[3], nullptr, 10), std::atof(argv[4]),
                               argc > 5 ? std::atoi(argv[5]) : 64);
}

// SPDX-License-Identifier: Apache-2.0
// What a lease costs over Redis, through the pool's public API and by the bare steps.
// usage: redis_cycle engine|raw SOCKET CONTEXTS SECONDS [INFLIGHT]
// SOCKET: of a redis-server that is this bench's alone; it is flushed. CONTEXTS idle ones, ten a client. INFLIGHT
// requesters at one time each acquire, renew and release, again and again.
// engine: WorkerContextManager over RedisRegistry. raw: hiredis alone, with the same functions and arguments, that knows
// each context beforehand and reads nothing of the answers but handle and outcome.
// Prints one JSON line: cycles a second, microseconds of this process's and of Redis' CPU time a cycle, round trips.
#include "base/epolldispatcher.h"
#include "base/qtscheduler.h"
#include "pool/workercontextmanager.h"
#include "redis/createredisclient.h"
#include "redis/redisregistry.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <hiredis/hiredis.h>

namespace cheetah {
namespace {

constexpr int contextsPerClient = 10;
const UserId user = UserId::trusted("user");
const NodeId node = NodeId::trusted("node");

[[noreturn]] void fail(const std::string &what)
{
    std::fprintf(stderr, "redis_cycle: %s\n", what.c_str());
    std::exit(1);
}

double seconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

/// A plain blocking connection, for what is not measured.
class Plain {
public:
    explicit Plain(const std::string &socket) : m_context(redisConnectUnix(socket.c_str()))
    {
        if (!m_context || m_context->err)
            fail("no Redis at " + socket);
    }
    ~Plain() { redisFree(m_context); }
    Plain(const Plain &) = delete;
    Plain &operator=(const Plain &) = delete;

    std::string ask(const char *command)
    {
        auto *reply = static_cast<redisReply *>(redisCommand(m_context, command));
        std::string text = reply && reply->str ? std::string(reply->str, reply->len) : std::string();
        freeReplyObject(reply);
        return text;
    }
    double cpu()
    {
        const std::string info = ask("INFO cpu");
        const auto value = [&](const char *name) {
            const std::size_t at = info.find(name);
            return at == std::string::npos ? 0.0 : std::atof(info.c_str() + at + std::strlen(name));
        };
        return value("used_cpu_sys:") + value("used_cpu_user:");
    }
    redisContext *context() { return m_context; }

private:
    redisContext *m_context;
};

/// The deployment that both ways work on, put into Redis through the engine.
class Ground {
public:
    Ground(const std::string &socket, int count)
    {
        RedisUrl url;
        url.endpoints = {{{}, 0, socket}};
        auto client = createRedisClient(url, {}, {m_clock, m_scheduler, m_ids});
        if (!client)
            fail("no client");
        m_client = *std::move(client);
        wait([&] { return m_client->status().isReady(); });
        m_registry.emplace(*m_client, keys, m_policies, m_clock, m_scheduler, m_ids);
        (void)step<void>([&](auto reply) { m_registry->start(m_scope, std::move(reply)); });
        wait([&] { return m_registry->follower().state().kind == RedisFollower::State::Kind::Live; });
        NodeInfo info;
        info.id = node;
        info.incarnation = Incarnation::trusted("i");
        (void)step<void>([&](auto reply) { m_registry->connections().registerNode(info, m_scope, std::move(reply)); });
        for (int first = 0; first < count; first += contextsPerClient)
            addClient(first / contextsPerClient);
    }

    static constexpr auto wait = [](auto condition) {
        const double until = seconds(CLOCK_MONOTONIC) + 60;
        while (!condition()) {
            if (seconds(CLOCK_MONOTONIC) > until)
                fail("something takes too long");
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    };

    template <class T, class Call>
    Result<T> step(Call call)
    {
        std::optional<Result<T>> answer;
        call(Reply<T>([&](Result<T> result) { answer = std::move(result); }));
        wait([&] { return answer.has_value(); });
        if (!*answer)
            fail("a step failed: " + std::string(name(answer->error().code)) + ' ' + answer->error().detail);
        return *std::move(answer);
    }

    RedisRegistry &registry() { return *m_registry; }
    RedisClient &client() { return *m_client; }
    SystemClock &clock() { return m_clock; }
    Scheduler &scheduler() { return m_scheduler; }
    IdSource &ids() { return m_ids; }

    const RedisKeys keys{DeploymentId::trusted("bench"), 1};
    struct Known {
        ContextName name;
        std::uint64_t generation;
    };
    std::vector<Known> contexts;

private:
    void addClient(int number)
    {
        Hello hello;
        hello.client = {user, ClientId::trusted("client-" + std::to_string(number))};
        hello.epoch = Epoch::trusted("epoch");
        hello.node = node;
        hello.connection = ConnectionId::trusted("connection-" + std::to_string(number));
        hello.metadata = {{"lang", number % 2 ? "de" : "en"}, {"tier", std::to_string(number % 4)}};
        const auto welcome =
            step<Welcome>([&](auto reply) { m_registry->connections().hello(hello, m_scope, std::move(reply)); });
        Report report{hello.client, hello.epoch, 1, {}};
        report.windows.resize(1);
        report.windows[0].id = WindowId::trusted("window");
        for (int i = 0; i < contextsPerClient; ++i) {
            ReportedContext context;
            context.id = ContextId::trusted("ctx-" + std::to_string(number * contextsPerClient + i));
            context.title = "A page";
            context.url = "https://example.test/a/page";
            contexts.push_back({{user, hello.client.client, hello.epoch, context.id}, welcome->generation});
            report.windows[0].contexts.push_back(std::move(context));
        }
        (void)step<ReportAccepted>([&](auto reply) {
            m_registry->windows().report(report, {welcome->generation}, m_scope, std::move(reply));
        });
    }

    SystemClock m_clock;
    SystemIdSource m_ids;
    QtScheduler m_scheduler{m_clock};
    const DeploymentPolicies m_policies;
    std::unique_ptr<RedisClient> m_client;
    std::optional<RedisRegistry> m_registry;
    Scope m_scope;
};

struct Measured {
    long cycles = 0;
    double cpu = 0, redis = 0, wall = 0, roundTrips = 0;
};

/// INFLIGHT requesters through the manager.
class EngineLoad {
public:
    explicit EngineLoad(Ground &ground) : m_ground(ground), m_view(ground.registry().source())
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
    void cycle()
    {
        if (seconds(CLOCK_MONOTONIC) > m_end)
            return;
        ++m_open;
        AcquireRequest request;
        request.user = user;
        request.task = TaskId::trusted("task");
        request.request = RequestId::trusted("r" + std::to_string(++m_asked));
        m_manager->acquire(request, m_scope, [this](Result<Lease> lease) {
            if (!lease)
                fail("nothing was got: " + std::string(name(lease.error().code)));
            renew(lease->handle);
        });
    }
    void renew(const Handle &handle)
    {
        m_manager->renew(handle, m_scope, [this, handle](const Result<Renewed> &renewed) {
            if (!renewed)
                fail("a renewal failed");
            release(handle);
        });
    }
    void release(const Handle &handle)
    {
        m_manager->release(handle, m_scope, [this](const Result<Released> &released) {
            if (!released)
                fail("a release failed");
            ++m_cycles;
            --m_open;
            m_ground.scheduler().post(m_scope.wrap([this] { cycle(); })); // as another caller would, from the loop
        });
    }

    Ground &m_ground;
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
            m_idle.push_back({nameBytes(known.name), std::to_string(known.generation)});
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
        std::string name, generation;
    };
    struct Task {
        int stage = 0;
        Context context;
        std::string request, fence;
    };

    void send(const char *function, std::initializer_list<std::string_view> arguments)
    {
        std::vector<std::string_view> all = {"FCALL", function, "1", m_meta, m_policies};
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
        Task task{0, m_idle.front(), "r" + std::to_string(++m_asked), {}};
        m_idle.pop_front();
        send("cheetah1_assign", {task.context.name, "task", task.request, node.text(), task.context.generation, "", "",
                                 "0", "0", "0", "", "0"});
        m_order.push_back(std::move(task));
    }
    void take(const redisReply *reply)
    {
        Task task = std::move(m_order.front());
        m_order.pop_front();
        if (reply->type != REDIS_REPLY_ARRAY || reply->elements < 2 || reply->element[0]->integer != 0)
            fail("a step failed");
        switch (task.stage++) {
        case 0:
            task.fence.assign(reply->element[3]->str, reply->element[3]->len);
            send("cheetah1_renew", {task.context.name, task.request, task.fence});
            return m_order.push_back(std::move(task));
        case 1:
            send("cheetah1_release", {task.context.name, task.request, task.fence, "0"});
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

int run(const std::string &mode, const std::string &socket, int contexts, double duration, int inFlight)
{
    Plain plain(socket);
    plain.ask("FLUSHALL");
    Ground ground(socket, contexts);
    std::optional<EngineLoad> engine;
    if (mode == "engine")
        engine.emplace(ground);
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
} // namespace cheetah

int main(int argc, char **argv)
{
    if (argc < 5) {
        std::fprintf(stderr, "usage: redis_cycle engine|raw SOCKET CONTEXTS SECONDS [INFLIGHT]\n");
        return 2;
    }
    QCoreApplication::setEventDispatcher(new cheetah::EpollDispatcher); // the application owns it
    QCoreApplication application(argc, argv);
    return cheetah::run(argv[1], argv[2], std::atoi(argv[3]), std::atof(argv[4]), argc > 5 ? std::atoi(argv[5]) : 64);
}

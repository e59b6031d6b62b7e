// SPDX-License-Identifier: Apache-2.0
// What a lease costs through the public API of the pool over the memory registry.
// usage: pool_cycle N SECONDS [OCCUPANCY 0..1] [round-robin|least-busy]
//        pool_cycle sweep N SECONDS
// N contexts, ten a client, clients in twenty kinds of metadata. With that share leased: a random lease is released, one of
// a random kind that has something idle is acquired and renewed. Prints one JSON line: cycles a second, wall and CPU nanoseconds a cycle.
// sweep: all N are leased, each timeout sweep finds a hundred expired, which are leased again unmeasured. Prints the CPU
// nanoseconds of a sweep.
#include "pool/workercontextmanager.h"
#include "registry/memoryregistry.h"
#include "support/manualscheduler.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace cheetah {
namespace {

double seconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

void fail(const char *what)
{
    std::fprintf(stderr, "pool_cycle: %s\n", what);
    std::exit(1);
}

class Bench {
public:
    Bench(int contexts, const std::string &strategy) : m_strategy(strategy), m_registry({}, m_clock, m_ids)
    {
        auto manager = WorkerContextManager::create(
            config(), {m_registry, m_registry, m_registry, m_view, m_scheduler, m_clock, m_ids});
        if (!manager)
            fail("no manager");
        m_manager = std::move(*manager);
        registerNode();
        for (int first = 0, client = 0; first < contexts; first += contextsPerClient, ++client)
            addClient(client, std::min(contextsPerClient, contexts - first));
        for (int kind = 0; kind < kinds; ++kind) {
            auto requirements = std::make_shared<Requirements>();
            const auto added = addExpression(*requirements, "metadata.lang=" + std::string(languages[kind % 5]));
            if (!added || !addExpression(*requirements, "metadata.tier=" + std::to_string(kind % 4)))
                fail("bad requirements");
            m_requests[kind].user = UserId::trusted("user");
            m_requests[kind].task = TaskId::trusted("task-000123");
            m_requests[kind].strategy = strategy;
            m_requests[kind].requirements = requirements;
        }
    }

    void fill(std::size_t leases)
    {
        for (std::size_t i = 0; i < leases; ++i) {
            m_held.emplace_back();
            acquire(m_held.back().handle, m_held.back().kind);
        }
    }

    void cycle()
    {
        auto &[handle, kind] = m_held[m_ids.random() % m_held.size()];
        m_manager->release(handle, m_scope, [](const Result<Released> &released) {
            if (!released)
                fail("a release failed");
        });
        ++m_idle[kind];
        acquire(handle, kind);
        m_manager->renew(handle, m_scope, [](const Result<Renewed> &renewed) {
            if (!renewed)
                fail("a renewal failed");
        });
        if (++m_cycles % 64 == 0) {
            m_clock.advance(Micros(64));
            m_scheduler.runUntilIdle();
        }
    }
    long cycles() const { return m_cycles; }

    /// Renews the leases in groups at even distances over the task timeout.
    void spread()
    {
        m_step = timeout / int(m_held.size() / expiring) + Micros(1);
        for (std::size_t i = 0; i < m_held.size(); ++i) {
            if (i % expiring == 0)
                pass(m_step);
            m_manager->renew(m_held[i].handle, m_scope, [](const Result<Renewed> &renewed) {
                if (!renewed)
                    fail("a renewal failed");
            });
        }
    }

    /// Lets the next group expire and leases as many contexts again; the CPU seconds of the sweep alone.
    double sweep()
    {
        pass(m_step);
        std::uint32_t ended = 0;
        const double before = seconds(CLOCK_PROCESS_CPUTIME_ID);
        m_registry.expireAll(timeout, 2 * expiring, m_scope, [&](Result<SliceOutcome> outcome) {
            if (!outcome || outcome->more)
                fail("a sweep failed");
            ended = outcome->ended;
        });
        const double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
        if (ended != expiring)
            fail("a sweep ended others than those that expired");
        m_scheduler.runUntilIdle();
        const std::size_t first = m_sweeps++ * expiring % m_held.size();
        for (std::size_t i = first; i < first + expiring; ++i)
            ++m_idle[m_held[i].kind];
        for (std::size_t i = first; i < first + expiring; ++i)
            acquire(m_held[i].handle, m_held[i].kind);
        return spent;
    }

private:
    static constexpr Micros timeout = Seconds(300);
    static constexpr std::uint32_t expiring = 100; ///< leases a sweep
    static constexpr int kinds = 20;
    static constexpr int contextsPerClient = 10;
    static constexpr const char *languages[] = {"de", "en", "fr", "ja", "pt"};

    static ManagerConfig config()
    {
        ManagerConfig config;
        config.node = NodeId::trusted("node");
        return config;
    }
    void registerNode()
    {
        NodeInfo node;
        node.id = NodeId::trusted("node");
        node.incarnation = Incarnation::trusted("i");
        m_registry.registerNode(node, m_scope, [](Result<void> done) {
            if (!done)
                fail("no node");
        });
    }
    /// Lets time pass; the node's heartbeat keeps its clients' connections current.
    void pass(Micros time)
    {
        m_clock.advance(time);
        m_registry.heartbeat(NodeId::trusted("node"), Incarnation::trusted("i"), {}, m_scope, [](Result<void> beaten) {
            if (!beaten)
                fail("a heartbeat failed");
        });
    }
    void addClient(int number, int contexts)
    {
        char name[32];
        std::snprintf(name, sizeof name, "client-%04d", number);
        Hello hello;
        hello.client = {UserId::trusted("user"), ClientId::trusted(name)};
        hello.epoch = Epoch::trusted("epoch");
        hello.node = NodeId::trusted("node");
        hello.connection = ConnectionId::trusted(name);
        hello.metadata = {{"lang", languages[number % 5]}, {"tier", std::to_string(number % 4)}, {"client", name}};
        ReportSource source;
        m_registry.hello(hello, m_scope, [&](Result<Welcome> welcome) {
            if (!welcome)
                fail("a hello failed");
            source.generation = welcome->generation;
        });
        Report report;
        report.client = hello.client;
        report.epoch = hello.epoch;
        report.seq = 1;
        report.windows.resize(1);
        report.windows[0].id = WindowId::trusted("window");
        m_idle[number % kinds] += contexts;
        for (int i = 0; i < contexts; ++i) {
            ReportedContext context;
            context.id = ContextId::trusted("ctx-" + std::to_string(number * contextsPerClient + i));
            report.windows[0].contexts.push_back(context);
        }
        m_registry.report(report, source, m_scope, [](Result<ReportAccepted> accepted) {
            if (!accepted)
                fail("a report failed");
        });
    }
    void acquire(Handle &handle, int &kind)
    {
        kind = int(m_ids.random() % kinds);
        while (m_idle[kind] == 0)
            kind = (kind + 1) % kinds;
        --m_idle[kind];
        char id[32] = "r";
        m_requests[kind].request = RequestId::trusted({id, std::to_chars(id + 1, std::end(id), ++m_asked).ptr});
        m_manager->acquire(m_requests[kind], m_scope, [&](Result<Lease> &&lease) {
            if (!lease)
                fail("nothing was got");
            handle = std::move(lease->handle);
        });
    }

    const std::string m_strategy;
    test::ManualClock m_clock;
    test::ManualScheduler m_scheduler{m_clock};
    SeededIdSource m_ids{42};
    MemoryRegistry m_registry;
    FleetView m_view{m_registry};
    std::unique_ptr<WorkerContextManager> m_manager;
    AcquireRequest m_requests[kinds];
    struct Held {
        Handle handle;
        int kind = 0;
    };
    std::vector<Held> m_held;
    int m_idle[kinds] = {}; ///< contexts by kind
    long m_cycles = 0;
    long m_asked = 0;
    std::size_t m_sweeps = 0;
    Micros m_step{0};
    Scope m_scope;
};

int runSweeps(int contexts, double duration)
{
    Bench bench(contexts, "round-robin");
    bench.fill(std::size_t(contexts));
    bench.spread();
    double spent = 0;
    int sweeps = 0;
    const double start = seconds(CLOCK_MONOTONIC);
    for (; sweeps < 10 || seconds(CLOCK_MONOTONIC) - start < duration; ++sweeps)
        spent += bench.sweep();
    std::printf("{\"ns_sweep\":%.0f}\n", spent / sweeps * 1e9);
    return 0;
}

int run(int argc, char **argv)
{
    if (argc == 4 && std::string_view(argv[1]) == "sweep")
        return runSweeps(std::atoi(argv[2]), std::atof(argv[3]));
    if (argc < 3)
        fail("usage: pool_cycle N SECONDS [OCCUPANCY] [STRATEGY]");
    const int contexts = std::atoi(argv[1]);
    const double duration = std::atof(argv[2]);
    const double occupancy = argc > 3 ? std::atof(argv[3]) : 0.5;
    Bench bench(contexts, argc > 4 ? argv[4] : "round-robin");
    bench.fill(std::size_t(contexts * occupancy));
    for (int i = 0; i < contexts; ++i)
        bench.cycle(); // request memory and caches as in steady state
    const long before = bench.cycles();
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    while (seconds(CLOCK_MONOTONIC) - wall < duration)
        for (int i = 0; i < 256; ++i)
            bench.cycle();
    const double wallSpent = seconds(CLOCK_MONOTONIC) - wall, cpuSpent = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    const double cycles = double(bench.cycles() - before);
    std::printf("{\"rate\":%.0f,\"ns_wall\":%.1f,\"ns_cpu\":%.1f}\n", cycles / wallSpent, wallSpent / cycles * 1e9,
                cpuSpent / cycles * 1e9);
    return 0;
}

} // namespace
} // namespace cheetah

int main(int argc, char **argv)
{
    return cheetah::run(argc, argv);
}

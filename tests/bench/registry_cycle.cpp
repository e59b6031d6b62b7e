// SPDX-License-Identifier: Apache-2.0
// What a lease costs at the memory registry at several fleet sizes: CPU nanoseconds of assign + renew + release, half of
// the contexts leased.
// usage: bench_registry_cycle [CONTEXTS…]     default 1000 10000 100000
#include "base/idsource.h"
#include "registry/memoryregistry.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace cheetah;

namespace {

double cpuSeconds()
{
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

const UserId user = UserId::trusted("user");
constexpr std::size_t contextsPerClient = 10;

void fill(MemoryRegistry &registry, std::size_t contexts)
{
    const Scope scope;
    for (std::size_t i = 0; i < contexts / contextsPerClient; ++i) {
        const ClientName client{user, ClientId::trusted("client-" + std::to_string(i))};
        Hello hello{client,
                    ClientKind::Browser,
                    Epoch::trusted("epoch"),
                    "bench",
                    {},
                    {},
                    NodeId::trusted("node"),
                    ConnectionId::trusted("c" + std::to_string(i))};
        registry.hello(hello, scope, [](Result<Welcome>) {});
        Report report{client, hello.epoch, 1, {}};
        report.windows.push_back({WindowId::trusted("window"), "", false, false, {}, {}});
        for (std::size_t c = 0; c < contextsPerClient; ++c)
            report.windows[0].contexts.push_back({ContextId::trusted("context-" + std::to_string(c)),
                                                  "title",
                                                  "about:blank",
                                                  Health::Live,
                                                  false,
                                                  true,
                                                  {},
                                                  {}});
        registry.report(report, {}, scope, [](Result<ReportAccepted>) {});
    }
}

void measure(std::size_t contexts)
{
    DeploymentPolicies policies;
    policies.connectionLease = Seconds(3600);
    const SystemClock clock;
    SystemIdSource ids;
    MemoryRegistry registry(policies, clock, ids);
    fill(registry, contexts);

    const Scope scope;
    SeededIdSource random(7);
    std::vector<ContextKey> idle;
    std::vector<Handle> held;
    AssignArgs args;
    args.task = TaskId::trusted("task-000123");
    args.node = NodeId::trusted("node");
    std::uint64_t number = 0;
    std::size_t failures = 0;
    const auto assign = [&](ContextKey context) {
        args.context = std::move(context);
        args.request = RequestId::trusted("request-" + std::to_string(++number));
        registry.assign(args, scope, [&](Result<Assigned> assigned) {
            if (assigned)
                held.push_back(std::move(assigned->handle));
            else
                ++failures;
        });
    };
    held.reserve(contexts / 2 + 1);
    for (Slot slot = 0; slot < contexts; ++slot)
        if (slot % 2)
            idle.push_back(registry.fleet().key(slot));
        else
            assign(registry.fleet().key(slot));

    for (std::size_t i = held.size(); i > 1; --i)
        std::swap(held[i - 1], held[random.random() % i]);
    for (std::size_t i = idle.size(); i > 1; --i)
        std::swap(idle[i - 1], idle[random.random() % i]);

    // A lease ends, another context is leased and renewed; both lie anywhere in the fleet.
    std::size_t cycles = 0;
    const double start = cpuSeconds();
    do {
        for (std::size_t i = 0; i < 1000; ++i, ++cycles) {
            const std::size_t at = cycles % idle.size();
            Handle &one = held[cycles % (contexts / 2)];
            registry.release(one, EndCause::Released, scope, [&](Result<Released> result) { failures += !result; });
            assign(std::exchange(idle[at], std::move(one.context)));
            one = std::move(held.back());
            held.pop_back();
            registry.renew(one, scope, [&](Result<Renewed> result) { failures += !result; });
        }
    } while (cpuSeconds() - start < 2);
    std::printf("{\"contexts\":%zu,\"cycle_ns\":%.0f,\"failures\":%zu}\n", contexts,
                (cpuSeconds() - start) * 1e9 / double(cycles), failures);
    if (failures > 0)
        std::exit(1);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 1)
        for (const std::size_t contexts : {1'000u, 10'000u, 100'000u})
            measure(contexts);
    for (int i = 1; i < argc; ++i)
        measure(std::size_t(std::strtoul(argv[i], nullptr, 10)));
}

// SPDX-License-Identifier: Apache-2.0
// What each step costs Redis, in time and in memory, asked through the registries' interfaces.
// usage: redis_steps SOCKET CONTEXTS [INFLIGHT]
// SOCKET: of a redis-server that is this bench's alone; it is flushed. CONTEXTS: ten a client, at least 1,000. INFLIGHT: how
// many steps on a lease are asked at one time.
// Prints one JSON line:
//  bytes         a context (with its share of client and window), the same in this process, an assignment, a request id
//                that ended, a command that ended, an entry of the stream
//  steps         microseconds of Redis' CPU time a step on one lease, answering and reading from the socket included
//  p99_ms        the slowest of these steps' 99th percentiles, as Redis itself took the time; of each the best of three
//  touched       microseconds of Redis' CPU time a context that a step on many of them touched
//  slice         the most contexts that one step of a sweep or disconnect touched
//  reports       microseconds of Redis' CPU time a report of 500 tabs with one changed, by one client and by ten at a
//                time; report10 the same of 10 tabs; unchanged; heartbeat; follower: of a change for every further node, follower_own that node's CPU
#include "bench/leaseholder.h"
#include "pool/connectionsweeper.h"
#include "pool/workercontextmanager.h"

#include <map>

namespace cheetah::bench {
namespace {

constexpr std::size_t usuallyInFlight = 64;

/// How many contexts each delta touched since the last look.
class Touched final : public FleetObserver {
public:
    void fleetChanged(const Delta &delta) override
    {
        std::size_t here = 0;
        for (const Change &change : delta.changes)
            here += std::holds_alternative<AssignmentEnded>(change) || std::holds_alternative<ContextRemoved>(change);
        m_all += here;
        m_most = std::max(m_most, here);
    }
    void fleetReset() override { fail("the replica was loaded anew"); }
    std::size_t take() { return std::exchange(m_all, 0); }
    std::size_t most() const { return m_most; }

private:
    std::size_t m_all = 0, m_most = 0;
};

DeploymentPolicies policies()
{
    DeploymentPolicies policies;
    policies.disconnectPolicy = {DisconnectPolicy::Kind::Grace, Micros(0)}; // the sweep ends what is left, at once
    policies.contextRetention = Seconds(3);
    policies.connectionLease = Seconds(3600); // without heartbeats
    return policies;
}

class Steps {
public:
    Steps(const std::string &socket, std::size_t contexts, std::size_t inFlight)
        : m_plain(socket),
          m_before(emptied()),
          m_ownBefore(resident()),
          m_ground(socket, contexts, policies()),
          m_size(contexts),
          m_inFlight(inFlight),
          m_leases(m_ground),
          m_subscription(m_ground.registry().source().subscribe(m_touched))
    {
        m_bytes["context"] = (memory() - m_before) / double(contexts);
        m_bytes["context_in_a_node"] = (resident() - m_ownBefore) / double(contexts);
    }

    void run()
    {
        leases();
        for (int i = 0; i < 3; ++i)
            stepsOnOne();
        timeoutSweep();
        bigReports();
        smallReports();
        disconnects();
        if (m_size <= 10'000)
            followers();
        print();
    }

private:
    /// Also of the buffers that a client leaves behind in Redis.
    double emptied()
    {
        m_plain.ask("FLUSHALL");
        return memory();
    }
    /// In bytes, without the stream, which is as long everywhere.
    double memory()
    {
        const std::string stream = m_plain.ask("MEMORY USAGE " + keys().stream(0) + " SAMPLES 0");
        return Plain::valueIn(m_plain.ask("INFO memory"), "used_memory:") - std::atof(stream.c_str());
    }
    /// Of this process, in bytes.
    static double resident()
    {
        long all = 0, resident = 0;
        std::FILE *file = std::fopen("/proc/self/statm", "r");
        if (!file || std::fscanf(file, "%ld %ld", &all, &resident) != 2)
            fail("no /proc/self/statm");
        std::fclose(file);
        return double(resident) * 4096;
    }
    static RedisKeys keys() { return {DeploymentId::trusted("bench"), 1}; }

    /// Microseconds of Redis' CPU that `call` took.
    template <class Call>
    double cost(Call call)
    {
        const double before = m_plain.cpu();
        call();
        return (m_plain.cpu() - before) * 1e6;
    }

    /// So many steps on a lease each: start(i, done).
    template <class Start>
    void onOne(const char *name, std::size_t count, Start start)
    {
        m_plain.ask("CONFIG RESETSTAT");
        Cost &sum = m_steps[name];
        sum.us += cost([&] { Ground::each(count, m_inFlight, start); });
        sum.count += count;
        const std::string latencies = m_plain.ask("INFO latencystats");
        const std::size_t at = latencies.find("usec_fcall:");
        if (at == std::string::npos)
            fail("Redis took no times");
        sum.p99 = std::min(sum.p99, Plain::valueIn(latencies.substr(at), "p99=") / 1000);
    }

    /// Memory of leases and of what is remembered of them.
    void leases()
    {
        const std::size_t count = m_size / 2;
        m_leases.makeRoom(count);
        const double before = memory();
        Ground::each(count, usuallyInFlight, m_leases.acquiring());
        const double leased = memory();
        Ground::each(count, usuallyInFlight, m_leases.releasing());
        m_bytes["assignment"] = (leased - before) / double(count);
        m_bytes["ended_request"] = (memory() - before) / double(count);
        const std::string stream = m_plain.ask("MEMORY USAGE " + keys().stream(0) + " SAMPLES 0");
        m_bytes["stream_entry"] =
            std::atof(stream.c_str()) / std::atof(m_plain.ask("XLEN " + keys().stream(0)).c_str());
    }

    void stepsOnOne()
    {
        constexpr std::size_t count = 450;
        onOne("acquire", count, m_leases.acquiring());
        onOne("renew", count, m_leases.renewing());
        const double before = memory();
        commands(count);
        m_bytes["ended_command"] = (memory() - before) / double(count);
        onOne("release_and_acquire", count, m_leases.moving(count));
        onOne("ask_again", count, [this](std::size_t i, Done done) {
            registry().contexts().resolveRequest(user, m_leases.handle(i).request, scope(),
                                                 then<Assigned>([done](const Assigned &) { done(); }));
        });
        onOne("release", count, m_leases.releasing());
        Ground::each(count, usuallyInFlight, m_leases.acquiring());
        onOne("cancel", count, [this](std::size_t i, Done done) {
            registry().contexts().cancel(user, m_leases.handle(i).request, scope(),
                                         then<CancelOutcome>([done](const CancelOutcome &) { done(); }));
        });
    }

    /// A command through its life, on each of the leases.
    void commands(std::size_t count)
    {
        const std::size_t first = m_commands;
        m_commands += count;
        const auto id = [first](std::size_t i) { return CommandId::trusted("command-" + std::to_string(first + i)); };
        const auto taken = [](const Done &done) {
            return then<CommandRecord>([done](const CommandRecord &) { done(); });
        };
        onOne("admit", count, [&](std::size_t i, Done done) {
            CommandRecord record;
            record.id = id(i);
            record.user = user;
            record.context = m_leases.handle(i).context.name;
            record.handle = m_leases.handle(i);
            record.content = {"evaluate", R"({"script":"document.title"})"};
            record.node = node;
            record.deadline = registry().source().now() + Seconds(60);
            registry().evidence().admit(record, scope(), then<Admission>([done](const Admission &) { done(); }));
        });
        onOne("begin_send", count, [&](std::size_t i, Done done) {
            registry().evidence().beginSend(user, id(i), m_leases.context(i).generation, scope(), taken(done));
        });
        onOne("acknowledge", count, [&](std::size_t i, Done done) {
            registry().evidence().acknowledge(user, id(i), m_leases.handle(i).name().epoch, scope(), taken(done));
        });
        onOne("result", count, [&](std::size_t i, Done done) {
            CommandEnd end;
            end.user = user;
            end.command = id(i);
            end.result = R"("A page")";
            end.epoch = m_leases.handle(i).name().epoch;
            registry().evidence().end(end, scope(), taken(done));
        });
    }

    /// Of those whose lease ended meanwhile the sweep finds and drops what it kept of it: it touches them too.
    void timeoutSweep()
    {
        constexpr std::size_t count = 450;
        const std::string kept = "ZCARD " + keys().key(0, "renewed");
        Ground::each(count, usuallyInFlight, m_leases.acquiring());
        m_ground.pause(Millis(2));
        const double before = std::atof(m_plain.ask(kept).c_str());
        m_touched.take();
        const double us = cost([this] {
            while (m_ground
                       .step<SliceOutcome>([this](auto reply) {
                           registry().bulk().expireAll(Millis(1), TimeoutSweeper::sliceSize, scope(), std::move(reply));
                       })
                       .more) {
            }
        });
        if (m_touched.take() != count)
            fail("the timeout sweep did not end all leases");
        m_many["timeout_sweep"] = us / (before - std::atof(m_plain.ask(kept).c_str()));
    }

    /// Repeats a slice while it tells that there is more; what it touched is taken from the deltas.
    template <class Slice>
    void inSlices(const char *name, Slice slice)
    {
        m_touched.take();
        const double us = cost([&] {
            while (slice()) {
            }
        });
        const std::size_t touched = m_touched.take();
        if (touched < 450)
            fail(std::string(name) + " touched too little");
        double &dearest = m_many[name];
        dearest = std::max(dearest, us / double(touched));
    }

    void bigReports()
    {
        constexpr std::size_t count = 10, tabs = 500;
        std::size_t first = 0;
        m_many["report"] = cost([&] { first = m_ground.addClients(count, tabs); }) / double(count * tabs);
        m_reports["report"] = changingReports(first, 1, 3000);
        m_reports["report_of_ten"] = changingReports(first, count, 300);
    }
    void smallReports()
    {
        constexpr std::size_t count = 2000;
        m_reports["report10"] = changingReports(0, 1, count);
        m_reports["report10_of_ten"] = changingReports(0, 10, count / 10);
        m_reports["unchanged"] = cost([&] {
                                     Ground::each(count, 1, [this](std::size_t, Done done) {
                                         const Report report = m_ground.nextReport(0);
                                         registry().windows().unchanged(
                                             report.client, report.epoch, report.seq, {m_ground.contexts[0].generation},
                                             scope(), then<ReportAccepted>([done](const auto &) { done(); }));
                                     });
                                 })
                               / double(count);
        m_reports["heartbeat"] =
            cost([&] {
                Ground::each(count, 1, [this](std::size_t, Done done) {
                    registry().connections().heartbeat(node, m_ground.incarnation, {}, scope(), then<void>(done));
                });
            })
            / double(count);
    }
    /// Each tells another title of one tab: so many clients at one time, each one report after the other.
    double changingReports(std::size_t first, std::size_t clients, std::size_t reports)
    {
        const double us = cost([&] {
            Ground::each(clients, clients,
                         [=, this](std::size_t i, Done done) { reportChange(first + i, reports, std::move(done)); });
        });
        return us / double(clients * reports);
    }
    void reportChange(std::size_t number, std::size_t left, Done done)
    {
        if (left == 0)
            return done();
        auto &tabs = m_ground.clients[number].windows[0].contexts;
        tabs[left % tabs.size()].title = "Another page " + std::to_string(++m_titles);
        const Fleet &fleet = registry().source().fleet();
        const std::uint64_t generation = fleet.client(fleet.find(m_ground.clients[number].client)).state->generation;
        registry().windows().report(m_ground.nextReport(number), {generation}, scope(),
                                    then<ReportAccepted>([=, this](const ReportAccepted &accepted) {
                                        if (!accepted.changed)
                                            fail("a report changed nothing");
                                        reportChange(number, left - 1, done);
                                    }));
    }

    /// Fully leased clients end: first half by an operator's word and at once, the others by the sweep; then all of
    /// them go as their retention passed.
    void disconnects()
    {
        constexpr std::size_t count = 40, tabs = 50, leased = count * tabs; // a client is a slice
        const std::size_t first = m_ground.contexts.size();
        const std::size_t client = m_ground.addClients(count, tabs);
        m_leases.makeRoom(leased);
        Ground::each(leased, usuallyInFlight, [&](std::size_t i, Done done) {
            m_leases.assign(m_ground.contexts[first + i], i, std::move(done));
        });
        std::size_t next = client;
        inSlices("disconnect", [&] {
            disconnect(next);
            while (endSlice(next)) {
            }
            return ++next < client + count / 2;
        });
        for (; next < client + count; ++next)
            disconnect(next);
        const auto sweep = [this] {
            return m_ground
                .step<ConnectionSweepOutcome>([this](auto reply) {
                    registry().connections().sweep(ConnectionSweeper::sliceSize, scope(), std::move(reply));
                })
                .more;
        };
        inSlices("sweep", sweep);
        m_ground.pause(policies().contextRetention + Millis(1));
        inSlices("sweep", sweep);
    }
    void disconnect(std::size_t number)
    {
        m_ground.step<std::uint64_t>([&](auto reply) {
            registry().connections().disconnect(m_ground.clients[number].client, 0, Micros(0), scope(),
                                                std::move(reply));
        });
    }
    bool endSlice(std::size_t number)
    {
        return m_ground
            .step<SliceOutcome>([&](auto reply) {
                registry().contexts().endAssignments(m_ground.clients[number].client, ManagerConfig().disconnectSlice,
                                                     scope(), std::move(reply));
            })
            .more;
    }

    /// What a change costs for every further node that follows: Redis, and the node.
    void followers()
    {
        constexpr std::size_t count = 20000, others = 4;
        Ground::each(1, 1, m_leases.acquiring());
        const auto renewals = [this] {
            const double own = seconds(CLOCK_PROCESS_CPUTIME_ID);
            const double redis = cost([this] {
                Ground::each(count, usuallyInFlight,
                             [renew = m_leases.renewing()](std::size_t, Done done) { renew(0, std::move(done)); });
                m_ground.awaitFollowers();
            });
            return std::pair(redis, (seconds(CLOCK_PROCESS_CPUTIME_ID) - own) * 1e6);
        };
        const auto alone = renewals();
        m_ground.addFollowers(others);
        const auto followed = renewals();
        m_reports["follower"] = (followed.first - alone.first) / double(count * others);
        m_reports["follower_own"] = (followed.second - alone.second) / double(count * others);
    }

    RedisRegistry &registry() { return m_ground.registry(); }
    const Scope &scope() const { return m_ground.scope(); }

    struct Cost {
        double us = 0;
        std::size_t count = 0;
        double p99 = 1e9; ///< in milliseconds; the least of its measurements, for others keep this machine busy too
    };
    void print() const
    {
        std::string steps;
        double p99 = 0;
        for (const auto &[name, cost] : m_steps) {
            steps += member(name, cost.us / double(cost.count));
            p99 = std::max(p99, cost.p99);
        }
        const auto object = [](const std::map<std::string, double> &values) {
            std::string text;
            for (const auto &[name, value] : values)
                text += member(name, value);
            return '{' + text.substr(0, text.size() - 1) + '}';
        };
        steps.pop_back();
        const std::size_t slice =
            std::max({std::size_t(TimeoutSweeper::sliceSize), std::size_t(ConnectionSweeper::sliceSize),
                      std::size_t(ManagerConfig().disconnectSlice), m_touched.most()});
        std::printf("{\"bytes\":%s,\"steps\":{%s},\"p99_ms\":%.3f,\"touched\":%s,\"slice\":%zu,\"reports\":%s}\n",
                    object(m_bytes).c_str(), steps.c_str(), p99, object(m_many).c_str(), slice,
                    object(m_reports).c_str());
    }
    static std::string member(const std::string &name, double value)
    {
        char text[80];
        std::snprintf(text, sizeof text, "\"%s\":%.2f,", name.c_str(), value);
        return text;
    }

    Plain m_plain;
    const double m_before, m_ownBefore;
    Ground m_ground;
    const std::size_t m_size, m_inFlight;
    LeaseHolder m_leases;
    Touched m_touched;
    FleetSource::Subscription m_subscription;
    std::size_t m_commands = 0, m_titles = 0;
    std::map<std::string, Cost> m_steps;
    std::map<std::string, double> m_bytes, m_many, m_reports;
};

} // namespace
} // namespace cheetah::bench

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: redis_steps SOCKET CONTEXTS [INFLIGHT]\n");
        return 2;
    }
    QCoreApplication::setEventDispatcher(new cheetah::EpollDispatcher); // the application owns it
    QCoreApplication application(argc, argv);
    const std::size_t inFlight = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : cheetah::bench::usuallyInFlight;
    cheetah::bench::Steps(argv[1], std::strtoul(argv[2], nullptr, 10), inFlight).run();
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/epolldispatcher.h"
#include "base/qtscheduler.h"
#include "redis/createredisclient.h"
#include "redis/redisregistry.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <hiredis/hiredis.h>

// What the benchmarks over Redis stand on. A Redis is theirs alone: it is flushed.
namespace cheetah::bench {

inline const UserId user = UserId::trusted("user");
inline const NodeId node = NodeId::trusted("node");

[[noreturn]] inline void fail(const std::string &what)
{
    std::fprintf(stderr, "bench: %s\n", what.c_str());
    std::exit(1);
}

inline double seconds(clockid_t clock)
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

    std::string ask(const std::string &command)
    {
        auto *reply = static_cast<redisReply *>(redisCommand(m_context, command.c_str()));
        if (!reply || reply->type == REDIS_REPLY_ERROR)
            fail(command + ": " + (reply ? reply->str : "Redis is gone"));
        std::string text = reply->str                         ? std::string(reply->str, reply->len)
                         : reply->type == REDIS_REPLY_INTEGER ? std::to_string(reply->integer)
                                                              : std::string();
        freeReplyObject(reply);
        return text;
    }
    /// Of all that Redis did so far, in seconds.
    double cpu()
    {
        const std::string info = ask("INFO cpu");
        return valueIn(info, "used_cpu_sys:") + valueIn(info, "used_cpu_user:");
    }
    /// The number that follows `name`; 0 where there is none.
    static double valueIn(const std::string &info, const char *name)
    {
        const std::size_t at = info.find(name);
        return at == std::string::npos ? 0.0 : std::atof(info.c_str() + at + std::strlen(name));
    }
    redisContext *context() { return m_context; }

private:
    redisContext *m_context;
};

/// A deployment of one node, put into a flushed Redis through the engine.
class Ground {
public:
    struct Known {
        ContextName name;
        std::uint64_t generation = 0; ///< of its client
    };

    /// With so many contexts, ten a client.
    Ground(const std::string &socket, std::size_t size, const DeploymentPolicies &policies = {})
        : m_socket(socket), m_policies(policies)
    {
        Plain(socket).ask("FLUSHALL");
        m_members.push_back(join());
        NodeInfo info;
        info.id = node;
        info.incarnation = incarnation;
        step<void>([&](auto reply) { registry().connections().registerNode(info, m_scope, std::move(reply)); });
        addClients(size / tabsPerClient, tabsPerClient);
    }

    template <class Condition>
    static void wait(Condition condition)
    {
        const double until = seconds(CLOCK_MONOTONIC) + 60;
        while (!condition()) {
            if (seconds(CLOCK_MONOTONIC) > until)
                fail("something takes too long");
            QCoreApplication::sendPostedEvents();
            if (!condition()) // else the turn would go on to sleep, until some timer
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }

    /// Lets time pass.
    void pause(Micros time)
    {
        bool over = false;
        const Scheduler::Timer timer = m_scheduler.after(time, [&over] { over = true; });
        wait([&over] { return over; });
    }

    /// One step, and its answer.
    template <class T, class Call>
    T step(Call call)
    {
        std::optional<Result<T>> answer;
        call(Reply<T>([&](Result<T> result) { answer = std::move(result); }));
        wait([&] { return answer.has_value(); });
        if constexpr (std::is_void_v<T>)
            must(*answer);
        else
            return must(*std::move(answer));
    }

    /// The value; ends the program where there is none.
    template <class T>
    static T must(Result<T> result)
    {
        if (!result)
            fail("a step failed: " + std::string(name(result.error().code)) + ' ' + result.error().detail);
        if constexpr (!std::is_void_v<T>)
            return *std::move(result);
    }

    /// Starts `count` steps, `inFlight` of them at one time, and waits for all: start(i, done) has done() called at the end.
    template <class Start>
    static void each(std::size_t count, std::size_t inFlight, Start start)
    {
        std::size_t open = 0, next = 0;
        wait([&] {
            while (open < inFlight && next < count) {
                ++open;
                start(next++, [&open] { --open; });
            }
            return open == 0 && next == count;
        });
    }

    /// Connects so many further clients with one window of so many tabs each, and gives the number of the first.
    std::size_t addClients(std::size_t count, std::size_t tabs)
    {
        const std::size_t first = clients.size(), firstContext = contexts.size();
        clients.resize(first + count);
        contexts.resize(firstContext + count * tabs);
        each(count, 64, [&](std::size_t i, auto done) {
            connect(first + i, firstContext + i * tabs, tabs, [done]() { done(); });
        });
        return first;
    }

    /// What the client reports next.
    Report nextReport(std::size_t number)
    {
        ++clients[number].seq;
        return clients[number];
    }

    /// Has so many others follow the deployment, as further nodes do.
    void addFollowers(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            m_members.push_back(join());
    }
    /// Waits until they stand where the first stands.
    void awaitFollowers()
    {
        const auto number = [](Member &member) { return member.registry->source().fleet().revision(); };
        wait([&] {
            return std::all_of(m_members.begin(), m_members.end(),
                               [&](const auto &member) { return number(*member) == number(*m_members.front()); });
        });
    }

    RedisRegistry &registry() { return *m_members.front()->registry; }
    RedisClient &client() { return *m_members.front()->client; }
    SystemClock &clock() { return m_clock; }
    Scheduler &scheduler() { return m_scheduler; }
    IdSource &ids() { return m_ids; }
    const Scope &scope() const { return m_scope; }

    static constexpr std::size_t tabsPerClient = 10;
    const Incarnation incarnation = Incarnation::trusted("i");
    const RedisKeys keys{DeploymentId::trusted("bench"), 1};
    std::vector<Known> contexts;
    std::vector<Report> clients; ///< the last report of each

private:
    /// One process' view of the deployment.
    struct Member {
        std::unique_ptr<RedisClient> client;
        std::optional<RedisRegistry> registry;
    };
    std::unique_ptr<Member> join()
    {
        RedisUrl url;
        url.endpoints = {{{}, 0, m_socket}};
        auto client = createRedisClient(url, {}, {m_clock, m_scheduler, m_ids});
        if (!client)
            fail("no client");
        auto member = std::make_unique<Member>();
        member->client = *std::move(client);
        wait([&] { return member->client->status().isReady(); });
        RedisRegistry &registry =
            member->registry.emplace(*member->client, keys, m_policies, m_clock, m_scheduler, m_ids);
        step<void>([&](auto reply) { registry.start(m_scope, std::move(reply)); });
        wait([&] { return registry.follower().state().kind == RedisFollower::State::Kind::Live; });
        return member;
    }

    template <class Then>
    void connect(std::size_t number, std::size_t firstContext, std::size_t tabs, Then then)
    {
        Hello hello;
        hello.client = {user, ClientId::trusted("client-" + std::to_string(number))};
        hello.epoch = Epoch::trusted("epoch");
        hello.node = node;
        hello.connection = ConnectionId::trusted("connection-" + std::to_string(number));
        hello.metadata = {{"lang", number % 2 ? "de" : "en"}, {"tier", std::to_string(number % 4)}};
        Report &report = clients[number];
        report = {hello.client, hello.epoch, 0, {}};
        report.windows.resize(1);
        report.windows[0].id = WindowId::trusted("window");
        for (std::size_t i = firstContext; i < firstContext + tabs; ++i) {
            ReportedContext context;
            context.id = ContextId::trusted("ctx-" + std::to_string(i));
            context.title = "A page";
            context.url = "https://example.test/a/page";
            contexts[i].name = {user, hello.client.client, hello.epoch, context.id};
            report.windows[0].contexts.push_back(std::move(context));
        }
        registry().connections().hello(hello, m_scope, [=, this](Result<Welcome> welcome) {
            const std::uint64_t generation = must(std::move(welcome)).generation;
            for (std::size_t i = firstContext; i < firstContext + tabs; ++i)
                contexts[i].generation = generation;
            registry().windows().report(nextReport(number), {generation}, m_scope,
                                        [then](Result<ReportAccepted> accepted) {
                                            must(std::move(accepted));
                                            then();
                                        });
        });
    }

    const std::string m_socket;
    const DeploymentPolicies m_policies;
    SystemClock m_clock;
    SystemIdSource m_ids;
    QtScheduler m_scheduler{m_clock};
    std::vector<std::unique_ptr<Member>> m_members;
    Scope m_scope;
};

} // namespace cheetah::bench

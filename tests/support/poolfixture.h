// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pool/workercontextmanager.h"
#include "registry/memoryregistry.h"
#include "support/manualscheduler.h"

#include <gtest/gtest.h>

#include <deque>

namespace cheetah::test {

/// Hands every step on to a registry, and may lose answers after their effect or keep calls back. It offers no bulk
/// release, like the simplest registry there may be.
class UnreliableRegistry final : public ContextRegistry {
public:
    explicit UnreliableRegistry(ContextRegistry &registry) : m_registry(registry) {}

    int loseAnswers = 0;   ///< of the next assigns and resolutions: done, but answered `unavailable`
    bool holdBack = false; ///< assigns wait for deliver()
    int assigns = 0;

    void deliver()
    {
        holdBack = false;
        for (auto &call : std::exchange(m_held, {}))
            call();
    }
    /// Takes the step that waits longest; what follows from it waits too. False if none waits.
    bool deliverOne()
    {
        if (m_held.empty())
            return false;
        const auto call = std::move(m_held.front());
        m_held.pop_front();
        call();
        return true;
    }

    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override
    {
        ++assigns;
        if (!holdBack)
            return m_registry.assign(args, scope, mayLose(std::move(reply)));
        auto kept = std::make_shared<Reply<Assigned>>(std::move(reply));
        m_held.push_back([this, args, kept, guard = scope.guard()] {
            m_registry.assign(args, m_scope, [kept, guard](Result<Assigned> result) {
                if (guard.alive())
                    (*kept)(std::move(result));
            });
        });
    }
    void resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                        Reply<Assigned> reply) override
    {
        m_registry.resolveRequest(user, request, scope, mayLose(std::move(reply)));
    }
    void renew(const Handle &h, const Scope &s, Reply<Renewed> r) override { m_registry.renew(h, s, std::move(r)); }
    void release(const Handle &h, EndCause c, const Scope &s, Reply<Released> r) override
    {
        m_registry.release(h, c, s, std::move(r));
    }
    void releaseAndAssign(const Handle &h, const AssignArgs &a, const Scope &s, Reply<Assigned> r) override
    {
        m_registry.releaseAndAssign(h, a, s, std::move(r));
    }
    void cancel(const UserId &u, const RequestId &q, const Scope &s, Reply<CancelOutcome> r) override
    {
        m_registry.cancel(u, q, s, std::move(r));
    }
    void forceRelease(const ContextName &n, Fence f, const Scope &s, Reply<Released> r) override
    {
        m_registry.forceRelease(n, f, s, std::move(r));
    }
    void endAssignments(const ClientName &c, std::uint32_t l, const Scope &s, Reply<SliceOutcome> r) override
    {
        m_registry.endAssignments(c, l, s, std::move(r));
    }
    void scanAssignments(const std::string &c, std::uint32_t l, const Scope &s, Reply<ScanPage> r) override
    {
        m_registry.scanAssignments(c, l, s, std::move(r));
    }
    void expire(const Handle &h, RegistryTime t, const Scope &s, Reply<Released> r) override
    {
        m_registry.expire(h, t, s, std::move(r));
    }
    void enqueue(const Waiter &w, const Scope &s, Reply<std::uint64_t> r) override
    {
        m_registry.enqueue(w, s, std::move(r));
    }
    void dequeue(const UserId &u, std::uint64_t p, const Scope &s, Reply<void> r) override
    {
        m_registry.dequeue(u, p, s, std::move(r));
    }
    void requesterClosed(const ConnectionId &c, const Scope &s, Reply<void> r) override
    {
        m_registry.requesterClosed(c, s, std::move(r));
    }
    void settle(const ContextName &n, const std::vector<CommandId> &seen, const Scope &s, Reply<void> r) override
    {
        m_registry.settle(n, seen, s, std::move(r));
    }
    void drain(const Drain &d, const Scope &s, Reply<Drain> r) override { m_registry.drain(d, s, std::move(r)); }
    void undrain(const DrainTarget &t, const Scope &s, Reply<void> r) override
    {
        m_registry.undrain(t, s, std::move(r));
    }

private:
    Reply<Assigned> mayLose(Reply<Assigned> reply)
    {
        if (loseAnswers == 0)
            return reply;
        --loseAnswers;
        return [then = std::move(reply)](const Result<Assigned> &) mutable { then(Error(ErrorCode::Unavailable)); };
    }

    ContextRegistry &m_registry;
    std::deque<std::function<void()>> m_held;
    Scope m_scope;
};

/// Notes what the pool asks of browsers; a test answers.
class NotingPort final : public ProvisionPort {
public:
    struct Asked {
        ProvisionOrder order;
        Reply<ProvisionDone> reply;
    };
    std::vector<Asked> created;
    std::vector<ProvisionId> questions;
    ProvisionStatus status_;
    std::vector<ContextNamePtr> closed;

    void create(const ProvisionOrder &order, const Scope &, Reply<ProvisionDone> reply) override
    {
        created.push_back({order, std::move(reply)});
    }
    void status(const ClientName &, const Epoch &, const ProvisionId &provision, const Scope &,
                Reply<ProvisionStatus> reply) override
    {
        questions.push_back(provision);
        reply(status_);
    }
    void closeContexts(const std::vector<ContextNamePtr> &contexts) override
    {
        closed.insert(closed.end(), contexts.begin(), contexts.end());
    }
};

/// A manager over a memory registry on virtual time, with clients that a test moves.
struct PoolFixture : ::testing::Test {
    ManualClock clock;
    ManualScheduler scheduler{clock};
    SeededIdSource ids{7};
    MemoryRegistry registry{policies(), clock, ids};
    UnreliableRegistry unreliable{registry};
    FleetView view{registry};
    NotingPort port;
    std::vector<JournalEntry> journal;
    std::unique_ptr<WorkerContextManager> manager;
    std::map<ClientName, Report> reports;
    std::map<ClientName, Hello> hellos;
    Scope scope;

    static DeploymentPolicies policies()
    {
        DeploymentPolicies policies;
        policies.waiterLimit = 20;
        return policies;
    }
    static ManagerConfig config()
    {
        ManagerConfig config;
        config.node = NodeId::trusted("n");
        return config;
    }
    PoolFixture()
    {
        NodeInfo node;
        node.id = NodeId::trusted("n");
        node.incarnation = Incarnation::trusted("i");
        registry.registerNode(node, scope, [](const Result<void> &done) { EXPECT_TRUE(done); });
        make(config());
    }
    void make(const ManagerConfig &config, bool reliable = true)
    {
        manager.reset();
        ContextRegistry &contexts = reliable ? static_cast<ContextRegistry &>(registry) : unreliable;
        auto made = WorkerContextManager::create(
            config, {contexts, registry, registry, view, scheduler, clock, ids, &port, nullptr,
                     [this](JournalEntry entry) { journal.push_back(std::move(entry)); }});
        ASSERT_TRUE(made);
        manager = std::move(*made);
    }

    static ClientName client(std::string_view id) { return {UserId::trusted("u"), ClientId::trusted(std::string(id))}; }

    void connect(std::string_view id, int tabs, Metadata metadata = {}, CapacityLimits limits = {},
                 std::string epoch = "e")
    {
        Hello hello;
        hello.client = client(id);
        hello.epoch = Epoch::trusted(epoch);
        hello.node = NodeId::trusted("n");
        hello.connection = ConnectionId::trusted("s" + std::string(id));
        hello.metadata = std::move(metadata);
        hello.limits = limits;
        hellos[hello.client] = hello;
        registry.hello(hello, scope, [](const Result<Welcome> &welcome) { EXPECT_TRUE(welcome); });
        Report &report = reports[hello.client] = {};
        report.client = hello.client;
        report.epoch = hello.epoch;
        report.windows.resize(1);
        report.windows[0].id = WindowId::trusted("w");
        for (int i = 0; i < tabs; ++i)
            tab(id, std::to_string(i));
        send(id);
    }
    ReportedContext &tab(std::string_view clientId, const std::string &id)
    {
        auto &contexts = reports[client(clientId)].windows[0].contexts;
        ReportedContext context;
        context.id = ContextId::trusted(id);
        contexts.push_back(context);
        return contexts.back();
    }
    void send(std::string_view id)
    {
        Report &report = reports[client(id)];
        ++report.seq;
        registry.report(report, {generation(id)}, scope,
                        [](const Result<ReportAccepted> &accepted) { EXPECT_TRUE(accepted); });
    }
    std::uint64_t generation(std::string_view id)
    {
        return registry.fleet().client(registry.fleet().find(client(id))).state->generation;
    }
    void disconnect(std::string_view id)
    {
        registry.closed(client(id), generation(id), scope,
                        [](const Result<std::uint32_t> &done) { EXPECT_TRUE(done); });
    }

    AcquireRequest request(std::string task = "t")
    {
        AcquireRequest request;
        request.user = UserId::trusted("u");
        request.task = TaskId::trusted(task);
        request.request = RequestId::trusted("r-" + task + "-" + std::to_string(++m_requests));
        return request;
    }
    static void require(AcquireRequest &request, std::string_view expression)
    {
        auto requirements = std::make_shared<Requirements>();
        if (request.requirements)
            *requirements = *request.requirements;
        EXPECT_TRUE(addExpression(*requirements, expression)) << expression;
        request.requirements = requirements;
    }

    /// What a call was answered, if it was.
    template <class T>
    using Answer = std::shared_ptr<std::vector<Result<T>>>;

    Answer<Lease> acquire(const AcquireRequest &wanted, const Scope &requester)
    {
        return acquire(wanted, requester, *manager);
    }
    static Answer<Lease> acquire(const AcquireRequest &wanted, const Scope &requester, WorkerContextManager &at)
    {
        auto answer = std::make_shared<std::vector<Result<Lease>>>();
        at.acquire(wanted, requester, [answer](Result<Lease> lease) { answer->push_back(std::move(lease)); });
        return answer;
    }
    Answer<Lease> acquire(const AcquireRequest &wanted) { return acquire(wanted, scope); }
    Lease got(const AcquireRequest &wanted) { return got(acquire(wanted)); }
    static Lease got(const Answer<Lease> &answer)
    {
        EXPECT_EQ(answer->size(), 1u);
        if (answer->size() != 1)
            return {};
        EXPECT_TRUE(answer->front()) << (answer->front() ? "" : name(answer->front().error().code));
        return answer->front() ? *answer->front() : Lease();
    }
    static std::string_view code(const Answer<Lease> &answer)
    {
        if (answer->size() != 1)
            return answer->empty() ? "not answered" : "answered twice";
        return answer->front() ? "granted" : name(answer->front().error().code);
    }
    std::string_view code(const AcquireRequest &wanted) { return code(acquire(wanted)); }

    std::string release(const Handle &handle)
    {
        std::string text = "not answered";
        manager->release(handle, scope, [&](const Result<Released> &released) {
            text = released ? (released->already ? "already" : "released") : name(released.error().code);
        });
        return text;
    }
    std::string renew(const Handle &handle)
    {
        std::string text = "not answered";
        manager->renew(handle, scope, [&](const Result<Renewed> &renewed) {
            text = renewed ? "renewed" : name(renewed.error().code);
        });
        return text;
    }
    static std::string where(const Lease &lease)
    {
        return lease.handle.context.name ? lease.handle.name().client.string() + lease.handle.name().context.string()
                                         : "-";
    }

private:
    int m_requests = 0;
};

} // namespace cheetah::test

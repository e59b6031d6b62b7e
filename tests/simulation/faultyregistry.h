// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/stepreplica.h"
#include "simulation/sharedstore.h"
#include "simulation/storelink.h"

namespace cheetah::simulation {

/// How badly a registry behaves towards one node. Probabilities of one step.
struct Faults {
    double immediate = 0.3; ///< answered before the call returns
    double refused = 0.03;  ///< answered `unavailable`, and nothing happened
    double lost = 0.03;     ///< answered `unavailable`, and it happened
    double slow = 0.1;      ///< of those not immediate: takes up to `slowest` each way
    Micros usual = Millis(20);
    Micros slowest = Millis(2'500);

    static Faults none() { return {1, 0, 0, 0, Micros(0), Micros(0)}; }
};

/// The way of one node to the registry: each step arrives later, its answer comes back later still, one step overtakes
/// another, and what was answered `unavailable` may have happened or not (registry/reply.h). What is under way goes on
/// when the node's process ends; its answers then find no Scope. Over a shared store steps keep their order, and an answer
/// comes once the replica shows the step. Owned by the simulation, outlives its lane's process.
class FaultyRegistry : public InterceptedRegistry<FaultyRegistry, AnyRegistry> {
public:
    /// `network` carries steps to the registry, `home` the answers to the node.
    FaultyRegistry(AnyRegistry &inner, Random &random, Lane &network, Lane &home)
        : InterceptedRegistry(inner), m_random(random), m_network(network), m_home(home)
    {}

    void setFaults(const Faults &faults) { m_faults = faults; }
    /// The context registry as a node sees it, with the bulk release or without (SPEC W5).
    ContextRegistry &contexts(bool withBulk) { return withBulk ? static_cast<ContextRegistry &>(*this) : m_plain; }
    std::uint64_t lostAnswers() const { return m_lost; }
    std::uint64_t refusedSteps() const { return m_refused; }
    std::uint64_t delayedSteps() const { return m_delayed; }

    template <class T, class Run>
    void step(Step, const Scope &scope, Reply<T> reply, Run run)
    {
        if (m_link)
            return askStore<T>(scope, std::move(reply), std::move(run));
        const Fate fate = decide();
        if (fate.immediate) {
            if (fate.refused)
                return reply(Error(ErrorCode::Unavailable));
            return run(Reply<T>([lost = fate.lost, reply = std::move(reply)](Result<T> result) mutable {
                reply(lost ? Result<T>(Error(ErrorCode::Unavailable)) : std::move(result));
            }));
        }
        auto kept = std::make_shared<Reply<T>>(std::move(reply));
        m_network.later(fate.there, [this, fate, kept, guard = scope.guard(), run = std::move(run)]() mutable {
            const auto comeBack = [this, fate, kept, guard](Result<T> result) {
                auto answer = std::make_shared<Result<T>>(fate.lost ? Result<T>(Error(ErrorCode::Unavailable))
                                                                    : std::move(result));
                m_home.later(fate.back, [kept, guard, answer] {
                    if (guard.alive())
                        (*kept)(std::move(*answer));
                });
            };
            if (fate.refused)
                return comeBack(Error(ErrorCode::Unavailable));
            run(Reply<T>(comeBack));
        });
    }

protected:
    void share(SharedStore &store, StoreLink &link)
    {
        m_store = &store;
        m_link = &link;
    }
    /// As step(), over a store that is shared.
    template <class T, class Run>
    void askStore(const Scope &scope, Reply<T> reply, Run run)
    {
        const bool refused = m_random.chance(m_faults.refused);
        const bool lost = !refused && m_random.chance(m_faults.lost);
        m_refused += refused;
        m_lost += lost;
        auto kept = std::make_shared<Reply<T>>(std::move(reply));
        m_link->carry([this, refused, lost, kept, caller = scope.guard(), connection = m_store->connection(),
                       run = std::move(run)]() -> std::function<void()> {
            const auto answer = std::make_shared<Result<T>>(Error(ErrorCode::Unavailable));
            const auto tell = [kept, caller, answer] {
                if (caller.alive())
                    (*kept)(std::move(*answer));
            };
            if (refused || !m_store->reachable() || m_store->connection() != connection)
                return tell;
            if (m_store->empty())
                return [this, tell] {
                    if (m_replica)
                        m_replica->storeLost(0);
                    tell();
                };
            const std::uint64_t before = m_store->made();
            const auto happened = std::make_shared<Result<T>>(Error(ErrorCode::Internal));
            run(Reply<T>([happened](Result<T> result) { *happened = std::move(result); }));
            if (lost)
                return tell;
            return [this, tell, answer, happened, connection, entries = m_store->madeSince(before)] {
                if (m_store->connection() != connection)
                    return tell();
                *answer = std::move(*happened);
                taken(entries, tell);
            };
        });
    }

    SharedStore *m_store = nullptr;   ///< null: the registry is in the node's own process
    StepReplica *m_replica = nullptr; ///< of the process that runs; over a shared store

private:
    struct Fate {
        bool immediate = true, refused = false, lost = false;
        Micros there{0}, back{0};
    };
    Fate decide();
    /// The replica learns what the step changed, whatever became of whoever asked.
    void taken(const std::vector<StreamedDelta> &entries, const std::function<void()> &then);

    /// Hides that bulk release is offered.
    class Plain final : public ContextRegistry {
    public:
        explicit Plain(ContextRegistry &full) : m_full(full) {}
        void assign(const AssignArgs &a, const Scope &s, Reply<Assigned> r) override
        {
            m_full.assign(a, s, std::move(r));
        }
        void renew(const Handle &h, const Scope &s, Reply<Renewed> r) override { m_full.renew(h, s, std::move(r)); }
        void release(const Handle &h, EndCause c, const Scope &s, Reply<Released> r) override
        {
            m_full.release(h, c, s, std::move(r));
        }
        void releaseAndAssign(const Handle &h, const AssignArgs &a, const Scope &s, Reply<Assigned> r) override
        {
            m_full.releaseAndAssign(h, a, s, std::move(r));
        }
        void resolveRequest(const UserId &u, const RequestId &q, const Scope &s, Reply<Assigned> r) override
        {
            m_full.resolveRequest(u, q, s, std::move(r));
        }
        void cancel(const UserId &u, const RequestId &q, const Scope &s, Reply<CancelOutcome> r) override
        {
            m_full.cancel(u, q, s, std::move(r));
        }
        void forceRelease(const ContextName &n, Fence f, const Scope &s, Reply<Released> r) override
        {
            m_full.forceRelease(n, f, s, std::move(r));
        }
        void endAssignments(const ClientName &c, std::uint32_t l, const Scope &s, Reply<SliceOutcome> r) override
        {
            m_full.endAssignments(c, l, s, std::move(r));
        }
        void scanAssignments(const std::string &c, std::uint32_t, const Scope &s, Reply<ScanPage> r) override
        {
            m_full.scanAssignments(c, 3, s, std::move(r)); // small pages, so that there are several
        }
        void expire(const Handle &h, RegistryTime t, const Scope &s, Reply<Released> r) override
        {
            m_full.expire(h, t, s, std::move(r));
        }
        void enqueue(const Waiter &w, const Scope &s, Reply<std::uint64_t> r) override
        {
            m_full.enqueue(w, s, std::move(r));
        }
        void dequeue(const UserId &u, std::uint64_t p, const Scope &s, Reply<void> r) override
        {
            m_full.dequeue(u, p, s, std::move(r));
        }
        void requesterClosed(const ConnectionId &c, const Scope &s, Reply<void> r) override
        {
            m_full.requesterClosed(c, s, std::move(r));
        }
        void settle(const ContextName &n, const std::vector<CommandId> &seen, const Scope &s, Reply<void> r) override
        {
            m_full.settle(n, seen, s, std::move(r));
        }
        void drain(const Drain &d, const Scope &s, Reply<Drain> r) override { m_full.drain(d, s, std::move(r)); }
        void undrain(const DrainTarget &t, const Scope &s, Reply<void> r) override
        {
            m_full.undrain(t, s, std::move(r));
        }

    private:
        ContextRegistry &m_full;
    };

    Plain m_plain{*this};
    Random &m_random;
    Lane &m_network;
    Lane &m_home;
    StoreLink *m_link = nullptr;
    Faults m_faults;
    std::uint64_t m_lost = 0, m_refused = 0, m_delayed = 0;
};

} // namespace cheetah::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "node/democlient.h"
#include "node/localengine.h"

#include <atomic>

namespace cheetah {

/// The machine's clock, put back until a demo has played what happened before it was opened. Only ever catches up.
class DemoClock final : public Clock {
public:
    explicit DemoClock(Micros behind) : m_behind(behind.count()) {}
    SteadyTime steady() const override { return m_clock.steady() - behind(); }
    WallTime wall() const override { return m_clock.wall() - behind(); }

    Micros behind() const { return Micros(m_behind.load()); }
    void catchUp(Micros by) { m_behind.store(std::max(Micros(0), behind() - by).count()); }

private:
    SystemClock m_clock;
    std::atomic<std::int64_t> m_behind;
};

/// Plays a sample against a node without end: clients come and go, tasks take contexts, work in them, renew, release or forget
/// to, and wait where nothing is free. Everything goes through the node's own methods, so that whatever is shown, counted,
/// refused or explained is the engine's doing. Owned by the local engine, on its thread.
class DemoPlayer final : public NodeCompany {
public:
    static Result<std::unique_ptr<NodeCompany>> create(DemoSample sample, std::uint64_t seed,
                                                       std::shared_ptr<DemoClock> clock, Node &node,
                                                       const Node::Environment &environment);

private:
    struct Task {
        Handle handle;
        bool forgetsToRenew = false;
        RegistryTime endsAt, renewAt, sendAt;
    };

    DemoPlayer(DemoSample sample, std::uint64_t seed, std::shared_ptr<DemoClock> clock, Node &node,
               const Node::Environment &environment);
    void playPast();
    void turn();
    void beginTask(Micros wait);
    void began(const DemoSample::Job &job, const Result<std::string> &lease);
    void goOn(Task &task);
    void sendSomething(const Task &task);
    void flap();
    const DemoSample::Job &anyJob();
    void call(std::string_view method, const std::string &params, AccessScope scope,
              std::function<void(const Result<std::string> &)> done = {});
    RegistryTime now() const { return m_node.fleet().now(); }

    const DemoSample m_sample;
    const std::shared_ptr<DemoClock> m_clock;
    Node &m_node;
    std::vector<std::unique_ptr<DemoClient>> m_clients;
    std::map<Fence, Task> m_tasks;
    std::uint64_t m_lastTask = 4700;
    std::size_t m_asking = 0; ///< acquires under way
    RegistryTime m_flapAt;
    Scope m_scope;
    DemoStage m_stage; ///< last, so that nothing of it comes later
};

} // namespace cheetah

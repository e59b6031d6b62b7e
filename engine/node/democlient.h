// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "node/demosample.h"
#include "node/node.h"

#include <random>

namespace cheetah {

/// Chance and later, for everybody in a demo; withdraws what is still to come when it dies. Owned by the player.
class DemoStage {
public:
    DemoStage(Scheduler &scheduler, std::uint64_t seed) : m_scheduler(scheduler), m_random(seed) {}

    void after(Micros delay, std::function<void()> function);
    Micros between(Micros least, Micros most);
    std::size_t below(std::size_t count) { return std::size_t(m_random() % count); }
    bool chance(double probability) { return double(m_random() % 1'000'000) < probability * 1e6; }

private:
    Scheduler &m_scheduler;
    std::mt19937_64 m_random;
    std::map<std::uint64_t, Scheduler::Timer> m_timers;
    std::uint64_t m_lastTimer = 0;
};

/// A browser that is none: says hello, reports its windows and carries out commands after a while, as one at a socket would,
/// but by calls (SPEC W7, D1). Owned by the demo's player.
class DemoClient final : public ClientLink {
public:
    DemoClient(DemoSample::Client sample, const std::vector<DemoSample::Page> &pages, Node &node, DemoStage &stage);

    const ClientName &name() const { return m_sample.hello.client; }
    bool isConnected() const { return m_generation != 0; }
    void connect();
    void leave();
    /// The registry ended this connection: comes back after some seconds, unless it is kept out.
    void noticeEnd(const Fleet &fleet);

    // ClientLink
    bool send(const CommandFrame &frame) override;
    void cancelCommand(const CommandId &) override {}
    void resultKept(const CommandId &) override {}
    void queryProvision(const ProvisionId &provision, const Scope &scope, Reply<CreationStatus> reply) override;
    void close(ErrorCode) override { m_generation = 0; }

private:
    void report();
    void carryOut(const CommandFrame &frame);
    Result<std::string> perform(const CommandFrame &frame);
    Result<std::string> open(const CommandFrame &frame);
    Result<std::string> closeWhat(const CommandFrame &frame);
    ReportedContext *find(const ContextId &id);
    void visit(ReportedContext &context);

    DemoSample::Client m_sample;
    const std::vector<DemoSample::Page> &m_pages;
    Node &m_node;
    DemoStage &m_stage;
    LinkDirectory::Registration m_registration;
    std::uint64_t m_generation = 0; ///< 0: not connected
    std::uint64_t m_seq = 0;
    std::uint32_t m_opened = 0;
    bool m_isComingBack = false;
    Scope m_scope;
};

} // namespace cheetah

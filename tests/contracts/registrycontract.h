// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleetequal.h"
#include "model/policies.h"
#include "registry/connectionregistry.h"
#include "registry/contextregistry.h"
#include "registry/evidencestore.h"
#include "registry/fleetsource.h"
#include "registry/windowregistry.h"
#include "support/testclock.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cheetah::test {

/// One registry to hold against its contract: its interfaces, and how its answers are waited for.
class RegistryUnderTest {
public:
    virtual ~RegistryUnderTest() = default;
    virtual ContextRegistry &contexts() = 0;
    virtual BulkTimeoutRelease *bulk() = 0; ///< null: it has none
    virtual ConnectionRegistry &connections() = 0;
    virtual WindowRegistry &windows() = 0;
    virtual EvidenceStore &evidence() = 0;
    virtual FleetSource &source() = 0;
    /// Runs until `answered` holds and the source shows what was answered; gives up after a bounded time.
    virtual void deliver(const std::function<bool()> &answered) = 0;
    /// Answers no later than the call returns.
    virtual bool immediate() const = 0;
};

/// How a parameter of the suites is made. A further registry joins registryFactories() and nothing else.
struct RegistryFactory {
    std::string name;
    std::function<std::unique_ptr<RegistryUnderTest>(const DeploymentPolicies &, ManualClock &)> make;
};
std::vector<RegistryFactory> registryFactories();

/// A replica led by deltas alone, that fails the test at a gap, at a change that doesn't fit, and at an empty delta.
class Replica final : public FleetObserver {
public:
    explicit Replica(FleetSource &source);
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override;
    const Fleet &fleet() const { return m_fleet; }
    /// Changes heard since the last call.
    std::vector<Change> take() { return std::exchange(m_heard, {}); }
    std::size_t deltas() const { return m_deltas; }

private:
    FleetSource &m_source;
    Fleet m_fleet;
    std::vector<Change> m_heard;
    std::size_t m_deltas = 0;
    FleetSource::Subscription m_subscription;
};

/// A tab of a report; further members are set by the test.
ReportedContext tab(const std::string &id);
ReportedWindow window(const std::string &id, std::vector<ReportedContext> contexts);

/// What the suites of all registry interfaces share: a registry of the parameter's kind with one user's clients, whose
/// steps are called by short names, and a replica that must equal the source when the test ends (SPEC R5).
class RegistryContract : public ::testing::TestWithParam<RegistryFactory> {
protected:
    void SetUp() override { start(DeploymentPolicies()); }
    void TearDown() override;
    /// A fresh registry under these policies, with the node `n` registered.
    void start(const DeploymentPolicies &policies);

    template <class T, class Call>
    Result<T> ask(Call &&call)
    {
        std::optional<Result<T>> answer;
        int answers = 0;
        call(Reply<T>([&](Result<T> result) {
            ++answers;
            answer = std::move(result);
        }));
        m_under->deliver([&] { return answer.has_value(); });
        EXPECT_EQ(answers, 1) << "a step answers exactly once";
        return answer ? std::move(*answer) : Result<T>(ErrorCode::Internal);
    }

    // Names of the one user `u`.
    static ClientName client(const std::string &id) { return {user(), ClientId::trusted(id)}; }
    static UserId user() { return UserId::trusted("u"); }
    ContextName contextName(const std::string &tabId, const std::string &clientId = "c") const;
    WindowName windowName(const std::string &windowId, const std::string &clientId = "c") const;
    ContextKey key(const std::string &tabId, const std::string &clientId = "c") const;
    const ContextRow *row(const std::string &tabId, const std::string &clientId = "c") const;
    const ClientRow *clientRow(const std::string &clientId = "c") const;

    // Steps. A client's epoch is the one of its last hello here; report seqs count up by themselves.
    Hello helloOf(const std::string &clientId = "c", const std::string &epoch = "e1",
                  const std::string &socket = "s1") const;
    Result<Welcome> hello(const Hello &hello);
    Welcome connect(const std::string &clientId = "c", const std::string &epoch = "e1",
                    const std::string &socket = "s1");
    Result<std::uint32_t> closed(std::uint64_t generation, const std::string &clientId = "c");
    Result<ReportAccepted> report(std::vector<ReportedWindow> windows, const std::string &clientId = "c",
                                  std::uint64_t generation = 0);
    Result<ReportAccepted> report(const Report &report, ReportSource source);
    /// Reports one window `w` with these tabs; the report must be accepted.
    void show(const std::vector<std::string> &tabs, const std::string &clientId = "c");
    AssignArgs assignArgs(const std::string &tabId, const std::string &request,
                          const std::string &clientId = "c") const;
    Result<Assigned> assign(const AssignArgs &args);
    Result<Assigned> assign(const std::string &tabId, const std::string &request, const std::string &clientId = "c");
    /// The handle of a lease that must be granted.
    Handle lease(const std::string &tabId, const std::string &request, const std::string &clientId = "c");
    Result<Renewed> renew(const Handle &handle);
    Result<Released> release(const Handle &handle);
    Result<Assigned> resolve(const std::string &request);
    Result<CancelOutcome> cancel(const std::string &request);
    Waiter waiterOf(const std::string &request) const;
    Result<std::uint64_t> enqueue(const Waiter &waiter);
    Result<Drain> drain(const DrainTarget &target, Micros deadline = Micros(0), bool force = false);
    Result<void> undrain(const DrainTarget &target);
    Result<void> requesterClosed(const std::string &requester);
    /// All rounds of one connection sweep, summed.
    ConnectionSweepOutcome sweep(std::uint32_t limit = 1000);
    Result<void> heartbeat(const std::string &node = "n", const std::string &incarnation = "i1",
                           const NodeReport &report = {});
    Result<void> registerNode(const std::string &node, const std::string &incarnation);
    ReserveArgs reserveArgs(const std::string &provision, const std::string &request,
                            const std::string &clientId = "c") const;
    Result<void> reserve(const ReserveArgs &args);
    Result<void> answerReservation(const std::string &provision, bool refused, std::uint64_t seq = 0);

    /// Time passes with the node's heartbeats, so that nobody lapses.
    void pass(Micros time);

    std::uint64_t revision() const { return fleet().revision(); }
    const Fleet &fleet() const { return m_under->source().fleet(); }
    RegistryTime now() const { return m_under->source().now(); }
    RegistryUnderTest &under() { return *m_under; }

    ManualClock m_clock;
    Scope m_scope;
    std::unique_ptr<RegistryUnderTest> m_under;
    std::unique_ptr<Replica> m_replica;
    std::map<std::string, std::string> m_epochs;
    std::map<std::string, std::uint64_t> m_seqs;
};

/// The rule that an assign gave as its obstacle, or why it has none.
std::string obstacle(const Result<Assigned> &assigned);
/// `ok`, or the wire name of the error.
template <class T>
std::string outcome(const Result<T> &result)
{
    return result ? std::string("ok") : std::string(name(result.error().code));
}

} // namespace cheetah::test

#define CHEETAH_REGISTRY_CONTRACT(Suite)                                                                               \
    INSTANTIATE_TEST_SUITE_P(Registries, Suite, ::testing::ValuesIn(::cheetah::test::registryFactories()),             \
                             [](const auto &parameter) { return parameter.param.name; })

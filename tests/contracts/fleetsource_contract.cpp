// SPDX-License-Identifier: Apache-2.0
#include "contracts/registrycontract.h"

#include "base/idsource.h"

#include <set>

using namespace cheetah;
using namespace cheetah::test;

namespace {

class FleetSourceContract : public RegistryContract {};

/// Notes who was told what, in one list for several observers.
class Teller final : public FleetObserver {
public:
    Teller(FleetSource &source, std::vector<std::string> &told, std::string name)
        : m_told(told), m_name(std::move(name)), m_subscription(source.subscribe(*this))
    {}
    void fleetChanged(const Delta &) override { m_told.push_back(m_name); }
    void fleetReset() override { m_told.push_back(m_name + " reset"); }

private:
    std::vector<std::string> &m_told;
    std::string m_name;
    FleetSource::Subscription m_subscription;
};

// SPEC R5
TEST_P(FleetSourceContract, ObserversAreToldInTheirOrderUntilTheyLeave)
{
    connect();
    show({"a"});
    std::vector<std::string> told;
    const Teller first(under().source(), told, "first");
    auto second = std::make_unique<Teller>(under().source(), told, "second");
    const Teller third(under().source(), told, "third");
    const Handle handle = lease("a", "r1");
    EXPECT_EQ(told, (std::vector<std::string>{"first", "second", "third"}));
    told.clear();
    second.reset();
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(told, (std::vector<std::string>{"first", "third"}));
    told.clear();
    EXPECT_TRUE(release(handle)->already);
    EXPECT_TRUE(told.empty()) << "a step that changes nothing publishes nothing";
}

// SPEC R5
TEST_P(FleetSourceContract, EachStepIsOneDeltaToANewRevision)
{
    connect();
    show({"a", "b"});
    lease("a", "r1");
    const std::size_t deltas = m_replica->deltas();
    const auto before = revision();
    show({"b", "c", "d"}); // ends a lease, removes and adds contexts
    EXPECT_EQ(m_replica->deltas(), deltas + 1);
    EXPECT_GT(revision(), before);
    EXPECT_FALSE(fleet().revisions().at(0).incarnation.empty());
}

// SPEC R5
TEST_P(FleetSourceContract, ALateReplicaStartsFromASnapshot)
{
    connect();
    show({"a", "b", "c"});
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(enqueue(waiterOf("w1")).ok());
    ASSERT_TRUE(reserve(reserveArgs("p", "q")).ok());
    ASSERT_TRUE(drain(client("c")).ok());
    const Replica late(under().source());
    EXPECT_FALSE(firstDifference(late.fleet(), fleet()));
    ASSERT_TRUE(release(handle).ok());
    show({"c", "a"});
    EXPECT_FALSE(firstDifference(late.fleet(), fleet()));
}

// SPEC R5
TEST_P(FleetSourceContract, RegistryTimeGoesOnWhateverTheWallClockDoes)
{
    const RegistryTime before = now();
    m_clock.jumpWall(-Seconds(3600));
    EXPECT_EQ(now(), before);
    m_clock.advance(Seconds(1));
    EXPECT_EQ(now() - before, Micros(Seconds(1)));
    m_clock.jumpWall(Seconds(3600));
    EXPECT_EQ(now() - before, Micros(Seconds(1)));
}

/// Steps at random over few names, so that they meet. The replica must equal the fleet after each of them, and no two
/// current handles may name one context.
// SPEC R5 SPEC W4 SPEC W11
TEST_P(FleetSourceContract, AnyHistoryLeavesReplicasEqualAndHandlesSingle)
{
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        DeploymentPolicies policies;
        policies.disconnectPolicy = {DisconnectPolicy::Kind(seed % 3), Seconds(5)};
        policies.contextRetention = Seconds(40);
        policies.taskTimeout = Seconds(20);
        policies.contextsPerClient = 12;
        policies.requestMemoryEntries = 20;
        policies.evidenceEntries = 50;
        start(policies);
        SeededIdSource random(seed);
        const auto dice = [&](std::uint64_t sides) { return random.random() % sides; };
        const auto one = [&](const char *prefix, std::uint64_t of) { return prefix + std::to_string(dice(of)); };
        std::vector<Handle> handles;
        int requests = 0, provisions = 0;
        for (int step = 0; step < 400; ++step) {
            const std::string c = one("c", 3);
            const std::string t = one("t", 12);
            switch (dice(16)) {
            case 0:
                (void)hello(helloOf(c, one("e", 4), one("s", 2)));
                break;
            case 1:
            case 2:
            case 3: {
                std::vector<ReportedWindow> windows;
                for (std::uint64_t w = 0, n = dice(4); w < n; ++w)
                    windows.push_back(window("w" + std::to_string(w), {}));
                for (int i = 0; i < 12 && !windows.empty(); ++i) {
                    if (dice(3) == 0)
                        continue;
                    ReportedContext context = tab("t" + std::to_string(i));
                    context.ours = dice(2);
                    if (dice(4) == 0)
                        context.opener = ContextId::trusted(one("t", 12));
                    if (dice(6) == 0 && provisions > 0)
                        context.provision = ProvisionId::trusted("p" + std::to_string(dice(std::uint64_t(provisions))));
                    auto &contexts = windows[dice(windows.size())].contexts;
                    contexts.insert(contexts.begin() + std::ptrdiff_t(dice(contexts.size() + 1)), context);
                }
                (void)report(windows, c);
                break;
            }
            case 4:
            case 5:
            case 6: {
                AssignArgs args = assignArgs(t, "r" + std::to_string(dice(8) ? requests++ : int(dice(20))), c);
                if (dice(4) == 0)
                    args.longestHold = Seconds(7);
                if (dice(4) == 0)
                    args.tiedTo = ConnectionId::trusted(one("socket", 3));
                if (const Result<Assigned> assigned = assign(args))
                    handles.push_back(assigned->handle);
                break;
            }
            case 7:
                if (!handles.empty())
                    (void)release(handles[dice(handles.size())]);
                break;
            case 8:
                if (!handles.empty())
                    (void)renew(handles[dice(handles.size())]);
                break;
            case 9:
                (void)cancel("r" + std::to_string(dice(std::uint64_t(requests + 3))));
                break;
            case 10: {
                Waiter waiter = waiterOf("r" + std::to_string(requests++));
                if (dice(2))
                    waiter.requester = ConnectionId::trusted(one("socket", 3));
                (void)enqueue(waiter);
                break;
            }
            case 11: {
                ReserveArgs args = reserveArgs("p" + std::to_string(provisions++), "r" + std::to_string(requests++), c);
                args.placement.window = windowName(one("w", 3), c);
                (void)reserve(args);
                if (dice(2))
                    (void)answerReservation(one("p", std::uint64_t(provisions)), dice(2), m_seqs[c] + dice(3));
                break;
            }
            case 12:
                if (clientRow(c))
                    (void)closed(clientRow(c)->state->generation, c);
                break;
            case 13: {
                if (handles.empty())
                    break;
                CommandRecord record;
                record.handle = handles[dice(handles.size())];
                record.context = record.handle.context.name;
                record.user = user();
                record.id = CommandId::trusted(one("k", 40));
                record.task = TaskId::trusted("task");
                record.content = {"navigate", "{}"};
                (void)ask<Admission>([&](auto reply) { under().evidence().admit(record, m_scope, std::move(reply)); });
                const ClientRow *row = clientRow(record.context->client.string());
                if (row)
                    (void)ask<CommandRecord>([&](auto reply) {
                        under().evidence().beginSend(user(), record.id, row->state->generation, m_scope,
                                                     std::move(reply));
                    });
                if (dice(2)) {
                    CommandEnd end;
                    end.user = user();
                    end.command = CommandId::trusted(one("k", 40));
                    end.outcome = CommandOutcome(dice(5));
                    end.epoch = Epoch::trusted(one("e", 4));
                    (void)ask<CommandRecord>(
                        [&](auto reply) { under().evidence().end(end, m_scope, std::move(reply)); });
                }
                break;
            }
            case 14: {
                m_clock.advance(Seconds(dice(8)));
                if (dice(4))
                    (void)heartbeat();
                else
                    (void)registerNode("n", "i1");
                sweep(3);
                if (under().bulk())
                    (void)ask<SliceOutcome>(
                        [&](auto reply) { under().bulk()->expireAll(Seconds(20), 3, m_scope, std::move(reply)); });
                break;
            }
            default:
                switch (dice(4)) {
                case 0:
                    (void)drain(client(c), Seconds(dice(10)), dice(2));
                    break;
                case 1:
                    (void)undrain(client(c));
                    break;
                case 2:
                    (void)drain(windowName(one("w", 3), c), Seconds(dice(10)), dice(2));
                    break;
                default:
                    (void)requesterClosed(one("socket", 3));
                    break;
                }
            }
            const std::optional<std::string> difference = firstDifference(m_replica->fleet(), fleet());
            ASSERT_FALSE(difference) << "step " << step << ": " << *difference;
            std::size_t current = 0;
            std::set<const ContextName *> named;
            std::set<Fence> fences;
            for (const Handle &handle : handles) {
                const Slot slot = fleet().find(handle.context);
                if (slot == noSlot || !fleet().context(slot).assignment
                    || fleet().context(slot).assignment->fence != handle.fence || !fences.insert(handle.fence).second)
                    continue;
                ++current;
                named.insert(fleet().context(slot).name.get());
            }
            ASSERT_EQ(current, named.size());
            ASSERT_EQ(current, fleet().assignedCount()) << "no lease without somebody who was told of it";
        }
    }
}

CHEETAH_REGISTRY_CONTRACT(FleetSourceContract);

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "store/fleetstore.h"
#include "support/guitest.h"

#include <gtest/gtest.h>

#include <random>

namespace cheetah::gui {
namespace {

using testgui::FakeDeployment;
using testgui::spinOnce;

/// Hears batches and keeps what rows they lead to, as a model would.
class Mirror {
public:
    explicit Mirror(FleetStore &store) : m_store(store)
    {
        QObject::connect(&store, &FleetStore::changed, &store, [this](const FleetBatch &batch) { take(batch); });
    }

    const std::map<Slot, ContextName> &contexts() const { return m_contexts; }
    int batches() const { return m_batches; }
    const FleetBatch &last() const { return m_last; }

private:
    void take(const FleetBatch &batch)
    {
        ++m_batches;
        m_last = batch;
        const Fleet &fleet = m_store.fleet();
        if (batch.whole) {
            m_contexts.clear();
            for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
                if (fleet.context(slot).name)
                    m_contexts[slot] = *fleet.context(slot).name;
            return;
        }
        for (const Slot slot : batch.contexts.removed)
            EXPECT_EQ(m_contexts.erase(slot), 1U);
        for (const Slot slot : batch.contexts.added)
            EXPECT_TRUE(m_contexts.emplace(slot, *fleet.context(slot).name).second);
        for (const Slot slot : batch.contexts.changed)
            EXPECT_EQ(m_contexts.at(slot), *fleet.context(slot).name);
    }

    FleetStore &m_store;
    std::map<Slot, ContextName> m_contexts;
    int m_batches = 0;
    FleetBatch m_last;
};

std::map<Slot, ContextName> rowsOf(const Fleet &fleet)
{
    std::map<Slot, ContextName> rows;
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).name)
            rows[slot] = *fleet.context(slot).name;
    return rows;
}

void expectTotals(const FleetStore &store)
{
    const FleetCounts counts = countsOf(store.fleet(), store.now(), store.taskTimeout());
    const FleetTotals &totals = store.totals();
    EXPECT_EQ(totals.contexts(), counts.contexts);
    EXPECT_EQ(totals.count(ContextState::Assigned), counts.assigned);
    EXPECT_EQ(totals.windows(), counts.windows);
    EXPECT_EQ(totals.clients(), counts.clients);
    EXPECT_EQ(totals.connected(), counts.connected);
    std::array<std::uint32_t, FleetTotals::stateCount> states{};
    for (Slot slot = 0; slot < store.fleet().contextSlots(); ++slot)
        if (store.fleet().context(slot).name) {
            EXPECT_EQ(store.state(slot), stateOf(store.fleet(), store.fleet().context(slot)));
            ++states[std::size_t(store.state(slot))];
        }
    for (std::size_t state = 0; state < states.size(); ++state)
        EXPECT_EQ(totals.count(ContextState(state)), states[state]);
}

// SPEC G2
TEST(FleetStore, ChangesOfOneFrameAreOneBatch)
{
    FakeDeployment deployment;
    fillSample(deployment);
    FleetStore store(deployment);
    Mirror mirror(store);
    deployment.goLive();
    ASSERT_EQ(mirror.batches(), 1);
    EXPECT_TRUE(mirror.last().whole);

    const WindowName window = deployment.addWindow(deployment.addClient("dora", "box"), "w1");
    const ContextName tab = deployment.addTab(window, "t1");
    deployment.assign(tab, "a");
    EXPECT_EQ(mirror.batches(), 1) << "nothing is shown in the middle of a frame";
    ASSERT_TRUE(testgui::spinUntil([&] { return mirror.batches() == 2; }));
    EXPECT_EQ(mirror.last().contexts.added.size(), 1U);
    EXPECT_EQ(mirror.last().windows.added.size(), 1U);
    EXPECT_EQ(mirror.last().clients.added.size(), 1U);
    EXPECT_TRUE(mirror.last().contexts.changed.empty()) << "a new row is new, not changed as well";
    expectTotals(store);
}

// SPEC G2 SPEC R5
TEST(FleetStore, RandomHistoriesLeadTheRowsToTheFleet)
{
    for (unsigned seed = 1; seed <= 30; ++seed) {
        std::mt19937 random(seed);
        FakeDeployment deployment;
        fillSample(deployment);
        FleetStore store(deployment);
        Mirror mirror(store);
        deployment.goLive();
        int made = 0;
        for (int step = 0; step < 200; ++step) {
            std::vector<ContextName> tabs;
            for (const auto &[slot, name] : rowsOf(deployment.fleet()))
                tabs.push_back(name);
            const auto &pick = tabs[random() % tabs.size()];
            const ContextRow &row = deployment.fleet().context(deployment.fleet().find(pick));
            switch (random() % 8) {
            case 0:
                deployment.addTab(deployment.fleet().window(row.window).name, "n" + std::to_string(++made));
                break;
            case 1:
                if (tabs.size() > 3)
                    deployment.removeTab(pick);
                break;
            case 2:
                if (row.assignment)
                    deployment.release(pick);
                else
                    deployment.assign(pick, "x");
                break;
            case 3:
                if (row.assignment)
                    deployment.renew(pick);
                break;
            case 4:
                deployment.changeClient(pick.clientName(), [](ClientState &s) { s.connected = !s.connected; });
                break;
            case 5:
                if (deployment.fleet().drain(pick.clientName()))
                    deployment.apply(DrainRemoved{pick.clientName()});
                else
                    deployment.apply(DrainChanged{Drain{pick.clientName(), Drain::State::Draining, {}, false, {}, ""}});
                break;
            case 6:
                if (random() % 20 == 0 && deployment.fleet().contextCount() > 12)
                    deployment.apply(ClientRemoved{pick.clientName()});
                break;
            default:
                store.flush();
                EXPECT_EQ(mirror.contexts(), rowsOf(store.fleet())) << "seed " << seed << " step " << step;
                expectTotals(store);
            }
            if (testing::Test::HasFailure())
                return;
        }
    }
}

// SPEC G2
TEST(FleetStore, PausedItReceivesAndShowsNothing)
{
    FakeDeployment deployment;
    fillSample(deployment);
    FleetStore store(deployment);
    Mirror mirror(store);
    deployment.goLive();
    store.setPaused(true);
    const auto before = store.fleet().revision();
    const WindowName window = deployment.addWindow(deployment.addClient("dora", "box"), "w1");
    deployment.addTab(window, "t1");
    spinOnce();
    EXPECT_EQ(store.fleet().revision(), before);
    EXPECT_EQ(store.waiting(), 3U);
    store.setPaused(false);
    EXPECT_EQ(store.fleet().revision(), deployment.fleet().revision());
    EXPECT_EQ(store.waiting(), 0U);
    EXPECT_EQ(mirror.contexts(), rowsOf(deployment.fleet()));
}

// SPEC G2
TEST(FleetStore, TooLongAPauseAsksForEverythingAgain)
{
    FakeDeployment deployment;
    const ContextName tab = deployment.addTab(deployment.addWindow(deployment.addClient("u", "c"), "w"), "t");
    FleetStore store(deployment);
    Mirror mirror(store);
    deployment.goLive();
    deployment.assign(tab, "x");
    store.setPaused(true);
    const AssignmentRenewed renewal{deployment.fleet().key(0), deployment.fleet().context(0).assignment->fence,
                                    deployment.now()};
    for (std::size_t i = 0; i <= FleetStore::mostWaiting / 1'000; ++i)
        deployment.applyAll(std::vector<Change>(1'000, renewal));
    EXPECT_GT(store.waiting(), FleetStore::mostWaiting);
    store.setPaused(false);
    ASSERT_TRUE(testgui::spinUntil([&] { return store.fleet().revision() == deployment.fleet().revision(); }));
    EXPECT_TRUE(mirror.last().whole);
}

} // namespace
} // namespace cheetah::gui

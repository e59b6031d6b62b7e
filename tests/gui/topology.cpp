// SPDX-License-Identifier: Apache-2.0
#include "models/plaintext.h"
#include "topologyfixture.h"

#include <QtGui/QAccessible>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QScrollBar>

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>

namespace cheetah::gui {
namespace {

using testgui::FakeDeployment;
using testgui::spinOnce;
using testgui::spinUntil;
using testgui::TopologyWindow;
using Kind = TopologySpot::Kind;

constexpr int lineHeight = 16;

TopologyLayout::Options optionsOf(int step, bool byUser = true, int width = 1000)
{
    TopologyLayout::Options options;
    options.width = width;
    options.metrics = TopologyMetrics::at(step, lineHeight).fitted(width);
    options.byUser = byUser;
    return options;
}

/// The bands of a layout from top to bottom.
std::vector<const TopologyLayout::Band *> bandsOf(const TopologyLayout &layout)
{
    std::vector<const TopologyLayout::Band *> bands;
    for (const int group : layout.order())
        for (const Slot client : layout.group(group).clients)
            if (const auto *band = layout.band(client))
                bands.push_back(band);
    return bands;
}

void expectSound(const Fleet &fleet, const TopologyLayout &layout)
{
    const auto bands = bandsOf(layout);
    const QRect whole(QPoint(), layout.size());
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const auto &band = *bands[i];
        EXPECT_TRUE(whole.contains(band.rect));
        EXPECT_FALSE(band.rect.intersects(layout.groupHeader(band.group)));
        for (std::size_t other = 0; other < i; ++other)
            EXPECT_FALSE(band.rect.intersects(bands[other]->rect));
        for (std::size_t b = 0; b < band.boxes.size(); ++b) {
            const auto &box = band.boxes[b];
            const QRect frame = layout.rect(band, box);
            EXPECT_TRUE(band.rect.contains(frame));
            EXPECT_FALSE(frame.intersects(layout.bandHeader(band)));
            for (std::size_t other = 0; other < b; ++other)
                EXPECT_FALSE(frame.intersects(layout.rect(band, band.boxes[other])));
            if (!layout.metrics().hasCells() || box.making >= 0)
                continue;
            QRect before;
            for (int cell = 0; cell < box.tabs + box.reserved; ++cell) {
                const QRect where = layout.cell(band, box, cell);
                EXPECT_TRUE(frame.contains(where));
                EXPECT_FALSE(where.intersects(before) || where.intersects(layout.title(band, box)));
                before = where;
            }
        }
        EXPECT_EQ(fleet.client(band.client).windows.size(),
                  std::size_t(std::count_if(band.boxes.begin(), band.boxes.end(),
                                            [](const auto &box) { return box.making < 0; })));
    }
}

/// Everything that is shown, in words that compare.
std::string textOf(const TopologyLayout &layout)
{
    std::string text;
    const auto add = [&text](const QRect &rect) {
        for (const int number : {rect.x(), rect.y(), rect.width(), rect.height()})
            text += std::to_string(number) + ' ';
    };
    for (const int number : layout.order()) {
        if (layout.group(number).height == 0)
            continue;
        text += "user " + layout.group(number).user.string() + ' ';
        add(layout.groupHeader(number));
        text += '\n';
        for (const Slot client : layout.group(number).clients) {
            const auto *band = layout.band(client);
            text += " client " + std::to_string(client) + ' ';
            add(band->rect);
            for (const auto &box : band->boxes) {
                text += "\n  " + std::to_string(box.window) + ' ' + std::to_string(box.tabs) + '+'
                      + std::to_string(box.reserved) + ' ';
                add(layout.rect(*band, box));
            }
            text += '\n';
        }
    }
    return text;
}

struct Store {
    FakeDeployment deployment;
    FleetStore store{deployment};
    const Fleet &fleet() const { return store.fleet(); }
};

// SPEC G2
TEST(Topology, NothingOverlapsAtAnyZoom)
{
    Store s;
    testgui::fillSample(s.deployment);
    s.deployment.goLive();
    for (const bool byUser : {true, false})
        for (const int width : {300, 1000, 2400})
            for (int step = 0; step < TopologyMetrics::steps; ++step) {
                TopologyLayout layout;
                layout.reset(s.fleet(), optionsOf(step, byUser, width));
                expectSound(s.fleet(), layout);
            }
}

TEST(Topology, WhatDidNotChangeIsNotLaidOutAgain)
{
    Store s;
    testgui::fillLarge(s.deployment, 60, 2, 8);
    s.deployment.goLive();
    TopologyLayout layout;
    layout.reset(s.fleet(), optionsOf(7));
    QObject::connect(&s.store, &FleetStore::changed, &s.store,
                     [&](const FleetBatch &batch) { layout.apply(s.fleet(), batch); });
    const auto bands = bandsOf(layout);
    const Slot middle = bands[bands.size() / 2]->client;
    std::vector<QRect> before;
    for (const auto *band : bands)
        before.push_back(band->rect);
    const std::uint64_t laidOut = layout.laidOut();

    const Slot tab = s.fleet().window(s.fleet().client(middle).windows[0]).contexts[0];
    const ContextName name = *s.fleet().context(tab).name;
    s.deployment.assign(name, "another");
    s.store.flush();
    EXPECT_EQ(layout.laidOut(), laidOut);
    for (std::size_t i = 0; i < bands.size(); ++i)
        EXPECT_EQ(bands[i]->rect, before[i]);

    s.deployment.addTab(s.fleet().window(s.fleet().client(middle).windows[0]).name, "one-more", "One more");
    s.store.flush();
    EXPECT_EQ(layout.laidOut(), laidOut + 1);
    for (std::size_t i = 0; i < bands.size() / 2; ++i)
        EXPECT_EQ(bands[i]->rect, before[i]);
    for (const auto *band : bands)
        EXPECT_EQ(band->rect.size().width(), before[0].width());
}

/// Does one thing at random to the fleet.
class Mischief {
public:
    Mischief(FakeDeployment &deployment, unsigned seed) : m_deployment(deployment), m_random(seed) {}

    void step()
    {
        switch (pick(11)) {
        case 0:
            return addClient();
        case 1:
            if (const Slot client = anyClient(); client != noSlot && pick(3) == 0)
                m_deployment.apply(ClientRemoved{fleet().client(client).name});
            return;
        case 2:
            if (const Slot client = anyClient(); client != noSlot)
                m_deployment.addWindow(fleet().client(client).name, number("w"), "Window");
            return;
        case 3:
        case 4:
            if (const Slot window = anyWindow(); window != noSlot)
                m_deployment.addTab(fleet().window(window).name, number("t"), "Tab");
            return;
        case 5:
            if (const Slot window = anyWindow(); window != noSlot && !fleet().window(window).contexts.empty())
                m_deployment.removeTab(*fleet().context(fleet().window(window).contexts.front()).name);
            return;
        case 6:
            if (const Slot window = anyWindow(); window != noSlot && fleet().window(window).contexts.empty())
                m_deployment.apply(WindowRemoved{fleet().window(window).name});
            return;
        case 7:
            if (const Slot client = anyClient(); client != noSlot)
                m_deployment.changeClient(fleet().client(client).name, [&](ClientState &state) {
                    state.connected = !state.connected;
                    state.connectedAt = state.connectedAt + Seconds(pick(100));
                });
            return;
        case 8:
            return reserve();
        case 9:
            return wait();
        default:
            if (const Slot window = anyWindow(); window != noSlot && !fleet().window(window).contexts.empty()) {
                const ContextRow &row = fleet().context(fleet().window(window).contexts.back());
                const ContextName name = *row.name;
                if (row.assignment)
                    m_deployment.release(name);
                else
                    m_deployment.assign(name, "task");
            }
        }
    }

private:
    const Fleet &fleet() const { return m_deployment.fleet(); }
    int pick(int below) { return int(m_random() % unsigned(below)); }
    std::string number(const char *prefix) { return prefix + std::to_string(++m_number); }
    void addClient() { m_deployment.addClient("user-" + std::to_string(pick(5)), number("c")); }
    Slot anyClient()
    {
        std::vector<Slot> all;
        for (Slot slot = 0; slot < fleet().clientSlots(); ++slot)
            if (fleet().client(slot).state)
                all.push_back(slot);
        return all.empty() ? noSlot : all[std::size_t(pick(int(all.size())))];
    }
    Slot anyWindow()
    {
        const Slot client = anyClient();
        if (client == noSlot || fleet().client(client).windows.empty())
            return noSlot;
        const auto &windows = fleet().client(client).windows;
        return windows[std::size_t(pick(int(windows.size())))];
    }
    void reserve()
    {
        if (!fleet().reservations().empty() && pick(2)) {
            const auto &[client, provision] = fleet().reservations().begin()->first;
            m_deployment.apply(ReservationRemoved{client, provision});
            return;
        }
        const Slot client = anyClient();
        if (client == noSlot)
            return;
        Reservation reservation;
        reservation.client = fleet().client(client).name;
        reservation.provision = ProvisionId::trusted(number("p"));
        reservation.newWindow = pick(2) == 0;
        reservation.placement.kind = reservation.newWindow ? Placement::Kind::NewWindow : Placement::Kind::NewTab;
        if (!reservation.newWindow && pick(2) && !fleet().client(client).windows.empty())
            reservation.placement.window = fleet().window(fleet().client(client).windows[0]).name;
        m_deployment.apply(ReservationChanged{std::make_shared<const Reservation>(reservation)});
    }
    void wait()
    {
        if (fleet().waiterCount() > 0 && pick(2)) {
            const auto &[user, queue] = *fleet().waiters().begin();
            m_deployment.apply(WaiterRemoved{UserId(user), queue.begin()->first});
            return;
        }
        Waiter waiter;
        waiter.place = std::uint64_t(++m_number);
        waiter.user = UserId::trusted("user-" + std::to_string(pick(7)));
        waiter.task = TaskId::trusted("task");
        m_deployment.apply(WaiterAdded{std::make_shared<const Waiter>(waiter)});
    }

    FakeDeployment &m_deployment;
    std::mt19937 m_random;
    int m_number = 0;
};

// SPEC G2
TEST(Topology, FollowingBatchesLeadsToTheSameAsLayingOutAnew)
{
    for (unsigned seed = 1; seed <= 6; ++seed) {
        Store s;
        s.deployment.goLive();
        Mischief mischief(s.deployment, seed);
        auto options = optionsOf(seed % 2 ? 7 : 2, seed % 3 != 0);
        options.order = seed % 2 ? TopologyOrder::Name : TopologyOrder::Newest;
        TopologyLayout layout;
        layout.reset(s.fleet(), options);
        QObject::connect(&s.store, &FleetStore::changed, &s.store,
                         [&](const FleetBatch &batch) { layout.apply(s.fleet(), batch); });
        for (int round = 0; round < 150; ++round) {
            for (unsigned i = 0; i <= seed; ++i)
                mischief.step();
            s.store.flush();
            TopologyLayout anew;
            anew.reset(s.fleet(), options);
            ASSERT_EQ(textOf(layout), textOf(anew)) << "seed " << seed << " round " << round;
        }
        expectSound(s.fleet(), layout);
    }
}

TEST(Topology, EveryPlaceIsFoundWhereItStands)
{
    Store s;
    testgui::fillSample(s.deployment);
    s.deployment.goLive();
    for (const int step : {1, 3, 4, 7}) {
        TopologyLayout layout;
        layout.reset(s.fleet(), optionsOf(step));
        for (Slot slot = 0; slot < s.fleet().contextSlots(); ++slot) {
            const TopologySpot spot{Kind::Context, slot, 0};
            const QRect where = layout.rect(s.fleet(), spot);
            ASSERT_FALSE(where.isNull());
            EXPECT_EQ(layout.spotAt(s.fleet(), where.topLeft()), spot);
            EXPECT_EQ(layout.spotAt(s.fleet(), where.bottomRight()), spot);
            EXPECT_NE(layout.spotAt(s.fleet(), where.bottomRight() + QPoint(1, 1)), spot);
        }
        for (const auto *band : bandsOf(layout)) {
            EXPECT_EQ(layout.spotAt(s.fleet(), layout.bandHeader(*band).center()),
                      (TopologySpot{Kind::Client, band->client, 0}));
            for (std::size_t i = 0; i < band->makings.size(); ++i) {
                const TopologySpot spot{Kind::Reservation, band->client, int(i)};
                EXPECT_EQ(layout.spotAt(s.fleet(), layout.rect(s.fleet(), spot).center()), spot);
            }
        }
        EXPECT_EQ(layout.spotAt(s.fleet(), {0, 0}).kind, Kind::None);
    }
}

TEST(Topology, ArrowKeysReachEveryTab)
{
    Store s;
    testgui::fillSample(s.deployment);
    testgui::fillLarge(s.deployment, 12, 3, 7);
    s.deployment.goLive();
    for (const int step : {0, 2, 5, 7})
        for (const int width : {400, 1300}) {
            TopologyLayout layout;
            layout.reset(s.fleet(), optionsOf(step, true, width));
            const TopologyWalk walk(s.fleet(), layout);
            std::set<std::pair<int, std::pair<Slot, int>>> seen;
            std::deque<TopologySpot> open{walk.first()};
            std::size_t contexts = 0, windows = 0;
            while (!open.empty()) {
                const TopologySpot here = open.front();
                open.pop_front();
                ASSERT_TRUE(here);
                if (!seen.insert({int(here.kind), {here.slot, here.index}}).second)
                    continue;
                contexts += here.kind == Kind::Context;
                windows += here.kind == Kind::Window;
                for (const auto way : {TopologyWalk::Way::Left, TopologyWalk::Way::Right, TopologyWalk::Way::Up,
                                       TopologyWalk::Way::Down})
                    open.push_back(walk.moved(here, way));
            }
            if (layout.metrics().hasCells())
                EXPECT_EQ(contexts, s.fleet().contextCount());
            else
                EXPECT_EQ(windows, s.store.totals().windows());
        }
}

TEST(Topology, ArrowKeysGoWhereTheyPoint)
{
    Store s;
    testgui::fillLarge(s.deployment, 20, 3, 7);
    s.deployment.goLive();
    for (const int step : {2, 7}) {
        TopologyLayout layout;
        layout.reset(s.fleet(), optionsOf(step));
        const TopologyWalk walk(s.fleet(), layout);
        for (Slot slot = 0; slot < s.fleet().contextSlots(); ++slot) {
            const TopologySpot here{Kind::Context, slot, 0};
            const QRect from = layout.rect(s.fleet(), here);
            const auto to = [&](TopologyWalk::Way way) {
                const TopologySpot next = walk.moved(here, way);
                return next == here ? QRect() : layout.rect(s.fleet(), next);
            };
            const QRect right = to(TopologyWalk::Way::Right), left = to(TopologyWalk::Way::Left),
                        down = to(TopologyWalk::Way::Down), up = to(TopologyWalk::Way::Up);
            EXPECT_TRUE(right.isNull() || right.left() > from.right());
            EXPECT_TRUE(left.isNull() || left.right() < from.left());
            EXPECT_TRUE(down.isNull() || down.top() > from.bottom());
            EXPECT_TRUE(up.isNull() || up.bottom() < from.top());
        }
        // Reading order is all of them.
        EXPECT_EQ(walk.range(walk.first(), walk.last(), 10'000).size(), s.fleet().contextCount());
    }
}

TEST(Topology, TabGoesFromClientToClientAndOut)
{
    TopologyWindow window;
    testgui::fillSample(window.deployment);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    const TopologyWalk walk(window.fleet(), window.map().layOut());
    std::set<Slot> clients;
    TopologySpot spot;
    while ((spot = walk.band(spot, true))) {
        EXPECT_EQ(spot.kind, Kind::Client);
        EXPECT_TRUE(clients.insert(spot.slot).second);
    }
    EXPECT_EQ(clients.size(), 5U);
}

void click(TopologyMap &map, QPoint at, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
        QMouseEvent event(type, at, map.viewport()->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(map.viewport(), &event);
    }
}

void press(TopologyMap &map, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QKeyEvent event(QEvent::KeyPress, key, modifiers);
    QCoreApplication::sendEvent(&map, &event);
}

// SPEC G2
TEST(Topology, SelectionIsOneWithTheSessionAndSurvivesAnotherSnapshot)
{
    TopologyWindow window;
    testgui::fillSample(window.deployment);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    const ContextName inbox{UserId::trusted("bob"), ClientId::trusted("laptop"), Epoch::trusted("e-laptop"),
                            ContextId::trusted("t1")};
    window.session.selection().select(inbox);
    EXPECT_TRUE(window.map().selection().contains(window.spot(inbox)));
    EXPECT_EQ(window.map().cursor(), window.spot(inbox));
    EXPECT_TRUE(window.map().viewport()->rect().intersects(window.map().rectOnScreen(window.spot(inbox))));

    // Another fleet, where the name stands in another slot.
    window.deployment.startOver();
    window.deployment.addClient("aaron", "new");
    testgui::fillSample(window.deployment);
    window.deployment.resync();
    window.settle();
    ASSERT_NE(window.fleet().find(inbox), noSlot);
    EXPECT_EQ(window.map().selection().contexts(), (std::unordered_set<Slot>{window.fleet().find(inbox)}));
    EXPECT_EQ(window.map().cursor(), window.spot(inbox));

    // And the other way: click, toggle, sweep.
    const ContextName basket{UserId::trusted("alice"), ClientId::trusted("desk"), Epoch::trusted("e-desk"),
                             ContextId::trusted("t1")};
    const ContextName checkout{basket.user, basket.client, basket.epoch, ContextId::trusted("t2")};
    window.map().reveal(window.spot(basket));
    click(window.map(), window.map().rectOnScreen(window.spot(basket)).center());
    EXPECT_EQ(window.session.selection().objects(), std::vector<ObjectId>{basket});
    click(window.map(), window.map().rectOnScreen(window.spot(checkout)).center(), Qt::ControlModifier);
    EXPECT_EQ(window.session.selection().objects(), (std::vector<ObjectId>{basket, checkout}));
    press(window.map(), Qt::Key_Home);
    press(window.map(), Qt::Key_End, Qt::ShiftModifier);
    EXPECT_EQ(window.session.selection().objects().size(), 4U);
    press(window.map(), Qt::Key_Escape);
    EXPECT_TRUE(window.session.selection().objects().empty());
}

TEST(Topology, CursorFallsBackToTheClientOfATabThatWent)
{
    TopologyWindow window;
    testgui::fillSample(window.deployment);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    const ContextName terms{UserId::trusted("alice"), ClientId::trusted("desk"), Epoch::trusted("e-desk"),
                            ContextId::trusted("t4")};
    window.map().setCursor(window.spot(terms));
    window.deployment.removeTab(terms);
    window.settle();
    EXPECT_EQ(window.map().cursor(), (TopologySpot{Kind::Client, window.fleet().find(terms.clientName()), 0}));
}

// SPEC G2
TEST(Topology, AHundredThousandTabsArePaintedOnlyWhereInSight)
{
    TopologyWindow window;
    window.deployment.setTaskTimeout(Micros(0)); // nothing runs down, so nothing is painted for that
    testgui::fillLarge(window.deployment, 1'000, 10, 10);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    TopologyMap &map = window.map();
    ASSERT_EQ(window.fleet().contextCount(), 100'000U);
    const auto painted = [&](const auto &act) {
        spinOnce();
        const std::uint64_t before = map.cellsPainted();
        act();
        window.settle();
        return map.cellsPainted() - before;
    };
    const auto inSight = [&] {
        std::uint64_t count = 0;
        for (Slot slot = 0; slot < window.fleet().contextSlots(); ++slot)
            count += map.rectOnScreen({Kind::Context, slot, 0}).intersects(map.viewport()->rect());
        return count;
    };
    for (const int step : {7, 4, 2}) {
        map.setZoom(step);
        map.scrollTo(map.layOut().size().height() / 2);
        window.settle();
        const std::uint64_t sight = inSight();
        EXPECT_GT(sight, 0U);
        EXPECT_EQ(painted([&] { map.viewport()->update(); }), sight) << "step " << step;

        const TopologySpot seen = map.spotAt(map.viewport()->rect().center());
        Slot near = noSlot, far = noSlot;
        for (Slot slot = 0; slot < window.fleet().contextSlots(); ++slot) {
            const bool isNear =
                map.viewport()->rect().adjusted(9, 9, -9, -9).contains(map.rectOnScreen({Kind::Context, slot, 0}));
            const bool isFree = !window.fleet().context(slot).assignment;
            (isNear ? near : far) = isFree ? slot : isNear ? near : far;
        }
        ASSERT_NE(near, noSlot);
        EXPECT_EQ(painted([&] { window.deployment.assign(*window.fleet().context(near).name, "near"); }), 1U)
            << "step " << step << " kind " << int(seen.kind);
        EXPECT_EQ(painted([&] { window.deployment.assign(*window.fleet().context(far).name, "far"); }), 0U);
    }
    window.view.hide();
    EXPECT_EQ(painted([&] { window.deployment.renew(*window.fleet().context(1).name); }), 0U);
}

TEST(Topology, WhatIsInSightStaysWhereItIsWhenOthersComeAbove)
{
    TopologyWindow window;
    testgui::fillLarge(window.deployment, 40, 2, 8);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    TopologyMap &map = window.map();
    map.scrollTo(map.layOut().size().height() / 2);
    spinOnce();
    TopologySpot anchor;
    for (int y = 40; anchor.kind != Kind::Context; y += 10)
        anchor = map.spotAt({60, y});
    const int before = map.rectOnScreen(anchor).top();
    const ClientName early = window.deployment.addClient("aaa", "early");
    window.deployment.addTab(window.deployment.addWindow(early, "w"), "t");
    window.settle();
    EXPECT_EQ(map.rectOnScreen(anchor).top(), before);
    window.view.resize(window.view.width() - 200, window.view.height());
    window.settle();
    EXPECT_NEAR(map.rectOnScreen(anchor).top(), before, 300);
}

// SPEC G2
TEST(Topology, StaleIsShownAndTimeStandsStill)
{
    TopologyWindow window;
    testgui::fillSample(window.deployment);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    const QImage live = window.view.grab().toImage();
    const RegistryTime asOf = window.deployment.now();
    window.deployment.setState(ConnectionState::Stale);
    window.settle();
    EXPECT_TRUE(window.map().isStale());
    EXPECT_EQ(window.map().now(), window.deployment.asOf());
    EXPECT_EQ(window.map().now(), asOf);
    const QImage stale = window.view.grab().toImage();
    EXPECT_TRUE(stale != live);
    window.deployment.setState(ConnectionState::Live);
    window.settle();
    EXPECT_FALSE(window.map().isStale());
}

TEST(Topology, FilterDimsOrHidesAndSaysHowManyMatch)
{
    TopologyWindow window;
    testgui::fillSample(window.deployment);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    window.view.setFilter(QStringLiteral("task:triage"));
    window.settle();
    EXPECT_EQ(window.map().filter().count(), 1U);
    EXPECT_EQ(bandsOf(window.map().layOut()).size(), 5U);
    window.view.setFilter(QStringLiteral("lease<banana")); // no filter: the one before stays
    window.settle();
    EXPECT_EQ(window.view.filter().toStdString(), "task:triage");
    window.actions.find(QStringLiteral("topology.onlyMatches"))->setChecked(true);
    window.settle();
    ASSERT_EQ(bandsOf(window.map().layOut()).size(), 1U);

    // What comes to match comes into sight, what ceases goes.
    const ContextName weather{UserId::trusted("alice"), ClientId::trusted("desk"), Epoch::trusted("e-desk"),
                              ContextId::trusted("t6")};
    window.deployment.assign(weather, "triage");
    window.settle();
    EXPECT_EQ(window.map().filter().count(), 2U);
    EXPECT_EQ(bandsOf(window.map().layOut()).size(), 2U);
    window.deployment.removeTab(weather);
    window.settle();
    EXPECT_EQ(window.map().filter().count(), 1U);
    EXPECT_EQ(bandsOf(window.map().layOut()).size(), 1U);
    window.view.setFilter({});
    window.settle();
    EXPECT_EQ(bandsOf(window.map().layOut()).size(), 5U);
}

TEST(Topology, ScreenReadersFindClientsWindowsAndTabs)
{
    TopologyWindow window;
    testgui::fillSample(window.deployment);
    window.deployment.goLive();
    window.view.show();
    window.settle();
    QAccessibleInterface *map = QAccessible::queryAccessibleInterface(&window.map());
    ASSERT_TRUE(map);
    ASSERT_EQ(map->childCount(), 5);
    int tabs = 0, places = 0;
    for (int c = 0; c < map->childCount(); ++c) {
        QAccessibleInterface *client = map->child(c);
        EXPECT_EQ(map->indexOfChild(client), c);
        EXPECT_EQ(client->parent(), map);
        EXPECT_EQ(client->role(), QAccessible::Grouping);
        for (int w = 0; w < client->childCount(); ++w) {
            QAccessibleInterface *frame = client->child(w);
            EXPECT_EQ(client->indexOfChild(frame), w);
            EXPECT_EQ(frame->parent(), client);
            for (int t = 0; t < frame->childCount(); ++t) {
                QAccessibleInterface *tab = frame->child(t);
                EXPECT_EQ(tab, frame->child(t)); // the same as long as it is the same thing
                EXPECT_EQ(tab->parent(), frame);
                EXPECT_TRUE(client->rect().contains(tab->rect()));
                EXPECT_FALSE(tab->text(QAccessible::Name).isEmpty());
                tabs += tab->text(QAccessible::Name).startsWith(QLatin1String("Tab"));
                places += tab->text(QAccessible::Name).startsWith(QLatin1String("Reserved"));
            }
        }
    }
    EXPECT_EQ(tabs, 13);
    EXPECT_EQ(places, 1);
    const ContextName inbox{UserId::trusted("bob"), ClientId::trusted("laptop"), Epoch::trusted("e-laptop"),
                            ContextId::trusted("t1")};
    window.map().setFocus();
    window.map().setCursor(window.spot(inbox));
    if (window.map().hasFocus()) {
        EXPECT_EQ(map->focusChild()->text(QAccessible::Name).toStdString(),
                  "Tab “Inbox (3)”, assigned to task triage, expires in 260 second(s)");
        EXPECT_TRUE(map->focusChild()->state().focused);
    }
    QAccessibleInterface *gone = map->child(0)->child(0)->child(3);
    const ContextName terms{UserId::trusted("alice"), ClientId::trusted("desk"), Epoch::trusted("e-desk"),
                            ContextId::trusted("t4")};
    window.deployment.removeTab(terms);
    window.settle();
    EXPECT_FALSE(gone->isValid());
}

TEST(Topology, TextsFromOutsideArePlain)
{
    TopologyWindow window;
    const ClientName client = window.deployment.addClient("mallory", "<b>c</b>", {{"k\n", "v\u202e"}});
    const WindowName frame = window.deployment.addWindow(client, "w", "<img src=x>\nsecond");
    const ContextName tab = window.deployment.addTab(frame, "t", std::string(1'000'000, 'x') + "\u202e", "not a url\n");
    window.deployment.goLive();
    window.view.show();
    window.settle();
    const TopologySpot spot = window.spot(tab);
    EXPECT_LT(window.map().words().title(spot.slot).size(), 400);
    for (const TopologySpot &place : {spot, TopologySpot{Kind::Window, window.fleet().find(frame), 0},
                                      TopologySpot{Kind::Client, window.fleet().find(client), 0}})
        for (const auto &[name, value] : window.map().words().rows(place, window.map().now())) {
            EXPECT_FALSE(value.contains(QLatin1Char('\n')));
            EXPECT_FALSE(value.contains(QChar(0x202e)));
        }
    EXPECT_FALSE(window.map().words().sentence(spot, window.map().now()).contains(QChar(0x202e)));
}

} // namespace
} // namespace cheetah::gui

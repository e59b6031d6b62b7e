// SPDX-License-Identifier: Apache-2.0
#include "models/tablemodel.h"

#include "delegates/cellroles.h"
#include "filter/filterparser.h"
#include "models/contextrows.h"
#include "models/waiterrows.h"
#include "session/session.h"
#include "session/words.h"
#include "support/guitest.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>

#include <gtest/gtest.h>

#include <random>

namespace cheetah::gui {
namespace {

using testgui::FakeDeployment;
using testgui::spinUntil;

/// A table over a fleet that the test leads.
struct Table {
    FakeDeployment &deployment;
    Session session;
    Words words;
    ContextRows rows;
    TableModel model;
    QAbstractItemModelTester tester;

    explicit Table(ContextRows::Which which = ContextRows::Which::All)
        : deployment(*new FakeDeployment),
          session(std::unique_ptr<Deployment>(&deployment), {}),
          rows(which, session.fleet(), words),
          model(rows),
          tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal)
    {
        model.setActive(true);
    }

    void goLive()
    {
        deployment.goLive();
        session.fleet().flush();
    }
    void flush() { session.fleet().flush(); }
    ExpressionPtr parse(const char *text) const { return parseFilter(QString::fromUtf8(text), rows.fieldSet()); }

    std::vector<Slot> expected() const
    {
        ContextReader reader(session.fleet());
        std::vector<Slot> there;
        for (Slot slot = 0; slot < rows.slotCount(); ++slot) {
            reader.setRow(slot);
            if (rows.belongs(slot) && (!model.filter() || model.filter()->matches(reader)))
                there.push_back(slot);
        }
        return there;
    }
    /// Once nothing waits any more, exactly what shall be there is there, and in order.
    bool isSettled() const
    {
        const auto there = expected();
        if (model.isBuilding() || std::size_t(model.rowCount()) != there.size())
            return false;
        for (const Slot slot : there)
            if (model.rowOf(slot) < 0)
                return false;
        for (int row = 1; row < model.rowCount(); ++row)
            if (stands(model.slotAt(row), model.slotAt(row - 1)))
                return false;
        return true;
    }
    bool stands(Slot a, Slot b) const ///< a before b, by what is true now
    {
        const auto key = [this](Slot slot) {
            return model.sortColumn() < 0 ? SortKey{} : rows.key(slot, model.sortColumn());
        };
        const SortKey left = key(a), right = key(b);
        if ((left.number == SortKey::none) != (right.number == SortKey::none))
            return right.number == SortKey::none;
        const bool isDown = model.sortOrder() == Qt::DescendingOrder;
        if (left.number != right.number)
            return (left.number < right.number) != isDown;
        if (left.text != right.text)
            return (left.text < right.text) != isDown;
        return rows.nameLess(a, b);
    }
    QString cell(int row, const char *column) const { return model.index(row, rows.column(column)).data().toString(); }
};

/// Does at random what a fleet does.
class Chaos {
public:
    Chaos(FakeDeployment &deployment, unsigned seed) : m_deployment(deployment), m_random(seed)
    {
        for (int c = 0; c < 4; ++c)
            for (int w = 0; w < 2; ++w)
                m_windows.push_back(deployment.addWindow(w ? m_windows.back().clientName()
                                                           : deployment.addClient("u", "c" + std::to_string(c)),
                                                         "w" + std::to_string(w)));
        for (int i = 0; i < 60; ++i)
            open();
    }

    void step()
    {
        m_deployment.advance(Millis(random(400)));
        if (m_tabs.empty() || random(5) == 0)
            return open();
        const std::size_t at = std::size_t(random(int(m_tabs.size())));
        const ContextName tab = m_tabs[at];
        const bool isAssigned = m_deployment.fleet().context(m_deployment.fleet().find(tab)).assignment.has_value();
        switch (random(5)) {
        case 0:
            m_deployment.removeTab(tab);
            m_tabs.erase(m_tabs.begin() + std::ptrdiff_t(at));
            break;
        case 1:
            m_deployment.addTab(windowOf(tab), tab.context.text(), "Title " + std::to_string(random(100)));
            break;
        default:
            if (!isAssigned)
                m_deployment.assign(tab, "task" + std::to_string(random(20)));
            else if (random(3))
                m_deployment.renew(tab);
            else
                m_deployment.release(tab);
        }
    }
    int random(int below) { return int(m_random() % unsigned(below)); }

private:
    void open()
    {
        m_tabs.push_back(m_deployment.addTab(m_windows[std::size_t(random(int(m_windows.size())))],
                                             "t" + std::to_string(++m_last), "Title " + std::to_string(random(100))));
    }
    WindowName windowOf(const ContextName &tab) const
    {
        const Fleet &fleet = m_deployment.fleet();
        return fleet.window(fleet.context(fleet.find(tab)).window).name;
    }

    FakeDeployment &m_deployment;
    std::mt19937 m_random;
    std::vector<WindowName> m_windows;
    std::vector<ContextName> m_tabs;
    int m_last = 0;
};

// SPEC G2
TEST(TableModel, FollowsEveryBatchAndNeverResets)
{
    for (unsigned seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        Table table(seed % 2 ? ContextRows::Which::All : ContextRows::Which::Assigned);
        QSignalSpy resets(&table.model, &QAbstractItemModel::modelReset);
        Chaos chaos(table.deployment, seed);
        table.goLive();
        if (seed > 2)
            table.model.setFilter(table.parse(seed % 3 ? "title:5" : "has:task lease>100s"));
        table.model.sort(table.rows.column(seed % 2 ? "title" : "lease"),
                         seed < 3 ? Qt::AscendingOrder : Qt::DescendingOrder);
        ASSERT_TRUE(spinUntil([&] { return table.isSettled(); }));

        std::map<ContextName, QPersistentModelIndex> held;
        for (int round = 0; round < 150; ++round) {
            for (int i = chaos.random(20); i >= 0; --i)
                chaos.step();
            table.flush();
            if (chaos.random(20) == 0)
                testgui::spinOnce();
            for (const auto &[name, index] : held)
                if (index.isValid()) {
                    const ObjectId object = table.model.objectAt(index.row());
                    if (object.index() != 0) {
                        ASSERT_EQ(std::get<ContextName>(object), name);
                    }
                }
            if (const int rows = table.model.rowCount(); rows > 0) {
                const int row = chaos.random(rows);
                if (const ObjectId object = table.model.objectAt(row); object.index() != 0)
                    held[std::get<ContextName>(object)] = table.model.index(row, 1);
            }
        }
        EXPECT_TRUE(spinUntil([&] { return table.isSettled(); }));
        EXPECT_EQ(resets.count(), 0);
    }
}

// SPEC G2
TEST(TableModel, AnotherFleetAltogetherTakesThePlaceWithoutReset)
{
    Table table;
    testgui::fillSample(table.deployment);
    table.goLive();
    QSignalSpy resets(&table.model, &QAbstractItemModel::modelReset);
    ASSERT_GT(table.model.rowCount(), 10);
    table.deployment.startOver();
    table.flush();
    EXPECT_EQ(table.model.rowCount(), 0);
    testgui::fillSample(table.deployment);
    table.flush();
    EXPECT_TRUE(spinUntil([&] { return table.isSettled() && table.model.rowCount() > 10; }));
    EXPECT_EQ(resets.count(), 0);
}

// SPEC G2
TEST(TableModel, TellsOfCellsInSightAlone)
{
    Table table;
    testgui::fillLarge(table.deployment, 2, 2, 20);
    table.goLive();
    table.model.sort(table.rows.column("context"));
    ASSERT_TRUE(spinUntil([&] { return table.isSettled(); }));
    table.model.setVisibleRows(10, 14);
    QSignalSpy told(&table.model, &QAbstractItemModel::dataChanged);
    std::vector<int> rows;
    for (int row = 0; row < table.model.rowCount(); ++row)
        if (const auto name = std::get<ContextName>(table.model.objectAt(row));
            table.session.fleet().fleet().context(table.model.slotAt(row)).assignment) {
            table.deployment.renew(name);
            rows.push_back(row);
        }
    table.flush();
    int cells = 0;
    for (const auto &signal : told) {
        const auto top = signal[0].value<QModelIndex>(), bottom = signal[1].value<QModelIndex>();
        EXPECT_GE(top.row(), 10);
        EXPECT_LE(bottom.row(), 14);
        EXPECT_FALSE(signal[2].value<QList<int>>().isEmpty());
        cells += bottom.row() - top.row() + 1;
    }
    EXPECT_EQ(cells, std::count_if(rows.begin(), rows.end(), [](int row) { return row >= 10 && row <= 14; }));
    EXPECT_GT(cells, 0);
    table.model.setVisibleRows(0, 4);
    told.clear();
    table.deployment.renew(std::get<ContextName>(table.model.objectAt(rows.back())));
    table.flush();
    EXPECT_EQ(told.count(), 0);
}

// SPEC G2
TEST(TableModel, WorksOutAFilterOfManyRowsInSlices)
{
    Table table;
    testgui::fillLarge(table.deployment, 40, 5, 40);
    table.goLive();
    ASSERT_TRUE(spinUntil([&] { return table.isSettled(); }));
    const int all = table.model.rowCount();
    ASSERT_EQ(all, 8'000);
    table.model.setFilter(table.parse("state:assigned"));
    EXPECT_TRUE(table.model.isBuilding());
    EXPECT_EQ(table.model.rowCount(), all); // what was found before stands until then
    table.model.setFilter(table.parse("client:client-7"));
    EXPECT_TRUE(spinUntil([&] { return table.isSettled(); }));
    EXPECT_EQ(table.model.rowCount(), 200);
    table.model.setFilter(nullptr);
    EXPECT_TRUE(spinUntil([&] { return table.isSettled() && table.model.rowCount() == all; }));
}

// SPEC G2
TEST(TableModel, RowsWhoseTimeCameLeaveAFilterThatDependsOnIt)
{
    Table table;
    const WindowName window = table.deployment.addWindow(table.deployment.addClient("u", "c"), "w");
    const ContextName tab = table.deployment.addTab(window, "t");
    table.deployment.assign(tab, "task");
    table.goLive();
    table.model.setFilter(table.parse("lease<30s"));
    EXPECT_EQ(table.model.rowCount(), 0);
    table.deployment.advance(Seconds(280));
    EXPECT_TRUE(spinUntil([&] { return table.model.rowCount() == 1; }));
}

TEST(TableModel, DoesNothingWhileNobodyLooks)
{
    Table table;
    testgui::fillSample(table.deployment);
    table.goLive();
    const int rows = table.model.rowCount();
    table.model.setActive(false);
    QSignalSpy inserted(&table.model, &QAbstractItemModel::rowsInserted);
    const WindowName window = table.deployment.addWindow(table.deployment.addClient("new", "c"), "w");
    table.deployment.addTab(window, "t");
    table.flush();
    testgui::spinOnce();
    EXPECT_EQ(inserted.count(), 0);
    table.model.setActive(true);
    EXPECT_TRUE(spinUntil([&] { return table.isSettled(); }));
    EXPECT_EQ(table.model.rowCount(), rows + 1);
}

// SPEC G4
TEST(TableModel, SaysARowAsASentence)
{
    Table table;
    const WindowName window = table.deployment.addWindow(table.deployment.addClient("u", "desk"), "w");
    const ContextName tab = table.deployment.addTab(window, "42", "<b>x</b>\n\u202etitle");
    table.deployment.assign(tab, "A");
    table.deployment.advance(Seconds(275));
    table.goLive();
    const QModelIndex cell = table.model.index(0, table.rows.column("context"));
    EXPECT_EQ(cell.data(Qt::AccessibleTextRole).toString(),
              "Tab 42 of client desk, assigned to task A, expires in 25 second(s)");
    EXPECT_EQ(table.cell(0, "task"), "A");
    const QString title = table.cell(0, "title");
    EXPECT_TRUE(title.startsWith("<b>x</b>"));
    EXPECT_FALSE(title.contains(QChar(0x202e)));
    EXPECT_FALSE(title.contains('\n'));
    EXPECT_EQ(table.model.index(0, table.rows.column("lease")).data(ExpiryRole).toLongLong(),
              (table.deployment.now() + Seconds(25)).us);
}

TEST(TableModel, WaitersComeAndGo)
{
    auto &deployment = *new FakeDeployment;
    Session session{std::unique_ptr<Deployment>(&deployment), {}};
    WaiterRows rows(session.fleet());
    TableModel model(rows);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    testgui::fillSample(deployment);
    deployment.goLive();
    session.fleet().flush();
    model.setActive(true);
    model.sort(rows.column("place"));
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, rows.column("wants")).data().toString(), "metadata.region=us");
    Waiter waiter;
    waiter.place = 2;
    waiter.user = UserId::trusted("carol");
    waiter.task = TaskId::trusted("second");
    waiter.deadline = deployment.now() + Seconds(20);
    waiter.enqueuedAt = deployment.now();
    deployment.apply(WaiterAdded{std::make_shared<const Waiter>(waiter)});
    EXPECT_TRUE(spinUntil([&] { return model.rowCount() == 2; }));
    EXPECT_EQ(model.index(1, rows.column("wants")).data().toString(), "anything");
    deployment.apply(WaiterRemoved{UserId::trusted("carol"), 1});
    EXPECT_TRUE(spinUntil([&] { return model.rowCount() == 1; }));
    EXPECT_EQ(model.index(0, rows.column("task")).data().toString(), "second");
}

} // namespace
} // namespace cheetah::gui

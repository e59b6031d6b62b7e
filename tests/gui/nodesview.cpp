// SPDX-License-Identifier: Apache-2.0
#include "views/nodesview.h"

#include "filter/filterfield.h"
#include "gui/actionstage.h"
#include "models/inspection.h"
#include "models/noderows.h"
#include "session/languages.h"
#include "views/inspectorview.h"
#include "views/tableview.h"
#include "widgets/emptystate.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QTest>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;

NodeInfo nodeOf(const char *id, Roles roles, RegistryTime now)
{
    NodeInfo node;
    node.id = NodeId::trusted(id);
    node.incarnation = Incarnation::trusted(std::string("inc-") + id);
    node.roles = roles;
    node.version = "0.1.0";
    node.startedAt = now - Seconds(7'200);
    node.heartbeatAt = now;
    node.report = {true, {}, std::string("http://") + id + ":7744", 0, Micros(420), Micros(-2'300)};
    return node;
}

ConditionState full(WallTime since)
{
    return {"registry", false, "store_full", {}, "give_the_store_memory", {}, false, since};
}

struct Nodes {
    ActionStage stage;
    RegistryTime now = stage.deployment.now();
    std::unique_ptr<NodesView> view;

    Nodes()
    {
        fillSample(stage.deployment);
        NodeInfo app = nodeOf("app-1", {true, false, false}, now);
        NodeInfo full1 = nodeOf("app-2", {true, false, false}, now);
        full1.report.ready = false;
        full1.report.problems = {full(WallTime(Micros(now.us) - Seconds(95)))};
        NodeInfo off = nodeOf("rest-1", {false, true, false}, now);
        off.report.clockOffset = Millis(3'400);
        off.report.problems = {{"clock_offset",
                                false,
                                "clock_offset",
                                {{"offset", "+3400ms"}},
                                "set_the_clock",
                                {},
                                true,
                                WallTime(Micros(now.us) - Seconds(600))}};
        for (const NodeInfo &node : {app, full1, off})
            stage.deployment.apply(NodeChanged{node});
        stage.deployment.goLive();
        stage.settle();
    }
    void show(QSize size = {1'200, 320})
    {
        view = std::make_unique<NodesView>(stage.workspace);
        view->resize(size);
        view->show();
        spinOnce();
    }
    QString cell(const char *node, const char *column) const
    {
        const int row = view->model().rowOf(ObjectId(NodeId::trusted(node)));
        return view->model().index(row, view->model().rows().column(column)).data().toString();
    }
    int rows() const { return view->model().rowCount(); }
};

QString sectionOf(const Inspection &inspection, const QString &title, const QString &label)
{
    for (const InspectionSection &section : inspection.sections)
        for (const InspectionRow &row : section.rows)
            if (section.title == title && row.label == label)
                return row.value;
    return QStringLiteral("(no such row)");
}

} // namespace

// SPEC O1 SPEC L6
TEST(NodesView, TellsWhichNodeIsNotReadyAndWhy)
{
    Nodes nodes;
    nodes.show();
    const QAbstractItemModelTester tester(&nodes.view->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_EQ(nodes.rows(), 4) << "with that of the sample";
    EXPECT_EQ(nodes.cell("app-1", "state"), "ready");
    EXPECT_EQ(nodes.cell("app-2", "state"), "not ready");
    EXPECT_EQ(nodes.cell("app-2", "problems"), "Registry");
    EXPECT_EQ(nodes.cell("rest-1", "state"), "ready, with warnings");
    EXPECT_EQ(nodes.cell("rest-1", "offset"), "+3.4 s");
    EXPECT_EQ(nodes.cell("laptop", "state"), "not known") << "it is older and tells nothing";
    EXPECT_EQ(nodes.cell("app-1", "roundtrip"), "0.4 ms");

    NodeInfo better = nodeOf("app-2", {true, false, false}, nodes.now + Seconds(1));
    nodes.stage.deployment.apply(NodeChanged{better});
    nodes.stage.settle();
    EXPECT_TRUE(spinUntil([&] { return nodes.cell("app-2", "state") == "ready"; }));
    nodes.stage.deployment.apply(NodeRemoved{NodeId::trusted("app-1")});
    nodes.stage.settle();
    EXPECT_TRUE(spinUntil([&] { return nodes.rows() == 3; }));
}

TEST(NodesView, IsFilteredLikeEveryTable)
{
    Nodes nodes;
    nodes.show();
    const auto shows = [&](const char *filter, int rows) {
        nodes.view->setFilter(QString::fromLatin1(filter));
        return spinUntil([&] { return !nodes.view->model().isBuilding() && nodes.rows() == rows; });
    };
    EXPECT_TRUE(shows("state:not-ready", 1));
    EXPECT_TRUE(shows("problem:clock", 1));
    EXPECT_TRUE(shows("role:app -state:not-ready", 2));
    EXPECT_TRUE(shows("offset>1s", 1));
    EXPECT_TRUE(shows("roundtrip<1ms", 3));
    EXPECT_TRUE(shows("app-1", 1));
    EXPECT_TRUE(shows("", 4));
}

// SPEC W14: which clients it alone may create for, as long as that lasts.
TEST(NodesView, TellsWhatEachProvisions)
{
    Nodes nodes;
    nodes.show();
    EXPECT_EQ(nodes.cell("app-1", "provisions"), "");
    const auto &fleet = nodes.stage.fleet();
    Slot slot = 0;
    while (!fleet.client(slot).state)
        ++slot;
    const ClientName name = fleet.client(slot).name;
    auto state = std::make_shared<ClientState>(*fleet.client(slot).state);
    state->provisioner = NodeId::trusted("app-1");
    state->provisionsUntil = nodes.now + Seconds(30);
    nodes.stage.deployment.apply(ClientChanged{name, state});
    nodes.stage.settle();
    const QString shown = QString::fromStdString(name.user.string() + '/' + name.client.string());
    EXPECT_TRUE(spinUntil([&] { return nodes.cell("app-1", "provisions") == shown; }));
    const ReportAges ages(nodes.stage.session.fleet());
    const auto seen = inspect(nodes.stage.session, ages, nodes.stage.words, ObjectId(NodeId::trusted("app-1")));
    ASSERT_TRUE(seen);
    EXPECT_EQ(sectionOf(*seen, "Provisions", QString::fromStdString(name.user.string())),
              QString::fromStdString(name.client.string()));
    nodes.view->setFilter(QStringLiteral("provisions:") + QString::fromStdString(name.client.string()));
    EXPECT_TRUE(spinUntil([&] { return !nodes.view->model().isBuilding() && nodes.rows() == 1; }));
    nodes.view->setFilter({});
    nodes.stage.deployment.advance(Seconds(31));
    EXPECT_TRUE(spinUntil([&] { return nodes.cell("app-1", "provisions").isEmpty(); }));
}

// SPEC L6: since when, the error, what to do; and who hangs on it.
TEST(NodesView, TheInspectorSaysWhatToDo)
{
    Nodes nodes;
    const ReportAges ages(nodes.stage.session.fleet());
    const auto full = inspect(nodes.stage.session, ages, nodes.stage.words, ObjectId(NodeId::trusted("app-2")));
    ASSERT_TRUE(full);
    EXPECT_EQ(full->state, "not ready");
    EXPECT_TRUE(sectionOf(*full, "Registry", "Not ready").startsWith("Redis is full"));
    EXPECT_TRUE(sectionOf(*full, "Registry", "What to do").contains("maxmemory"));
    EXPECT_NE(sectionOf(*full, "Registry", "Since"), "(no such row)");
    EXPECT_EQ(sectionOf(*full, "Clients", "Connected here"), "none");

    const auto &fleet = nodes.stage.fleet();
    const NodeId laptop = NodeId::trusted("laptop");
    int held = 0;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        held +=
            fleet.client(slot).state && fleet.client(slot).state->connected && fleet.client(slot).state->node == laptop;
    const auto own = inspect(nodes.stage.session, ages, nodes.stage.words, ObjectId(laptop));
    ASSERT_TRUE(own);
    int links = 0;
    for (const InspectionSection &section : own->sections)
        for (const InspectionRow &row : section.rows)
            links += section.title == "Clients" && std::holds_alternative<ObjectId>(row.link);
    EXPECT_EQ(links, std::min(held, 12));
}

TEST(NodesView, Shots)
{
    for (const char *language : {"en", "de"})
        for (const bool isDark : {false, true}) {
            Languages languages;
            languages.use(language);
            Nodes nodes;
            nodes.stage.theme.setMode(isDark ? ThemeMode::Dark : ThemeMode::Light);
            QApplication::setPalette(nodes.stage.theme.palette());
            nodes.show();
            const QString suffix = QStringLiteral("-") + language + (isDark ? "-dark" : "-light");
            nodes.view->table().selectRow(1);
            spinOnce();
            saveShot(*nodes.view, "nodes" + suffix);
            nodes.view->resize(520, 300);
            spinOnce();
            saveShot(*nodes.view, "nodes-small" + suffix);
            InspectorView inspector(nodes.stage.workspace);
            inspector.resize(340, 520);
            inspector.show();
            nodes.stage.session.selection().select(ObjectId(NodeId::trusted("app-2")));
            spinOnce();
            spinOnce();
            saveShot(inspector, "node-inspector" + suffix);
            EXPECT_EQ(nodes.rows(), 4);
            languages.use("en");
        }
}

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#include "gui/actionstage.h"
#include "models/inspection.h"
#include "session/languages.h"
#include "views/inspectionpanel.h"
#include "views/inspectorview.h"
#include "views/linkbutton.h"

#include <QtGui/QClipboard>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolButton>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;

const ClientName desk{UserId::trusted("alice"), ClientId::trusted("desk")};
const ClientName farm{UserId::trusted("alice"), ClientId::trusted("farm-1")};
const ContextName checkout{desk.user, desk.client, Epoch::trusted("e-desk"), ContextId::trusted("t2")};
const ContextName maps{farm.user, farm.client, Epoch::trusted("e-farm-1"), ContextId::trusted("t2")};

const InspectionRow *find(const Inspection &inspection, const QString &section, const QString &label)
{
    for (const InspectionSection &one : inspection.sections)
        if (one.title == section)
            for (const InspectionRow &row : one.rows)
                if (row.label == label)
                    return &row;
    return nullptr;
}

QString textOf(const ActionStage &stage, const Inspection &inspection, const QString &section, const QString &label)
{
    const InspectionRow *row = find(inspection, section, label);
    return row ? row->text(stage.session.fleet().now()) : QStringLiteral("(no such row)");
}

// SPEC G2
TEST(Inspector, TheLeaseStandsBeforeTheActionsAndNothingIsCutInGerman)
{
    Languages languages;
    languages.use("de");
    {
        ActionStage stage;
        Actions::Spec end;
        end.id = QStringLiteral("client.undrain");
        end.text = [] { return QStringLiteral("Leerfahren des Clients beenden, wie lange es auch dauert…"); };
        end.unavailable = [&stage] {
            return stage.session.selection().current() == ObjectId(desk) ? QString() : QStringLiteral("no drain");
        };
        stage.actions.add(end);
        stage.actions.setContextActions({QStringLiteral("client.undrain")});
        fillSample(stage.deployment);
        stage.deployment.goLive();
        InspectorView view(stage.workspace);
        view.resize(view.fontMetrics().averageCharWidth() * 42, 700);
        view.show();
        spinOnce();
        stage.session.selection().select(checkout);
        spinOnce();
        const auto buttons = view.findChildren<QToolButton *>();
        const auto found = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton *button) {
            return button->defaultAction() && button->defaultAction()->objectName() == "client.undrain";
        });
        ASSERT_NE(found, buttons.end());
        const QToolButton *ending = *found;
        EXPECT_TRUE(ending->isHidden()) << "nothing drains";
        const auto *area = view.findChild<QScrollArea *>();
        EXPECT_LE(area->widget()->width(), area->viewport()->width());
        stage.session.selection().select(desk);
        stage.actions.refresh();
        spinOnce();
        EXPECT_FALSE(ending->isHidden());
        EXPECT_LE(area->widget()->width(), area->viewport()->width());
        EXPECT_LT(view.findChildren<InspectionPanel *>().front()->mapTo(&view, QPoint()).y(),
                  ending->mapTo(&view, QPoint()).y());
        EXPECT_GT(view.findChildren<InspectionPanel *>().at(1)->mapTo(&view, QPoint()).y(),
                  ending->mapTo(&view, QPoint()).y());
    }
    languages.use("en");
}

struct InspectorStage : ActionStage {
    InspectorStage()
    {
        fillSample(deployment);
        deployment.goLive();
        view.resize(320, 700);
        view.show();
        spinOnce();
    }
    InspectorView view{workspace};
};

// SPEC G2
TEST(Inspector, TellsEverythingOfALeasedTab)
{
    InspectorStage stage;
    EXPECT_FALSE(stage.view.inspection());
    stage.session.selection().select(checkout);
    ASSERT_TRUE(stage.view.inspection());
    const Inspection &inspection = *stage.view.inspection();
    EXPECT_EQ(inspection.name, "Checkout – Example Shop");
    EXPECT_EQ(inspection.state, "assigned");
    EXPECT_EQ(textOf(stage, inspection, "Lease", "Task"), "check-checkout");
    EXPECT_EQ(textOf(stage, inspection, "Lease", "Time left"), "0:16");
    EXPECT_EQ(textOf(stage, inspection, "Lease", "Last renewed"), "never");
    EXPECT_EQ(textOf(stage, inspection, "Lease", "Acquired through"), "laptop");
    EXPECT_EQ(textOf(stage, inspection, "Reported", "URL"), "https://shop.example/checkout");
    EXPECT_EQ(textOf(stage, inspection, "Identity", "Client"), "desk");
    EXPECT_EQ(find(inspection, "Identity", "Full name")->copy.toStdString(), toText(checkout));
}

// SPEC G2
TEST(Inspector, TellsOfClientsWhatTheyMayCarryAndWhatIsUsed)
{
    InspectorStage stage;
    stage.session.selection().select(desk);
    const Inspection &client = *stage.view.inspection();
    EXPECT_EQ(textOf(stage, client, "Use", "Tabs"), "6 of 24, 1 reserved");
    EXPECT_EQ(textOf(stage, client, "Use", "Windows"), "2 of 4");
    EXPECT_EQ(textOf(stage, client, "Metadata", "region"), "eu");
    EXPECT_EQ(textOf(stage, client, "Connection", "Last report"), "not known");
    stage.session.selection().select(ClientName{UserId::trusted("bob"), ClientId::trusted("laptop")});
    const Inspection &away = *stage.view.inspection();
    EXPECT_EQ(away.state, "disconnected");
    EXPECT_EQ(textOf(stage, away, "Connection", "Leases end in"), "0:05");
    stage.session.selection().select(ClientName{UserId::trusted("bob"), ClientId::trusted("old-box")});
    EXPECT_EQ(textOf(stage, *stage.view.inspection(), "Drain", "By"), "sam");
    stage.session.selection().select(UserId::trusted("alice"));
    EXPECT_EQ(textOf(stage, *stage.view.inspection(), "Use", "Clients"), "2 of 2 connected");
    stage.session.selection().select(NodeId::trusted("laptop"));
    EXPECT_EQ(textOf(stage, *stage.view.inspection(), "Node", "Version"), "0.1.0");
    stage.session.selection().select(
        WindowName{desk.user, desk.client, Epoch::trusted("e-desk"), WindowId::trusted("w2")});
    EXPECT_EQ(textOf(stage, *stage.view.inspection(), "Use", "Tabs"), "2 of 8, 1 reserved");
}

// SPEC G2
TEST(Inspector, KeepsWhatWasKnownOfWhatIsGone)
{
    InspectorStage stage;
    stage.session.selection().select(checkout);
    stage.deployment.removeTab(checkout);
    stage.settle();
    ASSERT_TRUE(spinUntil([&] { return stage.view.isGone(); }));
    EXPECT_EQ(stage.view.inspection()->name, "Checkout – Example Shop");
    saveShot(stage.view, "inspector-gone");
}

// SPEC G2
TEST(Inspector, SumsUpSeveral)
{
    InspectorStage stage;
    stage.session.selection().select({checkout, maps, desk}, checkout);
    const Inspection &sum = *stage.view.inspection();
    EXPECT_EQ(textOf(stage, sum, "What is selected", "Tabs"), "2");
    EXPECT_EQ(textOf(stage, sum, "What is selected", "Clients"), "1");
    EXPECT_EQ(textOf(stage, sum, "Tabs by state", "assigned"), "1");
    EXPECT_EQ(textOf(stage, sum, "Tabs by state", "settling"), "1");
}

// SPEC G2 SPEC D3
TEST(Inspector, LinksLeadToObjectsAndEvidence)
{
    InspectorStage stage;
    stage.session.selection().select(maps);
    spinOnce();
    std::vector<std::string> commands;
    QObject::connect(&stage.session.navigator(), &Navigator::evidenceWanted, &stage.view,
                     [&](const UserId &, const CommandId &command) { commands.push_back(command.string()); });
    std::vector<ObjectId> objects;
    QObject::connect(&stage.session.navigator(), &Navigator::objectWanted, &stage.view,
                     [&](const ObjectId &object) { objects.push_back(object); });
    for (LinkButton *link : stage.view.findChildren<LinkButton *>()) {
        EXPECT_FALSE(link->accessibleName().isEmpty());
        link->click();
    }
    EXPECT_EQ(commands, std::vector<std::string>{"cmd-7"});
    EXPECT_NE(std::find(objects.begin(), objects.end(), ObjectId(farm)), objects.end());
}

// SPEC G3
TEST(Inspector, CopiesIdsAndNamesItsControls)
{
    InspectorStage stage;
    stage.session.selection().select(checkout);
    spinOnce();
    bool hasCopied = false;
    for (QToolButton *button : stage.view.findChildren<QToolButton *>()) {
        if (!button->isVisible())
            continue;
        EXPECT_FALSE(button->accessibleName().isEmpty());
        if (button->accessibleName() == "Copy Tab id") {
            button->click();
            hasCopied = QGuiApplication::clipboard()->text() == "t2";
        }
    }
    EXPECT_TRUE(hasCopied);
}

// SPEC G2
TEST(Inspector, HistoryIsOfThisObjectAlone)
{
    InspectorStage stage;
    stage.session.selection().select(desk);
    JournalEntry mine;
    mine.kind = JournalKind::ClientConnected;
    mine.user = desk.user;
    mine.client = desk.client;
    JournalEntry other = mine;
    other.client = farm.client;
    EXPECT_TRUE(isAbout(mine, desk));
    EXPECT_FALSE(isAbout(other, desk));
    EXPECT_TRUE(isAbout(other, desk.user));
    stage.deployment.addJournal(mine);
    stage.deployment.addJournal(other);
    const auto shows = [&](const QString &text) {
        for (const auto *label : stage.view.findChildren<QLabel *>())
            if (label->isVisible() && label->text() == text)
                return true;
        return false;
    };
    EXPECT_TRUE(spinUntil([&] { return shows("client desk connected"); }));
    EXPECT_FALSE(shows("client farm-1 connected"));
}

// SPEC G3
TEST(Inspector, FitsIntoANarrowDock)
{
    InspectorStage stage;
    stage.session.selection().select(checkout);
    stage.view.resize(260, 500);
    spinOnce();
    const auto *scroll = stage.view.findChild<QScrollArea *>();
    EXPECT_LE(scroll->widget()->width(), 260);
    saveShot(stage.view, "inspector-narrow");
}

TEST(Inspector, Shots)
{
    for (const auto mode : {ThemeMode::Light, ThemeMode::Dark}) {
        ActionStage stage;
        stage.theme.setMode(mode);
        fillSample(stage.deployment);
        stage.deployment.goLive();
        InspectorView view(stage.workspace);
        view.setPalette(stage.theme.palette());
        view.resize(320, 820);
        view.show();
        const QString end = mode == ThemeMode::Light ? "-light" : "-dark";
        saveShot(view, "inspector-empty" + end);
        stage.session.selection().select(checkout);
        saveShot(view, "inspector-tab" + end);
        stage.session.selection().select(maps);
        saveShot(view, "inspector-settling" + end);
        stage.session.selection().select(desk);
        saveShot(view, "inspector-client" + end);
        stage.session.selection().select({checkout, maps, desk}, checkout);
        saveShot(view, "inspector-many" + end);
    }
}

} // namespace
} // namespace cheetah::gui

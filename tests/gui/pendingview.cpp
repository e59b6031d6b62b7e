// SPDX-License-Identifier: Apache-2.0
#include "views/pendingview.h"

#include "actions/flowtoasts.h"
#include "actionstage.h"
#include "support/testclock.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::ActionStage;
using testgui::saveShot;

class PendingViewTest : public testing::Test {
protected:
    void SetUp() override
    {
        testgui::fillSample(stage.deployment);
        stage.deployment.goLive();
        stage.settle();
        view.resize(900, 300);
        view.show();
        testgui::spinOnce();
    }

    FlowId release(const std::vector<const char *> &tabs, Micros grace = Micros(0))
    {
        std::vector<Slot> rows;
        for (const char *id : tabs)
            rows.push_back(stage.fleet().find(ContextName{UserId::trusted("alice"), ClientId::trusted("desk"),
                                                          Epoch::trusted("e-desk"), ContextId::trusted(id)}));
        const auto flow = pending.prepare(planRelease(stage.fleet(), rows));
        pending.confirm(flow, grace);
        testgui::spinOnce();
        return flow->id();
    }
    void answer(const Result<std::string> &result)
    {
        stage.deployment.answer(stage.deployment.calls().front().id, result);
        testgui::spinOnce();
    }
    QPushButton &button(const char *name) { return *view.findChild<QPushButton *>(QString::fromLatin1(name)); }
    QAbstractItemModel &model() { return *view.findChild<QTreeView *>()->model(); }
    QString cell(int row, int column, const QModelIndex &parent = {})
    {
        return model().index(row, column, parent).data().toString();
    }

    ActionStage stage;
    PendingActions &pending = stage.session.pending();
    PendingView view{stage.workspace};
};

TEST_F(PendingViewTest, EmptySaysTheNextStep)
{
    EXPECT_FALSE(view.findChild<QTreeView *>()->isVisible());
    EXPECT_FALSE(view.title().isEmpty());
    saveShot(view, "pending-empty");
}

// SPEC O3 SPEC G3
TEST_F(PendingViewTest, TheGraceIsShownAndItsCancelCancels)
{
    const FlowId flow = release({"t1"}, Seconds(30));
    EXPECT_TRUE(button("graceCancel").isVisible());
    EXPECT_TRUE(cell(0, 1).contains("30"));
    saveShot(view, "pending-grace");
    button("graceCancel").click();
    testgui::spinOnce();
    EXPECT_TRUE(stage.deployment.calls().empty());
    EXPECT_FALSE(button("graceCancel").isVisible());
    EXPECT_TRUE(pending.find(flow)->isCancelled());
    EXPECT_TRUE(cell(0, 1).contains("Cancelled"));
}

TEST_F(PendingViewTest, EveryObjectHasItsOutcomeAndWhatFailedMayBeTriedAgain)
{
    const QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy retry(&pending, &PendingActions::retryWanted);
    const FlowId flow = release({"t1", "t2", "t5"});
    answer(std::string("{}"));
    answer(Error(ErrorCode::FenceMismatch, {{"task", "D"}, {"fence", "7"}}));
    answer(Error(ErrorCode::RateLimited, {{"retryAfterMs", "100"}}));
    EXPECT_FALSE(button("retry").isEnabled());
    stage.deployment.release(std::get<ContextName>(pending.find(flow)->items()[0].seen.object), EndCause::Operator);
    stage.settle();
    const QModelIndex top = model().index(0, 0);
    ASSERT_EQ(model().rowCount(top), 3);
    EXPECT_EQ(cell(0, 1, top), "Released");
    EXPECT_TRUE(cell(1, 1, top).contains("task D"));
    EXPECT_TRUE(model().index(1, 1, top).data(Qt::AccessibleTextRole).toString().contains("check-checkout"));
    EXPECT_TRUE(button("retry").isEnabled());
    saveShot(view, "pending-outcomes");
    stage.theme.setMode(ThemeMode::Dark);
    QApplication::setPalette(stage.theme.palette());
    saveShot(view, "pending-outcomes-dark");
    stage.theme.setMode(ThemeMode::Light);
    QApplication::setPalette(stage.theme.palette());
    button("retry").click();
    ASSERT_EQ(retry.size(), 1);
    EXPECT_EQ(retry[0][0].value<FlowId>(), flow);
    button("clear").click();
    EXPECT_EQ(model().rowCount(), 0);
}

TEST_F(PendingViewTest, DoubtIsSaidAndKeptUntilItIsCleared)
{
    release({"t1"});
    answer(Error(ErrorCode::Unavailable));
    stage.deployment.setState(ConnectionState::Lost);
    testgui::spinOnce();
    EXPECT_TRUE(cell(0, 1).contains("may not have happened", Qt::CaseInsensitive));
    EXPECT_FALSE(button("retry").isEnabled());
    saveShot(view, "pending-doubt");
}

TEST_F(PendingViewTest, ToastsCarryGraceDoubtAndOutcome)
{
    QWidget window;
    window.resize(800, 500);
    ToastHost toasts(stage.theme, &window);
    const FlowToasts telling(pending, stage.words, toasts);
    window.show();
    release({"t1"}, Seconds(30));
    EXPECT_EQ(toasts.count(), 1);
    emit toasts.actionTriggered(1);
    testgui::spinOnce();
    EXPECT_TRUE(pending.flows().front()->isCancelled());
    EXPECT_TRUE(stage.deployment.calls().empty());
    release({"t2"});
    answer(Error(ErrorCode::Forbidden));
    EXPECT_GE(toasts.count(), 1);
    saveShot(window, "pending-toasts");
}

} // namespace
} // namespace cheetah::gui

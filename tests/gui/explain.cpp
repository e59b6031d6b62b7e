// SPDX-License-Identifier: Apache-2.0
// SPEC W9 SPEC G2: why a request got nothing is told from the journal as it was decided, and as it would be decided now.
#include "console/remotedeployment.h"
#include "model/refusal.h"
#include "models/demands.h"
#include "models/explanationmodel.h"
#include "models/journalmodel.h"
#include "node/localdeployment.h"
#include "support/guitest.h"
#include "support/nodeapi.h"
#include "support/nodefixture.h"
#include "testprogram.h"
#include "views/decisionpanel.h"
#include "views/explainform.h"
#include "views/explainview.h"
#include "views/journalview.h"
#include "views/mainwindow.h"
#include "views/tailtable.h"
#include "wire/tokenfile.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

#include <gtest/gtest.h>

namespace cheetah::gui {
namespace {

using testgui::saveShot;
using testgui::spinOnce;
using testgui::spinUntil;
using testgui::TestProgram;

Requirements demanding(const std::vector<std::string> &expressions)
{
    Requirements requirements;
    for (const std::string &expression : expressions)
        EXPECT_TRUE(addExpression(requirements, expression)) << expression;
    return requirements;
}

TEST(Demands, AreReadBackFromTheLineTheyAreShownIn)
{
    const Requirements requirements =
        demanding({"kind=browser", "client='a, client''s'", "metadata.region=us", "metadata.list='a,b'",
                   "metadata.tier in x|'y z'", "!metadata.gpu", "metadata.version~'>=1.2 <2'", "metadata.'odd key'=','",
                   "metadata.text='it''s, \n'"});
    QStringList line;
    for (const std::string &expression : expressionsOf(requirements))
        line << text(expression);
    EXPECT_EQ(demanding(expressionsOf(line.join(", "))), requirements);
    EXPECT_TRUE(expressionsOf(QStringLiteral(" , ,")).empty());
}

/// A form that was filled in asks for what it was filled in with, to the letter, until something is typed.
TEST(ExplainFormTest, KeepsWhatItHasNoFieldFor)
{
    const TestProgram program;
    ExplainForm form(program.words, program.theme);
    AcquireRequest request;
    request.user = UserId::trusted("u");
    request.task = TaskId::trusted("t");
    request.request = RequestId::trusted("r");
    request.requirements = std::make_shared<const Requirements>(demanding({"metadata.region=us"}));
    request.strategy = "least-busy";
    request.placement = {Placement::Kind::NewTab, WindowName{request.user, ClientId::trusted("c"), Epoch::trusted("e"),
                                                             WindowId::trusted("w7")}};
    request.wait = Seconds(5);
    request.autoProvision = request.anyHealth = true;
    form.setRequest(request);
    EXPECT_FALSE(form.isChanged());
    const auto asked = form.request();
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->requirements, request.requirements);
    EXPECT_EQ(asked->task, request.task);
    EXPECT_EQ(asked->strategy, request.strategy);
    EXPECT_EQ(asked->placement, request.placement);
    EXPECT_EQ(asked->wait, request.wait);
    EXPECT_TRUE(asked->autoProvision && asked->anyHealth && !asked->reuseOnly);
    QString shown;
    for (const QLabel *label : form.findChildren<QLabel *>())
        shown += label->text();
    for (const char *part : {"task t", "strategy least-busy", "waits for up to 5"})
        EXPECT_TRUE(shown.contains(part)) << part << " in " << shown.toStdString();

    for (QCheckBox *box : form.findChildren<QCheckBox *>())
        if (box->text().contains("health"))
            box->click();
    EXPECT_TRUE(form.isChanged());
    EXPECT_FALSE(form.request()->anyHealth);
    EXPECT_EQ(form.request()->requirements, request.requirements);
}

TEST(ExplanationModelTest, CountsBothDecisionsByCause)
{
    const TestProgram program;
    ExplanationModel model(program.words, program.theme);
    QAbstractItemModelTester tester(&model);
    Explanation then, now;
    then.candidates = 5;
    then.excludedBy = {{Rule::MetadataMatch, 2}, {Rule::Assigned, 3}};
    now.candidates = 4;
    now.fitting = 1;
    now.excludedBy = {{Rule::MetadataMatch, 3}};
    model.show(now, then);
    const auto row = [&](int at) {
        QStringList cells;
        for (const auto column : {ExplanationModel::What, ExplanationModel::Then, ExplanationModel::Why})
            cells << model.index(at, column).data().toString();
        return cells.join('|').toStdString();
    };
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(row(0), "Nothing stands against it|none|1 candidate");
    EXPECT_NE(row(1).find("|2 candidates|3 candidates"), std::string::npos) << row(1);
    EXPECT_NE(row(2).find("|3 candidates|none"), std::string::npos) << row(2);
    model.show(std::nullopt, then); // nothing is known of now
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_NE(row(1).find("|3 candidates|"), std::string::npos);
    EXPECT_TRUE(row(1).ends_with('|'));
    model.show(now);
    EXPECT_EQ(model.headerData(ExplanationModel::Why, Qt::Horizontal, Qt::DisplayRole).toString(), "Why not");
    EXPECT_EQ(model.rowCount(), 2);
}

enum class Place { Embedded, Attached };

/// A console over a real node, in this process or over its socket, where an acquire is refused.
class ExplainLive : public testing::TestWithParam<Place> {
protected:
    void SetUp() override
    {
        std::unique_ptr<Deployment> made;
        SessionOrigin origin{SessionKind::Embedded, {}, {}};
        if (GetParam() == Place::Embedded) {
            EmbeddedNodeOptions options;
            options.config = *loadConfig(
                {{"listen", "127.0.0.1:0"}, {"token-file", folder.filePath("tokens").toStdString()}}, {}, {});
            auto local = std::make_unique<LocalDeployment>(std::move(options));
            tokens = local->tokenFile();
            made = std::move(local);
        } else {
            node = std::make_unique<test::NodeFixture>();
            ASSERT_TRUE(node->started());
            tokens = node->tokenFile();
            url = node->url();
            origin = {SessionKind::Attached, url, {}};
            made = std::make_unique<RemoteDeployment>(
                RemoteDeployment::Options{url, node->token("operator"), "sam", true, true, true}, clock);
        }
        Deployment &deployment = *made;
        window = std::make_unique<MainWindow>(program.program(), std::make_unique<Session>(std::move(made), origin));
        window->resize(1200, 900);
        window->show();
        deployment.attach();
        ASSERT_TRUE(spinUntil([&] { return deployment.status().state == ConnectionState::Live; }));
        if (url.isEmpty())
            url = QUrl(QString::fromStdString(deployment.identity()->url));
    }
    void TearDown() override { window.reset(); } // before the node

    std::unique_ptr<test::ScriptedClient> client(const char *id, Metadata metadata, std::uint32_t tabs)
    {
        auto made = std::make_unique<test::ScriptedClient>(ClientName{UserId::trusted("u"), ClientId::trusted(id)},
                                                           Epoch::trusted("e"), tabs);
        made->hello.metadata = std::move(metadata);
        EXPECT_TRUE(made->connectTo(url, *readToken(tokens, "client")));
        return made;
    }
    test::NodeApi::Answer acquire(const std::string &params)
    {
        return api.call(url, "acquire", *readToken(tokens, "app"), params);
    }
    /// Opens the one refused acquire from the journal, as a person does.
    void openFromJournal()
    {
        window->layout().show(ViewId::Journal);
        auto *view = static_cast<JournalView *>(window->layout().view(ViewId::Journal));
        view->setFilter("kind:acquire_refused");
        ASSERT_TRUE(spinUntil([&] { return view->model().isSettled() && view->model().rowCount() == 1; }));
        auto *table = view->findChild<TailTable *>();
        const QModelIndex index = table->model()->index(0, JournalModel::What);
        ASSERT_TRUE(spinUntil([&] { return table->visualRect(index).isValid(); }));
        const QPoint at = table->visualRect(index).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at);
    }
    ExplainView &view() { return *static_cast<ExplainView *>(window->layout().view(ViewId::Explain)); }
    ExplainForm &form() { return *view().findChild<ExplainForm *>(); }
    QAbstractItemModel &causes() { return *view().findChild<QTreeView *>()->model(); }
    /// What the panel with this heading says; empty if it is not shown.
    QString said(const QString &heading)
    {
        QString said;
        for (const DecisionPanel *panel : view().findChildren<DecisionPanel *>())
            if (panel->isVisible() && panel->accessibleName().startsWith(heading))
                for (const QLabel *label : panel->findChildren<QLabel *>())
                    said += label->text() + '\n';
        return said;
    }
    /// Every sentence of the decisions has the room that it needs.
    bool isWhole()
    {
        bool isWhole = true;
        for (const DecisionPanel *panel : view().findChildren<DecisionPanel *>())
            for (const QLabel *label : panel->findChildren<QLabel *>())
                isWhole &= !label->isVisible() || label->height() >= label->heightForWidth(label->width());
        return isWhole;
    }
    QString sentence(const Explanation &explanation) { return text(program.words.wording().explanation(explanation)); }

    SystemClock clock;
    QTemporaryDir folder;
    TestProgram program;
    std::unique_ptr<test::NodeFixture> node;
    std::filesystem::path tokens;
    QUrl url;
    test::NodeApi api;
    std::unique_ptr<MainWindow> window;
};

TEST_P(ExplainLive, ARefusedAcquireIsAskedAgainAsItWasAndBothAnswersStandSideBySide)
{
    const auto eu = client("c", {{"region", "eu"}}, 3);
    const auto refused =
        acquire(R"({"userId":"u","taskId":"report-4","requestId":"r4","require":["metadata.region=us",)"
                R"("metadata.list='a,b'"],"strategy":"least-busy","reuseOnly":true,"anyHealth":true})");
    ASSERT_NE(refused.status, 200);
    ASSERT_TRUE(spinUntil([&] {
        const auto &entries = window->session().journal().entries();
        return !entries.empty() && entries.back().kind == JournalKind::AcquireRefused;
    }));
    const JournalEntry entry = window->session().journal().entries().back();
    ASSERT_TRUE(entry.refusal && entry.refusal->explanation);
    const auto us = client("d", {{"region", "us"}, {"list", "a,b"}}, 1); // what was missing has come since

    openFromJournal();
    ASSERT_TRUE(spinUntil([&] { return view().isVisible(); }));
    const auto asked = form().request();
    ASSERT_TRUE(asked);
    EXPECT_FALSE(form().isChanged());
    EXPECT_EQ(asked->user.text(), "u");
    EXPECT_EQ(asked->task.text(), "report-4");
    EXPECT_EQ(asked->request.text(), "r4");
    EXPECT_EQ(*asked->requirements, demanding({"metadata.region=us", "metadata.list='a,b'"}));
    EXPECT_EQ(asked->strategy, "least-busy");
    EXPECT_TRUE(asked->reuseOnly && asked->anyHealth && !asked->autoProvision);

    const QString then = said("When it was refused");
    EXPECT_TRUE(then.contains(sentence(*entry.refusal->explanation))) << then.toStdString();
    EXPECT_EQ(entry.refusal->explanation->candidates, 3U);
    EXPECT_TRUE(then.contains(QLocale().toString(qulonglong(entry.refusal->explanation->revision))));
    EXPECT_TRUE(then.contains(Words::time(entry.at)));
    Explanation present;
    present.candidates = 4;
    present.fitting = 1;
    ASSERT_TRUE(spinUntil([&] { return said("Now").contains(sentence(present)); })) << said("Now").toStdString();
    ASSERT_EQ(causes().rowCount(), 2);
    EXPECT_EQ(causes().index(0, ExplanationModel::Then).data().toString(), "none");
    EXPECT_EQ(causes().index(0, ExplanationModel::Why).data().toString(), "1 candidate");
    EXPECT_EQ(causes().index(1, ExplanationModel::Then).data().toString(), "3 candidates");
    EXPECT_EQ(causes().rowCount(causes().index(0, 0)), 1);
    const QString name = GetParam() == Place::Embedded ? "explain-embedded" : "explain-attached";
    saveShot(*window, name);
    program.theme.setMode(ThemeMode::Dark);
    program.languages.use("de");
    spinOnce();
    saveShot(*window, name + "-dark-german");
    EXPECT_TRUE(said("Bei der Ablehnung").contains("Einen passenden Client verbinden")) << said({}).toStdString();
    program.theme.setMode(ThemeMode::Light);
    program.languages.use("en");
    window->resize(800, 500);
    EXPECT_TRUE(spinUntil([&] { return isWhole(); }, Seconds(5))) << "a sentence is cut off";
    saveShot(*window, name + "-small");

    // Another question is no longer about what was refused.
    auto *require = view().findChild<QLineEdit *>("require");
    require->setText("metadata.region=eu");
    QTest::keyClick(require, Qt::Key_Return);
    present.fitting = 3;
    ASSERT_TRUE(spinUntil([&] { return said({}).contains(sentence(present)); })) << said({}).toStdString();
    EXPECT_EQ(said("When it was refused"), QString());
    EXPECT_TRUE(view().findChild<QTreeView *>()->isColumnHidden(ExplanationModel::Then));
}

TEST_P(ExplainLive, WhatTheJournalCouldNotKeepIsSaidToBeMissing)
{
    const auto eu = client("c", {{"region", "eu"}}, 1);
    std::string expressions;
    for (int i = 0; i < 2; ++i)
        expressions += std::string(i ? "," : "") + "\"metadata.k" + std::to_string(i) + '='
                     + std::string(Refusal::longestDemand - 100, 'x') + '"';
    ASSERT_NE(acquire(R"({"userId":"u","taskId":"long","require":[)" + expressions + "]}").status, 200);
    ASSERT_TRUE(spinUntil([&] {
        const auto &entries = window->session().journal().entries();
        return !entries.empty() && entries.back().kind == JournalKind::AcquireRefused;
    }));
    openFromJournal();
    ASSERT_TRUE(spinUntil([&] { return said("Now").contains("1 of 1"); })) << said("Now").toStdString();
    QString shown;
    for (const QLabel *label : form().findChildren<QLabel *>())
        if (label->isVisible())
            shown += label->text();
    EXPECT_TRUE(shown.contains("too long for the journal")) << shown.toStdString();
    EXPECT_FALSE(form().request()->requirements);
    saveShot(*window, "explain-cut");
}

INSTANTIATE_TEST_SUITE_P(Places, ExplainLive, testing::Values(Place::Embedded, Place::Attached),
                         [](const auto &place) { return place.param == Place::Embedded ? "Embedded" : "Attached"; });

} // namespace
} // namespace cheetah::gui

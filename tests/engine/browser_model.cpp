// SPDX-License-Identifier: Apache-2.0
#include "browser/browsermodel.h"
#include "browser/operation.h"
#include "browser/windowlocks.h"

#include <gtest/gtest.h>

namespace cheetah {

namespace {

ContextId tab(const std::string &id)
{
    return ContextId::trusted(id);
}

WindowId window(const std::string &id)
{
    return WindowId::trusted(id);
}

/// A model that hears what Chromium writes.
class ModelTest : public testing::Test {
protected:
    void hear(const std::string &targetInfo)
    {
        simdjson::dom::parser parser;
        const auto target = parseTarget(parser.parse(targetInfo));
        if (target)
            model.targetChanged(*target);
    }
    /// A tab with its page, in a window.
    void open(const std::string &id, const std::string &in, int index, bool active, const std::string &opener = {})
    {
        hear(R"({"targetId":")" + id + R"(","type":"tab","title":"","url":"","browserContextId":"B",)"
             + R"("embedderData":{"tabActive":)" + (active ? "true" : "false") + R"(,"tabStripIndex":)"
             + std::to_string(index) + "}}");
        hear(R"({"targetId":"p)" + id + R"(","type":"page","title":"Title )" + id + R"(","url":"http://x/)" + id
             + R"(","browserContextId":"B")" + (opener.empty() ? "" : R"(,"openerId":"p)" + opener + '"') + "}");
        model.pageAttached(tab(id), "p" + id);
        EXPECT_TRUE(model.hasTab(tab(id)));
        model.loadingChanged(tab(id), false);
        if (!in.empty())
            model.windowLearned(tab(id), window(in));
    }
    std::string shape() const
    {
        std::string text;
        for (const ReportedWindow &w : model.windows()) {
            text += w.id.string() + (w.focused ? "!" : "") + ":";
            for (const ReportedContext &c : w.contexts)
                text += " " + c.id.string() + (c.active ? "*" : "");
            text += "; ";
        }
        return text;
    }
    ReportedContext context(const std::string &id) const
    {
        for (const ReportedWindow &w : model.windows())
            for (const ReportedContext &c : w.contexts)
                if (c.id == tab(id))
                    return c;
        return {};
    }

    BrowserModel model;
};

} // namespace

TEST_F(ModelTest, ReadsWhatChromiumWritesOfATarget)
{
    // As Chromium 156 wrote it.
    simdjson::dom::parser parser;
    const auto target = parseTarget(parser.parse(
        std::string(R"({"targetId":"73B1","type":"tab","title":"about:blank","url":"about:blank","attached":true,)"
                    R"("canAccessOpener":false,"browserContextId":"1090",)"
                    R"("embedderData":{"tabActive":true,"tabPinned":false,"tabStripIndex":3}})")));
    ASSERT_TRUE(target);
    EXPECT_TRUE(target->isTab);
    EXPECT_EQ(target->id, "73B1");
    EXPECT_EQ(target->browserContext, "1090");
    EXPECT_EQ(target->index, 3u);
    EXPECT_EQ(target->active, true);
    EXPECT_FALSE(parseTarget(parser.parse(std::string(R"({"targetId":"1","type":"service_worker"})"))));
    EXPECT_FALSE(parseTarget(parser.parse(std::string(R"({"type":"tab"})"))));
}

TEST_F(ModelTest, ShowsTabsInOrderOfTheirStripAndWindowsInOrderOfArrival)
{
    open("a", "w1", 0, true);
    open("x", "w2", 0, true);
    open("c", "w1", 1, false);
    EXPECT_EQ(shape(), "w1: a* c; w2: x*; ");
    open("b", "w1", 1, false);
    hear(R"({"targetId":"c","type":"tab","embedderData":{"tabActive":false,"tabStripIndex":2}})");
    EXPECT_EQ(shape(), "w1: a* b c; w2: x*; ");
    EXPECT_EQ(context("b").title, "Title b");
    EXPECT_EQ(context("b").url, "http://x/b");

    hear(R"({"targetId":"c","type":"tab","embedderData":{"tabActive":true,"tabStripIndex":2}})");
    EXPECT_EQ(shape(), "w1: a b c*; w2: x*; ") << "a window shows one tab";
    EXPECT_EQ(model.windows()[0].title, "Title c");
    model.windowLearned(tab("c"), window("w2"));
    EXPECT_EQ(shape(), "w1: a b; w2: x c*; ") << "a person dragged it";
    model.targetGone("a");
    model.targetGone("b");
    EXPECT_EQ(shape(), "w2: x c*; ");
    EXPECT_EQ(model.windowCount(), 1u);
}

TEST_F(ModelTest, ShowsNoTabBeforeItsWindowIsKnown)
{
    open("a", "", 0, true);
    EXPECT_EQ(shape(), "");
    model.windowLearned(tab("a"), window("w1"));
    EXPECT_EQ(shape(), "w1: a*; ");
}

TEST_F(ModelTest, VersionsTellTitlesFromShape)
{
    open("a", "w1", 0, true);
    const auto shapeBefore = model.shapeVersion();
    const auto titlesBefore = model.titleVersion();
    hear(R"({"targetId":"pa","type":"page","title":"other","url":"http://x/a"})");
    EXPECT_EQ(model.shapeVersion(), shapeBefore);
    EXPECT_GT(model.titleVersion(), titlesBefore);
    const auto titles = model.titleVersion();
    hear(R"({"targetId":"pa","type":"page","title":"other","url":"http://x/a"})");
    hear(R"({"targetId":"pa","type":"page","title":"between two documents","url":""})");
    EXPECT_EQ(model.titleVersion(), titles);
    model.loadingChanged(tab("a"), true);
    EXPECT_GT(model.shapeVersion(), shapeBefore);
}

// SPEC W18
TEST_F(ModelTest, HealthFollowsCrashesLoadingAndProbes)
{
    open("a", "w1", 0, true);
    EXPECT_EQ(context("a").health, Health::Live);
    model.loadingChanged(tab("a"), true);
    EXPECT_EQ(context("a").health, Health::Loading);
    model.probeFailed(tab("a"));
    EXPECT_EQ(context("a").health, Health::Unresponsive);
    model.probeAnswered(tab("a"), false);
    EXPECT_EQ(context("a").health, Health::Loading);
    model.loadingChanged(tab("a"), false);
    model.targetCrashed("pa");
    model.probeFailed(tab("a"));
    EXPECT_EQ(context("a").health, Health::Crashed);
    model.loadingChanged(tab("a"), false);
    EXPECT_EQ(context("a").health, Health::Crashed) << "the end of loading proves no renderer";
    model.loadingChanged(tab("a"), true);
    EXPECT_EQ(context("a").health, Health::Loading);
    model.targetCrashed("unknown");
}

TEST_F(ModelTest, FocusComesFromProbes)
{
    open("a", "w1", 0, true);
    open("x", "w2", 0, true);
    model.probeAnswered(tab("x"), true);
    EXPECT_EQ(shape(), "w1: a*; w2!: x*; ");
    model.probeAnswered(tab("a"), true);
    model.probeAnswered(tab("x"), false);
    EXPECT_EQ(shape(), "w1!: a*; w2: x*; ");
}

// SPEC W13 SPEC W20
TEST_F(ModelTest, ATabThatAppearsDuringACreationIsShownWithItsOriginOrAfterIt)
{
    open("a", "w1", 0, true);
    const auto creation = model.beginCreation();
    open("mine", "w1", 1, false);
    open("popup", "w1", 2, false, "a");
    EXPECT_EQ(shape(), "w1: a*; ");
    model.endCreation(creation, tab("mine"), {ProvisionId::trusted("p"), tab("a"), false, false});
    EXPECT_EQ(shape(), "w1: a* mine popup; ");
    EXPECT_EQ(context("mine").provision.text(), "p");
    EXPECT_TRUE(context("mine").ours);
    EXPECT_EQ(context("mine").opener, tab("a"));
    EXPECT_FALSE(context("popup").ours);
    EXPECT_TRUE(context("popup").provision.empty());
    EXPECT_EQ(context("popup").opener, tab("a"));

    const auto later = model.beginCreation();
    EXPECT_EQ(shape(), "w1: a* mine popup; ") << "what was there before stays shown";
    model.abandonCreation(later);
    model.targetGone("a");
    EXPECT_TRUE(context("popup").opener.empty()) << "an opener that is gone is not named";
}

TEST_F(ModelTest, OurWindowHasItsContextForItself)
{
    const auto creation = model.beginCreation();
    open("a", "w1", 0, true);
    model.endCreation(creation, tab("a"), {ProvisionId::trusted("p"), {}, true, true});
    ASSERT_EQ(model.windows().size(), 1u);
    EXPECT_TRUE(model.windows()[0].isolated);
    EXPECT_EQ(model.windows()[0].provision.text(), "p");
    EXPECT_EQ(model.soleContextOf(window("w1")), "B");
    open("tabOfAPerson", "w1", 1, false);
    EXPECT_TRUE(model.mayClose(tab("tabOfAPerson"))) << "in our window everything is ours to close";
    open("popup", "w2", 0, true, "a");
    EXPECT_FALSE(model.mayClose(tab("popup")));
    EXPECT_FALSE(model.windows()[1].isolated);
    EXPECT_EQ(model.soleContextOf(window("w1")), "") << "a new tab could land in the popup's window";
    EXPECT_EQ(model.soleContextOf(window("w2")), "");
}

TEST_F(ModelTest, ReportsABoundedNumberOfTabs)
{
    for (int i = 0; i < int(BrowserModel::maxTabs) + 10; ++i)
        open("t" + std::to_string(i), "w1", i, i == 0);
    ASSERT_EQ(model.windows().size(), 1u);
    EXPECT_EQ(model.windows()[0].contexts.size(), BrowserModel::maxTabs);
    EXPECT_EQ(model.tabCount(), BrowserModel::maxTabs + 10);
}

TEST_F(ModelTest, TextsFromPagesAreCleanedAndCut)
{
    open("a", "w1", 0, true);
    hear(R"({"targetId":"pa","type":"page","title":"x\u202ey)" + std::string(5000, 'z') + R"(","url":"http://x/"})");
    EXPECT_TRUE(context("a").title.starts_with("xyz"));
    EXPECT_LT(context("a").title.size(), 1100u);
}

TEST(UrlPolicy, LetsTheWebThroughAndNothingElse)
{
    for (const char *url : {"http://x/", "HTTPS://x/", "about:blank", "data:text/html,x"})
        EXPECT_TRUE(checkUrl(url)) << url;
    for (const char *url : {"", "file:///x", "FILE:///x", "chrome://version", "javascript:1", "about:version", "x",
                            "view-source:http://x", "ht\ntp://x", " http://x", "devtools://x", "blob:http://x"})
        EXPECT_FALSE(checkUrl(url)) << url;
    EXPECT_TRUE(checkScriptable("http://x"));
    EXPECT_TRUE(checkScriptable("about:blank"));
    EXPECT_FALSE(checkScriptable("chrome://settings"));
    EXPECT_FALSE(checkScriptable("file:///x"));
}

TEST(WindowLocks, GiveTurnsInOrderAndPassThemOn)
{
    WindowLocks locks;
    std::string order;
    auto first = locks.join(window("w"), [&] { order += 'a'; });
    locks.begin(*first);
    auto second = locks.join(window("w"), [&] { order += 'b'; });
    locks.begin(*second);
    auto third = locks.join(window("w"), [&] { order += 'c'; });
    locks.begin(*third);
    auto other = locks.join(window("v"), [&] { order += 'x'; });
    locks.begin(*other);
    EXPECT_EQ(order, "ax");
    second.reset();
    EXPECT_EQ(order, "ax") << "who leaves the line early wakes nobody";
    first.reset();
    EXPECT_EQ(order, "axc");
}

} // namespace cheetah

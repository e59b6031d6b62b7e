// SPDX-License-Identifier: Apache-2.0
#include "console/terminaltext.h"
#include "console/texttable.h"
#include "console/topframe.h"
#include "model/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cheetah {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr TerminalStyle plain{false, true};
constexpr TerminalStyle ascii{false, false};
constexpr TerminalStyle coloured{true, true};

bool isAscii(const std::string &text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

TEST(TerminalText, HostileBytesCannotMoveTheCursor)
{
    EXPECT_EQ(printable("a\x1b[2Jb\r\n\x07", plain), "a\uFFFD[2Jb\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(printable("x\u202Ey\u2066z", plain), "x\uFFFDy\uFFFDz");
    EXPECT_EQ(printable("\xC2\x9B"
                        "1m",
                        plain),
              "\uFFFD1m");
    EXPECT_EQ(printable("\xFF\xC0\xAF\xED\xA0\x80\xE2\x82", plain), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(printable("Grüße 日本", plain), "Grüße 日本");
}

TEST(TerminalText, FallsBackToAscii)
{
    EXPECT_EQ(printable("Grüße\x1b", ascii), "Gr??e?");
    EXPECT_EQ(cutToColumns("abcdef", 4, ascii), "abc~");
}

TEST(TerminalText, CountsColumnsNotBytes)
{
    EXPECT_EQ(columnsOf("Grüße"), 5U);
    EXPECT_EQ(columnsOf("日本"), 4U);
    EXPECT_EQ(columnsOf("e\u0301"), 1U);
    EXPECT_EQ(cutToColumns("日本語", 4, plain), "日…");
    EXPECT_EQ(cutToColumns("abc", 3, plain), "abc");
    EXPECT_EQ(cutToColumns("abc", 0, plain), "");
    EXPECT_EQ(fitToColumns("日本語", 4, plain), "日… ");
    EXPECT_EQ(fitToColumns("ab", 4, plain), "ab  ");
}

TEST(TerminalText, ColoursOnlyWhereWanted)
{
    EXPECT_EQ(painted(Tone::Bad, "x", plain), "x");
    EXPECT_EQ(painted(Tone::Bad, "x", coloured), "\x1b[31mx\x1b[0m");
    EXPECT_EQ(painted(Tone::Plain, "x", coloured), "x");
}

TEST(TextTable, AlignsAndCutsOnlyWhatMayBeCut)
{
    TextTable table(
        {{"USER"}, {"FENCE", TextTable::Column::Fit::Right}, {"TITLE", TextTable::Column::Fit::Cut}, {"NAME"}});
    table.addRow({"u1", "7", "A very long title of a page", "cAbc"});
    table.addRow({"user2", "1234567", "B\x1b", "cDef"});
    EXPECT_EQ(table.render(plain), "USER     FENCE  TITLE                        NAME\n"
                                   "u1           7  A very long title of a page  cAbc\n"
                                   "user2  1234567  B\uFFFD                           cDef\n");
    EXPECT_EQ(table.render(plain, 30), "USER     FENCE  TITLE     NAME\n"
                                       "u1           7  A very …  cAbc\n"
                                       "user2  1234567  B\uFFFD        cDef\n");
    EXPECT_EQ(table.render(plain, 1), "USER     FENCE  TITLE  NAME\n"
                                      "u1           7  A ve…  cAbc\n"
                                      "user2  1234567  B\uFFFD     cDef\n");
}

/// A fleet of one connected client with two tabs in a window, the first leased, and one client that is away.
class Top : public testing::Test {
protected:
    Top()
    {
        fleet.reset({Revision{0, Incarnation::trusted("i"), 0}});
        addClient("c1", true);
        addClient("away", false);
        Delta delta{0, 2, 3, start, {}};
        delta.changes.push_back(WindowChanged{window("c1"), "Shop", true, false, false, 0});
        delta.changes.push_back(context("t1", "Checkout", Health::Live, true));
        delta.changes.push_back(context("t2", "Evil \x1b[2J", Health::Crashed, false));
        delta.changes.push_back(context("t3", "", Health::Live, false));
        delta.changes.push_back(AssignmentStarted{{name("t1"), noSlot},
                                                  {TaskId::trusted("task-A"), RequestId::trusted("r"), 7,
                                                   NodeId::trusted("n"), start, start, 0, Micros(0), false}});
        EXPECT_TRUE(fleet.apply(delta).ok());
        JournalEntry entry;
        entry.at = start;
        entry.task = TaskId::trusted("task-A");
        entry.context = name("t1");
        journal.push_back(entry);
    }

    void addClient(const char *id, bool connected)
    {
        ClientState state;
        state.epoch = Epoch::trusted("e");
        state.connected = connected;
        state.node = NodeId::trusted("n");
        const std::uint64_t from = fleet.revision();
        EXPECT_TRUE(
            fleet
                .apply(
                    {0, from, from + 1, start, {ClientChanged{client(id), std::make_shared<const ClientState>(state)}}})
                .ok());
    }

    static ClientName client(const char *id) { return {UserId::trusted("u"), ClientId::trusted(id)}; }
    static WindowName window(const char *id)
    {
        return {UserId::trusted("u"), ClientId::trusted(id), Epoch::trusted("e"), WindowId::trusted("w1")};
    }
    static ContextNamePtr name(const char *id)
    {
        return std::make_shared<const ContextName>(
            ContextName{UserId::trusted("u"), ClientId::trusted("c1"), Epoch::trusted("e"), ContextId::trusted(id)});
    }
    static ContextChanged context(const char *id, const char *title, Health health, bool active)
    {
        ReportedContext reported;
        reported.id = ContextId::trusted(id);
        reported.title = title;
        reported.url = "https://example.test/";
        reported.health = health;
        reported.active = active;
        return {{name(id), noSlot},
                WindowId::trusted("w1"),
                std::uint32_t(id[1] - '1'),
                std::make_shared<const ReportedContext>(reported)};
    }

    TopView view() const
    {
        TopView top{fleet, journal, start + Seconds(48), Seconds(300)};
        top.deployment = "dev";
        top.node = "n";
        top.connection.state = ConnectionState::Live;
        top.commandsPerSecond = 1.25;
        return top;
    }
    static std::string textOf(const TopFrame &frame)
    {
        std::string text;
        for (const std::string &line : frame.lines)
            text += line + '\n';
        return text;
    }

    const RegistryTime start{1'700'000'000'000'000};
    Fleet fleet;
    std::deque<JournalEntry> journal;
};

TEST_F(Top, ShowsHeaderTreeAndJournal)
{
    const TopFrame frame = renderTop(view(), {80, 24}, plain);
    ASSERT_EQ(frame.lines.size(), 24U);
    EXPECT_EQ(frame.lines[0], "cheetah dev · node n · ● live · revision 3 · 22:14:08");
    EXPECT_EQ(frame.lines[1], "contexts 3  available 1  assigned 1  expiring<30s 0  waiters 0  commands/s 1.2");
    EXPECT_EQ(frame.lines[3], "u / c1  browser  connected  1 window, 1/3 tabs assigned");
    EXPECT_EQ(frame.lines[4], "  window w1  1/3 tabs assigned, focused  Shop");
    EXPECT_EQ(frame.lines[5], "    ● assigned     task-A             04:12  ▸ Checkout  https://example.test/");
    EXPECT_EQ(frame.lines[6], "    ▲ crashed                                Evil \uFFFD[2J  https://example.test/");
    EXPECT_EQ(frame.lines[7], "    ○ idle                                   https://example.test/");
    EXPECT_EQ(frame.lines[8], "u / away  browser  disconnected  0 windows, 0/0 tabs assigned");
    EXPECT_THAT(textOf(frame), HasSubstr("── journal ─"));
    EXPECT_THAT(textOf(frame), HasSubstr("22:13:20  task-A acquired c1/t1"));
    EXPECT_THAT(frame.lines.back(), HasSubstr("q quit"));
}

TEST_F(Top, NeverLeavesTheTerminal)
{
    for (int columns = 1; columns <= 100; columns += 3)
        for (int rows = 1; rows <= 40; ++rows) {
            const TopFrame frame = renderTop(view(), {columns, rows}, plain);
            ASSERT_EQ(frame.lines.size(), std::size_t(rows));
            for (const std::string &line : frame.lines)
                ASSERT_LE(columnsOf(line), std::size_t(columns)) << line;
        }
}

TEST_F(Top, IsAsciiWhereTheLocaleIsNot)
{
    const std::string text = textOf(renderTop(view(), {80, 24}, ascii));
    EXPECT_TRUE(isAscii(text)) << text;
    EXPECT_THAT(text, HasSubstr("* assigned"));
    EXPECT_THAT(text, HasSubstr("-- journal -"));
}

TEST_F(Top, ColourIsNeverTheOnlyCarrier)
{
    std::string text = textOf(renderTop(view(), {80, 24}, coloured));
    EXPECT_THAT(text, HasSubstr("\x1b[36m"));
    for (std::size_t at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b'))
        text.erase(at, text.find('m', at) - at + 1);
    EXPECT_EQ(text, textOf(renderTop(view(), {80, 24}, plain)));
}

TEST_F(Top, WarnsOfLeasesThatEndSoon)
{
    TopView late = view();
    late.now = start + Seconds(290);
    const TopFrame frame = renderTop(late, {80, 24}, plain);
    EXPECT_THAT(frame.lines[1], HasSubstr("expiring<30s 1"));
    EXPECT_THAT(frame.lines[5], HasSubstr("00:10!"));
}

TEST_F(Top, ScrollsThroughMoreThanFits)
{
    TopView scrolled = view();
    const TopFrame first = renderTop(scrolled, {80, 8}, plain);
    EXPECT_EQ(first.page, 4U);
    EXPECT_EQ(first.largestScroll, 2U);
    scrolled.scroll = 1000;
    const TopFrame last = renderTop(scrolled, {80, 8}, plain);
    EXPECT_THAT(last.lines[6], HasSubstr("u / away"));
    EXPECT_THAT(textOf(last), Not(HasSubstr("u / c1")));
}

TEST_F(Top, TellsWhyNothingArrives)
{
    TopView lost = view();
    lost.connection = {ConnectionState::Lost, Error(ErrorCode::NotReady), Millis(2400)};
    EXPECT_THAT(renderTop(lost, {120, 24}, plain).lines[0],
                HasSubstr("● lost, next try in 3 s: The node is not ready yet."));
    lost.paused = true;
    lost.help = true;
    const std::string text = textOf(renderTop(lost, {150, 40}, plain));
    EXPECT_THAT(text, HasSubstr("PAUSED"));
    EXPECT_THAT(text, HasSubstr("States of a tab"));
}

TEST(Countdown, RoundsUp)
{
    EXPECT_EQ(countdown(Micros(1)), "00:01");
    EXPECT_EQ(countdown(Micros(0)), "00:00");
    EXPECT_EQ(countdown(Seconds(-5)), "00:00");
    EXPECT_EQ(countdown(Seconds(252)), "04:12");
    EXPECT_EQ(countdown(Seconds(3852)), "1:04:12");
}

} // namespace
} // namespace cheetah

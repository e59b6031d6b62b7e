// SPDX-License-Identifier: Apache-2.0
// The one filter language of everything that lists rows.
#include "filter/completion.h"
#include "filter/contextfields.h"
#include "filter/filterparser.h"
#include "filter/filterquantity.h"
#include "filter/filtertext.h"
#include "filter/needle.h"
#include "support/guitest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>

namespace {

using namespace cheetah;
using namespace cheetah::gui;

enum TestField : FieldIndex { Name, Note, State, Count, Lease, At, Visible, Meta };

const FieldSet &testFields()
{
    static const FieldSet set({{.name = "name", .synonyms = {"id"}, .searched = true},
                               {.name = "note", .searched = true},
                               {.name = "state", .kind = FieldKind::Code, .values = {"idle", "assigned", "settling"}},
                               {.name = "count", .kind = FieldKind::Number},
                               {.name = "lease", .kind = FieldKind::Duration, .passes = true},
                               {.name = "at", .kind = FieldKind::Time},
                               {.name = "visible", .kind = FieldKind::Flag},
                               {.name = "meta", .keyed = true}},
                              {{.name = "expiring", .passes = true}, {.name = "odd"}, {.name = "note", .has = true}});
    return set;
}

struct Row final : FieldReader {
    std::map<FieldIndex, std::string> texts;
    std::map<FieldIndex, std::int64_t> numbers;
    std::map<std::string, std::string, std::less<>> meta;

    std::string_view text(FieldIndex field) const override
    {
        const auto found = texts.find(field);
        return found == texts.end() ? std::string_view() : found->second;
    }
    std::string_view keyed(FieldIndex, std::string_view key) const override
    {
        const auto found = meta.find(key);
        return found == meta.end() ? std::string_view() : found->second;
    }
    std::optional<std::int64_t> number(FieldIndex field) const override
    {
        const auto found = numbers.find(field);
        return found == numbers.end() ? std::nullopt : std::optional(found->second);
    }
    bool flag(FieldIndex flag) const override
    {
        switch (flag) {
        case 0:
            return number(Lease) && *number(Lease) < 30'000'000;
        case 1:
            return number(Count).value_or(0) % 2;
        default:
            return !text(Note).empty();
        }
    }
};

Row sampleRow()
{
    Row row;
    row.texts = {{Name, "t-17"}, {Note, "Straße (zum) \"Markt\" 100%"}, {State, "assigned"}};
    row.numbers = {{Count, 3}, {Lease, 25'000'000}, {Visible, 1}};
    row.meta = {{"region", "eu-west"}, {"ram", "8"}, {"a key", "x"}};
    return row;
}

bool passes(const QString &text, const Row &row = sampleRow())
{
    FilterError error;
    const ExpressionPtr expression = parseFilter(text, testFields(), &error);
    EXPECT_TRUE(expression) << text.toStdString() << ": " << error.message.toStdString();
    return expression && expression->matches(row);
}

TEST(Filter, WhatPasses)
{
    for (const char *text : {"",
                             "  ",
                             "t-17",
                             "T-1",
                             "straße",
                             "STRAßE",
                             "\"(zum)\"",
                             "(zum)",
                             "\"\\\"markt\\\"\"",
                             "17 markt",
                             "name:17",
                             "NAME:17",
                             "id:17",
                             "name=t-17",
                             "name==t-17",
                             "name!=t-1",
                             "name:\"\"",
                             "name~^t-\\d+$",
                             "name~T",
                             "note~(a|b)r",
                             "state:assigned",
                             "state=Assigned",
                             "state:ass",
                             "state:(idle|assigned)",
                             "state:( idle | \"assigned\" )",
                             "state:(idle|expiring)",
                             "state!=(idle|settling)",
                             "state!=idle",
                             "count=3",
                             "count:3",
                             "count>2",
                             "count>=3",
                             "count<4",
                             "count<=3",
                             "count!=4",
                             "count >= 3",
                             "count= 3",
                             "lease<30s",
                             "lease<30",
                             "lease>20s",
                             "lease<0:30",
                             "lease=25s",
                             "lease<1m",
                             "lease<0.5m",
                             "lease<1h30m",
                             "lease = 25s",
                             "visible:yes",
                             "visible=1",
                             "is:visible",
                             "is:odd",
                             "is:expiring",
                             "is:(odd|expiring)",
                             "has:note",
                             "has:meta.region",
                             "has:count",
                             "-has:at",
                             "meta.region:EU",
                             "meta.region=eu-west",
                             "meta.\"a key\"=x",
                             "meta.ram>=8",
                             "meta.ram<8.5",
                             "meta.none!=1",
                             "-meta.none:x",
                             "-idle",
                             "NOT idle",
                             "-(idle OR nothing)",
                             "--17",
                             "NOT -17",
                             "t-17 AND markt",
                             "none OR 17",
                             "none OR none OR 17",
                             "(none OR 17) markt",
                             "17 -none",
                             "100%",
                             "idle OR (17 AND (markt OR none))",
                             "\\u0041 OR 17",
                             "\"\\u0073traße\"",
                             "and OR 17"})
        EXPECT_TRUE(passes(QString::fromUtf8(text))) << text;
}

TEST(Filter, WhatDoesNot)
{
    for (const char *text : {"none",
                             "17 none",
                             "name=T-17",
                             "name=t-1",
                             "name:x",
                             "name!=t-17",
                             "name=\"\"",
                             "name~^17",
                             "state:idle",
                             "state!=assigned",
                             "state!=(idle|assigned)",
                             "state:(idle|settling)",
                             "count=4",
                             "count>3",
                             "count<3",
                             "lease>30s",
                             "lease=24s",
                             "at>0:00",
                             "at<23:59",
                             "visible:no",
                             "-is:odd",
                             "has:at",
                             "has:meta.none",
                             "meta.region=EU-west",
                             "meta.none:x",
                             "meta.none=x",
                             "meta.ram>8",
                             "meta.region>1",
                             "-17",
                             "NOT 17",
                             "-(17)",
                             "17 -markt",
                             "none OR 18",
                             "(17 OR none) idle",
                             "17 idle OR none",
                             "AND1"})
        EXPECT_FALSE(passes(QString::fromUtf8(text))) << text;
    EXPECT_TRUE(passes("name=\"\" note=\"\"", Row())) << "a row without a text is found by the empty one";
    EXPECT_FALSE(passes("count=0 OR count!=0 lease>0 OR lease<=0", Row())) << "what is not there compares with nothing";
    EXPECT_TRUE(passes("count!=3", Row()));
}

struct Bad {
    const char *text;
    int position, length;
    const char *says;
    bool isUnfinished = false;
};

TEST(Filter, MistakesAreShownWhereTheyAre)
{
    const std::string deep(40, '('), many = [] {
        std::string text;
        for (int i = 0; i < 140; ++i)
            text += "a ";
        return text;
    }();
    const std::string slow = "name~" + std::string(300, 'a');
    const Bad table[] = {
        {"stat:idle", 0, 4, "Unknown field `stat` — did you mean `state`?"},
        {"17 nmae=x", 3, 4, "did you mean `name`?"},
        {"blub:x", 0, 4, "put it in quotes"},
        {"meat.region:eu", 0, 11, "did you mean `meta`?"},
        {"state:assinged", 6, 8, "did you mean `assigned`?"},
        {"state=ass", 6, 3, "did you mean `assigned`?"},
        {"state:blub", 6, 4, "`state` is never `blub`."},
        {"state:(idle|blub)", 12, 4, "never"},
        {"state:", 0, 6, "Say which `state`", true},
        {"17 name= ", 3, 5, "Say which"},
        {"name= x", 0, 5, "Say which"},
        {"(name:)", 1, 5, "Say which"},
        {"state:(idle", 6, 1, "not closed", true},
        {"state:(idle|)", 12, 1, "A value is missing"},
        {"state:(a(b))", 8, 1, "apart by |"},
        {"count<(1|2)", 6, 1, "Only one value"},
        {"lease<4x", 6, 2, "is no duration"},
        {"lease<4:99", 6, 4, "is no duration"},
        {"count>x", 6, 1, "no whole number"},
        {"count~1", 0, 7, "is no text"},
        {"name<5", 0, 6, "is text"},
        {"at>25:00", 3, 5, "is no time"},
        {"visible:maybe", 8, 5, "yes or no"},
        {"meta.ram>many", 9, 4, "is no number"},
        {"name~(a", 5, 2, "no pattern"},
        {"name~[z-a]", 5, 5, "no pattern"},
        {"name~a)", 6, 1, "no ( before"},
        {"is:od", 3, 2, "did you mean `odd`?"},
        {"is:xyz", 3, 3, "There is no `is:xyz`"},
        {"has:nothing", 4, 7, "There is no `has:nothing`"},
        {"is<odd", 2, 1, "a colon"},
        {"\"abc", 0, 4, "quote is not closed", true},
        {"name=\"\\uzz\"", 6, 2, "hexadecimal"},
        {"(a OR b", 0, 1, "not closed", true},
        {"a)", 1, 1, "no ( before"},
        {")", 0, 1, "before this"},
        {"()", 1, 1, "before this"},
        {"a OR", 3, 1, "has to follow", true},
        {"a AND ", 5, 1, "has to follow", true},
        {"OR a", 0, 2, "before this"},
        {"AND a", 0, 3, "before this"},
        {"a OR OR b", 5, 2, "before this"},
        {"a AND AND b", 6, 3, "before this"},
        {"a NOT", 2, 3, "shall not be so", true},
        {"(-)", 1, 0, nullptr},
        {"-(", 1, 1, "has to follow", true},
        {deep.c_str(), 0, 0, "nested too deeply"},
        {many.c_str(), 0, 0, "at most 128 terms"},
        {slow.c_str(), 5, 300, "at most 256"},
    };
    for (const Bad &bad : table) {
        FilterError error;
        const ExpressionPtr expression = parseFilter(QString::fromUtf8(bad.text), testFields(), &error);
        if (!bad.says) {
            EXPECT_TRUE(expression) << bad.text;
            continue;
        }
        ASSERT_FALSE(expression) << bad.text;
        EXPECT_NE(error.message.toStdString().find(bad.says), std::string::npos)
            << bad.text << ": " << error.message.toStdString();
        EXPECT_EQ(error.isUnfinished, bad.isUnfinished) << bad.text << ": " << error.message.toStdString();
        if (bad.length) {
            EXPECT_EQ(error.position, bad.position) << bad.text << ": " << error.message.toStdString();
            EXPECT_EQ(error.length, bad.length) << bad.text;
        }
    }
    EXPECT_FALSE(parseFilter(QString(FilterParser::mostLetters + 1, u'a'), testFields()));
}

TEST(Filter, WhatIsPastedIsAWord)
{
    Row row;
    row.texts = {{Name, "https://a.example/x(1)?q=2"}, {Note, "12:30 - foo"}};
    EXPECT_TRUE(passes("https://a.example/x(1)", row));
    EXPECT_TRUE(passes("12:30 - foo", row));
    EXPECT_TRUE(passes("name=\"https://a.example/x(1)?q=2\"", row));
}

TEST(Filter, KnowsWhenTimeAloneChangesIt)
{
    for (const char *text : {"lease<30s", "-lease>5m", "is:expiring", "a OR state:(idle|expiring)", "lease=3s"})
        EXPECT_TRUE(parseFilter(text, testFields())->dependsOnTime()) << text;
    for (const char *text : {"lease", "is:odd", "count>3", "has:lease", "state:idle"})
        EXPECT_FALSE(parseFilter(text, testFields())->dependsOnTime()) << text;
}

TEST(Filter, QuantitiesAreReadAsPeopleWriteThem)
{
    const auto duration = [](const char *text) { return readQuantity(FieldKind::Duration, QString(text)); };
    EXPECT_EQ(duration("1h30m")->from, 5'400'000'000);
    EXPECT_EQ(duration("250ms")->from, 250'000);
    EXPECT_EQ(duration("1:04:32")->from, 3'872'000'000);
    EXPECT_EQ(duration("2d")->unit, 86'400'000'000);
    EXPECT_EQ(duration("-5s")->from, -5'000'000);
    for (const char *bad : {"", "s", "1x", "1m2", "5:", ":5", "1:60", "1.2.3s", "999999999d", "1e9s", "- 5s", "5 s"})
        EXPECT_EQ(duration(bad).has_value(), std::string(bad) == "1m2") << bad;
    EXPECT_TRUE(readQuantity(FieldKind::Time, u"2026-03-31T14:05"));
    EXPECT_EQ(readQuantity(FieldKind::Time, u"2026-03-31")->unit, 86'400'000'000);
    for (const char16_t *bad : {u"", u"2026-02-30", u"24:00", u"2026-03-31T", u"T14:05", u"noon"})
        EXPECT_EQ(readQuantity(FieldKind::Time, bad).has_value(), QStringView(bad) == u"2026-03-31T");
    EXPECT_FALSE(readQuantity(FieldKind::Number, u"99999999999999999999"));
    EXPECT_FALSE(readQuantity(FieldKind::Number, u"1.5"));
}

TEST(Needle, FindsInAnyCaseAndAlphabet)
{
    const auto in = [](const char *needle, const char *text) { return Needle(needle).isIn(text); };
    EXPECT_TRUE(in("", ""));
    EXPECT_TRUE(in("abc", "xxABCxx"));
    EXPECT_TRUE(in("aab", "aAaB"));
    EXPECT_FALSE(in("abc", "ab"));
    EXPECT_TRUE(in("ПРИВЕТ", "… привет …"));
    EXPECT_TRUE(in("äÖ", "xÄöx"));
    EXPECT_FALSE(in("ä", "a"));
    EXPECT_TRUE(in("kelvin", "\u212Aelvin")) << "the Kelvin sign is a K";
    EXPECT_TRUE(in("\u212A", "k"));
    EXPECT_TRUE(in("straſſe", "STRASSE"));
    EXPECT_TRUE(in("😀", "a😀b"));
    EXPECT_TRUE(in("b", "a\xFF\xC3"
                        "b"))
        << "bytes that are no UTF-8 hide nothing";
    EXPECT_FALSE(in("ÿ", "\xFF"));
    EXPECT_TRUE(Needle("Äb").is("äB"));
    EXPECT_FALSE(Needle("Äb").is("äBc"));
    EXPECT_FALSE(Needle("abc").is("ab"));
}

/// A random filter together with what it means, told by other means than the parser's.
struct Reference {
    QString text;
    std::function<bool(const Row &)> holds;
};

Reference randomTerm(std::mt19937 &random)
{
    const auto pick = [&](int n) { return int(random() % unsigned(n)); };
    static const char *words[] = {"a", "b", "ab", "ba", "c"};
    const QString word = words[pick(5)];
    const auto textOf = [](const Row &row, FieldIndex field) {
        return QString::fromStdString(std::string(row.text(field)));
    };
    const int number = pick(4);
    switch (pick(8)) {
    case 0:
        return {word, [=](const Row &row) {
                    return textOf(row, Name).contains(word, Qt::CaseInsensitive)
                        || textOf(row, Note).contains(word, Qt::CaseInsensitive);
                }};
    case 1:
        return {"name:" + word, [=](const Row &row) { return textOf(row, Name).contains(word, Qt::CaseInsensitive); }};
    case 2:
        return {"note=" + word, [=](const Row &row) { return textOf(row, Note) == word; }};
    case 3:
        return {"note!=\"" + word + "\"", [=](const Row &row) { return textOf(row, Note) != word; }};
    case 4:
        return {"count<" + QString::number(number),
                [=](const Row &row) { return row.number(Count) && *row.number(Count) < number; }};
    case 5:
        return {"count >= " + QString::number(number),
                [=](const Row &row) { return row.number(Count) && *row.number(Count) >= number; }};
    case 6:
        return {"name~^" + word,
                [=](const Row &row) { return textOf(row, Name).startsWith(word, Qt::CaseInsensitive); }};
    default:
        return {"note:(" + word + "|c)", [=](const Row &row) {
                    return textOf(row, Note).contains(word, Qt::CaseInsensitive)
                        || textOf(row, Note).contains("c", Qt::CaseInsensitive);
                }};
    }
}

Reference randomFilter(std::mt19937 &random, int depth)
{
    if (depth == 0 || random() % 4 == 0)
        return randomTerm(random);
    const Reference a = randomFilter(random, depth - 1), b = randomFilter(random, depth - 1);
    const auto both = [a, b](const Row &row) { return a.holds(row) && b.holds(row); };
    switch (random() % 5) {
    case 0:
        return {'(' + a.text + ") (" + b.text + ')', both};
    case 1:
        return {'(' + a.text + ") AND (" + b.text + ')', both};
    case 2:
        return {'(' + a.text + " OR " + b.text + ')', [a, b](const Row &row) { return a.holds(row) || b.holds(row); }};
    case 3:
        return {"-(" + a.text + ')', [a](const Row &row) { return !a.holds(row); }};
    default:
        return {"NOT (" + a.text + ')', [a](const Row &row) { return !a.holds(row); }};
    }
}

TEST(Filter, MeansWhatItsPartsMean)
{
    std::mt19937 random(7);
    static const char *texts[] = {"", "a", "AB", "ba", "bac", "c", "xyz"};
    int passed = 0, held = 0;
    for (int i = 0; i < 2'000; ++i) {
        const Reference reference = randomFilter(random, int(random() % 5));
        FilterError error;
        const ExpressionPtr expression = parseFilter(reference.text, testFields(), &error);
        ASSERT_TRUE(expression) << reference.text.toStdString() << ": " << error.message.toStdString();
        for (int j = 0; j < 20; ++j) {
            Row row;
            row.texts = {{Name, texts[random() % 7]}, {Note, texts[random() % 7]}};
            if (random() % 3)
                row.numbers = {{Count, random() % 5}};
            const bool expected = reference.holds(row);
            ASSERT_EQ(expression->matches(row), expected) << reference.text.toStdString();
            ++(expected ? passed : held);
        }
    }
    EXPECT_GT(passed, 5'000);
    EXPECT_GT(held, 5'000);
}

TEST(Filter, SurvivesAnyText)
{
    std::mt19937 random(11);
    static const char16_t *pieces[] = {
        u"(",   u")",    u"\"",    u"\\", u"|", u":",      u"=",      u"!=",    u"~",     u"<",   u">=",   u"-",
        u"OR ", u"AND ", u"NOT ",  u" ",  u"a", u"name",   u"state",  u"lease", u"meta.", u"is:", u"has:", u"idle",
        u"30s", u"4:3",  u"\\u12", u"é",  u"😀", u"\xD800", u"\u202E", u"[",     u"*",     u"\n",  u"\0x",  u"count"};
    const Row row = sampleRow();
    int good = 0;
    for (int i = 0; i < 50'000; ++i) {
        QString text;
        for (std::size_t n = random() % 14; n > 0; --n)
            text += QStringView(pieces[random() % std::size(pieces)]);
        FilterError error;
        if (const ExpressionPtr expression = parseFilter(text, testFields(), &error)) {
            ++good;
            expression->matches(row);
            for (std::size_t part = 0; part < expression->parts().size(); ++part) {
                const auto &p = expression->parts()[part];
                ASSERT_TRUE(p.position >= 0 && p.length > 0 && p.position + p.length <= text.size())
                    << text.toStdString();
                ASSERT_TRUE(parseFilter(text.mid(p.position, p.length), testFields())) << text.toStdString();
                ASSERT_TRUE(parseFilter(withoutPart(*expression, part), testFields())) << text.toStdString();
            }
        } else {
            ASSERT_FALSE(error.message.isEmpty());
            ASSERT_TRUE(error.position >= 0 && error.length > 0 && error.position <= text.size()
                        && error.position + error.length <= std::max(1, int(text.size()) + 1))
                << text.toStdString() << " " << error.position << "+" << error.length;
        }
        const int cursor = int(random() % (unsigned(text.size()) + 1));
        const CompletionPlace place = completionPlace(text, cursor, testFields());
        ASSERT_TRUE(place.position >= 0 && place.position + place.length <= text.size() && place.length >= 0)
            << text.toStdString() << " at " << cursor;
    }
    EXPECT_GT(good, 2'000);
}

/// The worst that can be typed must not hold up the GUI.
TEST(Filter, ASlowPatternGivesUp)
{
    Row row;
    row.texts = {{Name, std::string(2'000, 'a') + "!" + std::string(100'000, 'a')}};
    for (const char *text :
         {"name~^(a+)+$", "name~(a*)*b", "name~(.*)(.*)(.*)(.*)(.*)x", "name~(?:a|a?)+b",
          "name~((a{1,100}){1,100}){1,100}$", "name~(x+x+)+y", "name~(*LIMIT_MATCH=4000000000)^(a+)+$"}) {
        const auto start = std::chrono::steady_clock::now();
        const ExpressionPtr expression = parseFilter(text, testFields());
        if (!expression)
            continue; // too large to be compiled
        for (int i = 0; i < 200; ++i)
            EXPECT_FALSE(expression->matches(row)) << text;
        EXPECT_LT(std::chrono::steady_clock::now() - start, Seconds(3)) << text;
    }
    const ExpressionPtr slow = parseFilter("name~^(a+)+$", testFields());
    for (int i = 0; i < 100; ++i)
        slow->matches(row);
    EXPECT_TRUE(slow->gaveUp());
    const ExpressionPtr fast = parseFilter("name~a{3}", testFields());
    EXPECT_TRUE(fast->matches(row));
    EXPECT_FALSE(fast->gaveUp());
}

TEST(FilterText, TermsFromCellsReadBack)
{
    std::mt19937 random(3);
    static const char16_t letters[] = u"ab ()|\"\\:=~<>-\n\t\u202E\u0007é&";
    for (int i = 0; i < 3'000; ++i) {
        QString value;
        for (std::size_t n = random() % 8; n > 0; --n)
            value += letters[random() % (std::size(letters) - 1)];
        Row row;
        row.texts = {{Name, value.toStdString()}};
        EXPECT_TRUE(passes(filterTerm("name", value), row)) << filterTerm("name", value).toStdString();
        row.texts = {{Name, value.toStdString() + "x"}};
        EXPECT_FALSE(passes(filterTerm("name", value), row)) << filterTerm("name", value).toStdString();
    }
    EXPECT_EQ(filterTerm("name", "a-b.c:d"), "name=a-b.c:d");
    EXPECT_EQ(filterTerm("name", "a b"), "name=\"a b\"");
    EXPECT_EQ(filterTerm("name", QString::fromUtf16(u"a\u202Eb")), "name=\"a\\u202eb\"")
        << "what turns text around is seen";
}

TEST(FilterText, FiltersGrowAndShrink)
{
    const FieldSet &fields = testFields();
    EXPECT_EQ(filterFor("", fields, "name", "x"), "name=x");
    EXPECT_EQ(filterFor("a b", fields, "name", "x"), "a b name=x");
    EXPECT_EQ(filterFor("a OR b", fields, "name", "x"), "(a OR b) name=x");
    EXPECT_EQ(filterFor("(a OR b)", fields, "name", "x"), "(a OR b) name=x");
    EXPECT_EQ(filterFor("a name=x", fields, "name", "x"), "a name=x");
    EXPECT_EQ(filterFor("bad:bad", fields, "name", "x"), "name=x");
    EXPECT_EQ(filterOut("a", fields, "name", "x y"), "a name!=\"x y\"");
    EXPECT_EQ(filterOr("a name=x b", fields, "name", "y z"), "a name=(x|\"y z\") b");
    EXPECT_EQ(filterOr("name=(x|y)", fields, "name", "z"), "name=(x|y|z)");
    EXPECT_EQ(filterOr("name=(x|y)", fields, "name", "y"), "name=(x|y)");
    EXPECT_EQ(filterOr("a b", fields, "name", "x"), "a b OR name=x");
    EXPECT_EQ(withoutPart(*parseFilter("a AND (b OR c) -d", fields), 1), "a -d");
    EXPECT_EQ(withoutPart(*parseFilter("a OR b", fields), 0), "");
}

TEST(Completion, KnowsWhatIsBeingWritten)
{
    const auto at = [](const char *text) {
        const QString whole(text);
        return completionPlace(QString(whole).remove(u'^'), int(whole.indexOf(u'^')), testFields());
    };
    using What = CompletionPlace::What;
    EXPECT_EQ(at("sta^").what, What::Field);
    EXPECT_EQ(at("sta^").typed, "sta");
    EXPECT_EQ(at("a (-sta^te:x").position, 4);
    EXPECT_EQ(at("a (-sta^te:x").length, 5);
    EXPECT_EQ(at("state:as^").what, What::Value);
    EXPECT_EQ(at("state:as^").field, "state");
    EXPECT_EQ(at("state:(idle|as^)").typed, "as");
    EXPECT_EQ(at("state:(idle|as^)").position, 12);
    EXPECT_TRUE(at("state:(idle|as^)").inList);
    EXPECT_EQ(at("name=\"a b^").typed, "a b");
    EXPECT_EQ(at("is:^").what, What::Is);
    EXPECT_EQ(at("has:n^").what, What::Has);
    EXPECT_EQ(at("meta.re^").what, What::Key);
    EXPECT_EQ(at("meta.re^").typed, "re");
    EXPECT_EQ(at("meta.region:e^").field, "meta.region");
    EXPECT_EQ(at("name~a^").what, What::Nothing);
    EXPECT_EQ(at("\"quoted wo^").what, What::Nothing);
}

TEST(ContextFields, ReadWhatTheFleetSays)
{
    testgui::FakeDeployment deployment;
    FleetStore store(deployment);
    deployment.setTaskTimeout(Seconds(60));
    const ClientName client = deployment.addClient("ada", "c1", {{"region", "eu"}});
    const WindowName window = deployment.addWindow(client, "w1");
    deployment.addTab(window, "idle", "Home", "https://a.example/");
    const ContextName busy = deployment.addTab(window, "busy", "Work");
    deployment.addTab(window, "sick", "Sick", {}, Health::Crashed);
    deployment.assign(busy, "task-1");
    deployment.goLive();
    ASSERT_TRUE(testgui::spinUntil([&] { return store.isLoaded(); }));

    const auto found = [&](const char *text) {
        const ExpressionPtr expression = parseFilter(text, contextFields());
        EXPECT_TRUE(expression) << text;
        ContextReader reader(store);
        std::string names;
        for (Slot slot = 0; expression && slot < store.fleet().contextSlots(); ++slot) {
            reader.setRow(slot);
            if (expression->matches(reader))
                names += store.fleet().context(slot).name->context.string() + ' ';
        }
        return names;
    };
    EXPECT_EQ(found(""), "idle busy sick ");
    EXPECT_EQ(found("is:idle"), "idle ");
    EXPECT_EQ(found("state:assigned"), "busy ");
    EXPECT_EQ(found("state:(unavailable|expiring)"), "sick ");
    EXPECT_EQ(found("has:task"), "busy ");
    EXPECT_EQ(found("task=task-1 user=ada client:c meta.region=eu"), "busy ");
    EXPECT_EQ(found("is:unhealthy"), "sick ");
    EXPECT_EQ(found("health:crashed"), "sick ");
    EXPECT_EQ(found("url:a.example"), "idle ");
    EXPECT_EQ(found("lease<30s"), "");
    EXPECT_EQ(found("is:orphan"), "");
    deployment.advance(Seconds(40));
    EXPECT_EQ(found("lease<30s"), "busy ");
    EXPECT_EQ(found("is:expiring"), "busy ");
    EXPECT_EQ(found("is:stale"), "busy ");
    EXPECT_EQ(found("held>30s held<1m"), "busy ");
    EXPECT_EQ(found("age>30s"), "idle busy sick ");
    deployment.changeClient(client, [](ClientState &state) { state.connected = false; });
    store.flush();
    EXPECT_EQ(found("is:orphan"), "busy ");
    EXPECT_EQ(found("is:disconnected"), "idle busy sick ");
    EXPECT_EQ(found("state:disconnected"), "idle sick ");

    const auto values = contextValues(store, "state", "");
    ASSERT_FALSE(values.empty());
    EXPECT_EQ(values.front().value, "disconnected");
    EXPECT_EQ(values.front().count, 2);
    EXPECT_EQ(values.size(), 7u) << "every state can be chosen";
    EXPECT_EQ(contextValues(store, "meta.", "").front().value, "region");
    EXPECT_EQ(contextValues(store, "meta.region", "e").front().value, "eu");
    EXPECT_TRUE(contextValues(store, "meta.region", "x").empty());
}

} // namespace

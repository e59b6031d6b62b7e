// SPDX-License-Identifier: Apache-2.0
#include "base/id.h"
#include "base/idsource.h"
#include "wire/jsonwalker.h"
#include "wire/texthygiene.h"

#include <gtest/gtest.h>

#include <limits>

namespace cheetah {
namespace {

std::string codeOf(std::string_view text, const JsonLimits &limits = {})
{
    const auto parsed = parseJson(text, limits);
    return parsed ? "ok" : std::string(name(parsed.error().code));
}

std::string repeat(std::string_view text, std::size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

std::string nested(std::size_t depth)
{
    return repeat("[", depth) + repeat("]", depth);
}

TEST(JsonWriter, PutsCommasAndKeepsIntegersExact)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject().member("a", 1).key("b").beginArray().value(true).null().value("x").endArray();
    out.key("c").beginObject().endObject().member("max", std::numeric_limits<std::uint64_t>::max());
    out.member("min", std::numeric_limits<std::int64_t>::min()).key("raw").raw(R"({"k":[]})").member("d", 0.5);
    out.member("nan", std::numeric_limits<double>::quiet_NaN()).endObject();
    EXPECT_EQ(text, R"({"a":1,"b":[true,null,"x"],"c":{},"max":18446744073709551615,"min":-9223372036854775808,)"
                    R"("raw":{"k":[]},"d":0.5,"nan":null})");
    EXPECT_EQ(codeOf(text), "ok");
}

TEST(JsonWriter, WritesEveryByteStringAsValidJson)
{
    SeededIdSource random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes;
        for (auto left = random.random() % 40; left; --left)
            bytes += static_cast<char>(random.random());
        std::string text;
        appendJsonString(text, bytes);
        const auto parsed = parseJson(text);
        ASSERT_TRUE(parsed) << text;
        const std::string once = parsed->string()->text;
        std::string again;
        appendJsonString(again, once);
        EXPECT_EQ(parseJson(again)->string()->text, once);
    }
}

TEST(JsonWalker, KeepsMembersInOrderAndNumbersExact)
{
    const auto parsed =
        parseJson(R"({"z":1,"a":[18446744073709551615,-9223372036854775808,1e3,0.25],"n":null,"t":true})");
    ASSERT_TRUE(parsed);
    const JsonValue::Object &members = *parsed->object();
    EXPECT_EQ(members[0].first, "z");
    EXPECT_EQ(members[1].first, "a");
    const JsonValue::Array &numbers = *members[1].second.array();
    EXPECT_EQ(numbers[0].unsignedInteger(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(numbers[1].integer(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(numbers[1].unsignedInteger(), std::nullopt);
    EXPECT_EQ(numbers[2].integer(), std::nullopt);
    EXPECT_EQ(numbers[2].number(), 1000.0);
    EXPECT_TRUE(parsed->member("n")->isNull());
    EXPECT_EQ(parsed->member("t")->boolean(), true);
    EXPECT_EQ(parsed->member("absent"), nullptr);
    EXPECT_EQ(*parseJson(parsed->toJson()), *parsed);
}

// SPEC E4
TEST(JsonWalker, RefusesDuplicateKeysAtEveryDepthAndInEverySpelling)
{
    EXPECT_EQ(codeOf(R"({"a":1,"a":1})"), "duplicate_key");
    EXPECT_EQ(codeOf(R"([{"x":{"a":1,"b":2,"a":3}}])"), "duplicate_key");
    EXPECT_EQ(codeOf(R"({"a":1,"\u0061":1})"), "duplicate_key");
    EXPECT_EQ(codeOf(R"({"":1,"":1})"), "duplicate_key");
    EXPECT_EQ(codeOf(R"({"a":{"b":1},"b":1})"), "ok");
    EXPECT_EQ(parseJson(R"([{"x":{"a":1,"a":3}}])").error().param("key"), "[0].x.a");

    std::string many = "{";
    for (int i = 0; i < 1000; ++i)
        many += '"' + std::to_string(i) + "\":0,";
    EXPECT_EQ(codeOf(many + R"("1000":0})"), "ok");
    EXPECT_EQ(codeOf(many + R"("500":0})"), "duplicate_key");
}

// SPEC E4
TEST(JsonWalker, BoundsDepthExactlyWithoutUsingTheStack)
{
    JsonLimits limits;
    limits.maxDepth = 64;
    EXPECT_EQ(codeOf(nested(64), limits), "ok");
    EXPECT_EQ(codeOf(nested(65), limits), "too_deep");
    EXPECT_EQ(codeOf(nested(66), limits), "too_deep");
    EXPECT_EQ(codeOf(nested(67), limits), "too_deep");
    EXPECT_EQ(codeOf(nested(100'000)), "too_deep");
    EXPECT_EQ(codeOf(repeat("[", 100'000)), "bad_json");
    EXPECT_EQ(codeOf(repeat(R"({"a":)", 100'000) + "1" + repeat("}", 100'000)), "too_deep");
    limits.maxDepth = 1'000'000;
    EXPECT_EQ(codeOf(nested(1000), limits), "ok");
    EXPECT_EQ(codeOf(nested(1001), limits), "too_deep");
}

// SPEC E4
TEST(JsonWalker, BoundsBytesAndValues)
{
    JsonLimits limits;
    limits.maxBytes = 10;
    EXPECT_EQ(codeOf("[1,2,3,45]", limits), "ok");
    EXPECT_EQ(codeOf("[1,2,3,456]", limits), "too_large");
    EXPECT_EQ(parseJson("[1,2,3,456]", limits).error().param("limit"), "10");
    limits = {};
    limits.maxValues = 5;
    EXPECT_EQ(codeOf("[1,2,3,4]", limits), "ok");
    EXPECT_EQ(codeOf("[1,2,3,4,5]", limits), "too_large");
}

TEST(JsonWalker, RefusesWhatIsNotJson)
{
    for (const std::string_view text : {"",
                                        " ",
                                        "{",
                                        "}",
                                        "[1,]",
                                        "{\"a\":1,}",
                                        "{a:1}",
                                        "'a'",
                                        "01",
                                        "+1",
                                        ".5",
                                        "1.",
                                        "1e",
                                        "nul",
                                        "truex",
                                        "NaN",
                                        "Infinity",
                                        "[1 2]",
                                        "{\"a\" 1}",
                                        "\"\\x\"",
                                        "\"\\u12\"",
                                        "\"a",
                                        "[1] [2]",
                                        "[1]]",
                                        "/* */1",
                                        "\xEF\xBB\xBF{}",
                                        "\"\x01\"",
                                        "1e400",
                                        "-1e400",
                                        "18446744073709551616",
                                        "-9223372036854775809",
                                        "123456789012345678901234567890"})
        EXPECT_EQ(codeOf(text), "bad_json") << text;
    EXPECT_EQ(codeOf(std::string_view("1\0", 2)), "bad_json");
    EXPECT_EQ(codeOf(std::string_view("\"a\0b\"", 5)), "bad_json");
    EXPECT_EQ(codeOf(repeat("9", 100'000)), "bad_json");
}

TEST(JsonWalker, RefusesInvalidUtf8)
{
    for (const std::string_view bytes : {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                         "\xF5\x80\x80\x80", "\xFF", "\xE2\x82"}) {
        EXPECT_EQ(codeOf("\"" + std::string(bytes) + "\""), "bad_json");
        EXPECT_EQ(codeOf("{\"" + std::string(bytes) + "\":1}"), "bad_json");
    }
    EXPECT_EQ(codeOf("\"\xF0\x9F\x90\x86\""), "ok");
}

TEST(JsonWalker, ReadsHalfSurrogatesAsReplacementAndTellsSo)
{
    const auto textOf = [](std::string_view json) { return parseJson(json)->string()->text; };
    EXPECT_EQ(textOf(R"("a\ud800b")"), "a\xEF\xBF\xBD"
                                       "b");
    EXPECT_EQ(textOf(R"("\uDC00")"), "\xEF\xBF\xBD");
    EXPECT_EQ(textOf(R"("\ud800\ud800\udc00")"), "\xEF\xBF\xBD\xF0\x90\x80\x80");
    EXPECT_EQ(textOf(R"("\udc00\ud800")"), "\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(textOf(R"("\\ud800")"), R"(\ud800)");
    EXPECT_EQ(textOf(R"("\\\ud800")"), "\\\xEF\xBF\xBD");
    EXPECT_EQ(textOf(R"("\ud83d\udc06")"), "\xF0\x9F\x90\x86");
    EXPECT_TRUE(parseJson(R"("\ud800")")->string()->repaired);
    EXPECT_FALSE(parseJson(R"("\ud83d\udc06")")->string()->repaired);
    EXPECT_EQ(codeOf(R"("\ud800)"), "bad_json");
    EXPECT_EQ(codeOf(R"(\ud800)"), "bad_json");
    EXPECT_EQ(codeOf(R"("\ud80)"), "bad_json");
}

TEST(JsonWalker, SurvivesTruncationAtEveryByteAndRandomMutation)
{
    const std::string whole = R"({"a":[1,-2.5e3,"x\n\ud83d\udc06\u00e9"],"b":{"c":null,"d":true},"e":""})";
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_EQ(codeOf(std::string_view(whole).substr(0, size)), "bad_json") << size;
    SeededIdSource random(11);
    std::size_t accepted = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = whole;
        for (auto left = 1 + random.random() % 4; left; --left)
            text[random.random() % text.size()] = static_cast<char>(random.random());
        const auto parsed = parseJson(text);
        if (parsed) {
            ++accepted;
            EXPECT_EQ(*parseJson(parsed->toJson()), *parsed) << text;
        }
    }
    EXPECT_GT(accepted, 0u);
}

TEST(TextHygiene, RemovesWhatLiesWhenShown)
{
    EXPECT_EQ(cleanText(std::string_view("a\0b\x1b[31mc\x7f", 10)), "ab[31mc");
    EXPECT_EQ(cleanText("a\tb\r\nc\xE2\x80\xA8"
                        "d\xC2\x85"
                        "e"),
              "a b  c d e");
    EXPECT_EQ(cleanText("\xE2\x80\xAE"
                        "evil\xE2\x81\xA6x\xE2\x81\xA9\xE2\x80\x8F"),
              "evilx");
    EXPECT_EQ(cleanText("pay\xE2\x80\x8Bpal\xEF\xBB\xBF\xC2\xAD"), "paypal");
    EXPECT_EQ(cleanText("\xF3\xA0\x81\x81tag"), "tag");
    EXPECT_EQ(cleanText("\xC2\x9B"
                        "31m"),
              "31m");
    EXPECT_EQ(cleanText("Übersicht – 日本語 \xF0\x9F\x90\x86"), "Übersicht – 日本語 \xF0\x9F\x90\x86");
}

TEST(TextHygiene, ReplacesInvalidUtf8ByMaximalSubparts)
{
    EXPECT_EQ(cleanText("a\xFFz"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(cleanText("\xF0\x9F\x90"), "\xEF\xBF\xBD");
    EXPECT_EQ(cleanText("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(cleanText("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(TextHygiene, CutsAtACharacterWithAnEllipsis)
{
    EXPECT_EQ(cleanText("abcde", 5), "abcde");
    EXPECT_EQ(cleanText("abcdef", 5), "abcd…");
    EXPECT_EQ(cleanText("日本語", 2), "日…");
    EXPECT_EQ(cleanText("日本語", 3), "日本語");
    EXPECT_EQ(cleanText("abc\xE2\x80\x8B\xE2\x80\x8B", 3), "abc");
    EXPECT_EQ(cleanText("ab", 1), "…");
    EXPECT_EQ(cleanTitle(repeat("é", 300)), repeat("é", 255) + "…");
    EXPECT_EQ(cleanUrl(repeat("u", 2048)), repeat("u", 2048));
    EXPECT_EQ(cleanUrl(repeat("u", 2049)), repeat("u", 2047) + "…");
}

TEST(TextHygiene, CleaningTwiceChangesNothingMore)
{
    SeededIdSource random(3);
    for (int round = 0; round < 5000; ++round) {
        std::string bytes;
        for (auto left = random.random() % 60; left; --left)
            bytes += static_cast<char>(random.random() % 3 ? random.random() : 0xE2);
        const std::string once = cleanText(bytes, 20);
        EXPECT_EQ(cleanText(once, 20), once);
        EXPECT_TRUE(isValidId("x" + once) || once.size() > 127);
    }
}

} // namespace
} // namespace cheetah

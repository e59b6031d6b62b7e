// SPDX-License-Identifier: Apache-2.0
#include "base/base64url.h"
#include "base/callback.h"
#include "base/duration.h"
#include "base/error.h"
#include "base/idsource.h"
#include "base/log.h"
#include "base/scope.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>

namespace cheetah {
namespace {

TEST(Callback, CallsWhatItHoldsInlineOrOnTheHeap)
{
    int sum = 0;
    Callback<void(int)> small = [&sum](int value) { sum += value; };
    std::array<char, 200> big{};
    big[0] = 2;
    Callback<void(int)> large = [&sum, big](int value) { sum += value * big[0]; };
    small(1);
    large(10);
    EXPECT_EQ(sum, 21);
}

TEST(Callback, CarriesMoveOnlyCapturesAndDestroysThemOnce)
{
    const auto witness = std::make_shared<int>(7);
    for (const bool large : {false, true}) {
        std::array<char, 100> big{};
        Callback<int()> callback;
        if (large)
            callback = [held = std::make_unique<std::shared_ptr<int>>(witness), big] { return **held + big[0]; };
        else
            callback = [held = std::make_unique<std::shared_ptr<int>>(witness)] { return **held; };
        EXPECT_EQ(witness.use_count(), 2);
        Callback<int()> moved = std::move(callback);
        EXPECT_FALSE(bool(callback)); // NOLINT: a moved-from callback is empty by contract
        EXPECT_EQ(moved(), 7);
        EXPECT_EQ(witness.use_count(), 2);
        moved = nullptr;
        EXPECT_EQ(witness.use_count(), 1);
    }
}

TEST(Callback, PassesReferencesAndMoveOnlyArguments)
{
    Callback<void(int &, std::unique_ptr<int>)> callback = [](int &to, std::unique_ptr<int> from) { to = *from; };
    int value = 0;
    callback(value, std::make_unique<int>(5));
    EXPECT_EQ(value, 5);
}

TEST(Scope, WrappedContinuationsEndWithIt)
{
    int calls = 0;
    auto scope = std::make_unique<Scope>();
    auto wrapped = scope->wrap([&calls](int by) { calls += by; });
    const Scope::Guard guard = scope->guard();
    wrapped(1);
    EXPECT_TRUE(guard.alive());
    scope.reset();
    wrapped(1);
    EXPECT_FALSE(guard.alive());
    EXPECT_EQ(calls, 1);
}

TEST(Scope, ResetEndsWhatWasGuardedSoFarAlone)
{
    Scope scope;
    int calls = 0;
    auto before = scope.wrap([&calls] { calls += 1; });
    scope.reset();
    auto after = scope.wrap([&calls] { calls += 10; });
    before();
    after();
    EXPECT_EQ(calls, 10);
}

TEST(Result, HoldsAValueOrAnError)
{
    Result<std::string> value = std::string("x");
    Result<std::string> error = Error(ErrorCode::StaleHandle, {{"cause", "expired"}});
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(*value, "x");
    ASSERT_FALSE(error.ok());
    EXPECT_EQ(error.error().code, ErrorCode::StaleHandle);
    EXPECT_EQ(error.error().param("cause"), "expired");
    EXPECT_EQ(error.error().param("fence"), "");
    EXPECT_TRUE(Result<void>().ok());
    EXPECT_FALSE(Result<void>(ErrorCode::Internal).ok());
}

TEST(Error, EveryCodeHasAWireNameOfItsOwn)
{
    std::set<std::string_view> names;
    for (int code = 0; code <= int(ErrorCode::Internal); ++code) {
        EXPECT_TRUE(names.insert(name(ErrorCode(code))).second) << name(ErrorCode(code));
        EXPECT_EQ(errorCodeFromName(name(ErrorCode(code))), ErrorCode(code));
    }
    EXPECT_EQ(errorCodeFromName("no_such_code"), ErrorCode::Internal);
    EXPECT_EQ(name(ErrorCode::MemoryNeedsAllRoles), "memory_needs_all_roles");
    EXPECT_EQ(name(ErrorCode::OutcomeUnknown), "outcome_unknown");
}

TEST(Base64Url, KnownTexts)
{
    const std::pair<std::string_view, std::string_view> table[] = {
        {"", ""}, {"f", "Zg"}, {"fo", "Zm8"}, {"foo", "Zm9v"}, {"foob", "Zm9vYg"}, {"\xff\xfe\xfd", "__79"},
    };
    for (const auto &[bytes, text] : table) {
        EXPECT_EQ(base64UrlEncode(bytes), text);
        EXPECT_EQ(base64UrlDecode(text), std::optional(std::string(bytes)));
    }
}

TEST(Base64Url, RefusesWhatIsNotCanonical)
{
    for (const std::string_view text : {"Z", "Zh", "Zm9", "Zg==", "Zm 9v", "Zm+v", "Zm/v", "Zm9vY", "Zm9v\n"})
        EXPECT_FALSE(base64UrlDecode(text)) << text;
}

TEST(Base64Url, EveryLengthComesBack)
{
    SeededIdSource ids(1);
    for (std::size_t length = 0; length < 300; ++length) {
        std::string bytes;
        while (bytes.size() < length)
            bytes += char(ids.random());
        EXPECT_EQ(base64UrlDecode(base64UrlEncode(bytes)), std::optional(bytes));
    }
}

TEST(IdSource, UniqueIdsAreShortAndDiffer)
{
    SystemIdSource system;
    SeededIdSource a(5), b(5);
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        const std::string id = system.unique();
        EXPECT_EQ(id.size(), 22u);
        EXPECT_TRUE(seen.insert(id).second);
        EXPECT_EQ(a.unique(), b.unique());
    }
}

TEST(Duration, TextsThatAreRead)
{
    const std::pair<std::string_view, Micros> table[] = {
        {"0", Micros(0)},      {"250ms", Millis(250)}, {"30s", Seconds(30)},    {"1.5m", Seconds(90)},
        {"2h", Seconds(7200)}, {"0s", Micros(0)},      {"1.5ms", Micros(1500)}, {"0.001ms", Micros(1)},
    };
    for (const auto &[text, duration] : table) {
        const auto parsed = parseDuration(text);
        ASSERT_TRUE(parsed.ok()) << text;
        EXPECT_EQ(*parsed, duration) << text;
    }
}

TEST(Duration, TextsThatAreRefusedByName) // SPEC W2
{
    for (const std::string_view text : {"", "5", "-1s", "nan", "nans", "inf", "infs", "-inf", "1e3s", "s", "1 s", "1S",
                                        "1d", "1sm", "999999999h", "0x10s", "+1s"}) {
        const auto parsed = parseDuration(text);
        ASSERT_FALSE(parsed.ok()) << text;
        EXPECT_EQ(parsed.error().code, ErrorCode::BadSetting);
        EXPECT_EQ(parsed.error().param("value"), text);
    }
}

TEST(Duration, FormattedOnesAreReadBackExactly)
{
    EXPECT_EQ(formatDuration(Micros(0)), "0s");
    EXPECT_EQ(formatDuration(Seconds(30)), "30s");
    EXPECT_EQ(formatDuration(Seconds(90)), "90s");
    EXPECT_EQ(formatDuration(Seconds(300)), "5m");
    EXPECT_EQ(formatDuration(Seconds(7200)), "2h");
    EXPECT_EQ(formatDuration(Millis(1500)), "1500ms");
    EXPECT_EQ(formatDuration(Micros(1050)), "1.05ms");
    for (std::int64_t us = 1; us < 100'000'000'000; us = us * 3 + 1)
        EXPECT_EQ(*parseDuration(formatDuration(Micros(us))), Micros(us));
}

TEST(Log, NothingCanForgeALine)
{
    EXPECT_EQ(formatLogLine("T", LogLevel::Warning, "edge", "title \xc3\xa4 is fine"),
              "T warning edge: title \xc3\xa4 is fine\n");
    const std::string line =
        formatLogLine("T", LogLevel::Info, "a\nb", "x\r\n2026 error: forged\x1b[2J\xc2\x85\xe2\x80\xa8\x7f\\");
    EXPECT_EQ(line, "T info a\\x0ab: x\\x0d\\x0a2026 error: forged\\x1b[2J\\xc2\\x85\\xe2\\x80\\xa8\\x7f\\x5c\n");
}

TEST(Log, ADefaultLogWritesNothingAndASinkGetsAll)
{
    Log().error("x", "nobody hears this");
    std::vector<std::string> lines;
    const Log log([&lines](LogLevel level, std::string_view category, std::string_view text) {
        lines.push_back(formatLogLine("T", level, category, text));
    });
    log.debug("a", "1");
    log.error("b", "2");
    EXPECT_EQ(lines, (std::vector<std::string>{"T debug a: 1\n", "T error b: 2\n"}));
}

} // namespace
} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "wording/wording.h"

#include <gtest/gtest.h>

namespace cheetah {
namespace {

TEST(Wording, EveryCodeHasASentence)
{
    for (int code = 0; code <= int(ErrorCode::Internal); ++code)
        EXPECT_FALSE(Wording::errorText(ErrorCode(code)).empty()) << name(ErrorCode(code));
    for (int rule = 0; rule <= int(Rule::EarlierWaiter); ++rule) {
        EXPECT_FALSE(Wording::ruleText(Rule(rule)).empty()) << name(Rule(rule));
        EXPECT_FALSE(Wording::verdictText(Rule(rule)).empty()) << name(Rule(rule));
    }
    for (int kind = 0; kind <= int(JournalKind::InputRefused); ++kind)
        EXPECT_FALSE(Wording::journalText(JournalKind(kind)).empty()) << name(JournalKind(kind));
    for (int cause = 0; cause <= int(EndCause::Drained); ++cause)
        EXPECT_FALSE(Wording().cause(EndCause(cause)).empty()) << name(EndCause(cause));
}

// SPEC W9
TEST(Wording, AnExplanationCountsByRule)
{
    Explanation explanation;
    explanation.candidates = 12;
    explanation.excludedBy = {{Rule::Assigned, 7}, {Rule::MetadataMatch, 5}};
    EXPECT_EQ(Wording().explanation(explanation), "No context: 12 candidates: 5 metadata do not fit, 7 assigned.");
    explanation.fitting = 2;
    EXPECT_EQ(Wording().explanation(explanation), "2 of 12 contexts fit.");
    EXPECT_EQ(Wording().explanation(Explanation()), "No context: this user has none.");
}

// SPEC W9
TEST(Wording, AVerdictNamesActualAndWanted)
{
    EXPECT_EQ(Wording().verdict({Rule::MetadataMatch, "metadata.region", "eu", "us", {}}),
              "metadata.region is eu, wanted us");
    EXPECT_EQ(Wording().verdict({Rule::MetadataMatch, "metadata.region", "", "us", {}}),
              "metadata.region is not set, wanted us");
    EXPECT_EQ(Wording().verdict({Rule::Assigned, "T", "", "", Micros(59'100'000)}), "assigned to T, for at most 1m");
}

// SPEC O3
TEST(Wording, AForeignHolderIsNamed)
{
    EXPECT_EQ(Wording().error({ErrorCode::FenceMismatch, {{"task", "D"}, {"fence", "7"}}}),
              "Nothing was done: the context is now held by task D (fence 7).");
    EXPECT_EQ(Wording().error({ErrorCode::StaleHandle, {{"cause", "expired"}, {"task", "D"}}}),
              "This lease has ended (not renewed in time). Nothing was changed. The context is now held by task D.");
    EXPECT_EQ(Wording().error({ErrorCode::FenceMismatch, {{"command", "c-8"}}}),
              "Nothing was done: the context now waits for the end of another command (c-8).");
}

// SPEC W9
TEST(Wording, WhatOnlyTheRegistryKnewIsTold)
{
    EXPECT_EQ(Wording().error({ErrorCode::NothingAvailable, {{"candidates", "7"}}}), "No context is available now.");
    EXPECT_EQ(Wording().error({ErrorCode::NothingAvailable, {{"tried", "3"}, {"rule", "connected"}}}),
              "No context is available now. Of 3 that seemed free the registry gave none; the last one: client "
              "disconnected.");
}

TEST(Wording, CodesInParametersAreWords)
{
    const Wording loud([](std::string_view source, std::optional<std::uint32_t>) {
        return source == "the window takes no tabs" ? std::string("NO TABS") : std::string(source);
    });
    EXPECT_EQ(loud.error({ErrorCode::ProvisioningRefused, {{"reason", "window_takes_no_tabs"}}}),
              "The client refused to create a context: NO TABS.");
    EXPECT_EQ(loud.error({ErrorCode::ProvisioningRefused, {{"reason", "because"}}}),
              "The client refused to create a context: because.");
    JournalEntry ended;
    ended.kind = JournalKind::DrainEnded;
    ended.params = {{"target", "undone"}, {"state", "forced"}};
    EXPECT_EQ(Wording().journal(ended), "drain of undone: over its deadline, what was left was ended");
    for (int cause = 0; cause <= int(EndCause::Drained); ++cause)
        EXPECT_EQ(Wording::codeText("cause", name(EndCause(cause))), Wording().cause(EndCause(cause)));
}

TEST(Wording, ATranslatorGivesTheSourceTexts)
{
    const Wording german([](std::string_view source, std::optional<std::uint32_t>) {
        return source == "The client is not connected." ? std::string("Der Client ist nicht verbunden.")
                                                        : std::string(source);
    });
    EXPECT_EQ(german.error(ErrorCode::ClientNotConnected), "Der Client ist nicht verbunden.");
}

TEST(Wording, ParametersAreShownAsTheyAreAndMissingOnesAsSuch)
{
    EXPECT_EQ(Wording().error({ErrorCode::UnknownMethod, {{"method", "{limit}"}}}), "There is no method {limit}.")
        << "a parameter is no text to fill in";
    EXPECT_EQ(Wording().error(ErrorCode::UnknownMethod), "There is no method ?.");
}

} // namespace
} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "model/journal.h"
#include "model/verdict.h"

#include <functional>
#include <string>
#include <string_view>

namespace cheetah {

// Mark a source text for the extraction of translations and are the text itself; a counted one has plural forms.
constexpr std::string_view translatable(std::string_view text)
{
    return text;
}
constexpr std::string_view counted(std::string_view text)
{
    return text;
}

/// Turns codes and their parameters into sentences for people: what happened, and what to do where something can be
/// done. The only place where the engine writes prose. Sources are English; a host that speaks another language gives a
/// translator. Parameters are put in as they are: they were cleaned where they came in.
class Wording {
public:
    /// Gives the translation of an English source text, with `{name}` placeholders kept; `count` chooses the plural form
    /// where the text counts something.
    using Translate = std::function<std::string(std::string_view source, std::optional<std::uint32_t> count)>;

    explicit Wording(Translate translate = {}) : m_translate(std::move(translate)) {}

    std::string error(const Error &error) const;
    /// The sentence on top of an explanation, such as "No context: 12 candidates: 7 assigned, 5 metadata do not fit."
    std::string explanation(const Explanation &explanation) const;
    /// Why one candidate is out, such as "metadata.region is eu, wanted us".
    std::string verdict(const Verdict &verdict) const;
    std::string provisioning(const ProvisioningVerdict &verdict) const;
    std::string suggestion(const Suggestion &suggestion) const;
    std::string rule(Rule rule) const;
    std::string cause(EndCause cause) const;
    /// What to do about a condition that does not hold, by the code of its remedy; empty for one that is not known.
    std::string remedy(std::string_view code) const;
    /// What a condition of a node's readiness is about, such as "Redis"; the name itself for one that is not known.
    std::string condition(std::string_view name) const;
    std::string journal(const JournalEntry &entry) const;
    /// What the outcome of a command does and does not prove.
    std::string outcome(const CommandRecord &record) const;

    // The English source texts, with `{name}` where the parameter of that name is filled in.
    static std::string_view errorText(ErrorCode code);
    static std::string_view ruleText(Rule rule);
    static std::string_view verdictText(Rule rule);
    static std::string_view provisioningText(std::string_view code); ///< by ProvisioningVerdict::code
    static std::string_view suggestionText(std::string_view code);   ///< by Suggestion::code
    static std::string_view journalText(JournalKind kind);
    static std::string_view causeText(EndCause cause);
    static std::string_view remedyText(std::string_view code);
    static std::string_view conditionText(std::string_view name);
    /// A word for a code that stands in the parameter of that name, such as `window_takes_no_tabs` in `reason`; empty if
    /// the value is none of those.
    static std::string_view codeText(std::string_view parameter, std::string_view value);

private:
    /// A refused setting is told by what it clashes with, or by the rule that it breaks.
    static std::string_view settingText(const Error &error);
    /// Who must be updated, where that is known.
    static std::string_view versionText(const Error &error);
    // By the parameter that holds them.
    static std::string_view reasonText(std::string_view code);
    static std::string_view healthText(std::string_view code);
    static std::string_view actionText(std::string_view code);
    static std::string_view stateText(std::string_view code);
    static std::string_view outcomeText(std::string_view code);
    static std::string_view limitText(std::string_view code);
    /// Of a node that may not create, when nobody is known who does.
    static std::string_view notProvisioningText();
    /// Who or what stands where something else was seen.
    static std::string_view fenceText(const Error &error);
    static std::string_view sourceText(const Error &error);
    std::string told(std::string_view parameter, std::string_view value) const;
    std::string fill(std::string_view source, const Error::Params &params,
                     std::optional<std::uint32_t> count = std::nullopt) const;

    Translate m_translate;
};

} // namespace cheetah

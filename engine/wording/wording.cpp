// SPDX-License-Identifier: Apache-2.0
#include "wording/wording.h"

#include "base/duration.h"

#include <algorithm>

namespace cheetah {

namespace {

/// To the second, which is what a person reads; whole minutes as such.
std::string shortDuration(Micros duration)
{
    return formatDuration(std::chrono::ceil<Seconds>(duration));
}

/// Browsers name tabs by 32 digits; the first few tell them apart for a reader, and every row has the whole name.
std::string shortId(const std::string &id)
{
    constexpr std::size_t shown = 12;
    const bool ascii = std::all_of(id.begin(), id.end(), [](unsigned char c) { return c < 0x80; });
    return ascii && id.size() > shown ? id.substr(0, shown) + "…" : id;
}

bool isOfSetting(const JournalEntry &entry)
{
    return entry.kind == JournalKind::OperatorAction
        && std::find(entry.params.begin(), entry.params.end(),
                     std::pair<std::string, std::string>("action", "change setting"))
               != entry.params.end();
}

/// Of the whole deployment, by an operator.
std::string_view settingChangeText(const JournalEntry &entry)
{
    const std::pair<std::string, std::string> done("outcome", "done");
    if (std::find(entry.params.begin(), entry.params.end(), done) != entry.params.end())
        return translatable("{by}: set {setting} to {value} for the whole deployment");
    return translatable("{by}: {setting} could not be set to {value} for the whole deployment");
}

} // namespace

std::string Wording::fill(std::string_view source, const Error::Params &params,
                          std::optional<std::uint32_t> count) const
{
    const std::string text = m_translate ? m_translate(source, count) : std::string(source);
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
        if (end == std::string::npos) {
            out += text[i++];
            continue;
        }
        const std::string_view key(text.data() + i + 1, end - i - 1);
        std::string_view value = "?";
        for (const auto &[name, param] : params)
            if (name == key)
                value = param;
        out += told(key, value);
        i = end + 1;
    }
    return out;
}

/// A word where the value is a code that is known here, else the value.
std::string Wording::told(std::string_view parameter, std::string_view value) const
{
    if (constexpr std::string_view reading = "reading "; parameter == "what" && value.starts_with(reading))
        return fill(translatable("Reading {path}"), {{"path", std::string(value.substr(reading.size()))}});
    const std::string_view word = codeText(parameter, value);
    return word.empty() ? std::string(value) : fill(word, {});
}

std::string_view Wording::settingText(const Error &error)
{
    if (!error.param("wanted").empty())
        return errorText(ErrorCode::BadSetting);
    if (!error.param("other").empty())
        return translatable("The setting {setting} ({value}) must not be below {other} ({otherValue}).");
    if (error.param("rule") == "negative")
        return translatable("The setting {setting} cannot be {value}: it must not be negative.");
    if (error.param("rule") == "not_positive")
        return translatable("The setting {setting} cannot be {value}: it must be above zero.");
    return translatable("The setting {setting} cannot be {value}.");
}

std::string_view Wording::versionText(const Error &error)
{
    if (error.param("older") == "console")
        return translatable(
            "The node is newer than this program, which speaks protocol version {version}. Update this program.");
    if (error.param("older") == "node")
        return translatable(
            "The node is older than this program: it speaks protocol version {supported}, not {version}. Update the "
            "node.");
    if (error.param("supported").empty())
        return translatable(
            "The node does not speak protocol version {version}. It is another version, or no Cheetah node.");
    return errorText(error.code);
}

std::string_view Wording::fenceText(const Error &error)
{
    if (error.param("command").empty())
        return errorText(error.code);
    return translatable("Nothing was done: the context now waits for the end of another command ({command}).");
}

std::string_view Wording::notProvisioningText()
{
    return translatable("This node does not create contexts.");
}

std::string_view Wording::sourceText(const Error &error)
{
    switch (error.code) {
    case ErrorCode::BadSetting:
        return settingText(error);
    case ErrorCode::FenceMismatch:
        return fenceText(error);
    case ErrorCode::VersionUnsupported:
        return versionText(error);
    case ErrorCode::NotProvisioningOwner:
        return error.param("owner").empty() ? notProvisioningText() : errorText(error.code);
    default:
        return errorText(error.code);
    }
}

std::string Wording::error(const Error &error) const
{
    Error::Params params = error.params;
    if (error.code == ErrorCode::StaleHandle && error.param("cause").empty())
        params.emplace_back("cause", fill(translatable("it is not current"), {}));
    std::string text = fill(sourceText(error), params);
    if (error.code == ErrorCode::StaleHandle && !error.param("task").empty())
        text += ' ' + fill(translatable("The context is now held by task {task}."), params);
    if (const auto rule = ruleFromName(error.param("rule")); rule && error.code == ErrorCode::NothingAvailable) {
        params.emplace_back("why", this->rule(*rule));
        text += ' '
              + fill(translatable("Of {tried} that seemed free the registry gave none; the last one: {why}."), params);
    }
    return text;
}

std::string Wording::rule(Rule rule) const
{
    return fill(ruleText(rule), {});
}

std::string Wording::explanation(const Explanation &explanation) const
{
    if (explanation.candidates == 0)
        return fill(translatable("No context: this user has none."), {});
    if (explanation.fitting > 0)
        return fill(
            counted("{fitting} of {candidates} contexts fit."),
            {{"fitting", std::to_string(explanation.fitting)}, {"candidates", std::to_string(explanation.candidates)}},
            explanation.fitting);
    std::string text = fill(counted("No context: {candidates} candidates"),
                            {{"candidates", std::to_string(explanation.candidates)}}, explanation.candidates);
    const char *separator = ": ";
    for (const auto &[rule, count] : explanation.excludedBy) {
        text += separator + std::to_string(count) + ' ' + this->rule(rule);
        separator = ", ";
    }
    return text + '.';
}

std::string Wording::verdict(const Verdict &verdict) const
{
    const std::string actual = verdict.actual.empty()       ? fill(translatable("not set"), {})
                             : verdict.rule == Rule::Health ? told("health", verdict.actual)
                                                            : verdict.actual;
    std::string text =
        fill(verdictText(verdict.rule), {{"subject", verdict.subject}, {"actual", actual}, {"wanted", verdict.wanted}});
    if (verdict.remaining)
        text += fill(translatable(", for at most {remaining}"), {{"remaining", shortDuration(*verdict.remaining)}});
    return text;
}

std::string Wording::provisioning(const ProvisioningVerdict &verdict) const
{
    if (verdict.code == "not_owner" && verdict.owner.empty())
        return fill(notProvisioningText(), {});
    Error::Params params = verdict.params;
    params.emplace_back("owner", verdict.owner);
    params.emplace_back("code", verdict.code);
    return fill(provisioningText(verdict.code), params);
}

std::string Wording::suggestion(const Suggestion &suggestion) const
{
    Error::Params params = suggestion.params;
    params.emplace_back("unlocks", std::to_string(suggestion.unlocks));
    params.emplace_back("code", suggestion.code);
    const std::string_view text = suggestionText(suggestion.code);
    if (text.find("{unlocks}") == std::string_view::npos)
        return fill(text, params); // it has no plural forms
    return fill(text, params, suggestion.unlocks);
}

std::string Wording::cause(EndCause cause) const
{
    return fill(causeText(cause), {});
}

std::string Wording::journal(const JournalEntry &entry) const
{
    Error::Params params = entry.params;
    for (auto &[name, value] : params)
        if (const ErrorCode code = errorCodeFromName(value); name == "reason" && code != ErrorCode::Internal)
            value = error(Error(code, entry.params));
        else if (name == "component")
            value = condition(value);
    params.emplace_back("task", entry.task.text());
    params.emplace_back("client", entry.client.text());
    params.emplace_back("request", entry.request.text());
    params.emplace_back("command", entry.command.text());
    params.emplace_back("by", entry.by);
    if (entry.context)
        params.emplace_back("context", entry.context->client.string() + '/' + shortId(entry.context->context.string()));
    if (entry.cause)
        params.emplace_back("cause", cause(*entry.cause));
    return fill(isOfSetting(entry) ? settingChangeText(entry) : journalText(entry.kind), params);
}

std::string Wording::remedy(std::string_view code) const
{
    return fill(remedyText(code), {});
}

std::string Wording::condition(std::string_view name) const
{
    const std::string_view text = conditionText(name);
    return text.empty() ? std::string(name) : fill(text, {});
}

std::string Wording::outcome(const CommandRecord &record) const
{
    if (!record.outcome)
        return record.stage == CommandStage::Admitted
                 ? fill(translatable("Admitted, not sent yet."), {})
                 : fill(translatable("Sent; the outcome is not known yet. An idle tab does not prove that it stopped."),
                        {});
    switch (*record.outcome) {
    case CommandOutcome::Result:
        return fill(translatable("It was carried out and its result is kept."), {});
    case CommandOutcome::Error:
        return record.error ? error(*record.error) : fill(translatable("The client answered with an error."), {});
    case CommandOutcome::Fenced:
        return fill(errorText(ErrorCode::Fenced), {});
    case CommandOutcome::Expired:
        return fill(errorText(ErrorCode::CommandExpired), {});
    case CommandOutcome::Unknown:
        return fill(
            translatable(
                "It was sent, but no result came. It may or may not have happened; an idle tab does not prove that "
                "it stopped."),
            {});
    }
    return {};
}

} // namespace cheetah

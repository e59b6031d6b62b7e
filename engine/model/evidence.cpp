// SPDX-License-Identifier: Apache-2.0
#include "model/evidence.h"

#include "model/nametable.h"

namespace cheetah {

namespace {

constexpr auto stages =
    nameTable<CommandStage, CommandStage::Terminal>("admitted", "send_attempted", "acknowledged", "terminal");
constexpr auto outcomes =
    nameTable<CommandOutcome, CommandOutcome::Unknown>("result", "error", "fenced", "expired", "unknown");
constexpr auto answers = nameTable<Answer, Answer::Unknown>("no", "yes", "unknown");
constexpr auto policies =
    nameTable<RepeatPolicy, RepeatPolicy::NeedsConfirmation>("idempotent", "only_if_unsent", "needs_confirmation");
constexpr auto verdicts = nameTable<RepeatVerdict, RepeatVerdict::AskProduct>("yes", "no", "ask_product");

} // namespace

std::string_view name(CommandStage stage)
{
    return stages.of(stage);
}

std::optional<CommandStage> commandStageFromName(std::string_view name)
{
    return stages.find(name);
}

std::string_view name(CommandOutcome outcome)
{
    return outcomes.of(outcome);
}

std::optional<CommandOutcome> commandOutcomeFromName(std::string_view name)
{
    return outcomes.find(name);
}

std::string_view name(Answer answer)
{
    return answers.of(answer);
}

std::optional<Answer> answerFromName(std::string_view name)
{
    return answers.find(name);
}

std::string_view name(RepeatPolicy policy)
{
    return policies.of(policy);
}

std::optional<RepeatPolicy> repeatPolicyFromName(std::string_view name)
{
    return policies.find(name);
}

std::string_view name(RepeatVerdict verdict)
{
    return verdicts.of(verdict);
}

std::optional<RepeatVerdict> repeatVerdictFromName(std::string_view name)
{
    return verdicts.find(name);
}

} // namespace cheetah

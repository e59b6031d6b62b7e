// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/drain.h"
#include "model/evidence.h"
#include "model/journal.h"
#include "model/verdict.h"
#include "model/views.h"

#include <concepts>
#include <type_traits>

namespace cheetah {

/// An enumeration whose values travel as the words that the model gives them.
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e)
{
    {
        name(e)
        } -> std::same_as<std::string_view>;
};

// One name for the readers of all enumerations; the pointer only chooses.
inline auto enumFromName(std::string_view n, const ClientKind *)
{
    return clientKindFromName(n);
}
inline auto enumFromName(std::string_view n, const Health *)
{
    return healthFromName(n);
}
inline auto enumFromName(std::string_view n, const EndCause *)
{
    return endCauseFromName(n);
}
inline auto enumFromName(std::string_view n, const Drain::State *)
{
    return drainStateFromName(n);
}
inline auto enumFromName(std::string_view n, const CommandStage *)
{
    return commandStageFromName(n);
}
inline auto enumFromName(std::string_view n, const CommandOutcome *)
{
    return commandOutcomeFromName(n);
}
inline auto enumFromName(std::string_view n, const Answer *)
{
    return answerFromName(n);
}
inline auto enumFromName(std::string_view n, const RepeatPolicy *)
{
    return repeatPolicyFromName(n);
}
inline auto enumFromName(std::string_view n, const RepeatVerdict *)
{
    return repeatVerdictFromName(n);
}
inline auto enumFromName(std::string_view n, const Rule *)
{
    return ruleFromName(n);
}
inline auto enumFromName(std::string_view n, const JournalKind *)
{
    return journalKindFromName(n);
}
inline auto enumFromName(std::string_view n, const ContextState *)
{
    return contextStateFromName(n);
}

} // namespace cheetah

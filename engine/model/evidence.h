// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/assignment.h"

#include <string>

namespace cheetah {

/// How far a command is known to have come; only ever moves forward (SPEC D2).
enum class CommandStage { Admitted, SendAttempted, Acknowledged, Terminal };
std::string_view name(CommandStage stage);
std::optional<CommandStage> commandStageFromName(std::string_view name);

/// How a command ended (SPEC D2).
enum class CommandOutcome {
    Result,
    Error,
    Fenced,  ///< the assignment had ended; never sent
    Expired, ///< its deadline passed; never sent
    Unknown, ///< sent, outcome not known; a late result may replace it once
};
std::string_view name(CommandOutcome outcome);
std::optional<CommandOutcome> commandOutcomeFromName(std::string_view name);

/// What a command asks of a client. `params` is a JSON object text that passed the strict walker.
struct CommandContent {
    std::string kind;   ///< navigate, evaluate, screenshot, activate, openTab, openWindow, closeTab, closeWindow, …
    std::string params; ///< `{}` if none
    WindowId window{};  ///< for the kinds that address a window; else empty
    ProvisionId provision{}; ///< of an openTab or openWindow that fulfils a reservation; else empty
    friend bool operator==(const CommandContent &, const CommandContent &) = default;
};

/// Everything known of one command.
struct CommandRecord {
    CommandId id;
    UserId user;
    TaskId task;
    ContextNamePtr context; ///< the context it addresses (a child context keeps its own name, SPEC W20)
    Handle handle;          ///< what it was admitted with
    CommandContent content;
    NodeId node; ///< that admitted it

    CommandStage stage = CommandStage::Admitted;
    std::optional<CommandOutcome> outcome; ///< set exactly when stage is Terminal
    std::string result;         ///< JSON text of the result or of the error; empty if it travels by reference
    PayloadId resultRef;        ///< where a large result lies (SPEC D6)
    std::optional<Error> error; ///< for Error, Fenced, Expired
    bool replaced = false;      ///< `unknown` was replaced by a late result

    RegistryTime admittedAt, sentAt, acknowledgedAt, endedAt;
    RegistryTime deadline;
};

/// How many commands a store knows, and how far they came.
struct EvidenceCounts {
    std::uint64_t live = 0, retained = 0, dropped = 0, admitted = 0, sent = 0, acknowledged = 0, ended = 0;
};

/// One of the five questions (seeds), answered from evidence alone.
enum class Answer { No, Yes, Unknown };
std::string_view name(Answer answer);
std::optional<Answer> answerFromName(std::string_view name);

/// Answers for one command, or for all commands of a task: an answer for many is Yes if it is for any,
/// else Unknown if it is for any.
struct EvidenceAnswers {
    Answer admitted = Answer::No;
    Answer sendAttempted = Answer::No;
    Answer acknowledged = Answer::No;
    Answer terminalRetained = Answer::No;
    Answer externalEffectKnown = Answer::Unknown; ///< the target system must be asked; Yes only with a kept result
};

/// How a product treats repetition of a command's effect (SPEC D3).
enum class RepeatPolicy { Idempotent, OnlyIfUnsent, NeedsConfirmation };
enum class RepeatVerdict { Yes, No, AskProduct };
std::string_view name(RepeatPolicy policy);
std::optional<RepeatPolicy> repeatPolicyFromName(std::string_view name);
std::string_view name(RepeatVerdict verdict);
std::optional<RepeatVerdict> repeatVerdictFromName(std::string_view name);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "delivery/evidenceanswers.h"

namespace cheetah {

namespace {

bool wasSent(const CommandRecord &record)
{
    if (record.stage == CommandStage::Terminal)
        return record.outcome != CommandOutcome::Fenced && record.outcome != CommandOutcome::Expired;
    return record.stage != CommandStage::Admitted;
}

bool hasAnswer(const CommandRecord &record)
{
    return record.outcome == CommandOutcome::Result || record.outcome == CommandOutcome::Error;
}

/// Yes if it is for any, else Unknown if it is for any.
Answer either(Answer a, Answer b)
{
    if (a == Answer::Yes || b == Answer::Yes)
        return Answer::Yes;
    return a == Answer::Unknown || b == Answer::Unknown ? Answer::Unknown : Answer::No;
}

EvidenceAnswers either(const EvidenceAnswers &a, const EvidenceAnswers &b)
{
    return {either(a.admitted, b.admitted), either(a.sendAttempted, b.sendAttempted),
            either(a.acknowledged, b.acknowledged), either(a.terminalRetained, b.terminalRetained),
            either(a.externalEffectKnown, b.externalEffectKnown)};
}

} // namespace

EvidenceAnswers evidenceAnswers(const CommandRecord &record)
{
    EvidenceAnswers answers;
    answers.admitted = Answer::Yes;
    if (wasSent(record)) {
        answers.sendAttempted = Answer::Yes;
        // An answer proves that the frame arrived; without one, an acknowledgement may have been lost.
        answers.acknowledged = record.acknowledgedAt.isSet() || hasAnswer(record) ? Answer::Yes : Answer::Unknown;
    }
    if (record.outcome && record.outcome != CommandOutcome::Unknown)
        answers.terminalRetained = Answer::Yes;
    if (record.outcome == CommandOutcome::Result)
        answers.externalEffectKnown = Answer::Yes;
    return answers;
}

EvidenceAnswers evidenceAnswers(const std::vector<CommandRecord> &records, bool mayBeIncomplete)
{
    EvidenceAnswers answers;
    if (mayBeIncomplete)
        answers = {Answer::Unknown, Answer::Unknown, Answer::Unknown, Answer::Unknown, Answer::Unknown};
    for (const CommandRecord &record : records)
        answers = either(answers, evidenceAnswers(record));
    return answers;
}

RepeatVerdict mayRepeat(const CommandRecord &record, RepeatPolicy policy)
{
    if (policy == RepeatPolicy::Idempotent)
        return RepeatVerdict::Yes;
    if (!wasSent(record)) // what is still admitted may yet be sent, beside its repetition
        return record.stage == CommandStage::Terminal ? RepeatVerdict::Yes : RepeatVerdict::No;
    return policy == RepeatPolicy::OnlyIfUnsent ? RepeatVerdict::No : RepeatVerdict::AskProduct;
}

RepeatVerdict mayRepeat(const std::vector<CommandRecord> &records, RepeatPolicy policy, bool mayBeIncomplete)
{
    RepeatVerdict verdict = RepeatVerdict::Yes;
    if (mayBeIncomplete && policy != RepeatPolicy::Idempotent)
        verdict = RepeatVerdict::AskProduct;
    for (const CommandRecord &record : records) {
        const RepeatVerdict one = mayRepeat(record, policy);
        if (one == RepeatVerdict::No)
            return one;
        if (one == RepeatVerdict::AskProduct)
            verdict = one;
    }
    return verdict;
}

} // namespace cheetah

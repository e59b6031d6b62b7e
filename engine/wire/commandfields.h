// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "model/refusal.h"
#include "wire/leasefields.h"

namespace cheetah {

// Commands, their evidence, and the journal.

template <class V>
void fields(V &visit, FieldsOf<V, CommandRecord> &r)
{
    visit.required("commandId", r.id);
    visit.required("userId", r.user);
    visit.optional("taskId", r.task);
    visit.optional("context", r.context);
    visit.optional("handle", r.handle);
    visit.required("kind", r.content.kind);
    visit.optional("params", asRaw(r.content.params));
    visit.optional("windowId", r.content.window);
    visit.optional("provisionId", r.content.provision);
    visit.optional("nodeId", r.node);
    visit.required("stage", r.stage);
    visit.optional("outcome", r.outcome);
    visit.optional("result", asRaw(r.result));
    visit.optional("resultRef", r.resultRef);
    visit.optional("error", r.error);
    visit.optional("replaced", r.replaced);
    visit.required("admittedAtUs", r.admittedAt);
    visit.optional("sentAtUs", r.sentAt);
    visit.optional("acknowledgedAtUs", r.acknowledgedAt);
    visit.optional("endedAtUs", r.endedAt);
    visit.optional("deadlineUs", r.deadline);
}

template <class V>
void fields(V &visit, FieldsOf<V, EvidenceAnswers> &a)
{
    visit.required("admitted", a.admitted);
    visit.required("sendAttempted", a.sendAttempted);
    visit.required("acknowledged", a.acknowledged);
    visit.required("terminalRetained", a.terminalRetained);
    visit.required("externalEffectKnown", a.externalEffectKnown);
}

template <class V>
void fields(V &visit, FieldsOf<V, Refusal> &r)
{
    visit.required("request", r.request);
    visit.optional("cut", r.isCut);
    visit.optional("explanation", r.explanation);
}

template <class V>
void fields(V &visit, FieldsOf<V, JournalEntry> &e)
{
    visit.required("number", e.number);
    visit.required("atUs", e.at);
    visit.required("kind", e.kind);
    visit.optional("userId", e.user);
    visit.optional("clientId", e.client);
    visit.optional("context", e.context);
    visit.optional("taskId", e.task);
    visit.optional("requestId", e.request);
    visit.optional("commandId", e.command);
    visit.optional("fence", e.fence);
    visit.optional("cause", e.cause);
    visit.optional("by", e.by);
    visit.optional("params", e.params);
    visit.optional("refusal", e.refusal);
}

} // namespace cheetah

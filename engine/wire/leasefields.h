// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/acquire.h"
#include "model/verdict.h"
#include "wire/modelfields.h"

namespace cheetah {

// Acquire, lease and explanation.

/// `requester` never comes from outside: the edge knows the socket. The request id may be missing; the edge makes one.
template <class V>
void fields(V &visit, FieldsOf<V, AcquireRequest> &r)
{
    visit.required("userId", r.user);
    visit.required("taskId", r.task);
    visit.optional("requestId", r.request);
    visit.optional("require", r.requirements);
    visit.optional("strategy", r.strategy);
    visit.optional("placement", r.placement);
    visit.optional("reuseOnly", r.reuseOnly);
    visit.optional("autoProvision", r.autoProvision);
    visit.optional("waitMs", asMs(r.wait));
    visit.optional("waitForClients", r.waitForClients);
    visit.optional("anyHealth", r.anyHealth);
    visit.optional("longestHoldMs", asMs(r.longestHold));
    visit.optional("releaseOnClose", r.releaseOnClose);
    visit.optional("releaseOnCloseGraceMs", asMs(r.releaseOnCloseGrace));
}

/// The handle, and what it says in the open.
template <class V>
void fields(V &visit, FieldsOf<V, Lease> &lease)
{
    visit.required("handle", lease.handle);
    visit.derived("name", [&] { return toText(lease.handle.name()); });
    visit.derived("userId", [&] { return lease.handle.name().user; });
    visit.derived("clientId", [&] { return lease.handle.name().client; });
    visit.derived("epoch", [&] { return lease.handle.name().epoch; });
    visit.derived("contextId", [&] { return lease.handle.name().context; });
    visit.derived("fence", [&] { return lease.handle.fence; });
    visit.derived("requestId", [&] { return lease.handle.request; });
    visit.optional("windowId", lease.window);
    visit.optional("remainingMs", asMs(lease.remaining));
    visit.defaulted("provisioned", lease.provisioned);
}

template <class V>
void fields(V &visit, FieldsOf<V, Verdict> &v)
{
    visit.required("rule", v.rule);
    visit.optional("subject", v.subject);
    visit.optional("actual", v.actual);
    visit.optional("wanted", v.wanted);
    visit.optional("remainingMs", asMs(v.remaining));
}

template <class V>
void fields(V &visit, FieldsOf<V, CandidateVerdicts> &c)
{
    visit.required("name", c.context);
    visit.required("verdicts", c.verdicts);
}

template <class V>
void fields(V &visit, FieldsOf<V, ProvisioningVerdict> &p)
{
    visit.defaulted("asked", p.asked);
    visit.defaulted("possible", p.possible);
    visit.defaulted("code", p.code);
    visit.optional("owner", p.owner);
    visit.defaulted("params", p.params);
}

template <class V>
void fields(V &visit, FieldsOf<V, Suggestion> &s)
{
    visit.required("code", s.code);
    visit.defaulted("params", s.params);
    visit.defaulted("unlocks", s.unlocks);
}

/// Counts by rule, as an object of the rules' names.
void put(JsonWriter &out, const std::map<Rule, std::uint32_t> &counts);
void get(JsonReading &reading, const JsonValue &json, std::map<Rule, std::uint32_t> &counts);

template <class V>
void fields(V &visit, FieldsOf<V, Explanation> &e)
{
    visit.required("revision", e.revision);
    visit.required("candidates", e.candidates);
    visit.required("fitting", e.fitting);
    visit.required("excludedBy", e.excludedBy);
    visit.optional("details", e.details);
    visit.required("satisfiable", e.satisfiable);
    visit.required("provisioning", e.provisioning);
    visit.optional("smallestChange", e.smallestChange);
    visit.optional("strategyScope", e.strategyScope);
}

} // namespace cheetah

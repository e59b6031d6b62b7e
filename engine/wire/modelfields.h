// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/policies.h"
#include "wire/fields.h"

namespace cheetah {

// Members of the model's small values. JSON names are SPEC's words in lower camel.

void put(JsonWriter &out, const DisconnectPolicy &policy);
void get(JsonReading &reading, const JsonValue &json, DisconnectPolicy &policy);
void put(JsonWriter &out, const Placement &placement);
void get(JsonReading &reading, const JsonValue &json, Placement &placement);
bool isUnset(const Placement &placement);
void put(JsonWriter &out, const Roles &roles); ///< an array of words
void get(JsonReading &reading, const JsonValue &json, Roles &roles);
/// Drains name their target by its members: {nodeId}, {userId, clientId} or {userId, clientId, epoch, windowId}.
void put(JsonWriter &out, const DrainTarget &target);
void get(JsonReading &reading, const JsonValue &json, DrainTarget &target);

template <class V>
void fields(V &visit, FieldsOf<V, CapacityLimits> &limits)
{
    visit.optional("windows", limits.windows);
    visit.optional("tabsPerWindow", limits.tabsPerWindow);
    visit.optional("tabs", limits.tabs);
    visit.optional("flows", limits.flows);
}
inline bool isUnset(const CapacityLimits &limits)
{
    return limits == CapacityLimits();
}

template <class V>
void fields(V &visit, FieldsOf<V, DeploymentPolicies> &p)
{
    visit.required("taskTimeoutMs", asMs(p.taskTimeout));
    visit.required("disconnectPolicy", p.disconnectPolicy);
    visit.required("connectionLeaseMs", asMs(p.connectionLease));
    visit.required("contextRetentionMs", asMs(p.contextRetention));
    visit.defaulted("requestMemoryMs", asMs(p.requestMemory));
    visit.defaulted("requestMemoryEntries", p.requestMemoryEntries);
    visit.defaulted("waiterLimit", p.waiterLimit);
    visit.defaulted("contextsPerClient", p.contextsPerClient);
    visit.defaulted("evidenceRetentionMs", asMs(p.evidenceRetention));
    visit.defaulted("evidenceEntries", p.evidenceEntries);
    visit.defaulted("provisionTimeoutMs", asMs(p.provisionTimeout));
    visit.defaulted("commandDeadlineMs", asMs(p.commandDeadline));
    visit.defaulted("serverLimits", p.serverLimits);
}

template <class V>
void clientNameFields(V &visit, FieldsOf<V, ClientName> &name)
{
    visit.required("userId", name.user);
    visit.required("clientId", name.client);
}

/// The four ids, and `name`, the text that commands take.
template <class V>
void contextNameFields(V &visit, FieldsOf<V, ContextName> &name)
{
    visit.derived("name", [&] { return toText(name); });
    visit.required("userId", name.user);
    visit.required("clientId", name.client);
    visit.required("epoch", name.epoch);
    visit.required("contextId", name.context);
}

template <class V>
void windowNameFields(V &visit, FieldsOf<V, WindowName> &name)
{
    visit.derived("name", [&] { return toText(name); });
    visit.required("userId", name.user);
    visit.required("clientId", name.client);
    visit.required("epoch", name.epoch);
    visit.required("windowId", name.window);
}

template <class V>
void fields(V &visit, FieldsOf<V, ClientName> &name)
{
    clientNameFields(visit, name);
}

template <class V>
void fields(V &visit, FieldsOf<V, Assignment> &a)
{
    visit.required("taskId", a.task);
    visit.required("fence", a.fence);
    visit.required("requestId", a.request);
    visit.optional("holderNodeId", a.holderNode);
    visit.required("acquiredAtUs", a.acquiredAt);
    visit.required("renewedAtUs", a.renewedAt);
    visit.defaulted("renewals", a.renewals);
    visit.optional("longestHoldMs", asMs(a.longestHold));
    visit.optional("tied", a.tied);
}

template <class V>
void fields(V &visit, FieldsOf<V, Settling> &settling)
{
    visit.required("commandIds", settling.commands);
    visit.optional("deadlineUs", settling.deadline);
}

template <class V>
void fields(V &visit, FieldsOf<V, Hold> &hold)
{
    visit.optional("requestId", hold.request);
    visit.optional("untilUs", hold.until);
}

template <class V>
void fields(V &visit, FieldsOf<V, Drain> &drain)
{
    visit.required("target", drain.target);
    visit.defaulted("state", drain.state);
    visit.optional("deadlineUs", drain.deadline);
    visit.defaulted("force", drain.force);
    visit.optional("startedAtUs", drain.startedAt);
    visit.optional("by", drain.by);
}

/// An optional duration that travels as whole microseconds; it may be below zero.
template <class M>
struct AsUs {
    M &value;
};
template <class M>
AsUs<M> asUs(M &value)
{
    return {value};
}
inline void put(JsonWriter &out, AsUs<const std::optional<Micros>> duration)
{
    put(out, std::int64_t(duration.value->count()));
}
inline bool isUnset(AsUs<const std::optional<Micros>> duration)
{
    return !duration.value;
}
inline void get(JsonReading &reading, const JsonValue &json, AsUs<std::optional<Micros>> duration)
{
    std::int64_t us = 0;
    get(reading, json, us);
    duration.value = Micros(us);
}

/// The reason travels as `error` with its params.
template <class V>
void fields(V &visit, FieldsOf<V, ConditionState> &c)
{
    visit.required("name", c.name);
    visit.defaulted("roles", c.roles);
    visit.required("ok", c.ok);
    visit.defaulted("warning", c.warning);
    if constexpr (V::writes) {
        visit.required("sinceMs", std::chrono::duration_cast<Millis>(c.since.time_since_epoch()).count());
        if (!c.ok && !c.reason.empty())
            visit.required("error", Error(errorCodeFromName(c.reason), c.params));
    } else {
        std::int64_t since = 0;
        std::optional<Error> error;
        visit.optional("sinceMs", since);
        visit.optional("error", error);
        c.since = WallTime(Millis(since));
        if (error) {
            c.reason = name(error->code);
            c.params = std::move(error->params);
        }
    }
    visit.optional("remedy", c.remedy);
}

template <class V>
void fields(V &visit, FieldsOf<V, NodeReport> &report)
{
    visit.required("ready", report.ready);
    visit.defaulted("problems", report.problems);
    visit.optional("url", report.url);
    visit.defaulted("sockets", report.sockets);
    visit.optional("storeRoundTripUs", asUs(report.storeRoundTrip));
    visit.optional("clockOffsetUs", asUs(report.clockOffset));
}
inline bool isUnset(const NodeReport &report)
{
    return report == NodeReport();
}

template <class V>
void fields(V &visit, FieldsOf<V, NodeInfo> &node)
{
    visit.required("nodeId", node.id);
    visit.required("incarnation", node.incarnation);
    visit.required("roles", node.roles);
    visit.defaulted("version", node.version);
    visit.optional("advertisedUrl", node.advertisedUrl);
    visit.optional("startedAtUs", node.startedAt);
    visit.optional("heartbeatAtUs", node.heartbeatAt);
    visit.optional("report", node.report);
}

/// A condition travels as its expression, such as `metadata.region=us`; `kind=…` and `client=…` likewise.
void put(JsonWriter &out, const Requirements &requirements);
void get(JsonReading &reading, const JsonValue &json, Requirements &requirements);

template <class V>
void fields(V &visit, FieldsOf<V, Reservation> &r)
{
    visit.required("provisionId", r.provision);
    visit.required("userId", r.client.user);
    visit.required("clientId", r.client.client);
    visit.required("epoch", r.epoch);
    visit.optional("requestId", r.request);
    visit.required("placement", r.placement);
    visit.optional("deadlineUs", r.deadline);
    visit.defaulted("newWindow", r.newWindow);
    visit.optional("answeredSeq", r.answeredSeq);
}

template <class V>
void fields(V &visit, FieldsOf<V, Revision> &revision)
{
    visit.required("partition", revision.partition);
    visit.required("incarnation", revision.incarnation);
    visit.required("number", revision.number);
}

} // namespace cheetah

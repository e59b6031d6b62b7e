// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/change.h"
#include "wire/messages.h"
#include "wire/modelfields.h"

namespace cheetah {

/// Members of a client's state, shared by the change and by the rows that show it.
template <class V>
void clientStateFields(V &visit, FieldsOf<V, ClientState> &s)
{
    visit.required("kind", s.kind);
    visit.required("epoch", s.epoch);
    visit.required("generation", s.generation);
    visit.required("connected", s.connected);
    visit.optional("nodeId", s.node);
    visit.optional("agent", s.agent);
    visit.optional("metadata", s.metadata);
    visit.optional("limits", s.limits);
    visit.optional("connectedAtUs", s.connectedAt);
    visit.optional("disconnectedAtUs", s.disconnectedAt);
    visit.optional("graceUntilUs", s.graceUntil);
    visit.optional("removeAtUs", s.removeAt);
    visit.optional("keptOutUntilUs", s.keptOutUntil);
    visit.optional("provisioner", s.provisioner);
    visit.optional("provisionsUntilUs", s.provisionsUntil);
}

template <class V>
void fields(V &visit, FieldsOf<V, ClientState> &state)
{
    clientStateFields(visit, state);
    visit.defaulted("seq", state.seq);
}

template <class V>
void fields(V &visit, FieldsOf<V, Waiter> &w)
{
    visit.required("place", w.place);
    visit.required("userId", w.user);
    visit.required("taskId", w.task);
    visit.required("requestId", w.request);
    visit.optional("requirements", w.requirements);
    visit.required("placement", w.placement);
    visit.optional("anyHealth", w.anyHealth);
    visit.optional("nodeId", w.node);
    visit.optional("requesterId", w.requester);
    visit.optional("enqueuedAtUs", w.enqueuedAt);
    visit.optional("deadlineUs", w.deadline);
}

/// A context by name; the slot is a matter of each fleet.
void put(JsonWriter &out, const ContextKey &key);
void get(JsonReading &reading, const JsonValue &json, ContextKey &key);
inline bool isUnset(const ContextKey &key)
{
    return !key.name;
}

template <class V>
void fields(V &visit, FieldsOf<V, ClientChanged> &c)
{
    clientNameFields(visit, c.name);
    visit.required("state", c.state);
}
template <class V>
void fields(V &visit, FieldsOf<V, ClientSeqChanged> &c)
{
    clientNameFields(visit, c.name);
    visit.required("seq", c.seq);
}
template <class V>
void fields(V &visit, FieldsOf<V, ClientRemoved> &c)
{
    clientNameFields(visit, c.name);
}
template <class V>
void fields(V &visit, FieldsOf<V, WindowChanged> &c)
{
    visit.required("name", c.name);
    visit.defaulted("title", c.title);
    visit.defaulted("focused", c.focused);
    visit.defaulted("isolated", c.isolated);
    visit.defaulted("ours", c.ours);
    visit.required("position", c.position);
}
template <class V>
void fields(V &visit, FieldsOf<V, WindowRemoved> &c)
{
    visit.required("name", c.name);
}
template <class V>
void fields(V &visit, FieldsOf<V, ContextChanged> &c)
{
    visit.required("name", c.key);
    visit.required("windowId", c.window);
    visit.required("position", c.position);
    visit.required("reported", c.reported);
    visit.optional("firstSeenAtUs", c.firstSeenAt);
    visit.optional("lastEnd", c.lastEnd);
}
template <class V>
void fields(V &visit, FieldsOf<V, ContextRemoved> &c)
{
    visit.required("name", c.key);
}
template <class V>
void fields(V &visit, FieldsOf<V, AssignmentStarted> &c)
{
    visit.required("name", c.key);
    visit.required("assignment", c.assignment);
}
template <class V>
void fields(V &visit, FieldsOf<V, AssignmentRenewed> &c)
{
    visit.required("name", c.key);
    visit.required("fence", c.fence);
    visit.required("renewedAtUs", c.renewedAt);
}
template <class V>
void fields(V &visit, FieldsOf<V, AssignmentEnded> &c)
{
    visit.required("name", c.key);
    visit.required("fence", c.fence);
    visit.required("cause", c.cause);
}
template <class V>
void fields(V &visit, FieldsOf<V, SettlingChanged> &c)
{
    visit.required("name", c.key);
    visit.optional("settling", c.settling);
}
template <class V>
void fields(V &visit, FieldsOf<V, HoldChanged> &c)
{
    visit.required("name", c.key);
    visit.optional("hold", c.hold);
}
template <class V>
void fields(V &visit, FieldsOf<V, ParentChanged> &c)
{
    visit.required("name", c.key);
    visit.optional("parent", c.parent);
}
template <class V>
void fields(V &visit, FieldsOf<V, ReservationChanged> &c)
{
    visit.required("reservation", c.reservation);
}
template <class V>
void fields(V &visit, FieldsOf<V, ReservationRemoved> &c)
{
    clientNameFields(visit, c.client);
    visit.required("provisionId", c.provision);
}
template <class V>
void fields(V &visit, FieldsOf<V, WaiterAdded> &c)
{
    visit.required("waiter", c.waiter);
}
template <class V>
void fields(V &visit, FieldsOf<V, WaiterRemoved> &c)
{
    visit.required("userId", c.user);
    visit.required("place", c.place);
}
template <class V>
void fields(V &visit, FieldsOf<V, DrainChanged> &c)
{
    visit.required("drain", c.drain);
}
template <class V>
void fields(V &visit, FieldsOf<V, DrainRemoved> &c)
{
    visit.required("target", c.target);
}
template <class V>
void fields(V &visit, FieldsOf<V, NodeChanged> &c)
{
    visit.required("node", c.node);
}
template <class V>
void fields(V &visit, FieldsOf<V, NodeRemoved> &c)
{
    visit.required("nodeId", c.node);
}

} // namespace cheetah

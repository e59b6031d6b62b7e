// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/views.h"
#include "wire/changefields.h"

namespace cheetah {

// Rows that diagnostics show, flat, so that `jq` and tables need no digging.

template <class V>
void fields(V &visit, FieldsOf<V, ContextView> &c)
{
    contextNameFields(visit, c.name);
    visit.required("windowId", c.window);
    visit.required("title", c.title);
    visit.required("url", c.url);
    visit.required("state", c.state);
    visit.required("health", c.health);
    visit.defaulted("active", c.active);
    visit.defaulted("ours", c.ours);
    visit.group("taskId", c.assignment, [&](auto &assignment) { fields(visit, assignment); });
    visit.optional("remainingMs", asMs(c.remaining));
    visit.optional("settling", c.settling);
    visit.optional("heldForRequestId", c.heldFor);
    visit.optional("parent", c.parent);
}

template <class V>
void fields(V &visit, FieldsOf<V, WindowView> &w)
{
    windowNameFields(visit, w.name);
    visit.required("title", w.title);
    visit.defaulted("focused", w.focused);
    visit.defaulted("isolated", w.isolated);
    visit.defaulted("ours", w.ours);
    visit.required("tabs", w.tabs);
    visit.required("assigned", w.assigned);
    visit.defaulted("reserved", w.reserved);
    visit.optional("tabLimit", w.tabLimit);
    visit.defaulted("draining", w.draining);
}

template <class V>
void fields(V &visit, FieldsOf<V, ClientView> &c)
{
    clientNameFields(visit, c.name);
    clientStateFields(visit, c.state);
    visit.required("seq", c.seq);
    visit.required("windows", c.windows);
    visit.required("contexts", c.contexts);
    visit.required("assigned", c.assigned);
    visit.required("settling", c.settling);
    visit.defaulted("reserved", c.reserved);
    visit.optional("drain", c.drain);
}

template <class V>
void fields(V &visit, FieldsOf<V, AssignmentView> &a)
{
    contextNameFields(visit, a.context);
    visit.required("windowId", a.window);
    fields(visit, a.assignment);
    visit.optional("remainingMs", asMs(a.remaining));
    visit.required("title", a.title);
    visit.required("url", a.url);
}

template <class V>
void fields(V &visit, FieldsOf<V, WaiterView> &w)
{
    fields(visit, w.waiter);
    visit.required("remainingMs", asMs(w.remaining));
}

template <class V>
void fields(V &visit, FieldsOf<V, NodeView> &n)
{
    fields(visit, n.node);
    visit.defaulted("provisions", n.provisions);
}

template <class V>
void fields(V &visit, FieldsOf<V, FleetCounts> &c)
{
    visit.required("users", c.users);
    visit.required("clients", c.clients);
    visit.required("connected", c.connected);
    visit.required("windows", c.windows);
    visit.required("contexts", c.contexts);
    visit.required("available", c.available);
    visit.required("assigned", c.assigned);
    visit.required("settling", c.settling);
    visit.defaulted("expiringSoon", c.expiringSoon);
    visit.required("reservations", c.reservations);
    visit.required("waiters", c.waiters);
    visit.required("nodes", c.nodes);
}

} // namespace cheetah

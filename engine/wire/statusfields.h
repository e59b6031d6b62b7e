// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/nodestatus.h"
#include "wire/viewfields.h"

namespace cheetah {

// How a node does: health samples of the console stream, and answers of `status`, `config` and `/readyz`.

template <class V>
void fields(V &visit, FieldsOf<V, DeliveryHealthSample> &s)
{
    visit.defaulted("admitted", s.admitted);
    visit.defaulted("sent", s.sent);
    visit.defaulted("acknowledged", s.acknowledged);
    visit.defaulted("results", s.results);
    visit.defaulted("errors", s.errors);
    visit.defaulted("fenced", s.fenced);
    visit.defaulted("expired", s.expired);
    visit.defaulted("unknown", s.unknown);
    visit.defaulted("refused", s.refused);
    visit.defaulted("cancelled", s.cancelled);
    visit.defaulted("admittedRate", s.admittedRate);
    visit.defaulted("sentRate", s.sentRate);
    visit.defaulted("acknowledgedRate", s.acknowledgedRate);
    visit.defaulted("endedRate", s.endedRate);
    visit.defaulted("queued", s.queued);
    visit.optional("ackP50Us", asUs(s.ackP50));
    visit.optional("ackP95Us", asUs(s.ackP95));
    visit.optional("ackP99Us", asUs(s.ackP99));
}

/// One health sample on the console stream.
template <class V>
void fields(V &visit, FieldsOf<V, HealthSample> &s)
{
    visit.optional("atUs", s.at);
    FieldsOf<V, DeliveryHealthSample> &delivery = s;
    fields(visit, delivery);
    visit.defaulted("pendingCommands", s.pendingCommands);
    visit.defaulted("conditions", s.conditions);
}

template <class V>
void fields(V &visit, FieldsOf<V, EvidenceCounts> &counts)
{
    visit.required("live", counts.live);
    visit.required("retained", counts.retained);
    visit.required("dropped", counts.dropped);
    visit.required("admitted", counts.admitted);
    visit.required("sent", counts.sent);
    visit.required("acknowledged", counts.acknowledged);
    visit.required("ended", counts.ended);
}

template <class V>
void fields(V &visit, FieldsOf<V, AcquireCounts> &counts)
{
    visit.required("granted", counts.granted);
    visit.required("refused", counts.refused);
    visit.required("undone", counts.undone);
    visit.required("pending", counts.pending);
}

template <class V>
void fields(V &visit, FieldsOf<V, NodeStatus> &s)
{
    visit.required("deploymentId", s.identity.deployment);
    visit.required("nodeId", s.identity.node);
    visit.required("incarnation", s.identity.incarnation);
    visit.required("version", s.identity.version);
    visit.required("revision", s.revision);
    visit.required("atUs", s.at);
    visit.required("roles", s.identity.roles);
    visit.required("counts", s.counts);
    visit.required("commands", s.commands);
    visit.required("dispatcher", s.dispatcher);
    visit.required("acquires", s.acquires);
    visit.required("ready", s.ready);
    visit.required("conditions", s.conditions);
}

template <class V>
void fields(V &visit, FieldsOf<V, ConfigEntry> &entry)
{
    visit.required("name", entry.name);
    visit.required("value", entry.value);
    visit.required("origin", entry.origin);
}

} // namespace cheetah

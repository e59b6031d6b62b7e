// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "wire/messages.h"

namespace cheetah {

// The console stream's view of a fleet: changes, deltas and snapshots. A change is an object whose member `change` says
// which it is; contexts and windows go by the text of their names.

void put(JsonWriter &out, const Change &change);
void get(JsonReading &reading, const JsonValue &json, Change &change);

/// What leads one partition from revision `from` to `to`.
struct DeltaMessage {
    Incarnation incarnation;
    Delta delta;
};
template <class V>
void fields(V &visit, FieldsOf<V, DeltaMessage> &m)
{
    visit.required("partition", m.delta.partition);
    visit.required("incarnation", m.incarnation);
    visit.required("from", m.delta.from);
    visit.required("to", m.delta.to);
    visit.required("at", m.delta.at);
    visit.required("changes", m.delta.changes);
}

/// One part of a snapshot. The last one brings the revisions, at which the changes of all parts stand.
struct SnapshotMessage {
    std::uint32_t index = 0;
    bool last = false;
    std::vector<Change> changes;
    std::vector<Revision> revisions;
};
template <class V>
void fields(V &visit, FieldsOf<V, SnapshotMessage> &m)
{
    visit.required("index", m.index);
    visit.required("last", m.last);
    visit.required("changes", m.changes);
    visit.optional("revisions", m.revisions);
}

/// The same as deltaNotification of a DeltaMessage, without copying the delta.
std::string deltaNotification(const Incarnation &incarnation, const Delta &delta);

inline constexpr std::size_t snapshotChunkBytes = 1u << 20;

/// The fleet as `snapshot` notifications of at most `maxBytes`, unless a single change is larger.
std::vector<std::string> snapshotNotifications(const Fleet &fleet, std::size_t maxBytes = snapshotChunkBytes);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/commandfields.h"
#include "wire/fleetcodec.h"

namespace cheetah {

// Messages of the console socket besides the method table; snapshot and delta stand in fleetcodec.h.

struct AttachMessage {
    std::uint32_t protocol = protocolVersion;
    std::string token;
    std::string actor; ///< who sits there, for the journal of what is done by hand; may be empty
};
template <class V>
void fields(V &visit, FieldsOf<V, AttachMessage> &m)
{
    visit.required("protocol", m.protocol);
    visit.optional("token", m.token);
    visit.optional("actor", m.actor);
}

struct AttachedMessage {
    DeploymentId deployment;
    NodeId node;
    Incarnation incarnation;
    std::string version;
    std::string scope; ///< what the token may: `client`, `app`, `viewer` or `operator`
    RegistryTime serverTime;
    DeploymentPolicies policies;
};
template <class V>
void fields(V &visit, FieldsOf<V, AttachedMessage> &m)
{
    visit.required("deploymentId", m.deployment);
    visit.required("nodeId", m.node);
    visit.required("incarnation", m.incarnation);
    visit.required("version", m.version);
    visit.required("scope", m.scope);
    visit.required("serverTimeUs", m.serverTime);
    visit.required("policies", m.policies);
}

struct SubscribeMessage {
    bool fleet = false;
    bool journal = false;
    bool health = false;
};
template <class V>
void fields(V &visit, FieldsOf<V, SubscribeMessage> &m)
{
    visit.defaulted("fleet", m.fleet);
    visit.defaulted("journal", m.journal);
    visit.defaulted("health", m.health);
}

struct JournalMessage {
    std::vector<JournalEntry> entries;
};
template <class V>
void fields(V &visit, FieldsOf<V, JournalMessage> &m)
{
    visit.required("entries", m.entries);
}

/// Every second.
struct HeartbeatMessage {
    RegistryTime serverTime;
    std::uint64_t revision = 0;
};
template <class V>
void fields(V &visit, FieldsOf<V, HeartbeatMessage> &m)
{
    visit.required("serverTimeUs", m.serverTime);
    visit.required("revision", m.revision);
}

} // namespace cheetah

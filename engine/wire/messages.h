// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/report.h"
#include "wire/envelope.h"
#include "wire/modelfields.h"
#include "wire/protocol.h"

namespace cheetah {

// The messages of the client socket as values: params and results of the methods named in protocol.h. Encode with
// rpcRequest, rpcNotification or rpcResponse (envelope.h), decode params with fromJson<T>. Reports are read faster by
// ReportReader.

// From client to node.

/// Opens or resumes an epoch (SPEC W7). `token` only where a browser cannot set the header.
struct HelloMessage {
    std::uint32_t protocol = protocolVersion;
    std::string token;
    ClientName client;
    ClientKind kind = ClientKind::Browser;
    Epoch epoch;
    std::string agent;
    Metadata metadata;
    CapacityLimits limits;
};
template <class V>
void fields(V &visit, FieldsOf<V, HelloMessage> &m)
{
    visit.required("protocol", m.protocol);
    visit.optional("token", m.token);
    clientNameFields(visit, m.client);
    visit.required("kind", m.kind);
    visit.required("epoch", m.epoch);
    visit.defaulted("agent", m.agent);
    visit.defaulted("metadata", m.metadata);
    visit.defaulted("limits", m.limits);
}

/// Bounds of what a hello may carry (SPEC E4).
struct HelloLimits {
    std::size_t metadataEntries = 64;
    std::size_t metadataKeyBytes = 128;
    std::size_t metadataValueBytes = 1024;
};
/// Reads a hello; members that are not known are ignored. The agent is cleaned for showing. `version_unsupported`
/// (params version, supported) before anything else is looked at, `limit_exceeded` (params limit, what) for metadata.
Result<HelloMessage> decodeHello(const JsonValue &params, const HelloLimits &limits = {});

/// The complete snapshot of the epoch.
struct ReportMessage {
    Epoch epoch;
    std::uint64_t seq = 0;
    std::vector<ReportedWindow> windows;
};
template <class V>
void fields(V &visit, FieldsOf<V, ReportedContext> &c)
{
    visit.required("contextId", c.id);
    visit.defaulted("title", c.title);
    visit.defaulted("url", c.url);
    visit.defaulted("health", c.health);
    visit.defaulted("active", c.active);
    visit.defaulted("ours", c.ours);
    visit.optional("provisionId", c.provision);
    visit.optional("openerId", c.opener);
}
template <class V>
void fields(V &visit, FieldsOf<V, ReportedWindow> &w)
{
    visit.required("windowId", w.id);
    visit.defaulted("title", w.title);
    visit.defaulted("focused", w.focused);
    visit.defaulted("isolated", w.isolated);
    visit.optional("provisionId", w.provision);
    visit.required("contexts", w.contexts);
}
template <class V>
void fields(V &visit, FieldsOf<V, ReportMessage> &m)
{
    visit.required("epoch", m.epoch);
    visit.required("seq", m.seq);
    visit.required("windows", m.windows);
}

/// The last report still holds.
struct UnchangedMessage {
    Epoch epoch;
    std::uint64_t seq = 0;
};
template <class V>
void fields(V &visit, FieldsOf<V, UnchangedMessage> &m)
{
    visit.required("epoch", m.epoch);
    visit.required("seq", m.seq);
}

/// How a command ended. With `error` set it is an error, else `result` is JSON text. `seq`: the report at or after it
/// shows what openTab or openWindow made (SPEC W13).
struct ResultMessage {
    Epoch epoch;
    CommandId command;
    std::string result;
    std::optional<Error> error;
    std::uint64_t seq = 0;
};
void put(JsonWriter &out, const ResultMessage &message);
void get(JsonReading &reading, const JsonValue &json, ResultMessage &message);

/// The client has the command and works on it.
struct AckMessage {
    Epoch epoch;
    CommandId command;
};
template <class V>
void fields(V &visit, FieldsOf<V, AckMessage> &m)
{
    visit.required("epoch", m.epoch);
    visit.required("commandId", m.command);
}

struct ByeMessage {
    std::string reason;
};
template <class V>
void fields(V &visit, FieldsOf<V, ByeMessage> &m)
{
    visit.defaulted("reason", m.reason);
}

// From node to client.

struct WelcomeMessage {
    std::uint64_t generation = 0;
    std::uint64_t lastSeq = 0;
    bool resumed = false;
    CapacityLimits limits; ///< effective
    Micros keepAlive{0};   ///< how often each side says something
    Micros lease{0};       ///< how long the connection counts without that
    std::uint64_t maxFrameBytes = 0;
};
template <class V>
void fields(V &visit, FieldsOf<V, WelcomeMessage> &m)
{
    visit.required("generation", m.generation);
    visit.required("lastSeq", m.lastSeq);
    visit.required("resumed", m.resumed);
    visit.required("limits", m.limits);
    visit.required("keepAliveMs", asMs(m.keepAlive));
    visit.required("leaseMs", asMs(m.lease));
    visit.required("maxFrameBytes", m.maxFrameBytes);
}

/// Answer to report and unchanged.
struct SeqMessage {
    std::uint64_t seq = 0;
};
template <class V>
void fields(V &visit, FieldsOf<V, SeqMessage> &m)
{
    visit.required("seq", m.seq);
}

/// One command. `params` is JSON text of an object; `remaining` is the time until its deadline.
struct CommandMessage {
    CommandId command;
    Epoch epoch;
    std::string kind;
    ContextId context;
    WindowId window;
    ProvisionId provision;
    std::string params = "{}";
    Micros remaining{0};
    std::string traceparent; ///< W3C trace context that the client may join; empty: not traced (SPEC O5)
};
template <class V>
void fields(V &visit, FieldsOf<V, CommandMessage> &m)
{
    visit.required("commandId", m.command);
    visit.required("epoch", m.epoch);
    visit.required("kind", m.kind);
    visit.optional("contextId", m.context);
    visit.optional("windowId", m.window);
    visit.optional("provisionId", m.provision);
    visit.required("params", asRaw(m.params));
    visit.required("remainingMs", asMs(m.remaining));
    visit.optional("traceparent", m.traceparent);
}

/// Names a command: cancel and resultKept.
struct CommandIdMessage {
    CommandId command;
};
template <class V>
void fields(V &visit, FieldsOf<V, CommandIdMessage> &m)
{
    visit.required("commandId", m.command);
}

struct ProvisionStatusMessage {
    ProvisionId provision;
};
template <class V>
void fields(V &visit, FieldsOf<V, ProvisionStatusMessage> &m)
{
    visit.required("provisionId", m.provision);
}

/// The client's answer: whether it ever made that, and the report seq by which it shows (SPEC W13).
struct ProvisionStatusAnswer {
    std::uint64_t seq = 0;
    bool known = false;
};
template <class V>
void fields(V &visit, FieldsOf<V, ProvisionStatusAnswer> &m)
{
    visit.required("seq", m.seq);
    visit.required("known", m.known);
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "edge/healthsample.h"
#include "edge/methods.h"
#include "pool/workercontextmanager.h"
#include "wire/commandfields.h"
#include "wire/statusfields.h"

#include <algorithm>

namespace cheetah {

template <class V>
void fields(V &visit, FieldsOf<V, RowFilter> &filter)
{
    visit.optional("userId", filter.user);
    visit.optional("clientId", filter.client);
}

template <class V>
void fields(V &visit, FieldsOf<V, ConnectionView> &connection)
{
    clientNameFields(visit, connection.client);
    visit.required("generation", connection.generation);
    visit.required("connected", connection.connected);
    visit.optional("nodeId", connection.node);
    visit.optional("sinceUs", connection.since);
    visit.optional("graceRemainingMs", asMs(connection.graceRemaining));
    visit.optional("retentionRemainingMs", asMs(connection.retentionRemaining));
    visit.optional("keptOutRemainingMs", asMs(connection.keptOutRemaining));
}

template <class Row>
void put(JsonWriter &out, const Rows<Row> &rows)
{
    out.beginObject().member("revision", rows.revision).member("atUs", rows.at.us).key("rows");
    put(out, rows.rows);
    out.endObject();
}

namespace {

struct NoParams {};
template <class V>
void fields(V &, FieldsOf<V, NoParams> &)
{}

struct EventsParams {
    std::uint64_t after = 0;
    std::uint64_t limit = 200;
};
template <class V>
void fields(V &visit, FieldsOf<V, EventsParams> &params)
{
    visit.optional("after", params.after);
    visit.optional("limit", params.limit);
}

const std::vector<AccessScope> viewerScope = {AccessScope::Viewer};

/// A token bound to a user sees that user's rows alone.
Result<RowFilter> restricted(const Caller &caller, RowFilter filter)
{
    const Principal &principal = caller.principal;
    if (!principal.user.empty()) {
        if (!filter.user.empty() && filter.user != principal.user)
            return Error(ErrorCode::Forbidden, {{"scope", "a token for user " + filter.user.string()}});
        filter.user = principal.user;
    }
    return filter;
}

Result<void> seesAll(const Caller &caller)
{
    if (caller.principal.user.empty())
        return {};
    return Error(ErrorCode::Forbidden, {{"scope", "a token for all users"}});
}

template <class Row>
void addRows(MethodTable &table, std::string name, const Diagnostics &diagnostics,
             Rows<Row> (Diagnostics::*rows)(const RowFilter &) const)
{
    table.add({std::move(name), viewerScope, allRoles, WorkKind::Finishing, true,
               decoded<RowFilter>(
                   [&diagnostics, rows](const Caller &caller, RowFilter filter, const Scope &, MethodReply reply) {
                       auto allowed = restricted(caller, std::move(filter));
                       if (!allowed)
                           return reply(allowed.error());
                       reply(toJson((diagnostics.*rows)(*allowed)));
                   })});
}

template <class Body>
void addAll(MethodTable &table, std::string name, Body body)
{
    table.add({std::move(name), viewerScope, allRoles, WorkKind::Finishing, true,
               decoded<NoParams>([body](const Caller &caller, NoParams, const Scope &, MethodReply reply) {
                   if (auto allowed = seesAll(caller); !allowed)
                       return reply(allowed.error());
                   reply(body());
               })});
}

std::string statusJson(const DiagnosticSources &sources)
{
    NodeStatus status = sources.diagnostics.status();
    status.dispatcher = sources.health.sample();
    const ManagerCounts &counts = sources.manager.counts();
    status.acquires = {counts.granted, counts.refused, counts.undone, sources.manager.pending().size()};
    status.ready = sources.readiness.ready(allRoles);
    status.conditions = conditionStates(sources.readiness);
    return toJson(status);
}

std::string policiesJson(const DiagnosticSources &sources)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject();
    JsonOut visit(out);
    fields(visit, sources.diagnostics.policies());
    const ManagerConfig &config = sources.manager.config();
    out.member("sweepIntervalSeconds", config.checkIntervalSeconds)
        .member("provisioningOwner",
                config.provisioning == ProvisioningOwner::ThisNode ? config.node.text() : std::string("never"))
        .endObject();
    return text;
}

void events(const Journal &journal, const Caller &caller, const EventsParams &params, MethodReply reply)
{
    if (auto allowed = seesAll(caller); !allowed)
        return reply(allowed.error());
    const std::size_t limit = std::min<std::uint64_t>(params.limit, 1'000);
    std::string text;
    JsonWriter out(text);
    out.beginObject().member("last", journal.lastNumber()).member("dropped", journal.dropped()).key("entries");
    put(out, params.after ? journal.since(params.after, limit) : journal.latest(limit));
    out.endObject();
    reply(std::move(text));
}

struct CommandsParams {
    RowFilter filter;
    std::uint32_t limit = 200;
};
template <class V>
void fields(V &visit, FieldsOf<V, CommandsParams> &params)
{
    visit.optional("userId", params.filter.user);
    visit.optional("limit", params.limit);
}

void commands(const DiagnosticSources &sources, const Caller &caller, CommandsParams params, const Scope &scope,
              MethodReply reply)
{
    auto filter = restricted(caller, std::move(params.filter));
    if (!filter)
        return reply(filter.error());
    using Records = std::vector<CommandRecord>;
    sources.evidence.recent(filter->user, std::min(params.limit, 1'000u), scope,
                            answering<Records>(std::move(reply), [revision = sources.fleet.fleet().revision(),
                                                                  at = sources.fleet.now()](Records records) {
                                return toJson(Rows<CommandRecord>{revision, at, std::move(records)});
                            }));
}

} // namespace

void addDiagnosticMethods(MethodTable &table, const DiagnosticSources &sources)
{
    const Diagnostics &diagnostics = sources.diagnostics;
    addRows(table, "contexts", diagnostics, &Diagnostics::contexts);
    addRows(table, "windows", diagnostics, &Diagnostics::windows);
    addRows(table, "clients", diagnostics, &Diagnostics::clients);
    addRows(table, "assignments", diagnostics, &Diagnostics::assignments);
    addRows(table, "waiters", diagnostics, &Diagnostics::waiters);
    addRows(table, "reservations", diagnostics, &Diagnostics::reservations);
    addRows(table, "connections", diagnostics, &Diagnostics::connections);
    addAll(table, "nodes", [&diagnostics] { return toJson(diagnostics.nodes()); });
    addAll(table, "drains", [&diagnostics] { return toJson(diagnostics.drains()); });
    addAll(table, "status", [sources] { return statusJson(sources); });
    addAll(table, "policies", [sources] { return policiesJson(sources); });
    addAll(table, "config", [config = sources.config] { return "{\"settings\":" + toJson(config) + '}'; });
    table.add({"commands", viewerScope, allRoles, WorkKind::Finishing, true,
               decoded<CommandsParams>(
                   [sources](const Caller &caller, CommandsParams params, const Scope &scope, MethodReply reply) {
                       commands(sources, caller, std::move(params), scope, std::move(reply));
                   })});
    table.add({"events", viewerScope, allRoles, WorkKind::Finishing, true,
               decoded<EventsParams>([&journal = sources.journal](const Caller &caller, const EventsParams &params,
                                                                  const Scope &, MethodReply reply) {
                   events(journal, caller, params, std::move(reply));
               })});
}

} // namespace cheetah

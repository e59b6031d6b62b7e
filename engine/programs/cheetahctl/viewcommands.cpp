// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/jsontable.h"
#include "programs/cheetahctl/terminal.h"
#include "wire/fields.h"

namespace cheetah {

namespace {

using Show = JsonColumn::Show;
using Fit = TextTable::Column::Fit;

/// Asks for rows and prints them as a table, or as JSON.
int showRows(Invocation &invocation, std::string_view method, std::string_view none,
             const std::vector<JsonColumn> &columns)
{
    const Arguments &arguments = invocation.arguments();
    std::string params;
    JsonWriter out(params);
    out.beginObject();
    if (const auto user = arguments.value("user"))
        out.member("userId", std::string_view(*user));
    if (const auto client = arguments.value("client"))
        out.member("clientId", std::string_view(*client));
    out.endObject();
    const NodeAnswer answer = invocation.call(method, params);
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const JsonValue *rows = at(answer.json, method == "config" ? "settings" : "rows");
    if (!rows || !rows->array())
        return invocation.fail(Error(ErrorCode::BadJson, {{"reason", "the answer holds no rows"}}));
    if (rows->array()->empty())
        return writeOut(std::string(none) + "\n") ? exitOk : exitFailure;
    const auto size = terminalSize();
    const auto width = size ? std::optional(std::size_t(size->columns)) : std::nullopt;
    return writeOut(tableOf(*rows->array(), columns).render(invocation.style(), width)) ? exitOk : exitFailure;
}

} // namespace

int runStatus(Invocation &invocation)
{
    const NodeAnswer answer = invocation.call("status");
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const auto value = [&](std::string_view path) {
        return printable(shown(at(answer.json, path)), invocation.style());
    };
    std::string text = "Deployment " + value("deploymentId") + ", node " + value("nodeId") + " (" + value("roles")
                     + "), version " + value("version") + ", " + (value("ready") == "yes" ? "ready" : "NOT READY")
                     + "\n";
    text += "Revision   " + value("revision") + "\n";
    text += "Clients    " + value("counts.clients") + ", " + value("counts.connected") + " connected, "
          + value("counts.windows") + " windows\n";
    text += "Contexts   " + value("counts.contexts") + ": " + value("counts.available") + " available, "
          + value("counts.assigned") + " assigned, " + value("counts.settling") + " settling, "
          + value("counts.expiringSoon") + " expiring in 30 s\n";
    text += "Requests   " + value("counts.waiters") + " waiting, " + value("counts.reservations")
          + " contexts being made, " + value("acquires.granted") + " granted, " + value("acquires.refused")
          + " refused\n";
    text += "Commands   " + value("commands.admitted") + " admitted, " + value("commands.sent") + " sent, "
          + value("commands.ended") + " ended, " + value("commands.live") + " under way\n";
    return writeOut(text) ? exitOk : exitFailure;
}

int runContexts(Invocation &invocation)
{
    return showRows(invocation, "contexts", "No contexts.",
                    {{"USER", "userId"},
                     {"CLIENT", "clientId"},
                     {"WINDOW", "windowId", Show::Text, Fit::Cut},
                     {"CONTEXT", "contextId", Show::Text, Fit::Cut},
                     {"STATE", "state"},
                     {"HEALTH", "health"},
                     {"TASK", "taskId"},
                     {"LEFT", "remainingMs", Show::Duration, Fit::Right},
                     {"TITLE", "title", Show::Text, Fit::Cut},
                     {"URL", "url", Show::Text, Fit::Cut},
                     {"NAME", "name"}});
}

int runWindows(Invocation &invocation)
{
    return showRows(invocation, "windows", "No windows.",
                    {{"USER", "userId"},
                     {"CLIENT", "clientId"},
                     {"WINDOW", "windowId", Show::Text, Fit::Cut},
                     {"TABS", "tabs", Show::Text, Fit::Right},
                     {"ASSIGNED", "assigned", Show::Text, Fit::Right},
                     {"RESERVED", "reserved", Show::Text, Fit::Right},
                     {"LIMIT", "tabLimit", Show::Text, Fit::Right},
                     {"DRAINING", "draining"},
                     {"TITLE", "title", Show::Text, Fit::Cut},
                     {"NAME", "name"}});
}

int runClients(Invocation &invocation)
{
    return showRows(invocation, "clients", "No clients.",
                    {{"USER", "userId"},
                     {"CLIENT", "clientId"},
                     {"KIND", "kind"},
                     {"CONNECTED", "connected"},
                     {"NODE", "nodeId"},
                     {"WINDOWS", "windows", Show::Text, Fit::Right},
                     {"CONTEXTS", "contexts", Show::Text, Fit::Right},
                     {"ASSIGNED", "assigned", Show::Text, Fit::Right},
                     {"SETTLING", "settling", Show::Text, Fit::Right},
                     {"DRAIN", "drain.state"},
                     {"METADATA", "metadata", Show::Text, Fit::Cut},
                     {"AGENT", "agent", Show::Text, Fit::Cut},
                     {"EPOCH", "epoch"}});
}

int runAssignments(Invocation &invocation)
{
    return showRows(invocation, "assignments", "No assignments.",
                    {{"USER", "userId"},
                     {"TASK", "taskId"},
                     {"CLIENT", "clientId"},
                     {"CONTEXT", "contextId", Show::Text, Fit::Cut},
                     {"SINCE", "acquiredAtUs", Show::Clock},
                     {"LEFT", "remainingMs", Show::Duration, Fit::Right},
                     {"RENEWALS", "renewals", Show::Text, Fit::Right},
                     {"NODE", "holderNodeId", Show::Text, Fit::Cut},
                     {"TITLE", "title", Show::Text, Fit::Cut},
                     {"FENCE", "fence", Show::Text, Fit::Right},
                     {"NAME", "name"}});
}

int runWaiters(Invocation &invocation)
{
    return showRows(invocation, "waiters", "No request waits.",
                    {{"PLACE", "place", Show::Text, Fit::Right},
                     {"USER", "userId"},
                     {"TASK", "taskId"},
                     {"LEFT", "remainingMs", Show::Duration, Fit::Right},
                     {"PLACEMENT", "placement", Show::Text, Fit::Cut},
                     {"REQUIRES", "require|requirements", Show::Text, Fit::Cut},
                     {"NODE", "nodeId", Show::Text, Fit::Cut},
                     {"REQUEST", "requestId"}});
}

int runConfig(Invocation &invocation)
{
    return showRows(invocation, "config", "No settings.",
                    {{"SETTING", "name"}, {"ORIGIN", "origin"}, {"VALUE", "value"}});
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/jsontable.h"
#include "programs/cheetahctl/terminal.h"
#include "wire/viewfields.h"
#include "wording/wording.h"

namespace cheetah {

namespace {

using Fit = TextTable::Column::Fit;

/// The list under that name in an answer; null where there is none.
const JsonValue::Array *listOf(const NodeAnswer &answer, std::string_view member)
{
    const JsonValue *list = at(answer.json, member);
    return list ? list->array() : nullptr;
}

int malformed(const Invocation &invocation)
{
    return invocation.fail(Error(ErrorCode::BadJson, {{"reason", "the answer is not as expected"}}));
}

std::optional<std::size_t> terminalWidth()
{
    const auto size = terminalSize();
    return size ? std::optional(std::size_t(size->columns)) : std::nullopt;
}

/// To a tenth of a millisecond, with a sign where it may have one.
std::string milliseconds(const std::optional<Micros> &time, bool isSigned)
{
    if (!time)
        return {};
    char text[32];
    std::snprintf(text, sizeof text, isSigned ? "%+.1f ms" : "%.1f ms", double(time->count()) / 1e3);
    return text;
}

std::string seconds(Micros time)
{
    return std::to_string(std::max<std::int64_t>(0, time.count() / 1'000'000)) + " s";
}

std::string readiness(const NodeInfo &node)
{
    if (node.report == NodeReport())
        return "?";
    return node.report.ready ? "yes" : "NO";
}

std::string namesOf(const std::vector<ConditionState> &problems)
{
    std::string names;
    for (const ConditionState &problem : problems)
        names.append(names.empty() ? "" : ",").append(problem.name);
    return names;
}

std::string namesOf(const std::vector<ClientName> &clients)
{
    std::string names;
    for (const ClientName &client : clients)
        names.append(names.empty() ? "" : ",").append(client.user.text()).append("/").append(client.client.text());
    return names;
}

/// Why a condition does not hold and what to do.
std::string problemLine(const NodeInfo &node, const ConditionState &problem)
{
    const Wording wording;
    std::string line = node.id.string() + ": " + problem.name + (problem.warning ? " (warning): " : ": ")
                     + wording.error(Error(errorCodeFromName(problem.reason), problem.params));
    const std::string remedy = wording.remedy(problem.remedy);
    return remedy.empty() ? line : line + ' ' + remedy;
}

/// One `name value` row each, with the asked node's own where it differs.
std::string settingsTable(const JsonValue::Array &settings, TerminalStyle style)
{
    const bool differs =
        std::any_of(settings.begin(), settings.end(), [](const JsonValue &row) { return row.member("here"); });
    std::vector<JsonColumn> columns = {{"SETTING", "name"}, {"VALUE", "value"}};
    if (differs)
        columns.push_back({"NODE", "here"});
    std::string text = tableOf(settings, columns).render(style, terminalWidth());
    if (differs)
        text += "The node that was asked runs with other values; start it again with the deployment's.\n";
    return text;
}

} // namespace

int runNodes(Invocation &invocation)
{
    const NodeAnswer answer = invocation.call("nodes");
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const JsonValue::Array *rows = listOf(answer, "rows");
    const JsonValue *at = cheetah::at(answer.json, "atUs");
    if (!rows || !at || !at->integer())
        return malformed(invocation);
    TextTable table({{"NODE"},
                     {"ROLES"},
                     {"READY"},
                     {"PROBLEMS", Fit::Cut},
                     {"SOCKETS", Fit::Right},
                     {"PROVISIONS", Fit::Cut},
                     {"ROUND TRIP", Fit::Right},
                     {"OFFSET", Fit::Right},
                     {"HEARD", Fit::Right},
                     {"UP", Fit::Right},
                     {"VERSION"},
                     {"INCARNATION"},
                     {"URL", Fit::Cut}});
    std::string problems;
    for (const JsonValue &row : *rows) {
        const auto view = fromJson<NodeView>(row, UnknownMembers::Ignored);
        if (!view)
            return malformed(invocation);
        const NodeInfo *node = &view->node;
        const RegistryTime now{*at->integer()};
        const NodeReport &report = node->report;
        table.addRow({node->id.string(), toText(node->roles), readiness(*node), namesOf(report.problems),
                      std::to_string(report.sockets), namesOf(view->provisions),
                      milliseconds(report.storeRoundTrip, false), milliseconds(report.clockOffset, true),
                      seconds(now - node->heartbeatAt), seconds(now - node->startedAt), node->version,
                      node->incarnation.string().substr(0, 8),
                      node->advertisedUrl.empty() ? report.url : node->advertisedUrl});
        for (const ConditionState &problem : report.problems)
            problems += printable(problemLine(*node, problem), invocation.style()) + '\n';
    }
    return writeOut(table.render(invocation.style(), terminalWidth()) + problems) ? exitOk : exitFailure;
}

int runDeploymentShow(Invocation &invocation)
{
    const NodeAnswer answer = invocation.call("deployment");
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const JsonValue::Array *settings = listOf(answer, "settings");
    const JsonValue *shared = at(answer.json, "shared");
    if (!settings || !shared || !shared->boolean())
        return malformed(invocation);
    std::string text = settingsTable(*settings, invocation.style());
    if (!*shared->boolean())
        text += "This node alone is the deployment: they are its own options.\n";
    return writeOut(text) ? exitOk : exitFailure;
}

int runDeploymentSet(Invocation &invocation)
{
    const std::string &change = invocation.arguments()["KEY=VALUE"];
    const std::size_t equals = change.find('=');
    if (equals == std::string::npos || equals == 0)
        return invocation.usage("A change is written KEY=VALUE, such as task-timeout=2m.");
    const std::string key = change.substr(0, equals);
    std::string params;
    JsonWriter out(params);
    out.beginObject().member("setting", std::string_view(key));
    out.member("value", std::string_view(change).substr(equals + 1));
    JsonOut(out).optional("reason", invocation.arguments().valueOr("reason", ""));
    out.endObject();
    const NodeAnswer answer = invocation.call("setDeployment", params);
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const JsonValue::Array *settings = listOf(answer, "settings");
    if (!settings)
        return malformed(invocation);
    for (const JsonValue &row : *settings)
        if (shown(at(row, "name")) == key) {
            const std::string value = shown(at(row, "value"));
            const std::string text = "The deployment has " + key + " " + value
                                   + ". Start its nodes again with it: running ones go on with what they have.\n";
            return writeOut(printable(text.substr(0, text.size() - 1), invocation.style()) + '\n') ? exitOk
                                                                                                   : exitFailure;
        }
    return malformed(invocation);
}

} // namespace cheetah

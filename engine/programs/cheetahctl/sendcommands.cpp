// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "base/idsource.h"
#include "programs/cheetahctl/acquireoptions.h"
#include "programs/cheetahctl/jsontable.h"
#include "programs/cheetahctl/terminal.h"
#include "wire/commandfields.h"
#include "wire/protocol.h"
#include "wording/wording.h"

#include <QtCore/QByteArray>

#include <array>
#include <fstream>

namespace cheetah {

namespace {

constexpr Micros defaultDeadline = Seconds(60);
/// The end of a command may come a little after its deadline.
constexpr Micros afterDeadline = Seconds(2);

constexpr std::array kinds = {
    commandkind::navigate, commandkind::evaluate,    commandkind::screenshot,
    commandkind::activate, commandkind::openTab,     commandkind::openWindow,
    commandkind::closeTab, commandkind::closeWindow, commandkind::reload,
};

/// One `send` as typed, complete and checked.
struct SendOptions {
    Handle handle;
    std::string kind;
    std::string context; ///< text of a name; empty: the leased one
    std::string params;
    CommandId command;
    Micros deadline{0};
};

Error missing(std::string what)
{
    return Error(ErrorCode::BadRequest, {{"reason", std::move(what)}});
}

/// The command's own params: which options belong to which kind stands here alone.
Result<std::string> paramsOf(const Arguments &arguments, std::string_view kind)
{
    const bool takesUrl =
        kind == commandkind::navigate || kind == commandkind::openTab || kind == commandkind::openWindow;
    if (arguments.has("url") && !takesUrl)
        return missing("--url does not go with " + std::string(kind));
    if (arguments.has("script") && kind != commandkind::evaluate)
        return missing("--script does not go with " + std::string(kind));
    if (arguments.has("out") && kind != commandkind::screenshot)
        return missing("--out does not go with " + std::string(kind));
    if (kind == commandkind::navigate && !arguments.has("url"))
        return missing("navigate needs --url");
    if (kind == commandkind::evaluate && !arguments.has("script"))
        return missing("evaluate needs --script");
    std::string params;
    JsonWriter out(params);
    out.beginObject();
    if (const auto url = arguments.value("url"))
        out.member("url", std::string_view(*url));
    if (const auto script = arguments.value("script"))
        out.member("script", std::string_view(*script));
    out.endObject();
    return params;
}

Result<SendOptions> sendOptionsOf(const Arguments &arguments)
{
    SendOptions options;
    auto handle = parseHandle(arguments["HANDLE"]);
    if (!handle)
        return missing("HANDLE is not one that `acquire` printed");
    options.handle = *std::move(handle);
    options.kind = arguments["KIND"];
    if (std::find(kinds.begin(), kinds.end(), options.kind) == kinds.end())
        return missing("there is no kind of command " + options.kind);
    options.context = arguments.valueOr("context", "");
    if (!options.context.empty() && !parseContextName(options.context))
        return missing("--context is no NAME that `contexts` prints");
    auto params = paramsOf(arguments, options.kind);
    if (!params)
        return params.error();
    options.params = *std::move(params);
    SystemIdSource ids;
    auto command = CommandId::parse(arguments.value("command-id").value_or(ids.unique()));
    if (!command)
        return command.error();
    options.command = *std::move(command);
    const auto deadline = durationOf(arguments, "deadline");
    if (!deadline)
        return deadline.error();
    options.deadline = deadline->value_or(defaultDeadline);
    return options;
}

std::string sendParams(const SendOptions &options)
{
    std::string params;
    JsonWriter out(params);
    put(out.beginObject().key("handle"), options.handle);
    out.member("kind", std::string_view(options.kind));
    if (!options.context.empty())
        out.member("context", std::string_view(options.context));
    out.key("params").raw(options.params).member("commandId", std::string_view(options.command.text()));
    const Micros wait = options.deadline + afterDeadline;
    put(out.key("deadlineMs"), AsMs<const Micros>{options.deadline});
    put(out.key("waitMs"), AsMs<const Micros>{wait});
    out.endObject();
    return params;
}

/// `result`, `error`, `fenced`, `expired`, `unknown`, or how far it came: `admitted`, `send_attempted`, `acknowledged`.
std::string stateOf(const CommandRecord &record)
{
    return std::string(record.outcome ? name(*record.outcome) : name(record.stage));
}

std::string recordJson(const CommandRecord &record)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject()
        .member("commandId", std::string_view(record.id.text()))
        .member("state", std::string_view(stateOf(record)));
    if (record.outcome == CommandOutcome::Result)
        out.key("result").raw(record.result.empty() ? "null" : record.result);
    if (record.error)
        put(out.key("error"), *record.error);
    out.endObject();
    return text;
}

int exitStatusOf(const CommandRecord &record)
{
    if (record.outcome == CommandOutcome::Result)
        return exitOk;
    return record.outcome == CommandOutcome::Fenced ? exitStale : exitFailure;
}

/// Writes a screenshot's bytes; its result holds them as base64.
Result<void> writeScreenshot(const std::string &path, const JsonValue &answer)
{
    const std::string data = shown(at(answer, "result.data"));
    const auto bytes = QByteArray::fromBase64Encoding(QByteArray::fromStdString(data));
    if (data.empty() || !bytes)
        return Error(ErrorCode::BadJson, {{"reason", "the result holds no picture"}});
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write((*bytes).constData(), (*bytes).size());
    file.close();
    if (!file)
        return Error(ErrorCode::IoError, {{"what", "Writing " + path}, {"reason", "the file cannot be written"}});
    return {};
}

int tellEnd(Invocation &invocation, const CommandRecord &record, const JsonValue &answer)
{
    const auto out = invocation.arguments().value("out");
    const bool isResult = record.outcome == CommandOutcome::Result;
    if (out && isResult)
        if (const auto written = writeScreenshot(*out, answer); !written)
            return invocation.fail(written.error()), exitFailure;
    if (!isResult)
        invocation.tell(Wording().outcome(record));
    if (invocation.wantsJson())
        writeOut(recordJson(record) + "\n");
    else if (isResult && !out)
        writeOut((record.result.empty() ? "null" : record.result) + "\n");
    return exitStatusOf(record);
}

} // namespace

int runSend(Invocation &invocation)
{
    const auto options = sendOptionsOf(invocation.arguments());
    if (!options)
        return invocation.usage(Wording().error(options.error()));
    invocation.tell(options->command.string());
    const Millis patience = std::chrono::ceil<Millis>(options->deadline + afterDeadline) + Seconds(10);
    const NodeAnswer answer = invocation.call("send", sendParams(*options), patience);
    if (answer.error) {
        const int status = invocation.fail(answer);
        return status == exitNothing ? exitFailure : status; // a late end is no empty-handed acquire
    }
    const auto record = fromJson<CommandRecord>(answer.json);
    if (!record)
        return invocation.fail(record.error()), exitFailure;
    return tellEnd(invocation, *record, answer.json);
}

int runEvidence(Invocation &invocation)
{
    const Arguments &arguments = invocation.arguments();
    const std::string &command = arguments["COMMAND"];
    if (!arguments.has("user"))
        return invocation.usage("--user is missing.");
    if (command.empty() == !arguments.has("task"))
        return invocation.usage("Name exactly one of COMMAND and --task T.");
    std::string params;
    JsonWriter out(params);
    out.beginObject().member("userId", std::string_view(*arguments.value("user")));
    if (command.empty())
        out.member("taskId", std::string_view(*arguments.value("task")));
    else
        out.member("commandId", std::string_view(command));
    out.endObject();
    const NodeAnswer answer = invocation.call("evidence", params);
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);

    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> questions = {
        {{"answers.admitted", "Was it admitted?"},
         {"answers.sendAttempted", "Was sending attempted?"},
         {"answers.acknowledged", "Did the client acknowledge it?"},
         {"answers.terminalRetained", "Is its end known and kept?"},
         {"answers.externalEffectKnown", "Is its effect known from here?"}}};
    std::string text;
    for (const auto &[path, question] : questions)
        text += fitToColumns(question, 32, invocation.style()) + shown(at(answer.json, path)) + "\n";
    const JsonValue *records = at(answer.json, "commands");
    if (const JsonValue::Array *rows = records ? records->array() : nullptr)
        for (const JsonValue &row : *rows)
            if (const auto record = fromJson<CommandRecord>(row))
                text += printable(record->id.string() + "  " + record->content.kind + "  " + stateOf(*record) + ": "
                                      + Wording().outcome(*record),
                                  invocation.style())
                      + "\n";
    return writeOut(text) ? exitOk : exitFailure;
}

} // namespace cheetah

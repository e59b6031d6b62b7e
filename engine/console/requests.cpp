// SPDX-License-Identifier: Apache-2.0
#include "console/requests.h"

#include "wire/commandfields.h"
#include "wire/jsonwalker.h"
#include "wire/leasefields.h"
#include "wire/statusfields.h"

namespace cheetah {

template <class V>
void fields(V &visit, FieldsOf<V, EvidenceFound> &found)
{
    visit.required("answers", found.answers);
    visit.required("commands", found.commands);
}

template <class V>
void fields(V &visit, FieldsOf<V, CommandsFound> &found)
{
    visit.defaulted("revision", found.revision);
    visit.defaulted("atUs", found.at);
    visit.required("rows", found.commands);
}

template <class V>
void fields(V &visit, FieldsOf<V, EventsFound> &found)
{
    visit.required("last", found.last);
    visit.required("dropped", found.dropped);
    visit.required("entries", found.entries);
}

namespace {

/// Answers can be as large as what the node remembers.
constexpr JsonLimits answerLimits = {64U << 20, 64, 10'000'000};

struct ConfigFound {
    std::vector<ConfigEntry> settings;
};
template <class V>
void fields(V &visit, FieldsOf<V, ConfigFound> &found)
{
    visit.required("settings", found.settings);
}

struct DrainFound {
    Drain::State state = Drain::State::Draining;
};
template <class V>
void fields(V &visit, FieldsOf<V, DrainFound> &found)
{
    visit.required("state", found.state);
}

/// An object whose members `write(JsonOut &)` names.
template <class Write>
std::string object(Write write)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject();
    JsonOut members(out);
    write(members);
    out.endObject();
    return text;
}

void writeTarget(JsonOut &members, const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target)) {
        members.required("userId", client->user);
        members.required("clientId", client->client);
    } else if (const auto *window = std::get_if<WindowName>(&target)) {
        members.required("window", toText(*window));
    } else {
        members.required("nodeId", std::get<NodeId>(target));
    }
}

} // namespace

Requests::Requests(Deployment &deployment, QObject *parent) : QObject(parent), m_deployment(deployment)
{
    connect(&deployment, &Deployment::callFinished, this, &Requests::finished);
}

void Requests::call(std::string_view method, std::string params, const Scope &scope, Answer answer)
{
    m_pending.emplace(m_deployment.call(method, std::move(params)), Pending{scope.guard(), std::move(answer)});
}

void Requests::finished(CallId call, const Result<std::string> &answer)
{
    const auto found = m_pending.find(call);
    if (found == m_pending.end())
        return;
    Pending pending = std::move(found->second);
    m_pending.erase(found);
    if (pending.asker.alive())
        pending.answer(answer);
}

/// `convert(const JsonValue &) → Result<T>`.
template <class T, class Convert>
void Requests::ask(std::string_view method, std::string params, const Scope &scope, Reply<T> reply, Convert convert)
{
    call(method, std::move(params), scope,
         [reply = std::move(reply), convert](const Result<std::string> &answer) mutable {
             if (!answer)
                 return reply(answer.error());
             const auto json = parseJson(*answer, answerLimits);
             if (!json)
                 return reply(json.error());
             reply(convert(*json));
         });
}

void Requests::forceRelease(const ContextName &context, Fence fence, const Reason &reason, const Scope &scope,
                            Reply<ReleaseOutcome> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.required("name", toText(context));
        members.required("fence", fence);
        members.optional("reason", reason.text);
    });
    call("forceRelease", params, scope, [reply = std::move(reply)](const Result<std::string> &answer) mutable {
        if (answer)
            return reply(ReleaseOutcome::Released);
        const Error &error = answer.error();
        if (error.code == ErrorCode::StaleHandle)
            return reply(ReleaseOutcome::AlreadyOver); // nothing holds the context
        reply(error);
    });
}

void Requests::disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Reason &reason,
                          const Scope &scope, Reply<void> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.required("userId", client.user);
        members.required("clientId", client.client);
        members.optional("generation", seen);
        members.optional("keepOutMs", asMs(std::as_const(keepOut)));
        members.optional("reason", reason.text);
    });
    ask<void>("disconnect", params, scope, std::move(reply), [](const JsonValue &) { return Result<void>(); });
}

void Requests::drain(const DrainTarget &target, std::optional<Micros> deadline, bool force, const Reason &reason,
                     const Scope &scope, Reply<Drain::State> reply)
{
    const std::string params = object([&](JsonOut &members) {
        writeTarget(members, target);
        members.optional("deadlineMs", asMs(std::as_const(deadline)));
        members.optional("force", force);
        members.optional("reason", reason.text);
    });
    ask<Drain::State>("drain", params, scope, std::move(reply), [](const JsonValue &json) -> Result<Drain::State> {
        const auto found = fromJson<DrainFound>(json);
        return found ? Result<Drain::State>(found->state) : Result<Drain::State>(found.error());
    });
}

void Requests::undrain(const DrainTarget &target, const Reason &reason, const Scope &scope, Reply<void> reply)
{
    const std::string params = object([&](JsonOut &members) {
        writeTarget(members, target);
        members.optional("reason", reason.text);
    });
    ask<void>("undrain", params, scope, std::move(reply), [](const JsonValue &) { return Result<void>(); });
}

void Requests::settle(const ContextName &context, const std::vector<CommandId> &seen, const Reason &reason,
                      const Scope &scope, Reply<void> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.required("name", toText(context));
        members.optional("commandIds", seen);
        members.optional("reason", reason.text);
    });
    ask<void>("settle", params, scope, std::move(reply), [](const JsonValue &) { return Result<void>(); });
}

void Requests::explain(const AcquireRequest &request, bool details, const Scope &scope, Reply<Explanation> reply)
{
    const std::string params = object([&](JsonOut &members) {
        fields(members, request);
        members.optional("details", details);
    });
    ask<Explanation>("explain", params, scope, std::move(reply),
                     [](const JsonValue &json) { return fromJson<Explanation>(json); });
}

void Requests::evidence(const UserId &user, const CommandId &command, const Scope &scope, Reply<EvidenceFound> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.required("userId", user);
        members.required("commandId", command);
    });
    ask<EvidenceFound>("evidence", params, scope, std::move(reply),
                       [](const JsonValue &json) { return fromJson<EvidenceFound>(json); });
}

void Requests::evidence(const UserId &user, const TaskId &task, const Scope &scope, Reply<EvidenceFound> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.required("userId", user);
        members.required("taskId", task);
    });
    ask<EvidenceFound>("evidence", params, scope, std::move(reply),
                       [](const JsonValue &json) { return fromJson<EvidenceFound>(json); });
}

void Requests::commands(const UserId &user, std::uint32_t limit, const Scope &scope, Reply<CommandsFound> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.optional("userId", user);
        members.required("limit", limit);
    });
    ask<CommandsFound>("commands", params, scope, std::move(reply),
                       [](const JsonValue &json) { return fromJson<CommandsFound>(json); });
}

void Requests::events(std::uint64_t after, std::uint32_t limit, const Scope &scope, Reply<EventsFound> reply)
{
    const std::string params = object([&](JsonOut &members) {
        members.optional("after", after);
        members.required("limit", limit);
    });
    ask<EventsFound>("events", params, scope, std::move(reply),
                     [](const JsonValue &json) { return fromJson<EventsFound>(json); });
}

void Requests::config(const Scope &scope, Reply<std::vector<ConfigEntry>> reply)
{
    using Entries = std::vector<ConfigEntry>;
    ask<Entries>("config", "{}", scope, std::move(reply), [](const JsonValue &json) -> Result<Entries> {
        auto found = fromJson<ConfigFound>(json);
        return found ? Result<Entries>(std::move(found->settings)) : Result<Entries>(found.error());
    });
}

void Requests::status(const Scope &scope, Reply<NodeStatus> reply)
{
    ask<NodeStatus>("status", "{}", scope, std::move(reply),
                    [](const JsonValue &json) { return fromJson<NodeStatus>(json); });
}

} // namespace cheetah

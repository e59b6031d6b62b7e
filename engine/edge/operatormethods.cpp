// SPDX-License-Identifier: Apache-2.0
#include "edge/methods.h"
#include "wire/texthygiene.h"

namespace cheetah {

namespace {

struct ForceReleaseParams {
    ContextName name;
    Fence fence = 0;
    std::string reason;
};
template <class V>
void fields(V &visit, FieldsOf<V, ForceReleaseParams> &params)
{
    visit.required("name", params.name);
    visit.required("fence", params.fence);
    visit.optional("reason", params.reason);
}

struct DisconnectParams {
    ClientName client;
    std::uint64_t generation = 0; ///< that was seen; 0: any
    Micros keepOut{0};
    std::string reason;
};
template <class V>
void fields(V &visit, FieldsOf<V, DisconnectParams> &params)
{
    visit.required("userId", params.client.user);
    visit.required("clientId", params.client.client);
    visit.optional("generation", params.generation);
    visit.optional("keepOutMs", asMs(params.keepOut));
    visit.optional("reason", params.reason);
}

/// Exactly one of client (userId + clientId), window, node.
struct DrainParams {
    UserId user;
    ClientId client;
    std::optional<WindowName> window;
    NodeId node;
    std::optional<Micros> deadline;
    bool force = false;
    std::string reason;
};
template <class V>
void fields(V &visit, FieldsOf<V, DrainParams> &params)
{
    visit.optional("userId", params.user);
    visit.optional("clientId", params.client);
    visit.optional("window", params.window);
    visit.optional("nodeId", params.node);
    visit.optional("deadlineMs", asMs(params.deadline));
    visit.optional("force", params.force);
    visit.optional("reason", params.reason);
}

struct SettleParams {
    ContextName name;
    std::vector<CommandId> seen; ///< commands that it was seen to settle on; none: any
    std::string reason;
};
template <class V>
void fields(V &visit, FieldsOf<V, SettleParams> &params)
{
    visit.required("name", params.name);
    visit.optional("commandIds", params.seen);
    visit.optional("reason", params.reason);
}

Actor actorOf(const Caller &caller, const std::string &reason)
{
    return {caller.actor.empty() ? caller.principal.tokenId : caller.actor, cleanText(reason, 256)};
}

Result<DrainTarget> targetOf(const DrainParams &params)
{
    const bool client = !params.user.empty() && !params.client.empty();
    if (int(client) + int(params.window.has_value()) + int(!params.node.empty()) != 1)
        return Error(ErrorCode::BadRequest, {{"reason", "name exactly one of userId with clientId, window, nodeId"}});
    if (client)
        return DrainTarget(ClientName{params.user, params.client});
    if (params.window)
        return DrainTarget(*params.window);
    return DrainTarget(params.node);
}

/// Operators bound to a user may touch that user's things only; a node is everybody's.
Result<void> mayTouch(const Caller &caller, const DrainTarget &target)
{
    if (const auto *client = std::get_if<ClientName>(&target))
        return mayActFor(caller, client->user);
    if (const auto *window = std::get_if<WindowName>(&target))
        return mayActFor(caller, window->user);
    if (!caller.principal.user.empty())
        return Error(ErrorCode::Forbidden, {{"scope", "an operator token for all users"}});
    return {};
}

std::string done()
{
    return "{}";
}

void forceRelease(OperatorActions &actions, const Caller &caller, ForceReleaseParams params, const Scope &scope,
                  MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.name.user); !allowed)
        return reply(allowed.error());
    actions.forceRelease(
        params.name, params.fence, actorOf(caller, params.reason), scope,
        answering<Released>(std::move(reply), [](Released) { return std::string(R"({"outcome":"released"})"); }));
}

void disconnect(OperatorActions &actions, const Caller &caller, DisconnectParams params, const Scope &scope,
                MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.client.user); !allowed)
        return reply(allowed.error());
    actions.disconnect(params.client, params.generation, params.keepOut, actorOf(caller, params.reason), scope,
                       answering<void>(std::move(reply), done));
}

void drain(OperatorActions &actions, const FleetSource &source, const Caller &caller, DrainParams params,
           const Scope &scope, MethodReply reply)
{
    auto target = targetOf(params);
    if (!target)
        return reply(target.error());
    if (auto allowed = mayTouch(caller, *target); !allowed)
        return reply(allowed.error());
    Drain drain;
    drain.target = *target;
    drain.force = params.force;
    if (params.deadline)
        drain.deadline = source.now() + *params.deadline;
    actions.drain(std::move(drain), actorOf(caller, params.reason), scope,
                  answering<Drain>(std::move(reply), [](Drain state) {
                      std::string text;
                      JsonWriter out(text);
                      out.beginObject().member("state", name(state.state)).endObject();
                      return text;
                  }));
}

void undrain(OperatorActions &actions, const Caller &caller, DrainParams params, const Scope &scope, MethodReply reply)
{
    auto target = targetOf(params);
    if (!target)
        return reply(target.error());
    if (auto allowed = mayTouch(caller, *target); !allowed)
        return reply(allowed.error());
    actions.undrain(*target, actorOf(caller, params.reason), scope, answering<void>(std::move(reply), done));
}

void settle(OperatorActions &actions, const Caller &caller, SettleParams params, const Scope &scope, MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.name.user); !allowed)
        return reply(allowed.error());
    actions.settle(params.name, params.seen, actorOf(caller, params.reason), scope,
                   answering<void>(std::move(reply), done));
}

} // namespace

void addOperatorMethods(MethodTable &table, OperatorActions &actions, const FleetSource &source)
{
    const auto add = [&](std::string name, WorkKind work, Method::Run run) {
        table.add({std::move(name), {AccessScope::Operator}, allRoles, work, false, std::move(run)});
    };
    const auto with = [&actions](auto action) {
        return [&actions, action](const Caller &caller, auto params, const Scope &scope, MethodReply reply) {
            action(actions, caller, std::move(params), scope, std::move(reply));
        };
    };
    add("forceRelease", WorkKind::Finishing, decoded<ForceReleaseParams>(with(forceRelease)));
    add("disconnect", WorkKind::Finishing, decoded<DisconnectParams>(with(disconnect)));
    add("undrain", WorkKind::New, decoded<DrainParams>(with(undrain)));
    add("settle", WorkKind::Finishing, decoded<SettleParams>(with(settle)));
    add("drain", WorkKind::New,
        decoded<DrainParams>(
            [&actions, &source](const Caller &caller, DrainParams params, const Scope &scope, MethodReply reply) {
                drain(actions, source, caller, std::move(params), scope, std::move(reply));
            }));
}

} // namespace cheetah

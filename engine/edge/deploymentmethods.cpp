// SPDX-License-Identifier: Apache-2.0
#include "edge/methods.h"
#include "wire/texthygiene.h"

namespace cheetah {

template <class V>
void fields(V &visit, FieldsOf<V, DeploymentSettings::Setting> &setting)
{
    visit.required("name", setting.name);
    visit.required("value", setting.value);
    visit.optional("here", setting.here);
}

template <class V>
void fields(V &visit, FieldsOf<V, DeploymentSettings::Table> &table)
{
    visit.required("shared", table.shared);
    visit.required("settings", table.settings);
}

namespace {

struct ReadParams {};
template <class V>
void fields(V &, FieldsOf<V, ReadParams> &)
{}

struct ChangeParams {
    std::string setting, value, reason;
};
template <class V>
void fields(V &visit, FieldsOf<V, ChangeParams> &params)
{
    visit.required("setting", params.setting);
    visit.required("value", params.value);
    visit.optional("reason", params.reason);
}

/// It is all users' deployment.
Result<void> isForAll(const Caller &caller)
{
    if (caller.principal.user.empty())
        return {};
    return Error(ErrorCode::Forbidden, {{"scope", "a token for all users"}});
}

std::string tableJson(const DeploymentSettings::Table &table)
{
    return toJson(table);
}

void read(DeploymentSettings &settings, const Caller &caller, const Scope &scope, MethodReply reply)
{
    if (auto allowed = isForAll(caller); !allowed)
        return reply(allowed.error());
    settings.read(scope, answering<DeploymentSettings::Table>(std::move(reply), tableJson));
}

void change(DeploymentSettings &settings, OperatorActions &actions, const Caller &caller, const ChangeParams &params,
            const Scope &scope, MethodReply reply)
{
    if (auto allowed = isForAll(caller); !allowed)
        return reply(allowed.error());
    const Actor actor{caller.actor.empty() ? caller.principal.tokenId : caller.actor, cleanText(params.reason, 256)};
    actions.changeSetting(settings, cleanText(params.setting, 64), cleanText(params.value, 256), actor, scope,
                          answering<DeploymentSettings::Table>(std::move(reply), tableJson));
}

} // namespace

void addDeploymentMethods(MethodTable &table, DeploymentSettings &settings, OperatorActions &actions)
{
    table.add(
        {"deployment",
         {AccessScope::Viewer},
         allRoles,
         WorkKind::Finishing,
         true,
         decoded<ReadParams>([&settings](const Caller &caller, ReadParams, const Scope &scope, MethodReply reply) {
             read(settings, caller, scope, std::move(reply));
         })});
    table.add({"setDeployment",
               {AccessScope::Operator},
               allRoles,
               WorkKind::New,
               false,
               decoded<ChangeParams>([&settings, &actions](const Caller &caller, const ChangeParams &params,
                                                           const Scope &scope, MethodReply reply) {
                   change(settings, actions, caller, params, scope, std::move(reply));
               })});
}

} // namespace cheetah

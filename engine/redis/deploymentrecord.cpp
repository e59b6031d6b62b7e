// SPDX-License-Identifier: Apache-2.0
#include "redis/deploymentrecord.h"

#include "base/duration.h"
#include "redis/redislibrary.h"
#include "redis/stepanswer.h"

namespace cheetah {

namespace {

std::string limitText(const std::optional<std::uint32_t> &limit)
{
    return limit ? std::to_string(*limit) : std::string("none");
}

Error differs(const std::string &setting, const std::string &mine, const std::string &deployments)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", setting},
                  {"value", mine},
                  {"wanted", "its deployment has " + deployments
                                 + " (start the node with that, or change it for all: cheetahctl deployment set "
                                 + setting + "=" + mine + ")"}});
}

/// Whoever wrote it may mean other things by the same keys.
Error otherSchema(const std::string &deployments)
{
    const std::string mine = std::to_string(RedisLibrary::schema);
    return Error(ErrorCode::BadSetting,
                 {{"setting", "schema"},
                  {"value", mine},
                  {"wanted", "what this deployment has in Redis is of schema " + deployments
                                 + ", written by another version of Cheetah (start that version, or choose another "
                                   "--deployment)"}});
}

} // namespace

DeploymentRecord::DeploymentRecord(RedisFunctions &functions, const RedisKeys &keys)
    : m_functions(functions), m_key(keys.shared("deployment"))
{}

DeploymentRecord::Settings DeploymentRecord::settingsOf(const DeploymentPolicies &policies, std::uint32_t partitions)
{
    return {
        {"schema", std::to_string(RedisLibrary::schema)},
        {"partitions", std::to_string(partitions)},
        {"task-timeout", formatDuration(policies.taskTimeout)},
        {"disconnect-policy", toText(policies.disconnectPolicy)},
        {"connection-lease", formatDuration(policies.connectionLease)},
        {"context-retention", formatDuration(policies.contextRetention)},
        {"waiter-limit", std::to_string(policies.waiterLimit)},
        {"contexts-per-client", std::to_string(policies.contextsPerClient)},
        {"evidence-retention", formatDuration(policies.evidenceRetention)},
        {"evidence-entries", std::to_string(policies.evidenceEntries)},
        {"provision-timeout", formatDuration(policies.provisionTimeout)},
        {"provision-owner", policies.provisionOwner.empty() ? std::string("none") : policies.provisionOwner.string()},
        {"command-deadline", formatDuration(policies.commandDeadline)},
        {"max-windows", limitText(policies.serverLimits.windows)},
        {"max-tabs", limitText(policies.serverLimits.tabs)},
        {"max-tabs-per-window", limitText(policies.serverLimits.tabsPerWindow)},
        {"max-flows", limitText(policies.serverLimits.flows)},
    };
}

RedisCommand DeploymentRecord::call(std::string_view function) const
{
    const std::string name = RedisLibrary::functionName(function);
    return RedisCommand("FCALL").arg(name).arg(1).arg(m_key).route(m_key);
}

Result<DeploymentRecord::Settings> DeploymentRecord::settings(Result<RedisReply> answer)
{
    if (!answer)
        return answer.error();
    const StepAnswer step(*std::move(answer));
    if (std::optional<Error> error = step.error())
        return *std::move(error);
    Settings settings;
    const RedisReply &flat = step.value(0);
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2)
        settings[flat.at(i).text()] = flat.at(i + 1).text();
    return settings;
}

void DeploymentRecord::agree(const Settings &mine, const Scope &scope, Reply<void> reply)
{
    RedisCommand command = call("agree");
    for (const auto &[setting, value] : mine)
        command.arg(setting).arg(value);
    m_functions.call(std::move(command), scope, [mine, reply = std::move(reply)](Result<RedisReply> answer) mutable {
        const Result<Settings> standing = settings(std::move(answer));
        if (!standing)
            return reply(standing.error());
        if (const auto written = standing->find("schema");
            written != standing->end() && written->second != std::to_string(RedisLibrary::schema))
            return reply(otherSchema(written->second));
        for (const auto &[setting, value] : mine)
            if (const auto other = standing->find(setting); other != standing->end() && other->second != value)
                return reply(differs(setting, value, other->second));
        reply({});
    });
}

void DeploymentRecord::read(const Scope &scope, Reply<Settings> reply)
{
    m_functions.call(call("agree"), scope, [reply = std::move(reply)](Result<RedisReply> answer) mutable {
        reply(settings(std::move(answer)));
    });
}

void DeploymentRecord::change(const std::string &setting, const std::string &value, const Scope &scope,
                              Reply<Settings> reply)
{
    m_functions.call(
        call("change").arg(setting).arg(value), scope,
        [reply = std::move(reply)](Result<RedisReply> answer) mutable { reply(settings(std::move(answer))); });
}

} // namespace cheetah

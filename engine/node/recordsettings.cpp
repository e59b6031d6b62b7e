// SPDX-License-Identifier: Apache-2.0
#include "node/recordsettings.h"

namespace cheetah {

namespace {

/// How the record writes what is not set; an option writes nothing.
constexpr std::string_view none = "none";

bool mayBeUnset(std::string_view setting)
{
    return setting.starts_with("max-") || setting == "provision-owner";
}

/// Whether keys and data depend on it.
bool isFixed(std::string_view setting)
{
    return setting == "schema" || setting == "partitions";
}

Error bad(const std::string &setting, const std::string &value, std::string wanted)
{
    return Error(ErrorCode::BadSetting, {{"setting", setting}, {"value", value}, {"wanted", std::move(wanted)}});
}

std::string namesOf(const DeploymentRecord::Settings &settings)
{
    std::string names;
    for (const auto &[name, value] : settings)
        if (!isFixed(name))
            names.append(names.empty() ? "" : ", ").append(name);
    return names;
}

} // namespace

RecordSettings::RecordSettings(DeploymentRecord *record, const NodeConfig &config)
    : m_record(record), m_mine(DeploymentRecord::settingsOf(config.policies, config.partitions))
{}

DeploymentSettings::Table RecordSettings::table(const DeploymentRecord::Settings &standing) const
{
    Table table{m_record != nullptr, {}};
    for (const auto &[name, value] : standing) {
        const auto mine = m_mine.find(name);
        const bool differs = mine != m_mine.end() && mine->second != value;
        table.settings.push_back({name, value, differs ? mine->second : std::string()});
    }
    return table;
}

void RecordSettings::read(const Scope &scope, Reply<Table> reply)
{
    if (!m_record)
        return reply(table(m_mine));
    m_record->read(scope, [this, reply = std::move(reply)](Result<DeploymentRecord::Settings> standing) mutable {
        reply(standing ? Result<Table>(table(*standing)) : Result<Table>(standing.error()));
    });
}

Result<std::string> RecordSettings::changed(const DeploymentRecord::Settings &standing, const std::string &setting,
                                            const std::string &value)
{
    const DeploymentRecord::Settings all = DeploymentRecord::settingsOf({}, 1);
    if (!all.contains(setting))
        return bad(setting, value, "there is no such setting of a deployment; there are " + namesOf(all));
    if (isFixed(setting))
        return bad(setting, value, "it stays as it is as long as the deployment has data");
    if (value.empty() && !mayBeUnset(setting))
        return bad(setting, value, "it must not be empty");
    NodeConfig config;
    DeploymentRecord::Settings wanted = standing;
    wanted[setting] = value;
    for (const auto &[name, text] : wanted) {
        const bool isUnset = mayBeUnset(name) && (text == none || text.empty());
        if (name == "schema" || isUnset)
            continue;
        if (auto read = readSetting(config, name, text); !read)
            return read.error();
    }
    if (auto checked = config.policies.check(); !checked)
        return checked.error();
    return DeploymentRecord::settingsOf(config.policies, config.partitions).at(setting);
}

void RecordSettings::change(const std::string &setting, const std::string &value, const Scope &scope,
                            Reply<Table> reply)
{
    if (!m_record)
        return reply(Error(ErrorCode::NoDeploymentRecord, {{"setting", setting}}));
    m_record->read(scope, [this, setting, value, &scope,
                           reply = std::move(reply)](Result<DeploymentRecord::Settings> standing) mutable {
        if (!standing)
            return reply(standing.error());
        auto text = changed(*standing, setting, value);
        if (!text)
            return reply(text.error());
        m_record->change(setting, *text, scope,
                         [this, reply = std::move(reply)](Result<DeploymentRecord::Settings> now) mutable {
                             reply(now ? Result<Table>(table(*now)) : Result<Table>(now.error()));
                         });
    });
}

} // namespace cheetah

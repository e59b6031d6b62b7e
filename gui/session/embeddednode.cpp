// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/embeddednode.h"

#include "node/demodeployment.h"
#include "node/localdeployment.h"
#include "session/actor.h"

#include <QtCore/QFile>
#include <QtCore/QSysInfo>

namespace cheetah::gui {

namespace {

EmbeddedNode embedded(EmbeddedNodeOptions options)
{
    auto deployment = std::make_unique<LocalDeployment>(std::move(options));
    const QString tokenFile = QString::fromStdString(deployment->tokenFile().string());
    return {std::move(deployment), tokenFile};
}

/// Other than that of a cheetahd beside it, which is named as the machine.
QString nodeIdHere()
{
    const QString set = qEnvironmentVariable("CHEETAH_NODE_ID");
    return set.isEmpty() ? QSysInfo::machineHostName() + QStringLiteral("-console") : set;
}

} // namespace

Result<EmbeddedNode> embedNode(const EmbedOptions &options, const LogSink &log)
{
    std::map<std::string, std::string> given{{"listen", options.listen.toStdString()}};
    if (!options.registry.isEmpty()) {
        given["registry"] = options.registry.toStdString();
        given["redis-password-file"] = options.passwordFile.toStdString();
        given["node-id"] = (options.nodeId.isEmpty() ? nodeIdHere() : options.nodeId).toStdString();
    }
    auto config = loadConfig(given, settingsEnvironment(), {});
    if (!config)
        return config.error();
    if (config->redis && !options.password.isEmpty())
        config->redis->password = options.password.toStdString();
    return embedded({*std::move(config), actor(), Log(log), {}});
}

Result<EmbeddedNode> embedDemo(const LogSink &log)
{
    QFile sample(QStringLiteral(":/samples/demo.json"));
    if (!sample.open(QIODevice::ReadOnly))
        return Error(ErrorCode::NotFound, {{"path", "samples/demo.json"}});
    constexpr std::uint64_t seed = 20;
    return EmbeddedNode{makeDemoDeployment(sample.readAll().toStdString(), seed, actor(), Log(log)), {}};
}

} // namespace cheetah::gui

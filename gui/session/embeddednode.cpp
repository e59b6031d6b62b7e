// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/embeddednode.h"

#include "node/demodeployment.h"
#include "node/localdeployment.h"
#include "session/actor.h"

#include <QtCore/QFile>

namespace cheetah::gui {

namespace {

EmbeddedNode embedded(EmbeddedNodeOptions options)
{
    auto deployment = std::make_unique<LocalDeployment>(std::move(options));
    const QString tokenFile = QString::fromStdString(deployment->tokenFile().string());
    return {std::move(deployment), tokenFile};
}

} // namespace

Result<EmbeddedNode> embedNode(const EmbedOptions &options, const LogSink &log)
{
    auto config = loadConfig({{"listen", options.listen.toStdString()}}, settingsEnvironment(), {});
    if (!config)
        return config.error();
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

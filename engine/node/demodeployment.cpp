// SPDX-License-Identifier: Apache-2.0
#include "node/demodeployment.h"

#include "node/demoplayer.h"

namespace cheetah {

namespace {

NodeConfig demoConfig()
{
    NodeConfig config;
    config.listens = false;
    config.announce = false;
    config.deployment = DeploymentId::trusted("demo");
    config.nodeId = NodeId::trusted("demo-node");
    config.sweepIntervalSeconds = 5;
    config.drainTimeout = Seconds(1);
    config.policies.taskTimeout = Seconds(120);
    config.policies.connectionLease = Seconds(600); // the past is played faster than any heartbeat
    config.policies.contextRetention = Seconds(3600);
    config.values = {{"deployment", "demo", SettingOrigin::Default},
                     {"task-timeout", "120s", SettingOrigin::Default},
                     {"disconnect-policy", toText(config.policies.disconnectPolicy), SettingOrigin::Default}};
    return config;
}

} // namespace

std::unique_ptr<LocalDeployment> makeDemoDeployment(std::string sample, std::uint64_t seed, std::string actor, Log log,
                                                    QObject *parent)
{
    const auto time = std::make_shared<DemoClock>(Seconds(100));
    EmbeddedNodeOptions options;
    options.config = demoConfig();
    options.actor = std::move(actor);
    options.log = std::move(log);
    options.makeCompany = [sample = std::move(sample), seed, time](Node &node, const Node::Environment &environment) {
        auto parsed = DemoSample::parse(sample);
        return parsed ? DemoPlayer::create(*std::move(parsed), seed, time, node, environment)
                      : Result<std::unique_ptr<NodeCompany>>(parsed.error());
    };
    return std::make_unique<LocalDeployment>(std::move(options), time, parent);
}

} // namespace cheetah

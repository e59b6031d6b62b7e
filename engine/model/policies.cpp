// SPDX-License-Identifier: Apache-2.0
#include "model/policies.h"

#include "base/duration.h"

namespace cheetah {

namespace {

Error contradiction(std::string setting, Micros value, std::string other, Micros otherValue)
{
    return Error(ErrorCode::BadSetting, {{"setting", std::move(setting)},
                                         {"value", formatDuration(value)},
                                         {"other", std::move(other)},
                                         {"otherValue", formatDuration(otherValue)},
                                         {"rule", "below"}});
}

} // namespace

Result<void> DeploymentPolicies::check() const
{
    struct Time {
        const char *setting;
        Micros value;
        bool zeroAllowed;
    };
    const Time times[] = {
        {"task-timeout", taskTimeout, true},
        {"disconnect-policy", disconnectPolicy.grace, true},
        {"connection-lease", connectionLease, false},
        {"context-retention", contextRetention, true},
        {"request-memory", requestMemory, true},
        {"evidence-retention", evidenceRetention, true},
        {"provision-timeout", provisionTimeout, false},
        {"command-deadline", commandDeadline, false},
    };
    for (const Time &time : times)
        if (time.value < Micros(0) || (!time.zeroAllowed && time.value == Micros(0)))
            return Error(ErrorCode::BadSetting, {{"setting", time.setting},
                                                 {"value", std::to_string(time.value.count()) + "us"},
                                                 {"rule", time.zeroAllowed ? "negative" : "not_positive"}});

    if (disconnectPolicy.kind == DisconnectPolicy::Kind::Grace && contextRetention < disconnectPolicy.grace)
        return contradiction("context-retention", contextRetention, "disconnect-policy", disconnectPolicy.grace);
    if (disconnectPolicy.kind == DisconnectPolicy::Kind::Keep && contextRetention < taskTimeout)
        return contradiction("context-retention", contextRetention, "task-timeout", taskTimeout);
    return {};
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/id.h"

namespace cheetah {

struct UserTag {
    static constexpr std::string_view kind = "user id";
};
struct ClientTag {
    static constexpr std::string_view kind = "client id";
};
struct EpochTag {
    static constexpr std::string_view kind = "epoch";
};
struct ContextTag {
    static constexpr std::string_view kind = "context id";
};
struct WindowTag {
    static constexpr std::string_view kind = "window id";
};
struct TaskTag {
    static constexpr std::string_view kind = "task id";
};
struct RequestTag {
    static constexpr std::string_view kind = "request id";
};
struct CommandTag {
    static constexpr std::string_view kind = "command id";
};
struct ProvisionTag {
    static constexpr std::string_view kind = "provision id";
};
struct NodeTag {
    static constexpr std::string_view kind = "node id";
};
struct IncarnationTag {
    static constexpr std::string_view kind = "incarnation";
};
struct DeploymentTag {
    static constexpr std::string_view kind = "deployment id";
};
struct ConnectionTag {
    static constexpr std::string_view kind = "connection id";
};
struct PayloadTag {
    static constexpr std::string_view kind = "payload id";
};

using UserId = Id<UserTag>;
using ClientId = Id<ClientTag>;
using Epoch = Id<EpochTag>;
using ContextId = Id<ContextTag>;
using WindowId = Id<WindowTag>;
using TaskId = Id<TaskTag>;
using RequestId = Id<RequestTag>;
using CommandId = Id<CommandTag>;
using ProvisionId = Id<ProvisionTag>;
using NodeId = Id<NodeTag>;
using Incarnation = Id<IncarnationTag>;
using DeploymentId = Id<DeploymentTag>;
using ConnectionId = Id<ConnectionTag>;
using PayloadId = Id<PayloadTag>;

} // namespace cheetah

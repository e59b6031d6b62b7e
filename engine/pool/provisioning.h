// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/fleet.h"
#include "model/verdict.h"
#include "registry/windowregistry.h"

namespace cheetah {

/// A creation that a client is asked for.
struct ProvisionOrder {
    ProvisionId provision;
    ClientName client;
    Epoch epoch;
    Placement placement; ///< NewTab with its window (none for a console client's flow), NewWindow or Isolated
    RequestId request;
    Micros timeout{0};
};

/// A client's word on a creation.
struct ProvisionDone {
    bool refused = false;  ///< it surely makes nothing (or was never asked)
    std::uint64_t seq = 0; ///< unless refused: a report at or after it shows the context or proves it absent
    std::string reason;    ///< of a refusal: a code or a short text for showing
};

/// A client's answer to the question what became of a creation.
struct ProvisionStatus {
    bool known = false;    ///< still at it
    std::uint64_t seq = 0; ///< a report at or after it shows the context or proves it absent
};

/// The pool's only way to a browser; implemented over delivery. Owned by the host, and outlives the manager.
class ProvisionPort {
public:
    virtual ~ProvisionPort() = default;

    /// Asks the client to open what the order says. An error means that the outcome is not known.
    virtual void create(const ProvisionOrder &order, const Scope &scope, Reply<ProvisionDone> reply) = 0;
    /// Asks what became of a creation (SPEC W13).
    virtual void status(const ClientName &client, const Epoch &epoch, const ProvisionId &provision, const Scope &scope,
                        Reply<ProvisionStatus> reply) = 0;
    /// Closes contexts of ours that nobody holds any more (SPEC W20); nobody waits for it.
    virtual void closeContexts(const std::vector<ContextNamePtr> &contexts) = 0;
};

/// Who provisions for the clients here (SPEC W14).
enum class ProvisioningOwner { ThisNode, Never };

/// Where a context could be made.
struct ProvisionTarget {
    ClientName client;
    Epoch epoch;
    Placement placement;
    bool newWindow = false;
};

/// What one client carries against its effective limits, with what is reserved (SPEC W13).
struct CapacityUse {
    std::uint32_t windows = 0, tabs = 0;
    std::uint32_t reservedWindows = 0, reservedTabs = 0;
};
CapacityUse capacityOf(const Fleet &fleet, const ClientRow &client);
std::uint32_t reservedIn(const Fleet &fleet, const WindowName &window);

/// A limit that a creation would break; `which` is the setting's name, such as `tabs_per_window`.
struct LimitReached {
    std::string_view which;
    std::uint32_t limit = 0, reported = 0, reserved = 0;
};
/// Where the client could make what `placement` asks for (Any and Window: a tab in a window, else a window), or the
/// limit in its way.
std::variant<ProvisionTarget, LimitReached> placeOn(const Fleet &fleet, const ClientRow &client,
                                                    const Placement &placement);

/// What creation says to a request: a target on the least loaded client, or why there is none.
struct ProvisionPlan {
    ProvisioningVerdict verdict;
    std::optional<ProvisionTarget> target;
};
struct ProvisionSetup {
    ProvisioningOwner owner = ProvisioningOwner::ThisNode;
    NodeId node;
    NodeId pinned{}; ///< creates for the whole deployment; empty: whoever holds the claim on a client
    bool hasPort = false;
    RegistryTime now{};

    /// Whether the node may ever create.
    bool provisions() const
    {
        return owner == ProvisioningOwner::ThisNode && hasPort && (pinned.empty() || pinned == node);
    }
};
/// `without`: clients that refused already. Looks whether creation would be possible even if the request doesn't ask.
ProvisionPlan planCreation(const Fleet &fleet, const AcquireRequest &request, const ProvisionSetup &setup,
                           const std::vector<ClientName> &without = {});

/// The error of a plan without target.
Error provisionError(const ProvisioningVerdict &verdict);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/connectionregistry.h"

namespace cheetah {

/// Where a report came from. `generation` 0: REST, which makes no client connected (SPEC W10).
struct ReportSource {
    std::uint64_t generation = 0;
};

struct ReportAccepted {
    std::uint64_t seq = 0;
    bool changed = false;
    std::vector<ContextNamePtr> closable; ///< ours, whose lease is gone (SPEC W20)
};

struct ReserveArgs {
    ProvisionId provision;
    ClientName client;
    Epoch epoch;
    RequestId request;
    Placement placement;
    bool newWindow = false;
    Micros timeout{0};
    NodeId node;
};

/// How a client answered a creation.
struct ProvisionAnswer {
    ClientName client;
    Epoch epoch;
    ProvisionId provision;
    bool refused = false;
    std::uint64_t seq =
        0; ///< report seq that the client named: a report at or after it shows the tab or proves it absent
};

/// Windows and their contexts as clients report them, and the capacity reserved for creations (SPEC W7, W13). Each call
/// is one atomic step. Owner: the host.
class WindowRegistry {
public:
    virtual ~WindowRegistry() = default;

    /// Takes over a complete snapshot (SPEC W7). Errors, changing nothing: `epoch_retired`, `epoch_unknown`, `stale_seq`
    /// (seq not above the last, param lastSeq), `superseded` (older generation), `limit_exceeded` (contexts per client),
    /// `client_unknown`, `bad_report` (a context names itself twice, …).
    virtual void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) = 0;

    /// The snapshot of the last report still holds at `seq` (wire `unchanged`).
    virtual void unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                           const Scope &scope, Reply<ReportAccepted> reply) = 0;

    /// Reserves capacity for a creation. `provisioning_limit` (params limit, reported, reserved, which) if reported +
    /// reserved would exceed the effective limit; `epoch_retired`, `client_not_connected`, `window_unknown`, `draining`;
    /// `cancelled` if the request was barred, `request_known` if it was served;
    /// `not_provisioning_owner` (param owner) unless the node is the one that the deployment names, or while another live
    /// node holds the claim on the client. What is reserved takes the claim or renews it, for one provision timeout; the
    /// client's row tells it (SPEC W14).
    virtual void reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply) = 0;

    /// The client's word on a creation (SPEC W13).
    virtual void answerReservation(const ProvisionAnswer &answer, const Scope &scope, Reply<void> reply) = 0;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/change.h"
#include "registry/contextregistry.h"

namespace cheetah {

/// What an authenticated client says when it opens a connection, with what its token fixes already merged in.
struct Hello {
    ClientName client;
    ClientKind kind = ClientKind::Browser;
    Epoch epoch;
    std::string agent;
    Metadata metadata;
    CapacityLimits limits;   ///< min(hello, token); the registry adds the server's
    NodeId node;             ///< that holds the socket
    ConnectionId connection; ///< the socket; a second hello on it may open a new epoch (SPEC W7)
};

struct Welcome {
    std::uint64_t generation = 0;
    std::uint64_t lastSeq = 0; ///< last accepted report of this epoch; 0: none
    bool resumed = false;      ///< the epoch was known
    CapacityLimits limits;     ///< effective
    Micros connectionLease{0};
};

/// What one round of the connection sweep did (SPEC R7). `close`: sockets of this or another node that are superseded.
struct ConnectionSweepOutcome {
    std::uint32_t lapsed = 0; ///< connections whose lease ran out
    std::uint32_t ended = 0;  ///< assignments ended by deadlines of W6, W16, W17, W19
    std::uint32_t removedClients = 0;
    bool more = false;
    std::vector<ContextNamePtr> closable;
};

/// Clients' connections as leases, epochs and generations, nodes. Each call is one atomic step; where a store serves others
/// too, one that ends much is several, each of a slice, and answers after the last: nobody gets meanwhile what is to end,
/// and the sweep finishes what its caller did not. Owner: the host.
class ConnectionRegistry {
public:
    virtual ~ConnectionRegistry() = default;

    /// Opens or resumes an epoch and raises the generation (SPEC W7). Errors: `epoch_retired`, `client_id_in_use` (param
    /// retryAfterMs), `kept_out` (param remainingMs), `draining` never: a draining client may connect.
    virtual void hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply) = 0;

    /// The socket of that generation closed: ends the lease at once and starts the disconnect policy; a superseded
    /// generation changes nothing (SPEC W6, W7). Answers the number of assignments ended now.
    virtual void closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                        Reply<std::uint32_t> reply) = 0;

    /// Renews the leases of all connections of the node and the node's own (SPEC R7), and enters what the node tells of
    /// itself. `superseded` if another incarnation of the node took over (SPEC L7).
    virtual void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report,
                           const Scope &scope, Reply<void> reply) = 0;

    /// Ends lapsed connections, starts their policy, and executes the deadlines of W6, W16, W17, W19 and of retention, at
    /// most `limit` touched contexts a call (SPEC R7). A store that comes to it late, for it stood still or its clock jumped,
    /// ends nothing and answers `unavailable`: renewals wait behind it (SPEC W3).
    virtual void sweep(std::uint32_t limit, const Scope &scope, Reply<ConnectionSweepOutcome> reply) = 0;

    /// Operator's disconnect: ends the connection lease, starts the policy and, if `keepOut` > 0, refuses the client's
    /// hellos for that long (SPEC O3). `seen` is the generation that the operator saw, or 0 for any: `generation_mismatch`
    /// (param generation) if the client connected again since. Answers the generation that must be closed;
    /// `client_unknown`, `client_not_connected`.
    virtual void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                            Reply<std::uint64_t> reply) = 0;

    /// Enters a node. `node_id_live` while another incarnation holds the id (SPEC L7).
    virtual void registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply) = 0;
    virtual void unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                                Reply<void> reply) = 0;
};

} // namespace cheetah

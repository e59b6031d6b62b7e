// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redissteps.h"
#include "redis/replicaqueue.h"
#include "registry/contextregistry.h"

namespace cheetah {

/// Leases, waiters and drains in Redis: each call is one function there, on the partition of its user (SPEC R2). What an
/// assignment asks of the client's metadata and of the queue is found on the replica and told along with the generation
/// that it was found under; if Redis has another, the replica is waited for and it is found anew. Answers come once the
/// replica shows the step. Owned by RedisRegistry.
class RedisLeases final : public ContextRegistry, public BulkTimeoutRelease {
public:
    explicit RedisLeases(RedisSteps &steps);

    // ContextRegistry
    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override;
    void renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply) override;
    void release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply) override;
    /// Both contexts must be of one user.
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                          Reply<Assigned> reply) override;
    void resolveRequest(const UserId &user, const RequestId &request, const Scope &scope,
                        Reply<Assigned> reply) override;
    void cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply) override;
    void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply) override;
    void endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                        Reply<SliceOutcome> reply) override;
    /// Reads the replica.
    void scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &scope,
                         Reply<ScanPage> reply) override;
    void expire(const Handle &handle, RegistryTime seenRenewedAt, const Scope &scope, Reply<Released> reply) override;
    void enqueue(const Waiter &waiter, const Scope &scope, Reply<std::uint64_t> reply) override;
    void dequeue(const UserId &user, std::uint64_t place, const Scope &scope, Reply<void> reply) override;
    void requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply) override;
    void settle(const ContextName &name, const std::vector<CommandId> &seen, const Scope &scope,
                Reply<void> reply) override;
    void drain(const Drain &drain, const Scope &scope, Reply<Drain> reply) override;
    void undrain(const DrainTarget &target, const Scope &scope, Reply<void> reply) override;

    // BulkTimeoutRelease
    void expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply) override;

private:
    void tryAssign(const std::optional<Handle> &released, const AssignArgs &args, int triesLeft, const Scope &scope,
                   Reply<Assigned> reply);
    void addAssignArgs(RedisCommand &command, const AssignArgs &args) const;
    static void addHandle(RedisCommand &command, const Handle &handle);
    std::uint32_t partitionOf(const ContextNamePtr &name) const;
    /// With its slot on the replica.
    ContextKey known(const ContextKey &context) const;
    Result<Assigned> assigned(const StepAnswer &answer) const;

    RedisSteps &m_steps;
    ReplicaQueue m_queue;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/replicaqueue.h"
#include "redis/stepreplica.h"
#include "simulation/faultyregistry.h"

namespace cheetah::simulation {

/// The registry of one node whose store is shared, as the registries over Redis are: what an assignment asks of the
/// client's metadata and of the queue, and what a report changes, is found on the node's replica, told along with what it
/// was found on, and found anew if the store stands elsewhere. Answers come once the replica shows the step. Owned by the
/// simulated node, whose processes lend it their replicas.
class RemoteRegistry final : public FaultyRegistry {
public:
    RemoteRegistry(AnyRegistry &inner, SharedStore &store, StoreLink &link, Random &random, Lane &network, Lane &home,
                   Micros lease)
        : FaultyRegistry(inner, random, network, home), m_lease(lease)
    {
        share(store, link);
    }

    void attach(StepReplica &replica);
    void detach();

    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override;
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                          Reply<Assigned> reply) override;
    void scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &scope,
                         Reply<ScanPage> reply) override;
    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override;

    std::uint64_t mismatches() const { return m_mismatches; }

private:
    void tryAssign(const std::optional<Handle> &released, const AssignArgs &args, int triesLeft, const Scope &scope,
                   Reply<Assigned> reply);
    void tryReport(const std::shared_ptr<const Report> &report, ReportSource source, int triesLeft, const Scope &scope,
                   Reply<ReportAccepted> reply);
    AssignFacts factsOf(const AssignArgs &args) const;
    ReportFacts factsOf(const Report &report) const;
    void catchUp(const Error &mismatch, const Scope &scope, Callback<void()> then);

    const Micros m_lease;
    std::optional<ReplicaQueue> m_queue;
    std::uint64_t m_mismatches = 0;
};

} // namespace cheetah::simulation

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/evidencestore.h"
#include "registry/leases.h"

#include <list>

namespace cheetah {

/// What is known of commands (SPEC D1, D2, D5). Owned by the registry, whose leases it asks whether a handle is current
/// and tells what was sent under it. Live records stay; ended ones for a retention, in the order of their ends.
class MemoryEvidence {
public:
    MemoryEvidence(FleetWriter &writer, Leases &leases, const ConnectionLeases &connections,
                   const DeploymentPolicies &policies)
        : m_writer(writer), m_leases(leases), m_connections(connections), m_policies(policies)
    {}

    // The steps of EvidenceStore.
    Result<Admission> admit(const CommandRecord &record);
    Result<CommandRecord> beginSend(const UserId &user, const CommandId &command, std::uint64_t generation);
    Result<CommandRecord> acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch);
    Result<CommandRecord> end(const CommandEnd &end);
    Result<CommandRecord> get(const UserId &user, const CommandId &command) const;
    std::vector<CommandRecord> byTask(const UserId &user, const TaskId &task) const;
    std::vector<CommandRecord> overdue(std::uint32_t limit) const;
    std::vector<CommandRecord> recent(const UserId &user, std::uint32_t limit) const;
    EvidenceCounts counts() const;
    bool hasCapacity(RegistryTime now) const;

private:
    using Name = std::pair<UserId, CommandId>;
    struct Entry {
        CommandRecord record;
        std::list<Name>::iterator ended; ///< in m_ended, once terminal
    };

    Entry *find(const UserId &user, const CommandId &command);
    bool mayUse(const CommandRecord &record, Slot leased) const;
    Slot addressed(const CommandRecord &record) const;
    void terminate(Entry &entry, CommandOutcome outcome);
    void forgetPast();

    FleetWriter &m_writer;
    Leases &m_leases;
    const ConnectionLeases &m_connections;
    const DeploymentPolicies &m_policies;
    std::map<Name, Entry> m_records;
    std::map<std::pair<UserId, TaskId>, std::vector<CommandId>> m_byTask;
    std::set<std::pair<RegistryTime, Name>> m_deadlines; ///< of those that are not terminal
    std::list<Name> m_ended;                             ///< oldest end first
    EvidenceCounts m_counts;
};

} // namespace cheetah

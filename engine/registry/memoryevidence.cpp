// SPDX-License-Identifier: Apache-2.0
#include "registry/memoryevidence.h"

#include "registry/commandeffect.h"

#include <algorithm>

namespace cheetah {

namespace {

Error unknownCommand(const CommandId &command)
{
    return Error(ErrorCode::CommandUnknown, {{"command", command.string()}});
}

bool sameCommand(const CommandRecord &a, const CommandRecord &b)
{
    const bool sameContext = a.context == b.context || (a.context && b.context && *a.context == *b.context);
    const bool sameHandle = a.handle.fence == b.handle.fence && a.handle.request == b.handle.request;
    const bool sameTask = b.task.empty() || a.task == b.task; // a lease's command need not name its task
    return sameContext && sameHandle && sameTask && a.content == b.content;
}

} // namespace

MemoryEvidence::Entry *MemoryEvidence::find(const UserId &user, const CommandId &command)
{
    const auto found = m_records.find({user, command});
    return found == m_records.end() ? nullptr : &found->second;
}

/// The row that the command addresses, or noSlot if it is gone or the command addresses none.
Slot MemoryEvidence::addressed(const CommandRecord &record) const
{
    return record.context ? m_writer.fleet().find(*record.context) : noSlot;
}

/// Whether the lease on `leased` covers what the command addresses: that context, or one that it carries (SPEC W20).
bool MemoryEvidence::mayUse(const CommandRecord &record, Slot leased) const
{
    const Slot slot = addressed(record);
    if (leased == noSlot || slot == noSlot)
        return false;
    const ContextKey &parent = m_writer.fleet().context(slot).parent;
    return slot == leased || (parent.name && m_writer.fleet().find(parent) == leased);
}

Result<Admission> MemoryEvidence::admit(const CommandRecord &record)
{
    forgetPast();
    if (const Entry *known = find(record.user, record.id)) {
        if (!sameCommand(known->record, record))
            return Error(ErrorCode::CommandIdConflict, {{"command", record.id.string()}});
        return Admission{known->record, true};
    }
    const Slot leased = record.handle.fence != 0 ? m_leases.find(record.handle) : noSlot;
    if (record.handle.fence != 0) {
        if (leased == noSlot)
            return m_leases.staleError(record.handle);
        if (record.handle.name().user != record.user || !mayUse(record, leased))
            return ErrorCode::ContextUnknown;
    } else if (record.context && !record.context->context.empty() && addressed(record) == noSlot) {
        return ErrorCode::ContextUnknown;
    }
    if (m_records.size() >= m_policies.evidenceEntries)
        return Error(ErrorCode::HistoryFull, {{"limit", std::to_string(m_policies.evidenceEntries)}});

    const Name name(record.user, record.id);
    CommandRecord &added = m_records.emplace(name, Entry{record, m_ended.end()}).first->second.record;
    if (added.task.empty() && leased != noSlot)
        added.task = m_writer.fleet().context(leased).assignment->task;
    added.stage = CommandStage::Admitted;
    added.outcome.reset();
    added.admittedAt = m_writer.now();
    if (!added.deadline.isSet())
        added.deadline = m_writer.now() + m_policies.commandDeadline;
    m_byTask[{record.user, added.task}].push_back(record.id);
    m_deadlines.emplace(added.deadline, name);
    ++m_counts.admitted;
    return Admission{added, false};
}

Result<CommandRecord> MemoryEvidence::beginSend(const UserId &user, const CommandId &command, std::uint64_t generation)
{
    Entry *entry = find(user, command);
    if (!entry)
        return unknownCommand(command);
    CommandRecord &record = entry->record;
    if (record.outcome == CommandOutcome::Fenced || record.outcome == CommandOutcome::Expired) {
        const bool fenced = record.outcome == CommandOutcome::Fenced;
        return Error(fenced ? ErrorCode::Fenced : ErrorCode::CommandExpired, {{"command", command.string()}});
    }
    if (record.stage != CommandStage::Admitted)
        return Error(ErrorCode::RequestKnown, {{"command", command.string()}}); // nothing is sent twice
    const Slot client = record.context ? m_writer.fleet().find(record.context->clientName()) : noSlot;
    const bool sameEpoch = client != noSlot && m_writer.fleet().client(client).state->epoch == record.context->epoch;
    const bool current = record.handle.fence == 0 ? sameEpoch : mayUse(record, m_leases.find(record.handle));
    const bool expired = record.deadline < m_writer.now();
    if (!current || expired) {
        Error error(current ? ErrorCode::CommandExpired : ErrorCode::Fenced, {{"command", command.string()}});
        record.error = error;
        terminate(*entry, current ? CommandOutcome::Expired : CommandOutcome::Fenced);
        return error;
    }
    const auto &state = m_writer.fleet().client(client).state;
    if (state->generation != generation || !m_connections.current(client, m_writer.now()))
        return Error(ErrorCode::ClientNotConnected, {{"client", record.context->client.string()}});
    record.stage = CommandStage::SendAttempted;
    record.sentAt = m_writer.now();
    ++m_counts.sent;
    if (record.handle.fence != 0)
        m_leases.commandSent(addressed(record), record.id, record.deadline);
    return record;
}

Result<CommandRecord> MemoryEvidence::acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch)
{
    Entry *entry = find(user, command);
    if (!entry || entry->record.stage == CommandStage::Admitted)
        return unknownCommand(command); // nobody can have received what was not sent
    CommandRecord &record = entry->record;
    if (record.context && record.context->epoch != epoch)
        return Error(ErrorCode::WrongEpoch, {{"epoch", record.context->epoch.string()}});
    if (record.stage == CommandStage::SendAttempted)
        record.stage = CommandStage::Acknowledged;
    if (!record.acknowledgedAt.isSet() && record.sentAt.isSet()) {
        record.acknowledgedAt = m_writer.now();
        ++m_counts.acknowledged;
    }
    return record;
}

Result<CommandRecord> MemoryEvidence::end(const CommandEnd &end)
{
    Entry *entry = find(end.user, end.command);
    if (!entry)
        return unknownCommand(end.command);
    CommandRecord &record = entry->record;
    const bool sent = record.sentAt.isSet();
    const bool answer = end.outcome == CommandOutcome::Result || end.outcome == CommandOutcome::Error;
    if (answer && record.context && record.context->epoch != end.epoch)
        return Error(ErrorCode::WrongEpoch, {{"epoch", record.context->epoch.string()}});
    if (end.outcome == CommandOutcome::Result && !sent)
        return unknownCommand(end.command);
    if (sent && (end.outcome == CommandOutcome::Expired || end.outcome == CommandOutcome::Fenced))
        return record; // both mean "never sent"
    if (record.stage == CommandStage::Terminal) {
        if (!answer || record.outcome != CommandOutcome::Unknown || record.replaced)
            return record;
        record.replaced = true;
    }
    record.result = end.result;
    record.resultRef = end.resultRef;
    record.error = end.error;
    CommandOutcome outcome = end.outcome;
    if (outcome == CommandOutcome::Unknown && !sent)
        outcome = CommandOutcome::Expired; // what was not sent has no unknown outcome
    terminate(*entry, outcome);
    if (outcome == CommandOutcome::Result && startsAfresh(record.content))
        if (const Slot slot = addressed(record); slot != noSlot)
            m_leases.endSettling(slot);
    return record;
}

void MemoryEvidence::terminate(Entry &entry, CommandOutcome outcome)
{
    CommandRecord &record = entry.record;
    record.outcome = outcome;
    record.endedAt = m_writer.now();
    const Name name(record.user, record.id);
    if (record.stage == CommandStage::Terminal) {
        m_ended.splice(m_ended.end(), m_ended, entry.ended); // an unknown one that was replaced: kept from now
        return;
    }
    record.stage = CommandStage::Terminal;
    m_deadlines.erase({record.deadline, name});
    entry.ended = m_ended.insert(m_ended.end(), name);
    ++m_counts.ended;
    if (record.sentAt.isSet() && record.handle.fence != 0)
        if (const Slot slot = addressed(record); slot != noSlot)
            m_leases.commandResolved(slot, record.id);
}

void MemoryEvidence::forgetPast()
{
    for (int i = 0; i < 16 && !m_ended.empty(); ++i) {
        const auto entry = m_records.find(m_ended.front());
        const CommandRecord &record = entry->second.record;
        if (record.endedAt + m_policies.evidenceRetention >= m_writer.now())
            return;
        const auto task = m_byTask.find({record.user, record.task});
        std::erase(task->second, record.id);
        if (task->second.empty())
            m_byTask.erase(task);
        m_records.erase(entry);
        m_ended.pop_front();
        ++m_counts.dropped;
    }
}

Result<CommandRecord> MemoryEvidence::get(const UserId &user, const CommandId &command) const
{
    const auto found = m_records.find({user, command});
    if (found == m_records.end())
        return unknownCommand(command);
    return found->second.record;
}

std::vector<CommandRecord> MemoryEvidence::byTask(const UserId &user, const TaskId &task) const
{
    std::vector<CommandRecord> records;
    if (const auto ids = m_byTask.find({user, task}); ids != m_byTask.end())
        for (const CommandId &id : ids->second)
            records.push_back(m_records.at({user, id}).record);
    return records;
}

std::vector<CommandRecord> MemoryEvidence::overdue(std::uint32_t limit) const
{
    std::vector<CommandRecord> records;
    for (const auto &[deadline, name] : m_deadlines) {
        if (deadline >= m_writer.now() || records.size() >= limit)
            break;
        records.push_back(m_records.at(name).record);
    }
    return records;
}

std::vector<CommandRecord> MemoryEvidence::recent(const UserId &user, std::uint32_t limit) const
{
    std::vector<CommandRecord> records;
    const auto add = [&](const Name &name) {
        if (records.size() < limit && (user.empty() || name.first == user))
            records.push_back(m_records.at(name).record);
    };
    for (const auto &[deadline, name] : m_deadlines)
        add(name);
    for (auto name = m_ended.rbegin(); name != m_ended.rend() && records.size() < limit; ++name)
        add(*name);
    return records;
}

EvidenceCounts MemoryEvidence::counts() const
{
    EvidenceCounts counts = m_counts;
    counts.retained = m_ended.size();
    counts.live = m_records.size() - m_ended.size();
    return counts;
}

bool MemoryEvidence::hasCapacity(RegistryTime now) const
{
    if (m_records.size() < m_policies.evidenceEntries)
        return true;
    return !m_ended.empty() && m_records.at(m_ended.front()).record.endedAt + m_policies.evidenceRetention < now;
}

} // namespace cheetah

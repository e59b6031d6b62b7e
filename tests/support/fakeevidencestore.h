// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/evidencestore.h"
#include "registry/fleetsource.h"
#include "support/manualscheduler.h"

#include <functional>
#include <map>
#include <set>

namespace cheetah::test {

/// Registry time of a test: the wall clock's start plus steady time.
class FakeFleetSource final : public FleetSource {
public:
    explicit FakeFleetSource(const Clock &clock) : m_clock(clock) {}
    const Fleet &fleet() const override { return m_fleet; }
    RegistryTime now() const override { return {1'000'000'000 + m_clock.steady().time_since_epoch().count()}; }
    Subscription subscribe(FleetObserver &) override { return {}; }

private:
    const Clock &m_clock;
    Fleet m_fleet;
};

/// Evidence with the faults that a test asks for: answers that come late, get lost after the step took effect, or never
/// come. Leases and connections are what the test says. A step takes effect when it is called.
class FakeEvidenceStore final : public EvidenceStore {
public:
    FakeEvidenceStore(const FleetSource &time, Scheduler &scheduler) : m_time(time), m_scheduler(scheduler) {}

    std::map<ContextName, Handle> leases;
    std::map<ClientName, std::uint64_t> generations;  ///< of connected clients
    std::optional<Micros> delay;                      ///< of every answer
    std::set<ContextName> stuck;                      ///< whose beginSend is not answered
    std::uint32_t loseAnswers = 0;                    ///< that many steps take effect and answer `unavailable`
    std::uint32_t refuseSteps = 0;                    ///< that many steps do nothing and answer `unavailable`
    std::map<std::string, int> calls;                 ///< by step
    std::function<void(const CommandRecord &)> watch; ///< sees each record that changed

    const CommandRecord *find(const CommandId &id) const
    {
        for (const auto &[key, record] : m_records)
            if (key.second == id)
                return &record;
        return nullptr;
    }

    void admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply) override
    {
        step<Admission>("admit", scope, std::move(reply), [&]() -> Result<Admission> {
            const auto known = m_records.find({record.user, record.id});
            if (known != m_records.end()) {
                if (known->second.content == record.content)
                    return Admission{known->second, true};
                return ErrorCode::CommandIdConflict;
            }
            if (!current(record.handle))
                return ErrorCode::StaleHandle;
            CommandRecord admitted = record;
            admitted.admittedAt = m_time.now();
            ++m_counts.admitted;
            return Admission{changed(admitted), false};
        });
    }

    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override
    {
        const auto known = m_records.find({user, command});
        if (known != m_records.end() && stuck.contains(*known->second.context)) {
            ++calls["beginSend"];
            return;
        }
        step<CommandRecord>("beginSend", scope, std::move(reply), [&]() -> Result<CommandRecord> {
            if (known == m_records.end())
                return ErrorCode::CommandUnknown;
            CommandRecord record = known->second;
            if (record.stage != CommandStage::Admitted)
                return ErrorCode::RequestKnown;
            if (!current(record.handle))
                return finishUnsent(record, CommandOutcome::Fenced, ErrorCode::Fenced);
            if (record.deadline < m_time.now())
                return finishUnsent(record, CommandOutcome::Expired, ErrorCode::CommandExpired);
            const auto connected = generations.find(record.context->clientName());
            if (connected == generations.end() || connected->second != generation)
                return ErrorCode::ClientNotConnected;
            record.stage = CommandStage::SendAttempted;
            record.sentAt = m_time.now();
            return changed(record);
        });
    }

    void acknowledge(const UserId &user, const CommandId &command, const Epoch &, const Scope &scope,
                     Reply<CommandRecord> reply) override
    {
        step<CommandRecord>("acknowledge", scope, std::move(reply), [&]() -> Result<CommandRecord> {
            const auto known = m_records.find({user, command});
            if (known == m_records.end())
                return ErrorCode::CommandUnknown;
            CommandRecord record = known->second;
            if (!record.acknowledgedAt.isSet() && record.stage != CommandStage::Admitted) {
                record.acknowledgedAt = m_time.now();
                if (record.stage == CommandStage::SendAttempted)
                    record.stage = CommandStage::Acknowledged;
            }
            return changed(record);
        });
    }

    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override
    {
        step<CommandRecord>("end", scope, std::move(reply), [&]() -> Result<CommandRecord> {
            const auto known = m_records.find({end.user, end.command});
            if (known == m_records.end())
                return ErrorCode::CommandUnknown;
            CommandRecord record = known->second;
            const bool answer = end.outcome == CommandOutcome::Result || end.outcome == CommandOutcome::Error;
            const bool neverSent = end.outcome == CommandOutcome::Expired || end.outcome == CommandOutcome::Fenced;
            const bool replaces = record.outcome == CommandOutcome::Unknown && !record.replaced && answer;
            if (record.stage == CommandStage::Terminal && !replaces)
                return record;
            if (neverSent && record.stage != CommandStage::Admitted)
                return record;
            record.replaced = replaces;
            record.stage = CommandStage::Terminal;
            record.outcome = end.outcome;
            record.result = end.result;
            record.resultRef = end.resultRef;
            record.error = end.error;
            record.endedAt = m_time.now();
            return changed(record);
        });
    }

    void get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply) override
    {
        step<CommandRecord>("get", scope, std::move(reply), [&]() -> Result<CommandRecord> {
            const auto known = m_records.find({user, command});
            if (known == m_records.end())
                return ErrorCode::CommandUnknown;
            return known->second;
        });
    }

    void byTask(const UserId &user, const TaskId &task, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override
    {
        step<std::vector<CommandRecord>>("byTask", scope, std::move(reply), [&] {
            std::vector<CommandRecord> found;
            for (const auto &[key, record] : m_records)
                if (record.user == user && record.task == task)
                    found.push_back(record);
            return Result<std::vector<CommandRecord>>(found);
        });
    }

    void recent(const UserId &user, std::uint32_t limit, const Scope &scope,
                Reply<std::vector<CommandRecord>> reply) override
    {
        step<std::vector<CommandRecord>>("recent", scope, std::move(reply), [&] {
            std::vector<CommandRecord> found;
            for (const auto &[key, record] : m_records)
                if ((user.empty() || record.user == user) && found.size() < limit)
                    found.push_back(record);
            return Result<std::vector<CommandRecord>>(found);
        });
    }

    void overdue(std::uint32_t limit, const Scope &scope, Reply<std::vector<CommandRecord>> reply) override
    {
        step<std::vector<CommandRecord>>("overdue", scope, std::move(reply), [&] {
            std::vector<CommandRecord> found;
            for (const auto &[key, record] : m_records)
                if (record.stage != CommandStage::Terminal && record.deadline < m_time.now() && found.size() < limit)
                    found.push_back(record);
            return Result<std::vector<CommandRecord>>(found);
        });
    }

    EvidenceCounts counts() const override { return m_counts; }
    bool hasCapacity() const override { return true; }

private:
    bool current(const Handle &handle) const
    {
        if (handle.fence == 0)
            return true;
        const auto lease = leases.find(handle.name());
        return lease != leases.end() && lease->second == handle;
    }

    CommandRecord changed(const CommandRecord &record)
    {
        m_records[{record.user, record.id}] = record;
        if (watch)
            watch(record);
        return record;
    }

    Error finishUnsent(CommandRecord &record, CommandOutcome outcome, ErrorCode code)
    {
        record.stage = CommandStage::Terminal;
        record.outcome = outcome;
        record.error = code;
        record.endedAt = m_time.now();
        changed(record);
        return code;
    }

    template <class T, class F>
    void step(const char *name, const Scope &scope, Reply<T> reply, F effect)
    {
        ++calls[name];
        Result<T> result = ErrorCode::Unavailable;
        if (refuseSteps) {
            --refuseSteps;
        } else {
            result = effect();
            if (loseAnswers) {
                --loseAnswers;
                result = ErrorCode::Unavailable;
            }
        }
        if (!delay)
            return reply(std::move(result));
        struct Late {
            Scope::Guard guard;
            Reply<T> reply;
            Result<T> result;
        };
        const auto late = std::make_shared<Late>(Late{scope.guard(), std::move(reply), std::move(result)});
        m_late.push_back(m_scheduler.after(*delay, [late] {
            if (late->guard.alive())
                late->reply(std::move(late->result));
        }));
    }

    const FleetSource &m_time;
    Scheduler &m_scheduler;
    std::map<std::pair<UserId, CommandId>, CommandRecord> m_records;
    EvidenceCounts m_counts;
    std::vector<Scheduler::Timer> m_late; ///< answers on their way
};

} // namespace cheetah::test

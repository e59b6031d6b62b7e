// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/invariants.h"
#include "simulation/plantedregistry.h"

namespace cheetah::simulation {

/// Looks at every step that reaches the registry, and holds its answer and its changes against the Invariants: a refused
/// step changes nothing, a stale handle never succeeds, what is given was free to be given. The registry behind it answers
/// before its calls return. Owned by the simulation.
class WatchedRegistry final : public InterceptedRegistry<WatchedRegistry, PlantedRegistry> {
public:
    WatchedRegistry(PlantedRegistry &registry, Invariants &invariants, EventLog &log)
        : InterceptedRegistry(registry), m_invariants(invariants), m_log(log)
    {}

    template <class T, class Run>
    void step(Step kind, const Scope &, Reply<T> reply, Run run)
    {
        StepFacts facts = std::exchange(m_facts, {});
        facts.kind = kind;
        m_invariants.begin(facts);
        std::optional<Result<T>> answer;
        run(Reply<T>([&](Result<T> result) { answer.emplace(std::move(result)); }));
        m_invariants.finish();
        ++m_steps;
        if (!answer) {
            m_invariants.violated(std::string(name(kind)) + " was not answered");
            return;
        }
        note(kind, *answer ? nullptr : &answer->error());
        if (!*answer && m_invariants.changesInStep() > 0 && answer->error().param("released") != "true")
            m_invariants.violated(std::string(name(kind)) + " was refused and yet changed the fleet");
        reply(*std::move(answer));
    }

    std::uint64_t steps() const { return m_steps; }

    void assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply) override;
    void renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply) override;
    void release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply) override;
    void releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                          Reply<Assigned> reply) override;
    void cancel(const UserId &user, const RequestId &request, const Scope &scope, Reply<CancelOutcome> reply) override;
    void forceRelease(const ContextName &name, Fence fence, const Scope &scope, Reply<Released> reply) override;
    void endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                        Reply<SliceOutcome> reply) override;
    void expire(const Handle &handle, RegistryTime seen, const Scope &scope, Reply<Released> reply) override;
    void expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply) override;
    void requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply) override;
    void hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply) override;
    void closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                Reply<std::uint32_t> reply) override;
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                    Reply<std::uint64_t> reply) override;
    void heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report, const Scope &scope,
                   Reply<void> reply) override;
    void registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply) override;
    void unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                        Reply<void> reply) override;
    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override;
    void unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                   const Scope &scope, Reply<ReportAccepted> reply) override;
    void reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply) override;
    void answerReservation(const ProvisionAnswer &answer, const Scope &scope, Reply<void> reply) override;
    void admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply) override;
    void beginSend(const UserId &user, const CommandId &command, std::uint64_t generation, const Scope &scope,
                   Reply<CommandRecord> reply) override;
    void acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                     Reply<CommandRecord> reply) override;
    void end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply) override;
    void get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply) override;

private:
    void note(Step kind, const Error *error);
    /// `reply`, after `check(const Result<T> &)` has looked at the answer.
    template <class T, class Check>
    static Reply<T> checked(Reply<T> reply, Check check)
    {
        return [reply = std::move(reply), check = std::move(check)](Result<T> result) mutable {
            check(result);
            reply(std::move(result));
        };
    }
    Reply<CommandRecord> told(Reply<CommandRecord> reply);
    void checkGiven(const AssignArgs &args, const Result<Assigned> &result, const std::optional<Handle> &held,
                    const std::optional<std::string> &against);

    Invariants &m_invariants;
    EventLog &m_log;
    StepFacts m_facts; ///< of the step about to be made
    std::string m_subject;
    std::uint64_t m_steps = 0;
};

} // namespace cheetah::simulation

// SPDX-License-Identifier: Apache-2.0
#include "simulation/remoteregistry.h"

#include "registry/assignmentscan.h"
#include "registry/fulfils.h"

namespace cheetah::simulation {

namespace {

constexpr int assignsAgain = 3, reportsAgain = 5;

} // namespace

void RemoteRegistry::attach(StepReplica &replica)
{
    m_replica = &replica;
    m_queue.emplace(replica, m_lease);
}

void RemoteRegistry::detach()
{
    m_queue.reset();
    m_replica = nullptr;
}

AssignFacts RemoteRegistry::factsOf(const AssignArgs &args) const
{
    AssignFacts facts;
    const Fleet &fleet = m_replica->fleet();
    const Slot slot = fleet.find(args.context);
    if (slot == noSlot)
        return facts;
    const ClientRow &client = fleet.client(fleet.context(slot).client);
    facts.generation = client.state->generation;
    if (!clientFulfils(args.requirements.get(), client))
        facts.unmet = unmetRule(*args.requirements, client);
    else if (const Waiter *waiter = m_queue->earlier(slot, args.request, args.place))
        facts.earlier = waiter->request;
    return facts;
}

ReportFacts RemoteRegistry::factsOf(const Report &report) const
{
    ReportFacts facts;
    const Fleet &fleet = m_replica->fleet();
    const Slot slot = fleet.find(report.client);
    if (slot == noSlot || fleet.client(slot).state->epoch != report.epoch)
        return facts;
    facts.base = std::int64_t(fleet.client(slot).seq);
    for (const Slot window : fleet.client(slot).windows) {
        ReportedWindow &shown = facts.shown.emplace_back();
        for (const Slot context : fleet.window(window).contexts)
            shown.contexts.push_back(*fleet.context(context).reported);
    }
    return facts;
}

void RemoteRegistry::catchUp(const Error &mismatch, const Scope &scope, Callback<void()> then)
{
    ++m_mismatches;
    m_replica->whenAt(0, std::stoull(std::string(mismatch.param("rev"))), scope, std::move(then));
}

void RemoteRegistry::assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply)
{
    tryAssign(std::nullopt, args, assignsAgain, scope, std::move(reply));
}

void RemoteRegistry::releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                                      Reply<Assigned> reply)
{
    tryAssign(handle, args, assignsAgain, scope, std::move(reply));
}

void RemoteRegistry::tryAssign(const std::optional<Handle> &released, const AssignArgs &args, int triesLeft,
                               const Scope &scope, Reply<Assigned> reply)
{
    const auto there = [this, released, args, facts = factsOf(args)](Reply<Assigned> answer) {
        m_store->expectFacts(facts);
        if (released)
            m_inner.releaseAndAssign(*released, args, m_scope, std::move(answer));
        else
            m_inner.assign(args, m_scope, std::move(answer));
    };
    askStore<Assigned>(
        scope,
        [this, released, args, triesLeft, &scope, reply = std::move(reply)](Result<Assigned> result) mutable {
            if (result || result.error().code != ErrorCode::BaseMismatch)
                return reply(std::move(result));
            if (triesLeft == 0)
                return reply(
                    Error(ErrorCode::NothingAvailable, {{"rule", std::string(cheetah::name(Rule::Connected))}}));
            catchUp(result.error(), scope,
                    [this, released, args, triesLeft, &scope, reply = std::move(reply)]() mutable {
                        tryAssign(released, args, triesLeft - 1, scope, std::move(reply));
                    });
        },
        there);
}

void RemoteRegistry::scanAssignments(const std::string &cursor, std::uint32_t limit, const Scope &,
                                     Reply<ScanPage> reply)
{
    const Fleet &fleet = m_replica->fleet();
    Result<AssignmentScan> scan = AssignmentScan::begin(fleet, cursor, limit);
    if (!scan)
        return reply(scan.error());
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).name && fleet.context(slot).assignment)
            scan->add(slot);
    reply(scan->take());
}

void RemoteRegistry::report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply)
{
    tryReport(std::make_shared<Report>(report), source, reportsAgain, scope, std::move(reply));
}

void RemoteRegistry::tryReport(const std::shared_ptr<const Report> &report, ReportSource source, int triesLeft,
                               const Scope &scope, Reply<ReportAccepted> reply)
{
    const auto there = [this, report, source, facts = factsOf(*report)](Reply<ReportAccepted> answer) {
        m_store->expectFacts(facts);
        m_inner.report(*report, source, m_scope, std::move(answer));
    };
    askStore<ReportAccepted>(
        scope,
        [this, report, source, triesLeft, &scope, reply = std::move(reply)](Result<ReportAccepted> result) mutable {
            if (result || result.error().code != ErrorCode::BaseMismatch || triesLeft == 0)
                return reply(std::move(result));
            catchUp(result.error(), scope,
                    [this, report, source, triesLeft, &scope, reply = std::move(reply)]() mutable {
                        tryReport(report, source, triesLeft - 1, scope, std::move(reply));
                    });
        },
        there);
}

} // namespace cheetah::simulation

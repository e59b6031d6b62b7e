// SPDX-License-Identifier: Apache-2.0
#include "registry/reports.h"

namespace cheetah {

Result<Slot> Reports::check(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source) const
{
    const Slot slot = m_writer.fleet().find(client);
    if (slot == noSlot)
        return Error(ErrorCode::ClientUnknown, {{"client", client.client.string()}});
    const ClientRow &row = m_writer.fleet().client(slot);
    if (row.state->epoch != epoch)
        return Error(m_connections.retired(slot, epoch) ? ErrorCode::EpochRetired : ErrorCode::EpochUnknown,
                     {{"epoch", epoch.string()}});
    if (source.generation != 0 && source.generation != row.state->generation)
        return Error(ErrorCode::Superseded, {{"generation", std::to_string(row.state->generation)}});
    if (seq <= row.seq)
        return Error(ErrorCode::StaleSeq, {{"lastSeq", std::to_string(row.seq)}});
    return slot;
}

Result<ReportAccepted> Reports::report(const Report &report, ReportSource source)
{
    const Result<Slot> client = check(report.client, report.epoch, report.seq, source);
    if (!client)
        return client.error();
    std::size_t contexts = 0;
    for (const ReportedWindow &window : report.windows)
        contexts += window.contexts.size();
    if (std::max(contexts, report.windows.size()) > m_policies.contextsPerClient)
        return Error(ErrorCode::LimitExceeded,
                     {{"which", "contexts_per_client"}, {"limit", std::to_string(m_policies.contextsPerClient)}});
    if (Result<void> compared = m_comparer.compare(*client, report, m_diff); !compared)
        return compared.error();
    return take(*client, report.seq, m_diff);
}

Result<ReportAccepted> Reports::reportDiff(const ClientName &client, const Epoch &epoch, std::uint64_t seq,
                                           ReportDiff &diff, ReportSource source)
{
    const Result<Slot> slot = check(client, epoch, seq, source);
    if (!slot)
        return slot.error();
    return take(*slot, seq, diff);
}

Result<ReportAccepted> Reports::unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq,
                                          ReportSource source)
{
    const Result<Slot> slot = check(client, epoch, seq, source);
    if (!slot)
        return slot.error();
    if (m_writer.fleet().client(*slot).seq == 0)
        return ErrorCode::BaseMismatch; // there is no report of this epoch that it could repeat
    m_writer.add(ClientSeqChanged{client, seq});
    m_reservations.reported(*slot, seq);
    return ReportAccepted{seq, false, {}};
}

ReportAccepted Reports::take(Slot client, std::uint64_t seq, ReportDiff &diff)
{
    ReportAccepted accepted{seq, !diff.empty(), {}};
    std::uint32_t ended = 0;
    removeContexts(diff.gone, EndCause::ContextGone, ended);
    for (const ReportDiff::Provisioned &one : diff.provisioned) {
        ContextChanged &change = diff.contexts[one.context];
        if (!change.reported->ours && m_reservations.find(client, one.provision)) {
            auto ours = std::make_shared<ReportedContext>(*change.reported);
            ours->ours = true;
            change.reported = std::move(ours);
        }
    }
    for (WindowChanged &window : diff.windows)
        m_writer.add(std::move(window));
    for (const ContextChanged &context : diff.contexts)
        m_writer.add(context);
    for (WindowName &window : diff.windowsGone) {
        m_drains.windowGone(window);
        m_writer.add(WindowRemoved{std::move(window)});
    }
    for (WindowChanged &window : diff.reordered)
        m_writer.add(std::move(window));
    m_writer.add(ClientSeqChanged{m_writer.fleet().client(client).name, seq});
    if (!diff.contexts.empty()) {
        m_writer.flush();
        arrived(diff.contexts, accepted);
        attribute(client, diff);
    }
    if (!m_writer.fleet().reservations().empty())
        m_writer.flush();
    m_reservations.reported(client, seq);
    return accepted;
}

/// A new context belongs to the lease of the one that opened it (SPEC W20); of ours, whose opener's holder released
/// meanwhile, nobody wants any more; and as long as creations are pending nobody knows whose it is (SPEC W13).
void Reports::arrived(const std::vector<ContextChanged> &contexts, ReportAccepted &accepted)
{
    std::vector<Slot> added;
    for (const ContextChanged &context : contexts)
        if (context.key.slot == noSlot) {
            added.push_back(m_writer.fleet().find(context.key));
            m_leases.added(added.back());
        }
    // One that was opened by another new one finds its lease once that one has found it.
    while (std::erase_if(added, [&](Slot context) { return joinsLease(context); }) > 0)
        m_writer.flush();
    for (const Slot context : added) {
        const ContextRow &row = m_writer.fleet().context(context);
        if (closable(context)) {
            accepted.closable.push_back(row.name);
            m_leases.keepClosing(context);
        } else {
            m_reservations.holdUnattributed(row.client, context);
        }
    }
}

Slot Reports::opener(Slot context) const
{
    const ContextRow &row = m_writer.fleet().context(context);
    if (row.reported->opener.empty() || row.reported->opener == row.reported->id)
        return noSlot;
    return m_writer.fleet().find(ContextName{row.name->user, row.name->client, row.name->epoch, row.reported->opener});
}

bool Reports::joinsLease(Slot context)
{
    const Slot from = opener(context);
    const Slot parent = from == noSlot ? noSlot : m_leases.carrier(from);
    if (parent == noSlot)
        return false;
    m_leases.setParent(context, parent);
    return true;
}

bool Reports::closable(Slot context) const
{
    const ReportedContext &reported = *m_writer.fleet().context(context).reported;
    if (!reported.ours || !reported.provision.empty())
        return false;
    const Slot from = opener(context);
    return from != noSlot && m_writer.fleet().context(from).lastEnd == EndCause::Released;
}

void Reports::attribute(Slot client, ReportDiff &diff)
{
    if (m_writer.fleet().reservations().empty())
        return;
    for (const ReportDiff::Provisioned &one : diff.provisioned) {
        m_writer.flush();
        const Slot context = m_writer.fleet().find(diff.contexts[one.context].key);
        if (const auto reservation = m_reservations.find(client, one.provision))
            m_reservations.shown(*reservation, context);
    }
}

void Reports::removeContexts(const std::vector<Slot> &gone, EndCause cause, std::uint32_t &ended)
{
    for (const Slot context : gone)
        ended += m_leases.end(context, cause);
    m_writer.flush(); // children of those that ended stand alone before they go themselves
    for (const Slot context : gone) {
        const ContextKey key = m_writer.fleet().key(context);
        m_leases.forget(context);
        m_writer.add(ContextRemoved{key});
    }
}

bool Reports::removeContexts(Slot client, EndCause cause, std::uint32_t limit, std::uint32_t &ended)
{
    const Fleet &fleet = m_writer.fleet();
    std::vector<Slot> gone;
    for (const Slot window : fleet.client(client).windows)
        for (const Slot context : fleet.window(window).contexts)
            if (gone.size() < limit)
                gone.push_back(context);
    const bool all = gone.size() == fleet.client(client).contexts;
    removeContexts(gone, cause, ended);
    m_writer.flush();
    if (!all)
        return false;
    for (const Slot window : fleet.client(client).windows) {
        m_drains.windowGone(fleet.window(window).name);
        m_writer.add(WindowRemoved{fleet.window(window).name});
    }
    m_writer.flush();
    return true;
}

} // namespace cheetah

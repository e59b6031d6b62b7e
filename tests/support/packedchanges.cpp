// SPDX-License-Identifier: Apache-2.0
#include "support/packedchanges.h"

#include "redis/packedblobs.h"
#include "redis/rediskeys.h"

namespace cheetah::test {

namespace {

/// Appends the parts of a change after its kind.
class ChangeWriter {
public:
    explicit ChangeWriter(PackWriter &out) : m_out(out) {}

    void operator()(const AssignmentStarted &change)
    {
        const Assignment &a = change.assignment;
        begin(1, 6);
        key(change.key).number(a.fence).number(a.acquiredAt.us).number(a.renewedAt.us).number(a.renewals);
        m_out.array(6).id(a.task).id(a.request).id(a.holderNode).number(a.longestHold.count()); // as packLease()
        m_out.text(a.tied ? "requester" : "").number(0);
    }
    void operator()(const AssignmentRenewed &change)
    {
        begin(2, 3);
        key(change.key).number(change.fence).number(change.renewedAt.us);
    }
    void operator()(const AssignmentEnded &change)
    {
        begin(3, 3);
        key(change.key).number(change.fence).number(int(change.cause));
    }
    void operator()(const ContextChanged &change)
    {
        begin(4, 8);
        key(change.key).id(change.window).number(change.position).text(packReported(*change.reported));
        m_out.number(int(change.reported->health));
        flag(change.reported->ours);
        m_out.number(change.firstSeenAt.us).number(change.lastEnd ? int(*change.lastEnd) : -1);
    }
    void operator()(const ContextRemoved &change)
    {
        begin(5, 1);
        key(change.key);
    }
    void operator()(const SettlingChanged &change)
    {
        begin(6, change.settling ? 3 : 1);
        key(change.key);
        if (!change.settling)
            return;
        m_out.number(change.settling->deadline.us).array(change.settling->commands.size());
        for (const CommandId &command : change.settling->commands)
            m_out.id(command);
    }
    void operator()(const HoldChanged &change)
    {
        begin(7, change.hold ? 3 : 1);
        key(change.key);
        if (change.hold)
            m_out.id(change.hold->request).number(change.hold->until.us);
    }
    void operator()(const ParentChanged &change)
    {
        begin(8, 2);
        key(change.key);
        key(change.parent);
    }
    void operator()(const WindowChanged &change)
    {
        begin(9, 6);
        m_out.text(nameBytes(change.name)).text(change.title);
        flag(change.focused);
        flag(change.isolated);
        flag(change.ours);
        m_out.number(change.position);
    }
    void operator()(const WindowRemoved &change)
    {
        begin(10, 1);
        m_out.text(nameBytes(change.name));
    }
    void operator()(const ClientChanged &change)
    {
        const ClientState &state = *change.state;
        begin(11, 14);
        m_out.text(nameBytes(change.name)).text(packFixed(state)).id(state.epoch).number(state.generation);
        m_out.number(state.seq);
        flag(state.connected);
        m_out.id(state.node).number(state.connectedAt.us).number(state.disconnectedAt.us);
        m_out.number(state.graceUntil.us).number(state.removeAt.us).number(state.keptOutUntil.us);
        m_out.id(state.provisioner).number(state.provisionsUntil.us);
    }
    void operator()(const ClientSeqChanged &change)
    {
        begin(12, 2);
        m_out.text(nameBytes(change.name)).number(change.seq);
    }
    void operator()(const ClientRemoved &change)
    {
        begin(13, 1);
        m_out.text(nameBytes(change.name));
    }
    void operator()(const ReservationChanged &change)
    {
        const Reservation &r = *change.reservation;
        begin(14, 8);
        m_out.text(nameBytes(r.client)).id(r.provision).id(r.epoch).id(r.request).text(packPlacement(r.placement));
        m_out.number(r.deadline.us);
        flag(r.newWindow);
        m_out.number(r.answeredSeq);
    }
    void operator()(const ReservationRemoved &change)
    {
        begin(15, 2);
        m_out.text(nameBytes(change.client)).id(change.provision);
    }
    void operator()(const WaiterAdded &change)
    {
        begin(16, 3);
        m_out.number(change.waiter->place).number(change.waiter->enqueuedAt.us).text(packWaiter(*change.waiter));
    }
    void operator()(const WaiterRemoved &change)
    {
        begin(17, 2);
        m_out.id(change.user).number(change.place);
    }
    void operator()(const DrainChanged &change)
    {
        const Drain &drain = change.drain;
        begin(18, 6);
        m_out.text(nameBytes(drain.target)).number(int(drain.state)).number(drain.deadline.us);
        flag(drain.force);
        m_out.number(drain.startedAt.us).text(drain.by);
    }
    void operator()(const DrainRemoved &change)
    {
        begin(19, 1);
        m_out.text(nameBytes(change.target));
    }
    void operator()(const NodeChanged &change)
    {
        const NodeInfo &node = change.node;
        begin(20, 6);
        m_out.id(node.id).id(node.incarnation).number(node.startedAt.us).number(node.heartbeatAt.us);
        m_out.text(packNode(node)).text(packNodeReport(node.report));
    }
    void operator()(const NodeRemoved &change)
    {
        begin(21, 1);
        m_out.id(change.node);
    }

private:
    void begin(int kind, std::size_t fields) { m_out.array(1 + fields).number(kind); }
    PackWriter &key(const ContextKey &key) { return m_out.text(key.name ? nameBytes(*key.name) : std::string()); }
    void flag(bool flag) { m_out.number(int(flag)); }

    PackWriter &m_out;
};

void write(PackWriter &out, const std::vector<Change> &changes)
{
    out.array(changes.size());
    for (const Change &change : changes)
        packChange(out, change);
}

} // namespace

void packChange(PackWriter &out, const Change &change)
{
    std::visit(ChangeWriter(out), change);
}

std::string packChanges(const std::vector<Change> &changes)
{
    PackWriter out;
    write(out, changes);
    return out.take();
}

std::string packDelta(const StreamedDelta &entry)
{
    return (entry.previous ? entry.previous->text() : std::string()) + ' ' + entry.id.text() + ' '
         + packChanges(entry.delta.changes);
}

} // namespace cheetah::test

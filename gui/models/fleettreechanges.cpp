// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of FleetTreeModel sum up, and whom it tells that they say something else now.
#include "models/fleettreemodel.h"

#include "delegates/cellroles.h"

#include <algorithm>

namespace cheetah::gui {

void FleetTreeModel::takeShare(Slot client)
{
    if (client >= m_shares.size() || m_shares[client].user == noSlot)
        return;
    const Share share = std::exchange(m_shares[client], {});
    UserSum &sum = m_sums[share.user];
    --sum.clients;
    sum.connected -= share.connected;
    sum.contexts -= share.contexts;
    sum.busy -= share.busy;
}

void FleetTreeModel::addShare(Slot client)
{
    const ClientRow &row = m_store.fleet().client(client);
    if (!row.state)
        return;
    if (client >= m_shares.size())
        m_shares.resize(m_store.fleet().clientSlots());
    if (row.user >= m_sums.size())
        m_sums.resize(m_store.fleet().userSlots());
    m_shares[client] = {row.user, row.contexts, row.load(), row.state->connected};
    UserSum &sum = m_sums[row.user];
    ++sum.clients;
    sum.connected += row.state->connected;
    sum.contexts += row.contexts;
    sum.busy += row.load();
}

void FleetTreeModel::sumUp(const FleetBatch &batch)
{
    for (const Slot slot : batch.clients.removed)
        takeShare(slot);
    for (const auto *list : {&batch.clients.added, &batch.clients.changed})
        for (const Slot slot : *list) {
            takeShare(slot);
            addShare(slot);
        }
}

bool FleetTreeModel::isInSight(TreeNode node) const
{
    return m_tree.has(node)
        && (!m_inSight || std::binary_search(m_inSight->begin(), m_inSight->end(), node, [](TreeNode a, TreeNode b) {
               return std::pair(a.kind, a.slot) < std::pair(b.kind, b.slot);
           }));
}

void FleetTreeModel::setInSight(std::optional<QModelIndexList> rows)
{
    m_inSight.reset();
    if (!rows)
        return;
    auto &nodes = m_inSight.emplace();
    for (const QModelIndex &index : *rows)
        if (index.isValid())
            nodes.push_back(node(index));
    std::sort(nodes.begin(), nodes.end(),
              [](TreeNode a, TreeNode b) { return std::pair(a.kind, a.slot) < std::pair(b.kind, b.slot); });
}

/// Tells of rows in sight that say something else now; rows side by side at once.
void FleetTreeModel::tellChanges(const FleetBatch &batch)
{
    std::vector<TreeNode> nodes;
    const auto note = [&](TreeNode node) {
        if (isInSight(node))
            nodes.push_back(node);
    };
    for (const Slot slot : batch.contexts.changed)
        note(tabNode(slot));
    for (const Slot slot : batch.windows.changed)
        note(windowNode(slot));
    for (const auto *list : {&batch.clients.added, &batch.clients.changed})
        for (const Slot slot : *list) {
            note(clientNode(slot));
            note(userNode(m_store.fleet().client(slot).user));
            note(awayNode(m_store.fleet().client(slot).user));
        }
    // Reservations and what went do not say whom they concern; what is in sight is little.
    if ((batch.reservations || !batch.clients.removed.empty()) && m_inSight)
        nodes = *m_inSight;
    tell(std::move(nodes));
}

void FleetTreeModel::tell(std::vector<TreeNode> nodes)
{
    std::erase_if(nodes, [this](TreeNode node) { return !m_tree.has(node); });
    struct Row {
        QModelIndex parent;
        int row;
    };
    std::vector<Row> rows;
    for (const TreeNode node : nodes)
        rows.push_back({indexOf(m_tree.parent(node)), m_tree.row(node)});
    std::sort(rows.begin(), rows.end(),
              [](const Row &a, const Row &b) { return a.parent == b.parent ? a.row < b.row : a.parent < b.parent; });
    static const QList<int> roles{Qt::DisplayRole,        Qt::DecorationRole, Qt::ToolTipRole,
                                  Qt::AccessibleTextRole, ExpiryRole,         GlyphRole};
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i + 1;
        while (end < rows.size() && rows[end].parent == rows[i].parent && rows[end].row <= rows[end - 1].row + 1)
            ++end;
        emit dataChanged(index(rows[i].row, 0, rows[i].parent),
                         index(rows[end - 1].row, ColumnCount - 1, rows[i].parent), roles);
        i = end;
    }
}

} // namespace cheetah::gui

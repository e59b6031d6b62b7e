// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleettreemodel.h"

#include "actions/pendingactions.h"

namespace cheetah::gui {

namespace {

static_assert(sizeof(quintptr) == 8, "an index holds a kind and a slot");

// Qt looks persistent indexes up by the lower bits of row and id as they are; ids that lie side by side would make that as
// slow as a search. Multiplication scatters them; the one factor undoes the other.
constexpr quintptr scatter = 0x9E3779B97F4A7C15U, gather = 0xf1de83e19937733dU;
static_assert(scatter * gather == 1);

quintptr idOf(TreeNode node)
{
    return (quintptr(node.slot) << 3 | quintptr(node.kind)) * scatter;
}

} // namespace

FleetTreeModel::FleetTreeModel(const FleetStore &store, const Theme &theme, const Words &words,
                               const PendingActions *pending, QObject *parent)
    : QAbstractItemModel(parent), m_store(store), m_theme(theme), m_words(words), m_pending(pending), m_ages(store)
{
    connect(&store, &FleetStore::changed, this, [this](const FleetBatch &batch) { take(batch); });
    if (pending)
        connect(pending, &PendingActions::underWayChanged, this, [this](const std::vector<ObjectId> &objects) {
            std::vector<TreeNode> nodes;
            for (const ObjectId &object : objects)
                if (const QModelIndex index = indexOf(object); index.isValid() && isInSight(node(index)))
                    nodes.push_back(node(index));
            tell(std::move(nodes));
        });
    if (store.isLoaded())
        rebuild();
}

TreeNode FleetTreeModel::node(const QModelIndex &index) const
{
    if (!index.isValid())
        return FleetTree::root;
    const quintptr id = index.internalId() * gather;
    return {NodeKind(id & 7), Slot(id >> 3)};
}

QModelIndex FleetTreeModel::indexOf(TreeNode node, int column) const
{
    const int row = node.isRoot() ? -1 : m_tree.row(node);
    return row < 0 ? QModelIndex() : createIndex(row, column, idOf(node));
}

QModelIndex FleetTreeModel::indexOf(const ObjectId &object) const
{
    const Fleet &fleet = m_store.fleet();
    const auto found = [&](NodeKind kind, Slot slot) {
        return slot == noSlot ? QModelIndex() : indexOf(TreeNode{kind, slot});
    };
    if (const auto *user = std::get_if<UserId>(&object))
        return found(NodeKind::User, fleet.find(*user));
    if (const auto *client = std::get_if<ClientName>(&object))
        return found(NodeKind::Client, fleet.find(*client));
    if (const auto *window = std::get_if<WindowName>(&object))
        return found(NodeKind::Window, fleet.find(*window));
    if (const auto *context = std::get_if<ContextName>(&object))
        return found(NodeKind::Tab, fleet.find(*context));
    return {};
}

ObjectId FleetTreeModel::object(const QModelIndex &index) const
{
    const TreeNode at = node(index);
    if (!isThere(at))
        return {};
    const Fleet &fleet = m_store.fleet();
    switch (at.kind) {
    case NodeKind::User:
        return fleet.user(at.slot).id;
    case NodeKind::Client:
        return fleet.client(at.slot).name;
    case NodeKind::Window:
        return fleet.window(at.slot).name;
    case NodeKind::Tab:
        return *fleet.context(at.slot).name;
    case NodeKind::Away:
    case NodeKind::Root:
        break;
    }
    return {};
}

/// Whether the fleet has the row. It may have lost it already while the view has not heard of it.
bool FleetTreeModel::isThere(TreeNode node) const
{
    const Fleet &fleet = m_store.fleet();
    switch (node.kind) {
    case NodeKind::User:
    case NodeKind::Away:
        return node.slot < fleet.userSlots();
    case NodeKind::Client:
        return node.slot < fleet.clientSlots() && fleet.client(node.slot).state;
    case NodeKind::Window:
        return node.slot < fleet.windowSlots() && fleet.window(node.slot).client != noSlot
            && fleet.client(fleet.window(node.slot).client).state;
    case NodeKind::Tab:
        return node.slot < fleet.contextSlots() && fleet.context(node.slot).name && fleet.context(node.slot).reported;
    case NodeKind::Root:
        break;
    }
    return false;
}

QModelIndex FleetTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || (parent.isValid() && parent.column() != 0))
        return {};
    const auto &rows = m_tree.children(node(parent));
    return std::size_t(row) < rows.size() ? createIndex(row, column, idOf(rows[std::size_t(row)])) : QModelIndex();
}

QModelIndex FleetTreeModel::parent(const QModelIndex &index) const
{
    return index.isValid() ? indexOf(m_tree.parent(node(index))) : QModelIndex();
}

QModelIndex FleetTreeModel::sibling(int row, int column, const QModelIndex &index) const
{
    if (index.isValid() && row == index.row() && column >= 0 && column < ColumnCount)
        return createIndex(row, column, index.internalId());
    return QAbstractItemModel::sibling(row, column, index);
}

int FleetTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(m_tree.children(node(parent)).size());
}

int FleetTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool FleetTreeModel::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

} // namespace cheetah::gui

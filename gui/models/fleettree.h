// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/handle.h"

#include <array>
#include <vector>

namespace cheetah::gui {

/// What a row of the fleet tree stands for. Away gathers the clients of a user that are disconnected.
enum class NodeKind : std::uint32_t { User, Away, Client, Window, Tab, Root };

/// One row of the fleet tree: its kind and the slot in the fleet; of Away, the user's slot.
struct TreeNode {
    NodeKind kind = NodeKind::Root;
    Slot slot = noSlot;

    bool isRoot() const { return kind == NodeKind::Root; }
    friend bool operator==(const TreeNode &, const TreeNode &) = default;
};

inline TreeNode userNode(Slot slot)
{
    return {NodeKind::User, slot};
}
inline TreeNode awayNode(Slot user)
{
    return {NodeKind::Away, user};
}
inline TreeNode clientNode(Slot slot)
{
    return {NodeKind::Client, slot};
}
inline TreeNode windowNode(Slot slot)
{
    return {NodeKind::Window, slot};
}
inline TreeNode tabNode(Slot slot)
{
    return {NodeKind::Tab, slot};
}

/// Which rows stand under which, as a view knows them: a plain copy of the order of rows, which the fleet does not wait for.
/// It knows only slots. Owned by the FleetTreeModel, which alone changes it.
class FleetTree {
public:
    static constexpr TreeNode root{NodeKind::Root, 0};

    void clear();
    /// Rows in order; empty for tabs and for what is not there.
    const std::vector<TreeNode> &children(TreeNode parent) const;
    bool has(TreeNode node) const;
    /// A node without a slot if the node is not there.
    TreeNode parent(TreeNode node) const;
    /// Among its siblings; -1 if it is not there.
    int row(TreeNode node) const;

    /// `node` must not be there.
    void insert(TreeNode parent, int at, const std::vector<TreeNode> &nodes);
    /// With everything under them.
    void remove(TreeNode parent, int first, int last);
    /// To stand before the row that is `to` now; as QAbstractItemModel::beginMoveRows has it.
    void move(TreeNode from, int row, TreeNode parent, int to);

private:
    struct Place {
        TreeNode parent;
        mutable int row = 0; ///< where it stood when last looked at
    };
    const Place *place(TreeNode node) const;
    Place &entry(TreeNode node);
    std::vector<TreeNode> &list(TreeNode parent);
    void forget(TreeNode node);

    static constexpr std::size_t parents = 5; ///< kinds that have children, the root in place of the tab
    std::array<std::vector<Place>, 5> m_places;
    std::array<std::vector<std::vector<TreeNode>>, parents> m_children;
};

} // namespace cheetah::gui

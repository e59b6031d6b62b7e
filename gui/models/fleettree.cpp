// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleettree.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

std::size_t listOf(NodeKind kind)
{
    return kind == NodeKind::Root ? std::size_t(NodeKind::Tab) : std::size_t(kind);
}

} // namespace

void FleetTree::clear()
{
    *this = {};
}

const std::vector<TreeNode> &FleetTree::children(TreeNode parent) const
{
    static const std::vector<TreeNode> none;
    if (parent.kind == NodeKind::Tab)
        return none;
    const auto &lists = m_children[listOf(parent.kind)];
    return parent.slot < lists.size() ? lists[parent.slot] : none;
}

const FleetTree::Place *FleetTree::place(TreeNode node) const
{
    if (node.isRoot())
        return nullptr;
    const auto &places = m_places[std::size_t(node.kind)];
    return node.slot < places.size() && places[node.slot].parent.slot != noSlot ? &places[node.slot] : nullptr;
}

bool FleetTree::has(TreeNode node) const
{
    return place(node) != nullptr;
}

TreeNode FleetTree::parent(TreeNode node) const
{
    const Place *found = place(node);
    return found ? found->parent : TreeNode{};
}

int FleetTree::row(TreeNode node) const
{
    const Place *found = place(node);
    if (!found)
        return -1;
    const auto &siblings = children(found->parent);
    if (std::size_t(found->row) >= siblings.size() || siblings[std::size_t(found->row)] != node) {
        // A node whose parent is just being shown stands in no list yet.
        const auto at = std::find(siblings.begin(), siblings.end(), node);
        if (at == siblings.end())
            return -1;
        found->row = int(at - siblings.begin());
    }
    return found->row;
}

FleetTree::Place &FleetTree::entry(TreeNode node)
{
    auto &places = m_places[std::size_t(node.kind)];
    if (node.slot >= places.size())
        places.resize(std::max<std::size_t>(node.slot + 1, places.size() * 2));
    return places[node.slot];
}

std::vector<TreeNode> &FleetTree::list(TreeNode parent)
{
    auto &lists = m_children[listOf(parent.kind)];
    if (parent.slot >= lists.size())
        lists.resize(std::max<std::size_t>(parent.slot + 1, lists.size() * 2));
    return lists[parent.slot];
}

void FleetTree::insert(TreeNode parent, int at, const std::vector<TreeNode> &nodes)
{
    auto &rows = list(parent);
    rows.insert(rows.begin() + at, nodes.begin(), nodes.end());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        entry(nodes[i]) = {parent, at + int(i)};
}

void FleetTree::remove(TreeNode parent, int first, int last)
{
    auto &rows = list(parent);
    for (int row = first; row <= last; ++row)
        forget(rows[std::size_t(row)]);
    rows.erase(rows.begin() + first, rows.begin() + last + 1);
}

void FleetTree::forget(TreeNode node)
{
    entry(node) = {};
    if (node.kind == NodeKind::Tab)
        return;
    for (const TreeNode child : std::exchange(list(node), {}))
        forget(child);
}

void FleetTree::move(TreeNode from, int row, TreeNode parent, int to)
{
    auto &source = list(from);
    const TreeNode node = source[std::size_t(row)];
    source.erase(source.begin() + row);
    const int at = from == parent && row < to ? to - 1 : to;
    auto &target = list(parent);
    target.insert(target.begin() + at, node);
    entry(node) = {parent, at};
}

} // namespace cheetah::gui

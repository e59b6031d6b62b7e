// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows FleetTreeModel has, and how they follow the fleet.
#include "models/fleettreemodel.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTimerEvent>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr qint64 sliceMilliseconds = 5;

bool isIn(const std::vector<Slot> &sorted, Slot slot)
{
    return std::binary_search(sorted.begin(), sorted.end(), slot);
}

/// Whether the batch took the row away; another may have its slot by now.
bool isGone(const FleetBatch &batch, TreeNode node)
{
    switch (node.kind) {
    case NodeKind::Client:
        return isIn(batch.clients.removed, node.slot);
    case NodeKind::Window:
        return isIn(batch.windows.removed, node.slot);
    case NodeKind::Tab:
        return isIn(batch.contexts.removed, node.slot);
    default:
        return false;
    }
}

} // namespace

void FleetTreeModel::setAwake(bool awake)
{
    m_isAwake = awake;
    if (!awake)
        m_scan.stop();
    if (awake && std::exchange(m_missed, false))
        rebuild();
}

void FleetTreeModel::take(const FleetBatch &batch)
{
    m_ages.take(batch);
    if (!m_isAwake) {
        m_missed = true;
        return;
    }
    if (batch.whole)
        return rebuild();
    m_shows.resize(m_store.fleet().contextSlots());
    const std::uint32_t shownBefore = m_shownCount;
    const std::size_t structural = batch.clients.added.size() + batch.clients.removed.size()
                                 + batch.windows.added.size() + batch.windows.removed.size()
                                 + batch.contexts.added.size() + batch.contexts.removed.size();
    sumUp(batch);
    if (structural > mostSingleChanges)
        inOneGo(batch, [&] { apply(batch); });
    else
        apply(batch);
    tellChanges(batch);
    if (m_shownCount != shownBefore)
        emit shownChanged();
}

/// Another fleet, or too much was missed: every slot may mean something else.
void FleetTreeModel::rebuild()
{
    emit aboutToReplace();
    if (const int rows = rowCount(); rows > 0) {
        beginRemoveRows({}, 0, rows - 1);
        m_tree.clear();
        endRemoveRows();
    }
    fill();
    FleetTree filled = std::exchange(m_tree, {}); // nobody shall see its rows before they are told
    if (const int rows = int(filled.children(FleetTree::root).size()); rows > 0) {
        beginInsertRows({}, 0, rows - 1);
        m_tree = std::move(filled);
        endInsertRows();
    }
    emit replaced();
    emit shownChanged();
}

/// All rows into the empty tree, without a signal.
void FleetTreeModel::fill()
{
    const Fleet &fleet = m_store.fleet();
    m_scan.stop();
    m_shows.assign(fleet.contextSlots(), false);
    m_shownCount = 0;
    beginPass();
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).name)
            setShows(slot, matches(slot));
    m_shares.clear();
    m_sums.clear();
    m_isSilent = true;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        if (fleet.client(slot).state) {
            addShare(slot);
            placeClient(slot);
        }
    m_isSilent = false;
    m_touchedUsers.clear();
}

void FleetTreeModel::apply(const FleetBatch &batch)
{
    const Fleet &fleet = m_store.fleet();
    beginPass();
    for (const Slot slot : batch.contexts.removed)
        setShows(slot, false);
    for (const auto *list : {&batch.contexts.added, &batch.contexts.changed})
        for (const Slot slot : *list)
            setShows(slot, matches(slot));
    removeGone(batch);
    for (const auto *list : {&batch.clients.added, &batch.clients.changed})
        for (const Slot slot : *list)
            placeClient(slot);
    for (const Slot slot : batch.clients.changed)
        if (m_tree.has(clientNode(slot)))
            sync(clientNode(slot), targetWindows(slot));
    moveTabs(batch.contexts.changed);
    for (const auto *list : {&batch.windows.added, &batch.windows.changed})
        for (const Slot slot : *list)
            if (m_tree.has(windowNode(slot)) && fleet.window(slot).client != noSlot)
                sync(windowNode(slot), targetTabs(slot));
    for (const Slot user : std::exchange(m_touchedUsers, {}))
        pruneUser(user);
}

void FleetTreeModel::removeGone(const FleetBatch &batch)
{
    for (const Slot slot : batch.clients.removed)
        drop(clientNode(slot));
    for (const Slot slot : batch.windows.removed)
        drop(windowNode(slot));
    for (const Slot slot : batch.contexts.removed)
        drop(tabNode(slot));
}

/// Puts a client where it belongs: under its user, under the group of those that are away, or nowhere.
void FleetTreeModel::placeClient(Slot client)
{
    const ClientRow &row = m_store.fleet().client(client);
    const TreeNode node = clientNode(client);
    if (!row.state || !showsClient(client))
        return drop(node);
    const bool isAway = !row.state->connected;
    if (m_tree.has(node) && (m_tree.parent(node).kind == NodeKind::Away) == isAway)
        return;
    const TreeNode user = ensureUser(row.user);
    const TreeNode parent = isAway ? ensureAway(row.user) : user;
    const int at = placeOfClient(parent, client);
    if (m_tree.has(node)) {
        moveRow(node, parent, at);
    } else {
        fillClient(client);
        insertRows(parent, at, {node});
    }
    m_touchedUsers.push_back(row.user);
}

/// Puts everything under a client that is not shown yet.
void FleetTreeModel::fillClient(Slot client)
{
    const auto windows = targetWindows(client);
    for (const TreeNode window : windows)
        m_tree.insert(window, 0, freshTabs(window.slot));
    m_tree.insert(clientNode(client), 0, windows);
}

TreeNode FleetTreeModel::ensureUser(Slot user)
{
    if (!m_tree.has(userNode(user)))
        insertRows(FleetTree::root, placeOfUser(user), {userNode(user)});
    return userNode(user);
}

TreeNode FleetTreeModel::ensureAway(Slot user)
{
    if (!m_tree.has(awayNode(user)))
        insertRows(userNode(user), int(m_tree.children(userNode(user)).size()), {awayNode(user)});
    return awayNode(user);
}

/// A user or a group without rows goes.
void FleetTreeModel::pruneUser(Slot user)
{
    if (m_tree.has(awayNode(user)) && m_tree.children(awayNode(user)).empty())
        drop(awayNode(user));
    if (m_tree.has(userNode(user)) && m_tree.children(userNode(user)).empty())
        drop(userNode(user));
}

/// Tabs that stand in another window than before.
void FleetTreeModel::moveTabs(const std::vector<Slot> &tabs)
{
    for (const Slot slot : tabs) {
        const TreeNode node = tabNode(slot), window = windowNode(m_store.fleet().context(slot).window);
        if (!m_tree.has(node) || m_tree.parent(node) == window || !shows(slot))
            continue;
        if (m_tree.has(window))
            moveRow(node, window, int(m_tree.children(window).size()));
        else
            drop(node);
    }
}

/// Makes the rows under `parent` those of `target`, in its order.
void FleetTreeModel::sync(TreeNode parent, const std::vector<TreeNode> &target)
{
    if (m_tree.children(parent) == target)
        return;
    std::vector<TreeNode> sorted = target;
    const auto bySlot = [](TreeNode a, TreeNode b) { return a.slot < b.slot; };
    std::sort(sorted.begin(), sorted.end(), bySlot);
    const auto isWanted = [&](TreeNode node) { return std::binary_search(sorted.begin(), sorted.end(), node, bySlot); };
    for (int last = int(m_tree.children(parent).size()) - 1; last >= 0; --last) {
        if (isWanted(m_tree.children(parent)[std::size_t(last)]))
            continue;
        int first = last;
        while (first > 0 && !isWanted(m_tree.children(parent)[std::size_t(first - 1)]))
            --first;
        dropRows(parent, first, last);
        last = first;
    }
    std::vector<TreeNode> known;
    std::copy_if(target.begin(), target.end(), std::back_inserter(known),
                 [&](TreeNode node) { return m_tree.parent(node) == parent; });
    reorder(parent, known);
    for (std::size_t at = 0; at < target.size(); ++at) {
        std::vector<TreeNode> run;
        while (at + run.size() < target.size() && m_tree.parent(target[at + run.size()]) != parent)
            run.push_back(target[at + run.size()]);
        if (run.empty())
            continue;
        for (const TreeNode node : run)
            if (node.kind == NodeKind::Window)
                m_tree.insert(node, 0, freshTabs(node.slot));
        insertRows(parent, int(at), run);
        at += run.size();
    }
}

/// `order` has the same nodes as stand there.
void FleetTreeModel::reorder(TreeNode parent, const std::vector<TreeNode> &order)
{
    for (std::size_t at = 0; at < order.size(); ++at) {
        const auto &rows = m_tree.children(parent);
        if (rows[at] == order[at])
            continue;
        // One that went to the right is one move, not one for each that it passed.
        if (rows[at + 1] == order[at]) {
            const auto to = std::find(order.begin() + std::ptrdiff_t(at), order.end(), rows[at]) - order.begin();
            moveRow(rows[at], parent, int(to) + 1);
            continue;
        }
        moveRow(order[at], parent, int(at));
    }
}

std::vector<TreeNode> FleetTreeModel::targetWindows(Slot client) const
{
    std::vector<TreeNode> windows;
    for (const Slot window : m_store.fleet().client(client).windows)
        if (showsWindow(window))
            windows.push_back(windowNode(window));
    return windows;
}

std::vector<TreeNode> FleetTreeModel::targetTabs(Slot window) const
{
    std::vector<TreeNode> tabs;
    for (const Slot context : m_store.fleet().window(window).contexts)
        if (shows(context))
            tabs.push_back(tabNode(context));
    return tabs;
}

/// The tabs of a window that comes anew, but for those that still stand elsewhere: these move.
std::vector<TreeNode> FleetTreeModel::freshTabs(Slot window) const
{
    auto tabs = targetTabs(window);
    std::erase_if(tabs, [this](TreeNode tab) { return m_tree.has(tab); });
    return tabs;
}

bool FleetTreeModel::showsWindow(Slot window) const
{
    const auto &contexts = m_store.fleet().window(window).contexts;
    return !m_filter || std::any_of(contexts.begin(), contexts.end(), [this](Slot slot) { return shows(slot); });
}

bool FleetTreeModel::showsClient(Slot client) const
{
    const auto &windows = m_store.fleet().client(client).windows;
    return !m_filter || std::any_of(windows.begin(), windows.end(), [this](Slot slot) { return showsWindow(slot); });
}

int FleetTreeModel::placeOfUser(Slot user) const
{
    const Fleet &fleet = m_store.fleet();
    const auto &rows = m_tree.children(FleetTree::root);
    const auto at = std::lower_bound(rows.begin(), rows.end(), user, [&](TreeNode node, Slot slot) {
        return fleet.user(node.slot).id < fleet.user(slot).id;
    });
    return int(at - rows.begin());
}

/// By id; the group of those that are away stands behind all clients.
int FleetTreeModel::placeOfClient(TreeNode parent, Slot client) const
{
    const Fleet &fleet = m_store.fleet();
    const auto &rows = m_tree.children(parent);
    const auto at = std::lower_bound(rows.begin(), rows.end(), client, [&](TreeNode node, Slot slot) {
        return node.kind == NodeKind::Client && fleet.client(node.slot).name.client < fleet.client(slot).name.client;
    });
    return int(at - rows.begin());
}

void FleetTreeModel::setShows(Slot context, bool shows)
{
    if (m_shows[context] == shows)
        return;
    m_shows[context] = shows;
    shows ? ++m_shownCount : --m_shownCount;
}

void FleetTreeModel::setFilter(ExpressionPtr filter)
{
    if (filter && filter->isEmpty())
        filter = nullptr;
    if (filter == m_filter)
        return;
    m_filter = std::move(filter);
    refilter();
}

void FleetTreeModel::beginPass()
{
    if (m_filter)
        m_reader.emplace(m_store);
}

bool FleetTreeModel::matches(Slot context)
{
    if (!m_filter)
        return true;
    m_reader->setRow(context);
    return m_filter->matches(*m_reader);
}

void FleetTreeModel::refilter()
{
    m_scanAt = 0;
    if (m_isAwake)
        m_scan.start(0, this);
    else
        m_missed = true;
}

void FleetTreeModel::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_scan.timerId())
        scanSlice();
}

/// Asks the filter about some clients' contexts, then shows what it said of them.
void FleetTreeModel::scanSlice()
{
    const Fleet &fleet = m_store.fleet();
    beginPass();
    QElapsedTimer clock;
    clock.start();
    std::vector<Slot> clients;
    std::size_t flips = 0;
    for (; m_scanAt < fleet.clientSlots() && clock.elapsed() < sliceMilliseconds; ++m_scanAt) {
        if (!fleet.client(m_scanAt).state)
            continue;
        clients.push_back(m_scanAt);
        for (const Slot window : fleet.client(m_scanAt).windows)
            for (const Slot context : fleet.window(window).contexts) {
                const bool isMatch = matches(context);
                flips += isMatch != shows(context);
                setShows(context, isMatch);
            }
    }
    if (m_scanAt >= fleet.clientSlots())
        m_scan.stop();
    const auto follow = [&] {
        for (const Slot client : clients) {
            placeClient(client);
            if (!m_tree.has(clientNode(client)))
                continue;
            sync(clientNode(client), targetWindows(client));
            for (const Slot window : fleet.client(client).windows)
                if (m_tree.has(windowNode(window)))
                    sync(windowNode(window), targetTabs(window));
        }
        for (const Slot user : std::exchange(m_touchedUsers, {}))
            pruneUser(user);
    };
    if (flips > mostSingleChanges)
        inOneGo({}, follow);
    else
        follow();
    emit shownChanged();
}

/// All that `change` does to rows as one layout change; persistent indexes follow their rows.
template <class Change>
void FleetTreeModel::inOneGo(const FleetBatch &batch, Change change)
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    m_isSilent = true;
    change();
    m_isSilent = false;
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex &index : before) {
        const TreeNode old = node(index);
        after.append(isGone(batch, old) ? QModelIndex() : indexOf(old, index.column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void FleetTreeModel::insertRows(TreeNode parent, int at, const std::vector<TreeNode> &nodes)
{
    if (!m_isSilent)
        beginInsertRows(indexOf(parent), at, at + int(nodes.size()) - 1);
    m_tree.insert(parent, at, nodes);
    if (!m_isSilent)
        endInsertRows();
}

void FleetTreeModel::dropRows(TreeNode parent, int first, int last)
{
    if (!m_isSilent)
        beginRemoveRows(indexOf(parent), first, last);
    m_tree.remove(parent, first, last);
    if (!m_isSilent)
        endRemoveRows();
}

void FleetTreeModel::drop(TreeNode node)
{
    if (!m_tree.has(node))
        return;
    const TreeNode parent = m_tree.parent(node);
    const int row = m_tree.row(node);
    if (node.kind == NodeKind::Client) // under a user or its group, which have the same slot
        m_touchedUsers.push_back(parent.slot);
    dropRows(parent, row, row);
}

/// To stand before row `to` of `parent`.
void FleetTreeModel::moveRow(TreeNode node, TreeNode parent, int to)
{
    const TreeNode from = m_tree.parent(node);
    const int row = m_tree.row(node);
    if (!m_isSilent && !beginMoveRows(indexOf(from), row, row, indexOf(parent), to))
        return;
    m_tree.move(from, row, parent, to);
    if (!m_isSilent)
        endMoveRows();
}

} // namespace cheetah::gui

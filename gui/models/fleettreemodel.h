// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/underway.h"
#include "filter/contextfields.h"
#include "filter/expression.h"
#include "models/fleettree.h"
#include "models/reportages.h"
#include "session/selection.h"
#include "store/fleetstore.h"
#include "theme/theme.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QBasicTimer>

#include <optional>

namespace cheetah::gui {

class PendingActions;
class Words;

/// The fleet as a tree of users, clients, windows and tabs, over the one replica: it keeps which row stands where and
/// nothing of what the rows say. A batch becomes exact inserts, removes and moves, or one layout change where there are
/// many, and dataChanged for rows in sight; another fleet altogether takes all rows away and puts its own there. It is never
/// reset. With a filter it has the tabs that match and what they stand in. Owned by its view.
class FleetTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, State, Task, Lease, EpochId, Url, Facts, LastReport, ColumnCount };
    /// More structural changes than these in a batch become one layout change.
    static constexpr std::size_t mostSingleChanges = 300;

    /// All outlive it. Without `pending` no action by hand is known.
    FleetTreeModel(const FleetStore &store, const Theme &theme, const Words &words,
                   const PendingActions *pending = nullptr, QObject *parent = nullptr);

    /// Shows the contexts that match, all for null. The tree follows in slices, within some turns of the loop.
    void setFilter(ExpressionPtr filter);
    /// Asks the filter again: time moved on.
    void refilter();
    bool isFiltered() const { return m_filter != nullptr; }
    /// Contexts that are shown.
    std::uint32_t shown() const { return m_shownCount; }
    bool isScanning() const { return m_scan.isActive(); }

    /// While asleep it ignores the fleet; awake again it has all rows anew if anything happened.
    void setAwake(bool awake);
    /// Rows whose changes are told; nothing: of all rows. By any column.
    void setInSight(std::optional<QModelIndexList> rows);

    TreeNode node(const QModelIndex &index) const;
    /// Invalid if there is none.
    QModelIndex indexOf(TreeNode node, int column = 0) const;
    QModelIndex indexOf(const ObjectId &object) const;
    /// Monostate for what is no object: the group of clients that are away.
    ObjectId object(const QModelIndex &index) const;
    /// The action by hand that this very row is waiting for the end of; null: none.
    const UnderWay *underWay(const QModelIndex &index) const;
    /// Until what counts down in this row is over; 0 where nothing does.
    Micros timeLeft(const QModelIndex &index, RegistryTime now) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    QModelIndex sibling(int row, int column, const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// How many are shown may have changed.
    void shownChanged();
    /// Around the removal and the insertion of all rows.
    void aboutToReplace();
    void replaced();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    /// What a client adds to the sums of its user.
    struct Share {
        Slot user = noSlot;
        std::uint32_t contexts = 0, busy = 0;
        bool connected = false;
    };
    struct UserSum {
        std::uint32_t clients = 0, connected = 0, contexts = 0, busy = 0;
    };

    // fleettreesync.cpp: rows
    void take(const FleetBatch &batch);
    void rebuild();
    void fill();
    void apply(const FleetBatch &batch);
    void removeGone(const FleetBatch &batch);
    void placeClient(Slot client);
    void fillClient(Slot client);
    TreeNode ensureUser(Slot user);
    TreeNode ensureAway(Slot user);
    void pruneUser(Slot user);
    void moveTabs(const std::vector<Slot> &tabs);
    void sync(TreeNode parent, const std::vector<TreeNode> &target);
    void reorder(TreeNode parent, const std::vector<TreeNode> &order);
    std::vector<TreeNode> targetWindows(Slot client) const;
    std::vector<TreeNode> targetTabs(Slot window) const;
    std::vector<TreeNode> freshTabs(Slot window) const;
    void beginPass();
    bool matches(Slot context);
    bool shows(Slot context) const { return m_shows[context]; }
    bool showsWindow(Slot window) const;
    bool showsClient(Slot client) const;
    int placeOfUser(Slot user) const;
    int placeOfClient(TreeNode parent, Slot client) const;
    void setShows(Slot context, bool shows);
    void scanSlice();
    template <class Change>
    void inOneGo(const FleetBatch &batch, Change change);

    void insertRows(TreeNode parent, int at, const std::vector<TreeNode> &nodes);
    void dropRows(TreeNode parent, int first, int last);
    void drop(TreeNode node);
    void moveRow(TreeNode node, TreeNode parent, int to);

    // changes of what rows say
    void sumUp(const FleetBatch &batch);
    void addShare(Slot client);
    void takeShare(Slot client);
    void tellChanges(const FleetBatch &batch);
    void tell(std::vector<TreeNode> nodes);
    bool isInSight(TreeNode node) const;

    // fleettreetexts.cpp
    QString display(TreeNode node, int column) const;
    QString nameOf(TreeNode node) const;
    const UnderWay *underWay(TreeNode node) const;
    QString stateOf(TreeNode node) const;
    QString usualState(TreeNode node) const;
    QString taskOf(TreeNode node) const;
    QString factsOf(TreeNode node) const;
    /// As CellRole's ExpiryRole; of a client that is away, the end of its grace.
    RegistryTime expiryOf(TreeNode node) const;
    Micros graceOf(Slot client) const;
    QString sentence(TreeNode node) const;
    QString usualSentence(TreeNode node) const;
    QString tabSentence(Slot slot) const;
    QString tip(TreeNode node, int column) const;
    QVariant decoration(TreeNode node, int column) const;
    std::uint32_t busyIn(Slot window) const;
    bool isThere(TreeNode node) const;

    const FleetStore &m_store;
    const Theme &m_theme;
    const Words &m_words;
    const PendingActions *m_pending;
    FleetTree m_tree;
    ReportAges m_ages;
    ExpressionPtr m_filter;                ///< null: everything
    std::optional<ContextReader> m_reader; ///< of the pass
    std::vector<bool> m_shows;             ///< by slot of the context
    std::uint32_t m_shownCount = 0;
    std::vector<Share> m_shares; ///< by slot of the client
    std::vector<UserSum> m_sums; ///< by slot of the user
    std::vector<Slot> m_touchedUsers;
    std::optional<std::vector<TreeNode>> m_inSight; ///< ascending
    QBasicTimer m_scan;
    Slot m_scanAt = 0;       ///< next client to ask the filter about
    bool m_isSilent = false; ///< within one layout change: no signals for rows
    bool m_isAwake = true;
    bool m_missed = false;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleettreemodel.h"

#include <QtCore/QBasicTimer>
#include <QtWidgets/QTreeView>

#include <map>

namespace cheetah::gui {

/// The tree itself: keeps what is expanded and where it is scrolled by id, tells the model what is in sight, and lets what
/// counts down be drawn anew without the model. It knows nothing of selection elsewhere. Owned by FleetTreeView.
class FleetTreeWidget : public QTreeView {
    Q_OBJECT

public:
    /// Fleets with more contexts open at their users only.
    static constexpr std::uint32_t mostExpanded = 200;
    /// So many rows a person can have expanded or collapsed against the default; then all of that is forgotten.
    static constexpr std::size_t mostToggles = 20'000;

    /// All outlive it.
    FleetTreeWidget(FleetTreeModel &model, const FleetStore &store, const Theme &theme, QWidget *parent = nullptr);

    /// Rows come and go by themselves at this moment: what the selection does now is not a person's wish.
    bool isChanging() const { return m_changing > 0; }
    /// While few rows match a filter, all of them are in the open.
    void filterChanged();
    /// Expands what the object stands in; an invalid index if it is not shown.
    QModelIndex reveal(const ObjectId &object);
    /// The names take what the other columns leave, until a person chose their width.
    bool fitsName() const { return m_fitsName; }
    void setFitsName(bool fits);
    bool isFittingName() const { return m_isFitting; }

signals:
    /// The model's rows stand anew: selection by id has to be set again.
    void rowsChanged();
    void inspectionWanted();

protected:
    void doItemsLayout() override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void keyPressEvent(QKeyEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    void beginChange();
    void endChange();
    void toggled(const QModelIndex &index, bool expanded);
    bool wantsExpanded(const QModelIndex &index) const;
    std::string key(const QModelIndex &index) const;
    /// Expands and collapses as wanted, for rows `first` to `last` and all below.
    void applyExpansion(const QModelIndex &parent, int first, int last);
    void applyExpansion();
    void expandAllBelow(const QModelIndex &index);
    void lookWhatIsInSight();
    void fitName();
    void keepScroll();
    void restoreScroll();

    FleetTreeModel &m_tree;
    const FleetStore &m_store;
    const Theme &m_theme;
    std::map<std::string, bool> m_toggles;       ///< by a person, against the default
    std::map<std::string, bool> m_filterToggles; ///< while there is a filter
    int m_changing = 0;
    bool m_isApplying = false;
    bool m_isSightKnown = false;
    bool m_fitsName = true;
    bool m_isFitting = false;
    bool m_isEnding = false; ///< something in sight ends within seconds
    ObjectId m_topInSight;   ///< in the topmost row, as last painted
    ObjectId m_top;          ///< the same at the beginning of a change, if not scrolled to the top
    int m_topOffset = 0;
    QBasicTimer m_tick;
};

} // namespace cheetah::gui

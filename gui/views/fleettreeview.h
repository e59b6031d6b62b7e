// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/filtertarget.h"
#include "views/view.h"

#include <QtCore/QTimer>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace cheetah::gui {

class EmptyState;
class FilterField;
class FleetTreeModel;
class FleetTreeWidget;
class NoClientYet;

/// The fleet as a tree, with a filter of its own; in a dock. What is selected here is selected everywhere.
class FleetTreeView : public View, private FilterTarget {
    Q_OBJECT

public:
    explicit FleetTreeView(Workspace &workspace, QWidget *parent = nullptr);
    ~FleetTreeView() override;

    QString title() const override;
    void setFilter(const QString &text) override;
    QString filter() const override;
    void focusFilter() override;

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    const FieldSet &fieldSet() const override;
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;

    void makeHeader();
    void choosePage();
    void showCounts();
    /// Of the session, in the tree. `reveal`: expands and scrolls to the current one.
    void takeSelection(bool reveal);
    void giveSelection();
    void showMenu(const QPoint &at);
    void showColumnMenu(const QPoint &at);
    void saveHeader();
    void tick();

    FleetTreeModel *m_model;
    FilterField *m_filter;
    QStackedWidget *m_pages;
    FleetTreeWidget *m_tree;
    EmptyState *m_empty;
    NoClientYet *m_noClient;
    QTimer m_refilter; ///< for filters that time makes true or false
    bool m_isTaking = false;
};

} // namespace cheetah::gui

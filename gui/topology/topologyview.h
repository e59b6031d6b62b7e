// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/filtertarget.h"
#include "views/view.h"

class QAction;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace cheetah::gui {

class EmptyState;
class TopologyLegend;
class TopologyMap;

/// The map of the whole fleet with what belongs to it: zoom, arrangement, legend, how many tabs the filter finds, and what to
/// do where there is nothing to show. Places only; the map is TopologyMap.
class TopologyView : public View, public FilterTarget {
    Q_OBJECT

public:
    explicit TopologyView(Workspace &workspace, QWidget *parent = nullptr);
    ~TopologyView() override;

    QString title() const override;
    /// A text that is no filter leaves the one in force.
    void setFilter(const QString &text) override;
    QString filter() const override { return m_filter; }
    const FieldSet &fieldSet() const override;
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;

    TopologyMap &map() { return *m_map; }

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;

private:
    void addActions();
    QAction *addOne(const QString &id, QString (*text)(), const QKeySequence &shortcut, int glyph);
    QAction *addToggle(const QString &id, QString (*text)(), int glyph, bool standard,
                       void (TopologyView::*take)(bool));
    QWidget *makeBar();
    QToolButton *button(QAction *action);
    void takeByUser(bool on);
    void takeNewest(bool on);
    void takeLegend(bool on);
    void takeMinimap(bool on);
    void takeOnlyMatches(bool on);
    void showZoom();
    void showMatches();
    void chooseFace();

    TopologyMap *m_map;
    TopologyLegend *m_legend;
    EmptyState *m_empty;
    QStackedWidget *m_faces;
    QToolButton *m_arrange = nullptr;
    QToolButton *m_percent = nullptr;
    QToolButton *m_onlyButton = nullptr;
    QLabel *m_matches = nullptr;
    QAction *m_zoomIn = nullptr, *m_zoomOut = nullptr, *m_zoomReset = nullptr, *m_zoomFit = nullptr;
    QAction *m_byUser = nullptr, *m_newest = nullptr, *m_showLegend = nullptr, *m_showMinimap = nullptr,
            *m_onlyMatches = nullptr;
    QString m_filter;
};

} // namespace cheetah::gui

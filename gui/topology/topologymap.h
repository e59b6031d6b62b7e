// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/workspace.h"
#include "topology/topologyfilter.h"
#include "topology/topologylayout.h"
#include "topology/topologypainter.h"
#include "topology/topologyselection.h"
#include "topology/topologywalk.h"

#include <QtCore/QTimer>
#include <QtWidgets/QAbstractScrollArea>

class QNativeGestureEvent;
class QPinchGesture;

namespace cheetah::gui {

class TopologyCard;
class TopologyMinimap;

/// The map itself: one surface that draws what is in sight of the fleet, and hears mouse, keyboard and gestures. It keeps
/// its place in the fleet by name, not by pixel, whatever comes and goes above. While it is hidden it does nothing and
/// takes the fleet anew when it is shown. Owned by TopologyView.
class TopologyMap : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TopologyMap(Workspace &workspace, QWidget *parent = nullptr);
    ~TopologyMap() override;

    int zoom() const { return m_zoom; }
    /// A step of TopologyMetrics; what stands at `at` (in the viewport) stays there, the middle unless given.
    void setZoom(int step, std::optional<QPoint> at = {});
    /// The nearest step at which everything is in sight.
    void zoomToFit();

    bool isByUser() const { return m_byUser; }
    void setByUser(bool byUser);
    TopologyOrder order() const { return m_order; }
    void setOrder(TopologyOrder order);
    void setExpression(ExpressionPtr expression);
    bool showsOnlyMatches() const { return m_onlyMatches; }
    void setShowsOnlyMatches(bool only);
    void setMinimapWanted(bool wanted);

    const TopologyLayout &layOut() const { return m_layout; }
    const TopologyWords &words() const { return m_words; }
    const FleetStore &store() const { return m_store; }
    TopologySelection &selection() { return m_selection; }
    TopologyFilter &filter() { return m_filter; }
    /// What is shown is older than it should be.
    bool isStale() const { return m_isStale; }
    /// The time that countdowns show: stands still while what is shown is not live.
    RegistryTime now() const;

    /// Where the keyboard is; None until it was used.
    const TopologySpot &cursor() const { return m_cursor; }
    /// Goes there and scrolls it into sight.
    void setCursor(const TopologySpot &spot);
    void clearCursor();
    using QWidget::setCursor;
    /// In the viewport.
    QRect rectOnScreen(const TopologySpot &spot) const;
    TopologySpot spotAt(QPoint inViewport) const;
    void reveal(const TopologySpot &spot);
    int top() const;
    void scrollTo(int top);
    /// Selects the thing and shows it where it stands elsewhere.
    void open(const TopologySpot &spot);
    /// Another one after each change of the layout.
    std::uint64_t layoutNumber() const { return m_layoutNumber; }
    std::uint64_t cellsPainted() const { return m_painter.cellsPainted(); }
    QSize sizeHint() const override;
    /// Everything is drawn anew, with colours and texts as they are now.
    void restyle();

signals:
    void zoomChanged(int step);
    /// Other matches, or another number of tabs.
    void matchesChanged();
    /// The layout or the scroll position is another one.
    void moved();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// What holds still when the map moves: this object's upper edge, so far below the upper edge of the viewport.
    struct Anchor {
        ObjectId object;
        double share = 0; ///< of its height
        int y = 0;
    };

    const Fleet &fleet() const { return m_store.fleet(); }
    // The fleet
    void take(const FleetBatch &batch);
    void takeRows(const FleetBatch &batch);
    void rebuild();
    void relayOut();
    void afterMove();
    void repaintChanged(const FleetBatch &batch);
    void takeUnderWay(const std::vector<ObjectId> &objects);
    void takeSelection();
    void takeConnection();
    void takeMatches();
    void refreshCursor();
    // The place
    Anchor anchorAt(QPoint inViewport) const;
    void restore(const Anchor &anchor);
    void updateScrollBar();
    void updateMinimap();
    // Time
    void tick();
    QRegion countingDown(bool &isClose) const;
    void scheduleTick();
    // The picture
    void refreshInk();
    void paintStamp(QPainter &painter);
    void paintNothing(QPainter &painter);
    void update(const TopologySpot &spot);
    bool isInSight(const QRect &onMap) const;
    QRect visible() const;
    // The mouse
    void hover(const TopologySpot &spot);
    void dragTo(QPoint inViewport);
    void endDrag(bool take);
    void click(const TopologySpot &spot, Qt::KeyboardModifiers modifiers);
    std::vector<TopologySpot> contextsIn(const QRect &onMap) const;
    void pinch(QPinchGesture &gesture);
    void pinch(QNativeGestureEvent &event);
    void zoomBy(double factor, QPoint at);
    void showMenu(QPoint global);
    // The keyboard
    bool moveCursor(int key, Qt::KeyboardModifiers modifiers);
    void goTo(const TopologySpot &spot, Qt::KeyboardModifiers modifiers);
    TopologySpot page(bool down) const;
    // The card
    void startCard(const TopologySpot &spot);
    void showCard();
    void hideCard();
    void announce();
    void announceChange(const FleetBatch &batch);

    Workspace &m_workspace;
    FleetStore &m_store;
    TopologyLayout m_layout;
    TopologySelection m_selection;
    TopologyWords m_words;
    TopologyInk m_ink;
    TopologyPainter m_painter;
    TopologyFilter m_filter;

    int m_zoom = TopologyMetrics::normal;
    bool m_byUser = true;
    TopologyOrder m_order = TopologyOrder::Name;
    bool m_onlyMatches = false;
    bool m_isBehind = true; ///< the fleet went on while the map was hidden
    bool m_isStale = false;
    RegistryTime m_frozenAt; ///< set while paused
    Anchor m_anchor;
    bool m_isRestoring = false;
    std::uint64_t m_layoutNumber = 1;

    TopologySpot m_cursor, m_hovered;
    ObjectId m_cursorName;
    TopologySpot m_rangeStart;
    QString m_announced;        ///< what the cursor's tab was called, without times
    bool m_isSelecting = false; ///< we change the selection ourselves

    std::optional<QPoint> m_pressed; ///< on the map
    std::optional<QRect> m_rubber;   ///< on the map
    QPoint m_dragAt;                 ///< in the viewport
    std::vector<ObjectId> m_before;  ///< the selection when the drag began, kept with Ctrl
    std::unordered_set<Slot> m_preview;
    QTimer m_autoScroll;
    double m_pinched = 1;
    int m_wheeled = 0;

    QTimer m_tick;
    RegistryTime m_lastTick;
    QTimer m_cardDelay;
    TopologySpot m_cardSpot;
    TopologyCard *m_card;
    TopologyMinimap *m_minimap;
    bool m_minimapWanted = true;
};

} // namespace cheetah::gui

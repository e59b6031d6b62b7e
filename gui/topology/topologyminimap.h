// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

namespace cheetah::gui {

class TopologyInk;
class TopologyMap;

/// The whole map beside the part in sight; press or drag to go there. Drawn anew at most once a second. Owned by the map.
class TopologyMinimap : public QWidget {
    Q_OBJECT

public:
    TopologyMinimap(TopologyMap &map, const TopologyInk &ink);

    void refreshSoon();
    void refreshNow();
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void render();
    void goTo(double y);
    double scale() const;

    TopologyMap &m_map;
    const TopologyInk &m_ink;
    QImage m_image;
    bool m_isDirty = true;
    QTimer m_refresh;
};

} // namespace cheetah::gui

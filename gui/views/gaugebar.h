// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "delegates/leasegauge.h" // after Qt: moc cannot read the standard's <compare> as a file's first header

namespace cheetah::gui {

/// The time left of a lease as a bar with its text; the same picture as in tables. Owned by whom it serves, which also
/// tells it the time.
class GaugeBar : public QWidget {
    Q_OBJECT

public:
    explicit GaugeBar(const Theme &theme, QWidget *parent = nullptr);

    void set(const LeaseGauge &gauge);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    LeaseGauge m_gauge;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/healthhistory.h"
#include "views/healthfigures.h"

#include <QtCore/QCoreApplication>

#include <qcustomplot.h>

#include <array>
#include <map>

namespace cheetah::gui {

class Theme;
class Words;

/// Rates, depths, latencies and conditions over one common time axis, drawn with QCustomPlot. Time without samples stays
/// empty, neither a line nor a zero. It follows the present until someone pans or zooms. It draws what it is given and
/// knows no session. Owned by the HealthView.
class HealthPlot : public QCustomPlot {
    Q_OBJECT

public:
    HealthPlot(const Theme &theme, const Words &words, QWidget *parent = nullptr);

    void append(const HealthSample &sample);
    void clear();
    /// A moment worth seeing beside the figures, such as an operator's action.
    void mark(RegistryTime at, const QString &text);

    void setSpan(Seconds span); ///< how much time the axis shows
    Seconds span() const { return m_span; }
    bool isLive() const { return m_live; }
    void setLive(bool live);

    /// Where the cursor stands; unset: at the newest sample.
    std::optional<RegistryTime> cursor() const { return m_cursor; }
    void setCursor(std::optional<RegistryTime> at);

    /// Of the sample at or before the cursor; null if there is none near.
    const HealthSample *sampleAtCursor() const;
    void restyle();
    void retranslate();
    /// Draws at the next turn of the loop.
    void redraw();

signals:
    void cursorMoved();
    void liveChanged(bool live);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    struct Mark {
        RegistryTime at;
        QCPItemStraightLine *line;
        QCPItemText *label;
    };

    QCPAxisRect *addPane(int row, double stretch);
    void styleAxis(QCPAxis *axis) const;
    void addConditions(const HealthSample &sample, double key);
    void nameConditions();
    void follow();
    void placeLabels();
    void shiftRange(double by);

    const Theme &m_theme;
    const Words &m_words;
    Seconds m_span{300};
    bool m_live = true;
    std::optional<RegistryTime> m_cursor;
    std::deque<HealthSample> m_samples; ///< what the lines were made from
    std::array<QCPGraph *, healthSeriesCount> m_graphs{};
    QCPAxisRect *m_rates, *m_depths, *m_latencies, *m_conditions;
    std::map<std::string, QCPGraph *> m_good, m_bad; ///< a strip for each condition
    std::map<std::string, int> m_rows;
    std::array<QCPItemStraightLine *, 4> m_cursorLines{};
    std::deque<Mark> m_marks;
    QCPMarginGroup *m_margins;
};

} // namespace cheetah::gui

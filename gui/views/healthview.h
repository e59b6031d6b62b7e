// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/healthhistory.h"
#include "views/view.h"

class QButtonGroup;
class QGridLayout;
class QLabel;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace cheetah::gui {

class HealthPlot;

/// How dispatching goes, over time and now: rates, queue, latencies, and the node's conditions with their reasons (SPEC O1).
/// Draws nothing while it is hidden.
class HealthView : public View {
    Q_OBJECT

public:
    explicit HealthView(Workspace &workspace, QWidget *parent = nullptr);

    QString title() const override;
    HealthPlot &plot() { return *m_plot; }

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeBar();
    QWidget *makeReadout();
    void catchUp();
    void takeSample(const HealthSample &sample);
    void takeMarks();
    void showReadout();
    void showConditions(const HealthSample &sample);
    void save();

    HealthPlot *m_plot;
    QWidget *m_readout; ///< gives way where there is little room
    QStackedLayout *m_pages;
    QLabel *m_empty;
    QButtonGroup *m_spans;
    QToolButton *m_live, *m_export;
    QLabel *m_at;
    QLabel *m_conditionsTitle;
    QGridLayout *m_figures;
    QVBoxLayout *m_conditionList;
    std::vector<QLabel *> m_swatches, m_titles, m_values;
    std::vector<ConditionState> m_shown; ///< conditions as they stand in the list
    std::uint64_t m_lastMark = 0;
};

} // namespace cheetah::gui

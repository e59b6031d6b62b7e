// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inspection.h"
#include "views/view.h"

#include <QtCore/QTimer>

#include <deque>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace cheetah::gui {

class EmptyState;
class GlyphLabel;
class InspectionPanel;
class StateChip;
class WrappedText;

/// Everything known of what is selected, what can be done with it, and what happened to it last; in a dock. When the object
/// goes it keeps what was known, greyed. Works only while it can be seen.
class InspectorView : public View {
    Q_OBJECT

public:
    /// Lines of history that are shown.
    static constexpr std::size_t mostHistory = 12;

    explicit InspectorView(Workspace &workspace, QWidget *parent = nullptr);
    ~InspectorView() override;

    QString title() const override;
    /// What is shown; nothing without a selection.
    const std::optional<Inspection> &inspection() const { return m_inspection; }
    bool isGone() const { return m_goneSince.isSet(); }

protected:
    void retranslate() override;
    void restyle() override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeActions();
    void selectionChanged();
    void refresh();
    void showHeader();
    void showFacts();
    void showFitting();
    void takeHistory(int removed, int added);
    void readHistory();
    void showHistory();
    void follow(const InspectionRow::Link &link);
    RegistryTime now() const;
    bool isStale() const;
    void tick();

    ReportAges m_ages;
    std::optional<Inspection> m_inspection;
    RegistryTime m_goneSince;
    struct HistoryLine {
        RegistryTime at;
        QString text;
    };
    std::deque<HistoryLine> m_history; ///< newest first
    QTimer m_refresh;                  ///< single shot: gathers changes
    QTimer m_tick;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QScrollArea *m_scroll;
    GlyphLabel *m_glyph;
    QLabel *m_kind, *m_gone;
    WrappedText *m_name;
    StateChip *m_chip;
    QWidget *m_actions;
    std::vector<QString> m_actionIds;                         ///< that buttons were made for
    InspectionPanel *m_firstPanel, *m_panel, *m_historyPanel; ///< what counts most; below the actions the rest
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inspection.h"

#include <QtWidgets/QWidget>

class QGridLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace cheetah::gui {

class ElidedLabel;
class GaugeBar;
class GlyphLabel;
class LinkButton;
class WrappedText;

/// Shows the sections of an Inspection, one row a fact. Widgets stay as long as the facts are the same ones, so that focus
/// and scroll position do. Owned by the InspectorView.
class InspectionPanel : public QWidget {
    Q_OBJECT

public:
    explicit InspectionPanel(const Theme &theme, QWidget *parent = nullptr);

    /// `isGone`: it was so; nothing counts down any more.
    void show(const Inspection &inspection, RegistryTime now, bool isGone);
    /// Times as they stand now; true if one of them ends within seconds.
    bool tick(RegistryTime now, bool isStale);
    /// Makes all widgets anew at the next show(): icons and language are others.
    void forget() { m_shape.clear(); }

signals:
    void linkWanted(const cheetah::gui::InspectionRow::Link &link);

private:
    struct RowWidgets {
        InspectionRow row;
        ElidedLabel *label = nullptr;
        WrappedText *value = nullptr; ///< or a link, or a bar
        LinkButton *link = nullptr;
        GaugeBar *gauge = nullptr;
        QToolButton *copy = nullptr;
    };
    static std::string shapeOf(const Inspection &inspection);
    void build(const Inspection &inspection);
    int labelWidth(const Inspection &inspection) const;
    int rowHeight() const;
    RowWidgets buildRow(QGridLayout &grid, int at, const InspectionRow &row);
    void fill(RowWidgets &widgets, const InspectionRow &row, RegistryTime now);
    void fillTime(RowWidgets &widgets, RegistryTime now, bool isStale);

    const Theme &m_theme;
    QVBoxLayout *m_layout;
    QWidget *m_content = nullptr;
    std::string m_shape;
    std::vector<QLabel *> m_titles;
    std::vector<RowWidgets> m_rows;
    bool m_isGone = false;
};

} // namespace cheetah::gui

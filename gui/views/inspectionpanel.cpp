// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspectionpanel.h"

#include "models/plaintext.h"
#include "session/words.h"
#include "views/gaugebar.h"
#include "views/linkbutton.h"
#include "views/wrappedtext.h"
#include "widgets/elidedlabel.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr Micros soon = Seconds(10);
constexpr int mostLabelLetters = 20;

} // namespace

InspectionPanel::InspectionPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins({});
}

/// Two inspections of one shape differ in values alone.
std::string InspectionPanel::shapeOf(const Inspection &inspection)
{
    std::string shape;
    for (const InspectionSection &section : inspection.sections) {
        shape += '#' + section.title.toStdString();
        for (const InspectionRow &row : section.rows)
            shape += '\n' + row.label.toStdString() + char('a' + int(row.link.index())) + char('a' + int(row.time))
                   + (row.copy.isEmpty() ? '-' : 'c');
    }
    return shape;
}

void InspectionPanel::show(const Inspection &inspection, RegistryTime now, bool isGone)
{
    m_isGone = isGone;
    if (std::string shape = shapeOf(inspection); shape != m_shape) {
        m_shape = std::move(shape);
        build(inspection);
    }
    std::size_t at = 0;
    for (const InspectionSection &section : inspection.sections)
        for (const InspectionRow &row : section.rows)
            fill(m_rows[at++], row, now);
    m_content->layout()->activate();
}

void InspectionPanel::build(const Inspection &inspection)
{
    if (m_content) {
        m_layout->removeWidget(m_content);
        m_content->hide();
        m_content->deleteLater(); // one of its links may have led here
    }
    m_rows.clear();
    m_content = new QWidget(this);
    auto *grid = new QGridLayout(m_content);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(0);
    grid->setHorizontalSpacing(Theme::space(2));
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, labelWidth(inspection));
    int line = 0;
    for (const InspectionSection &section : inspection.sections) {
        auto *title = new QLabel(m_content);
        title->setTextFormat(Qt::PlainText);
        title->setText(section.title);
        title->setFont(m_theme.font(TextRole::Strong));
        title->setContentsMargins(0, line == 0 ? 0 : Theme::space(3), 0, 0);
        grid->addWidget(title, line++, 0, 1, 3);
        for (const InspectionRow &row : section.rows)
            m_rows.push_back(buildRow(*grid, line++, row));
    }
    m_layout->addWidget(m_content);
    m_content->show();
}

/// As wide as the longest label, so far as that leaves room for the values.
int InspectionPanel::labelWidth(const Inspection &inspection) const
{
    int widest = 0;
    for (const InspectionSection &section : inspection.sections)
        for (const InspectionRow &row : section.rows)
            widest = std::max(widest, fontMetrics().horizontalAdvance(row.label) + 1);
    return std::min(widest, fontMetrics().averageCharWidth() * mostLabelLetters);
}

/// Of a row of one line; a button in it can be hit.
int InspectionPanel::rowHeight() const
{
    return std::max(fontMetrics().height() + Theme::space(1), Theme::iconSide() + Theme::space(2));
}

InspectionPanel::RowWidgets InspectionPanel::buildRow(QGridLayout &grid, int at, const InspectionRow &row)
{
    RowWidgets widgets;
    widgets.label = new ElidedLabel(row.label, m_content);
    widgets.label->setForegroundRole(QPalette::PlaceholderText);
    widgets.label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // the column has labelWidth()
    const int height = rowHeight();
    widgets.label->setFixedHeight(height);
    grid.addWidget(widgets.label, at, 0, Qt::AlignTop);
    QWidget *value = nullptr;
    if (row.link.index() != 0) {
        value = widgets.link = new LinkButton(m_content);
        value->setFixedHeight(height);
        connect(widgets.link, &LinkButton::clicked, this, [this, link = widgets.link] {
            for (const RowWidgets &one : m_rows)
                if (one.link == link)
                    return emit linkWanted(InspectionRow::Link(one.row.link));
        });
    } else if (row.time == InspectionRow::Time::Gauge) {
        value = widgets.gauge = new GaugeBar(m_theme, m_content);
        value->setFixedHeight(height - 2);
    } else {
        value = widgets.value = new WrappedText(4, m_content);
        widgets.value->setLeast(height);
    }
    grid.addWidget(value, at, 1, value == widgets.value ? Qt::Alignment() : Qt::AlignTop);
    if (!row.copy.isEmpty()) {
        widgets.copy = new QToolButton(m_content);
        widgets.copy->setAutoRaise(true);
        widgets.copy->setFixedSize(height, height);
        widgets.copy->setIconSize(QSize(Theme::iconSide(), Theme::iconSide()) * 0.85);
        widgets.copy->setIcon(m_theme.icon(Glyph::Copy, Tone::Muted));
        connect(widgets.copy, &QToolButton::clicked, this, [this, copy = widgets.copy] {
            for (const RowWidgets &one : m_rows)
                if (one.copy == copy)
                    return QGuiApplication::clipboard()->setText(one.row.copy);
        });
        grid.addWidget(widgets.copy, at, 2, Qt::AlignTop);
    }
    return widgets;
}

void InspectionPanel::fill(RowWidgets &widgets, const InspectionRow &row, RegistryTime now)
{
    widgets.row = row;
    const QString name = tr("%1: %2", "label and value, for screen readers");
    if (widgets.link) {
        widgets.link->setText(row.value);
        widgets.link->setToolTip(plainTip(row.tip.isEmpty() ? row.value : row.tip));
        widgets.link->setAccessibleName(name.arg(row.label, row.value));
    } else if (widgets.value) {
        widgets.value->setFaded(m_isGone);
        widgets.value->setColor(row.tone == Tone::Neutral ? QColor() : m_theme.color(row.tone));
        widgets.value->setToolTip(plainTip(row.tip.isEmpty() ? row.value : row.tip));
    } else if (widgets.gauge) {
        widgets.gauge->setToolTip(plainTip(row.tip));
        widgets.gauge->setEnabled(!m_isGone);
    }
    if (widgets.copy) {
        widgets.copy->setToolTip(plainTip(tr("Copy: %1").arg(plainText(row.copy.toStdString()))));
        widgets.copy->setAccessibleName(tr("Copy %1", "a label").arg(row.label));
    }
    fillTime(widgets, now, m_isGone);
}

void InspectionPanel::fillTime(RowWidgets &widgets, RegistryTime now, bool isStale)
{
    if (widgets.gauge) {
        LeaseGauge gauge = LeaseGauge::of(qlonglong(widgets.row.at.us), now, widgets.row.span);
        gauge.isStale = isStale;
        widgets.gauge->set(gauge);
    } else if (widgets.value) {
        const QString text = widgets.row.text(now);
        if (widgets.value->text() != text)
            widgets.value->setText(text);
        widgets.value->setAccessibleName(
            tr("%1: %2", "label and value, for screen readers").arg(widgets.row.label, text));
    }
}

bool InspectionPanel::tick(RegistryTime now, bool isStale)
{
    bool isEnding = false;
    if (m_isGone)
        return false;
    for (RowWidgets &widgets : m_rows) {
        if (widgets.row.time == InspectionRow::Time::None)
            continue;
        fillTime(widgets, now, isStale);
        const Micros left = widgets.row.at - now;
        isEnding |= widgets.row.time != InspectionRow::Time::Ago && left.count() > 0 && left < soon;
    }
    return isEnding;
}

} // namespace cheetah::gui

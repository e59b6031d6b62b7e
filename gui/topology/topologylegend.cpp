// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologylegend.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>

namespace cheetah::gui {

TopologyLegend::TopologyLegend(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retranslate();
}

void TopologyLegend::retranslate()
{
    m_entries.clear();
    for (const ContextState state : {ContextState::Idle, ContextState::Assigned})
        m_entries.push_back({Words::glyph(state), Words::tone(state), Words::state(state)});
    m_entries.push_back({Glyph::StateAssigned, Tone::Warn, tr("a fifth of the lease left")});
    m_entries.push_back({Glyph::StateAssigned, Tone::Danger, tr("nearly over")});
    for (const ContextState state : {ContextState::Settling, ContextState::Held, ContextState::Draining,
                                     ContextState::Unavailable, ContextState::Disconnected})
        m_entries.push_back({Words::glyph(state), Words::tone(state), Words::state(state)});
    m_entries.push_back({Glyph::Reservation, Tone::Reserved, tr("on its way")});
    m_entries.push_back({Glyph::Waiter, Tone::Warn, tr("waiting for a tab")});
    m_entries.push_back({Glyph::Warning, Tone::Danger, tr("not well")});
    QStringList words;
    for (const Entry &entry : m_entries)
        words += entry.word;
    setAccessibleName(tr("Legend"));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

template <class Visit>
int TopologyLegend::flow(int width, Visit visit) const
{
    const int line = fontMetrics().height();
    int x = line / 2, y = 0;
    for (const Entry &entry : m_entries) {
        const int needed = line * 3 / 2 + fontMetrics().horizontalAdvance(entry.word);
        if (x > line && x + needed > width) {
            x = line / 2;
            y += rowHeight();
        }
        visit(entry, QPoint(x, y));
        x += needed + line * 3 / 2;
    }
    return y + rowHeight();
}

int TopologyLegend::heightForWidth(int width) const
{
    return flow(width, [](const Entry &, QPoint) {});
}

QSize TopologyLegend::sizeHint() const
{
    return {fontMetrics().height() * 30, heightForWidth(width() > 100 ? width() : fontMetrics().height() * 60)};
}

void TopologyLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height();
    flow(width(), [&](const Entry &entry, QPoint at) {
        painter.drawPixmap(at + QPoint(0, (rowHeight() - line) / 2),
                           m_theme.icon(entry.glyph, entry.tone).pixmap(QSize(line, line), devicePixelRatioF()));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(at + QPoint(line * 3 / 2, (rowHeight() + metrics.ascent() - metrics.descent()) / 2),
                         entry.word);
    });
}

void TopologyLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace cheetah::gui

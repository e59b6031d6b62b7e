// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flowlayout.h"

#include <QtWidgets/QStyle>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace cheetah::gui {

FlowLayout::FlowLayout(QWidget *parent, Kind kind) : QLayout(parent), m_kind(kind) {}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[std::size_t(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[std::size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const
{
    return minimumSize();
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto &item : m_items)
        size = size.expandedTo(item->minimumSize());
    // A piece that is wider than the room is cut by it, so that it does not cut everything else.
    if (m_kind == Kind::Words && parentWidget())
        size.setWidth(std::min(size.width(), parentWidget()->fontMetrics().averageCharWidth() * 16));
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect &rect, bool moves) const
{
    const QMargins margins = contentsMargins();
    const QRect room = rect.marginsRemoved(margins);
    if (m_kind == Kind::Columns)
        return margins.top() + arrangeColumns(room, moves) + margins.bottom();
    const int gap = std::max(0, spacing());
    const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int x = room.left(), y = room.top(), rowHeight = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize wanted(std::min(item->sizeHint().width(), room.width()), item->sizeHint().height());
        if (x > room.left() && x + wanted.width() > room.right() + 1) {
            x = room.left();
            y += rowHeight + gap;
            rowHeight = 0;
        }
        if (moves)
            item->setGeometry(QStyle::visualRect(direction, room, QRect(QPoint(x, y), wanted)));
        x += wanted.width() + gap;
        rowHeight = std::max(rowHeight, wanted.height());
    }
    return y + rowHeight - rect.top() + margins.bottom();
}

int FlowLayout::arrangeColumns(const QRect &room, bool moves) const
{
    QSize cell;
    for (const auto &item : m_items)
        cell = cell.expandedTo(item->sizeHint());
    const int gap = std::max(0, spacing()), all = std::max(1, count());
    const int most = std::clamp((room.width() + gap) / std::max(1, cell.width() + gap), 1, all);
    const int rows = (all + most - 1) / most, columns = (all + rows - 1) / rows;
    const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    for (int i = 0; moves && i < count(); ++i) {
        // Edges are shared out, so that the last column ends where the room does.
        const auto edge = [&](int column) { return column * (room.width() + gap) / columns; };
        const int column = i % columns;
        const QRect at(room.left() + edge(column), room.top() + i / columns * (cell.height() + gap),
                       edge(column + 1) - edge(column) - gap, cell.height());
        m_items[std::size_t(i)]->setGeometry(QStyle::visualRect(direction, room, at));
    }
    return rows * (cell.height() + gap) - gap;
}

} // namespace cheetah::gui

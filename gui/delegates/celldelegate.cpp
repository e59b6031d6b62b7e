// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/celldelegate.h"

#include "delegates/textline.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

namespace cheetah::gui {

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (option.state & QStyle::State_Selected) {
        const bool isActive = option.state & QStyle::State_Active;
        painter->fillRect(option.rect,
                          option.palette.brush(isActive ? QPalette::Active : QPalette::Inactive, QPalette::Highlight));
    }
    // A hairline below each row: stripes would change places whenever a row comes or goes above.
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      option.palette.color(QPalette::AlternateBase));
    paintContent(*painter, option, index);
    if (!(option.state & QStyle::State_HasFocus))
        return;
    painter->setPen(textColor(option));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {option.fontMetrics.horizontalAdvance(index.data().toString()) + 2 * margin(option) + 1,
            option.fontMetrics.height()};
}

int CellDelegate::margin(const QStyleOptionViewItem &option)
{
    return option.fontMetrics.averageCharWidth();
}

void CellDelegate::paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    if (text.isEmpty())
        return;
    const int side = margin(option);
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter.setPen(textColor(option));
    paintTextLine(painter, option.rect.adjusted(side, 0, -side, 0), text,
                  alignment & Qt::AlignRight ? Qt::AlignRight : Qt::AlignLeft);
}

QColor CellDelegate::textColor(const QStyleOptionViewItem &option)
{
    const bool isActive = option.state & QStyle::State_Active;
    return option.palette.color(isActive ? QPalette::Active : QPalette::Inactive,
                                option.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text);
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStyledItemDelegate>

namespace cheetah::gui {

/// Draws a cell of one line of plain text, as fast as can be: nothing of a cell that could make it look otherwise is asked
/// for. Others draw something beside the text. Owned by its view.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Room left and right of a cell's text.
    static int margin(const QStyleOptionViewItem &option);

protected:
    /// Inside the cell, background and focus are drawn around it.
    virtual void paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    static QColor textColor(const QStyleOptionViewItem &option);
};

} // namespace cheetah::gui

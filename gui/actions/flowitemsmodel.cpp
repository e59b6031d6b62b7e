// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/flowitemsmodel.h"

#include <QtGui/QFont>

namespace cheetah::gui {

FlowItemsModel::FlowItemsModel(std::shared_ptr<const OperatorFlow> flow, const FlowWords &words, const Theme &theme,
                               QObject *parent)
    : QAbstractListModel(parent), m_flow(std::move(flow)), m_words(words), m_theme(theme)
{}

int FlowItemsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_flow->items().size());
}

QVariant FlowItemsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const FlowItem &item = m_flow->items()[std::size_t(index.row())];
    const bool isOver = item.stage == FlowItem::Stage::Over;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return line(item);
    case Qt::DecorationRole:
        return isOver ? m_theme.icon(Glyph::Info, Tone::Warn) : m_theme.icon(FlowWords::glyph(m_flow->plan().verb));
    case Qt::ForegroundRole:
        return isOver ? m_theme.color(Tone::Warn) : QVariant();
    default:
        return {};
    }
}

void FlowItemsModel::refresh()
{
    if (rowCount() > 0)
        emit dataChanged(index(0), index(rowCount() - 1));
}

QString FlowItemsModel::line(const FlowItem &item) const
{
    const QString target = FlowWords::target(item), change = m_words.preview(item);
    return change.isEmpty() ? target : tr("%1: %2", "an object and what happened to it").arg(target, change);
}

} // namespace cheetah::gui

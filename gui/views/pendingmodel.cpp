// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pendingmodel.h"

namespace cheetah::gui {

PendingModel::PendingModel(PendingActions &pending, const Words &words, const Theme &theme, QObject *parent)
    : QAbstractItemModel(parent), m_pending(pending), m_words(words), m_theme(theme)
{
    connect(&pending, &PendingActions::aboutToAdd, this, [this](int row) { beginInsertRows({}, row, row); });
    connect(&pending, &PendingActions::added, this, [this] { endInsertRows(); });
    connect(&pending, &PendingActions::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&pending, &PendingActions::removed, this, [this] { endRemoveRows(); });
    connect(&pending, &PendingActions::changed, this, &PendingModel::changed);
}

// An object's index carries its flow's id, a flow's own 0.

QModelIndex PendingModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= columnCount_)
        return {};
    return createIndex(row, column, quintptr(parent.isValid() ? flow(parent)->id() : 0));
}

QModelIndex PendingModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const int row = m_pending.rowOf(FlowId(index.internalId()));
    return row < 0 ? QModelIndex() : createIndex(row, 0, quintptr(0));
}

int PendingModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_pending.flows().size());
    if (parent.internalId() != 0 || parent.column() != 0)
        return 0;
    const OperatorFlow *of = flow(parent);
    return of && of->items().size() > 1 ? int(of->items().size()) : 0; // one alone says all in its flow's row
}

int PendingModel::columnCount(const QModelIndex &) const
{
    return columnCount_;
}

const OperatorFlow *PendingModel::flow(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    if (index.internalId() != 0)
        return m_pending.find(FlowId(index.internalId()));
    return index.row() < int(m_pending.flows().size()) ? m_pending.flows()[std::size_t(index.row())].get() : nullptr;
}

const FlowItem *PendingModel::item(const QModelIndex &index) const
{
    const OperatorFlow *of = flow(index);
    if (!of || index.internalId() == 0 || index.row() >= int(of->items().size()))
        return nullptr;
    return &of->items()[std::size_t(index.row())];
}

QVariant PendingModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OperatorFlow *of = flow(index);
    if (const FlowItem *one = item(index))
        return itemData(*of, *one, index.column(), role);
    return of ? flowData(*of, index.column(), role) : QVariant();
}

QVariant PendingModel::flowData(const OperatorFlow &flow, int column, int role) const
{
    const QString state = m_words.state(flow, m_pending.steady());
    switch (role) {
    case Qt::DisplayRole:
        if (column == How)
            return state;
        return flow.items().size() == 1 && flow.plan().verb == OperatorVerb::Release
                 ? tr("Release: %1", "an object").arg(FlowWords::target(flow.items().front()))
                 : FlowWords::headline(flow);
    case Qt::DecorationRole:
        return column == What ? m_theme.icon(FlowWords::glyph(flow.plan().verb))
                              : m_theme.icon(FlowWords::glyph(flow), FlowWords::tone(flow));
    case Qt::ForegroundRole:
        return column == How ? m_theme.color(FlowWords::tone(flow)) : QVariant();
    case Qt::AccessibleTextRole:
        return tr("%1. %2.", "an action and how it stands").arg(FlowWords::headline(flow), state);
    case Qt::ToolTipRole:
        return QStringLiteral("<qt>%1</qt>").arg(state.toHtmlEscaped());
    default:
        return {};
    }
}

QVariant PendingModel::itemData(const OperatorFlow &flow, const FlowItem &item, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return column == What ? FlowWords::target(item) : m_words.outcome(flow, item);
    case Qt::DecorationRole:
        return column == How ? m_theme.icon(FlowWords::glyph(item), FlowWords::tone(item)) : QVariant();
    case Qt::ForegroundRole:
        return column == How ? m_theme.color(FlowWords::tone(item)) : QVariant();
    case Qt::AccessibleTextRole:
        return tr("%1. %2.", "an object and what became of it")
            .arg(FlowWords::target(item), m_words.outcome(flow, item));
    case Qt::ToolTipRole:
        return QStringLiteral("<qt>%1</qt>").arg(m_words.outcome(flow, item).toHtmlEscaped());
    default:
        return {};
    }
}

QVariant PendingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == What ? tr("Action") : tr("What became of it");
}

void PendingModel::changed(FlowId flow, const std::vector<std::size_t> &items)
{
    const int row = m_pending.rowOf(flow);
    if (row < 0)
        return;
    const QModelIndex top = index(row, 0);
    emit dataChanged(top, index(row, columnCount_ - 1));
    if (!items.empty() && rowCount(top) > 0)
        emit dataChanged(index(int(items.front()), 0, top), index(int(items.back()), columnCount_ - 1, top));
}

void PendingModel::refresh()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount_ - 1);
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex top = index(row, 0);
        emit dataChanged(top, index(row, columnCount_ - 1));
        if (const int below = rowCount(top))
            emit dataChanged(index(0, 0, top), index(below - 1, columnCount_ - 1, top));
    }
}

} // namespace cheetah::gui

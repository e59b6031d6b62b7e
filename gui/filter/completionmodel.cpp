// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/completionmodel.h"

namespace cheetah::gui {

void CompletionModel::set(std::vector<Completion> completions)
{
    if (!m_completions.empty()) {
        beginRemoveRows({}, 0, int(m_completions.size()) - 1);
        m_completions.clear();
        endRemoveRows();
    }
    if (!completions.empty()) {
        beginInsertRows({}, 0, int(completions.size()) - 1);
        m_completions = std::move(completions);
        endInsertRows();
    }
}

int CompletionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_completions.size());
}

QVariant CompletionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Completion &completion = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return completion.shown;
    case DetailRole:
        return completion.detail;
    case Qt::AccessibleTextRole:
        return completion.detail.isEmpty()
                 ? completion.shown
                 : tr("%1, %2", "completion, what it is").arg(completion.shown, completion.detail);
    default:
        return {};
    }
}

} // namespace cheetah::gui

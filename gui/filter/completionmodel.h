// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/completion.h"

#include <QtCore/QAbstractListModel>

namespace cheetah::gui {

/// Completions as rows: the text as display role, its detail as DetailRole. Owned by a CompletionList.
class CompletionModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { DetailRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    void set(std::vector<Completion> completions);
    const Completion &at(int row) const { return m_completions[std::size_t(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Completion> m_completions;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/flowwords.h"
#include "actions/pendingactions.h"

#include <QtCore/QAbstractItemModel>

namespace cheetah::gui {

/// The actions started by hand, newest first, with their objects below them. What counts down is told when it is asked
/// for and dirties nothing. Owned by the view.
class PendingModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { What, How, columnCount_ };

    PendingModel(PendingActions &pending, const Words &words, const Theme &theme, QObject *parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The flow that the row is of, or belongs to; null for none.
    const OperatorFlow *flow(const QModelIndex &index) const;
    /// The one object that the row is of; null in a flow's own row.
    const FlowItem *item(const QModelIndex &index) const;
    /// Language or theme changed.
    void refresh();

private:
    void changed(FlowId flow, const std::vector<std::size_t> &items);
    QVariant flowData(const OperatorFlow &flow, int column, int role) const;
    QVariant itemData(const OperatorFlow &flow, const FlowItem &item, int column, int role) const;

    PendingActions &m_pending;
    const FlowWords m_words;
    const Theme &m_theme;
};

} // namespace cheetah::gui

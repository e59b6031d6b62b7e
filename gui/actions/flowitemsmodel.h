// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/flowwords.h"

#include <QtCore/QAbstractListModel>

#include <memory>

namespace cheetah::gui {

/// The objects of one flow in its preview, with what happened to each since the dialog was opened. Owned by the dialog.
class FlowItemsModel : public QAbstractListModel {
    Q_OBJECT

public:
    FlowItemsModel(std::shared_ptr<const OperatorFlow> flow, const FlowWords &words, const Theme &theme,
                   QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    /// The preview is another, or the language or the theme.
    void refresh();

private:
    QString line(const FlowItem &item) const;

    const std::shared_ptr<const OperatorFlow> m_flow;
    const FlowWords &m_words;
    const Theme &m_theme;
};

} // namespace cheetah::gui

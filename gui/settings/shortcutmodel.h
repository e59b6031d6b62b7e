// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QtCore/QAbstractTableModel>

#include <vector>

class QAction;

namespace cheetah::gui {

class Actions;

/// The actions of a window with their shortcuts, for being looked through and rebound. Rows follow the search.
class ShortcutModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Shortcut, Standard, columns };

    ShortcutModel(Actions &actions, const Theme &theme, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    QAction *action(int row) const;
    int rowOf(const QAction *action) const;
    /// Shows actions with all of these words in name or shortcut; how many.
    int search(const QStringList &words);
    /// Texts and shortcuts are others.
    void refresh();
    /// Another action with that shortcut, or one that begins with it or the other way round.
    QAction *conflict(const QAction *action, const QKeySequence &keys) const;

private:
    Actions &m_actions;
    const Theme &m_theme;
    std::vector<QAction *> m_rows;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence.h"

#include <QtCore/QAbstractTableModel>

#include <vector>

namespace cheetah::gui {

class Theme;

/// Commands as evidence was found of them, newest first. Owned by the evidence view.
class CommandModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Command, Kind, Stage, Task, Context, AdmittedAt, columns };

    explicit CommandModel(const Theme &theme, QObject *parent = nullptr);

    /// Replaces what is shown.
    void show(std::vector<CommandRecord> records);
    const CommandRecord &record(int row) const { return m_records[std::size_t(row)]; }
    /// -1 if it is not there.
    int rowOf(const CommandId &command) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// How far it came, in a word or two.
    static QString stageOf(const CommandRecord &record);

private:
    const Theme &m_theme;
    std::vector<CommandRecord> m_records;
};

} // namespace cheetah::gui

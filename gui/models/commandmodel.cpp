// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/commandmodel.h"

#include "session/words.h"
#include "theme/theme.h"

namespace cheetah::gui {

CommandModel::CommandModel(const Theme &theme, QObject *parent) : QAbstractTableModel(parent), m_theme(theme) {}

void CommandModel::show(std::vector<CommandRecord> records)
{
    if (!m_records.empty()) {
        beginRemoveRows({}, 0, int(m_records.size()) - 1);
        m_records.clear();
        endRemoveRows();
    }
    if (records.empty())
        return;
    beginInsertRows({}, 0, int(records.size()) - 1);
    m_records = std::move(records);
    endInsertRows();
}

int CommandModel::rowOf(const CommandId &command) const
{
    for (std::size_t row = 0; row < m_records.size(); ++row)
        if (m_records[row].id == command)
            return int(row);
    return -1;
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_records.size());
}

int CommandModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(columns);
}

QString CommandModel::stageOf(const CommandRecord &record)
{
    if (!record.outcome) {
        switch (record.stage) {
        case CommandStage::Admitted:
            return tr("admitted", "a command's stage");
        case CommandStage::SendAttempted:
            return tr("sent", "a command's stage");
        default:
            return tr("acknowledged", "a command's stage");
        }
    }
    switch (*record.outcome) {
    case CommandOutcome::Result:
        return tr("result", "a command's outcome");
    case CommandOutcome::Error:
        return tr("error", "a command's outcome");
    case CommandOutcome::Fenced:
        return tr("fenced, not sent", "a command's outcome");
    case CommandOutcome::Expired:
        return tr("expired, not sent", "a command's outcome");
    case CommandOutcome::Unknown:
        return tr("outcome unknown", "a command's outcome");
    }
    return {};
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const CommandRecord &record = m_records[std::size_t(index.row())];
    if (role == Qt::AccessibleTextRole)
        return tr("%1 of task %2: %3", "a command")
            .arg(text(record.content.kind), text(record.task.text()), stageOf(record));
    if (role == Qt::DecorationRole && index.column() == Stage) {
        if (!record.outcome)
            return m_theme.icon(Glyph::Pending, Tone::Info);
        if (*record.outcome == CommandOutcome::Result)
            return m_theme.icon(Glyph::Yes, Tone::Ok);
        return *record.outcome == CommandOutcome::Unknown ? m_theme.icon(Glyph::Unknown, Tone::Warn)
                                                          : m_theme.icon(Glyph::No, Tone::Danger);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Command:
        return text(record.id.text());
    case Kind:
        return text(record.content.kind);
    case Stage:
        return stageOf(record);
    case Task:
        return text(record.task.text());
    case Context:
        return record.context ? text(record.context->client.text()) + " › " + text(record.context->context.text())
                              : QString();
    case AdmittedAt:
        return Words::time(record.admittedAt);
    default:
        return {};
    }
}

QVariant CommandModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Command:
        return tr("Command");
    case Kind:
        return tr("Kind");
    case Stage:
        return tr("How far");
    case Task:
        return tr("Task");
    case Context:
        return tr("Tab");
    case AdmittedAt:
        return tr("Admitted");
    default:
        return {};
    }
}

} // namespace cheetah::gui

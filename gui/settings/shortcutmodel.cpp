// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/shortcutmodel.h"

#include "actions/actions.h"
#include "settings/shortcuts.h"

namespace cheetah::gui {

ShortcutModel::ShortcutModel(Actions &actions, const Theme &theme, QObject *parent)
    : QAbstractTableModel(parent), m_actions(actions), m_theme(theme), m_rows(actions.all())
{}

int ShortcutModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ShortcutModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(columns);
}

QVariant ShortcutModel::data(const QModelIndex &index, int role) const
{
    const QAction *action = this->action(index.row());
    if (!index.isValid() || !action)
        return {};
    const QKeySequence standard = Shortcuts::standard(*action);
    const auto shown = [](const QKeySequence &keys) { return keys.toString(QKeySequence::NativeText); };
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Name ? Shortcuts::plainName(*action)
                                      : shown(index.column() == Shortcut ? action->shortcut() : standard);
    case Qt::DecorationRole:
        return index.column() == Name && !action->icon().isNull() ? QVariant(action->icon()) : QVariant();
    case Qt::ForegroundRole:
        return index.column() == Standard ? QVariant(QBrush(m_theme.color(Tone::Muted))) : QVariant();
    case Qt::AccessibleTextRole:
        if (index.column() != Name)
            return data(index, Qt::DisplayRole);
        return action->shortcut().isEmpty() ? tr("%1, no shortcut", "an action").arg(Shortcuts::plainName(*action))
                                            : tr("%1, %2", "an action and its shortcut")
                                                  .arg(Shortcuts::plainName(*action), shown(action->shortcut()));
    default:
        return {};
    }
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Action", "column");
    case Shortcut:
        return tr("Shortcut", "column");
    default:
        return tr("Standard", "column: the shortcut at first");
    }
}

QAction *ShortcutModel::action(int row) const
{
    return row >= 0 && row < int(m_rows.size()) ? m_rows[std::size_t(row)] : nullptr;
}

int ShortcutModel::rowOf(const QAction *action) const
{
    const auto found = std::find(m_rows.begin(), m_rows.end(), action);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int ShortcutModel::search(const QStringList &words)
{
    std::vector<QAction *> wanted;
    for (QAction *action : m_actions.all()) {
        const QString text =
            Shortcuts::plainName(*action) + ' ' + action->shortcut().toString(QKeySequence::NativeText);
        if (std::all_of(words.begin(), words.end(),
                        [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); }))
            wanted.push_back(action);
    }
    // Both are in the same order: take out what is missing, then put in what is new.
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (std::find(wanted.begin(), wanted.end(), action(row)) != wanted.end())
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < int(wanted.size()); ++row) {
        if (action(row) == wanted[std::size_t(row)])
            continue;
        beginInsertRows({}, row, row);
        m_rows.insert(m_rows.begin() + row, wanted[std::size_t(row)]);
        endInsertRows();
    }
    return int(m_rows.size());
}

void ShortcutModel::refresh()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columns - 1);
}

QAction *ShortcutModel::conflict(const QAction *action, const QKeySequence &keys) const
{
    if (keys.isEmpty())
        return nullptr;
    for (QAction *other : m_actions.all()) {
        const QKeySequence theirs = other->shortcut();
        if (other != action && !theirs.isEmpty()
            && (keys.matches(theirs) != QKeySequence::NoMatch || theirs.matches(keys) != QKeySequence::NoMatch))
            return other;
    }
    return nullptr;
}

} // namespace cheetah::gui

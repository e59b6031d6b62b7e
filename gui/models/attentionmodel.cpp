// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attentionmodel.h"

#include "actions/actions.h"
#include "models/plaintext.h"
#include "session/session.h"
#include "session/words.h"
#include "widgets/tones.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int interval = 1'000;

}

AttentionModel::AttentionModel(Session &session, const Actions &actions, const Theme &theme, const Words &words,
                               QObject *parent)
    : QAbstractTableModel(parent), m_session(session), m_actions(actions), m_theme(theme), m_attention(session, words)
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, &AttentionModel::refresh);
    connect(&session.fleet(), &FleetStore::changed, this, [this](const FleetBatch &batch) {
        m_attention.take(batch);
        if (batch.whole && m_isAwake)
            refresh();
    });
    connect(&session.journal(), &JournalStore::changed, this,
            [this](int, int added) { m_attention.takeJournal(added); });
    connect(&session.journal(), &JournalStore::cleared, this, [this] { m_attention.forgetJournal(); });
    const auto now = [this] {
        if (m_isAwake)
            refresh();
    };
    connect(&session.deployment(), &Deployment::stateChanged, this, now);
    connect(&session.fleet(), &FleetStore::pausedChanged, this, now);
}

void AttentionModel::setAwake(bool awake)
{
    m_isAwake = awake;
    m_attention.setAwake(awake);
    if (awake) {
        m_timer.start();
        refresh();
    } else {
        m_timer.stop();
    }
}

void AttentionModel::refresh()
{
    if (!m_isAwake)
        return;
    follow(m_attention.items());
    emit refreshed();
}

/// Both lists are in the order of their ranks; lines with one key are one line.
void AttentionModel::follow(std::vector<AttentionItem> items)
{
    const auto find = [](const std::vector<AttentionItem> &list, const std::string &key) {
        return std::find_if(list.begin(), list.end(), [&](const AttentionItem &item) { return item.key == key; });
    };
    for (int row = int(m_items.size()) - 1; row >= 0; --row) {
        if (find(items, m_items[std::size_t(row)].key) != items.end())
            continue;
        beginRemoveRows({}, row, row);
        m_items.erase(m_items.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < int(items.size()); ++row) {
        AttentionItem &item = items[std::size_t(row)];
        const auto known = find(m_items, item.key);
        if (known == m_items.end()) {
            beginInsertRows({}, row, row);
            m_items.insert(m_items.begin() + row, std::move(item));
            endInsertRows();
            continue;
        }
        const int from = int(known - m_items.begin());
        if (from != row && beginMoveRows({}, from, from, {}, row)) {
            std::rotate(m_items.begin() + row, m_items.begin() + from, m_items.begin() + from + 1);
            endMoveRows();
        }
        AttentionItem &shown = m_items[std::size_t(row)];
        const bool isOther = shown.text != item.text || shown.tone != item.tone || shown.action != item.action
                          || shown.since != item.since || shown.until != item.until;
        shown = std::move(item);
        if (isOther)
            emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

int AttentionModel::count() const
{
    int count = 0;
    for (const AttentionItem &item : m_items)
        count += item.count;
    return count;
}

Tone AttentionModel::worst() const
{
    return m_items.empty() ? Tone::Neutral : m_items.front().tone; // the worst stands first
}

int AttentionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

int AttentionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AttentionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case What:
        return tr("What needs attention");
    case Age:
        return tr("How long", "column: already, or still");
    case Help:
        return tr("What helps", "column: an action");
    }
    return {};
}

QVariant AttentionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || std::size_t(index.row()) >= m_items.size())
        return {};
    const AttentionItem &item = m_items[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == What)
            return item.text;
        if (index.column() == Age)
            return age(item);
        if (const QAction *action = m_actions.find(item.action))
            return action->text().remove(u'&');
        return {};
    case Qt::DecorationRole:
        return index.column() == What ? QVariant(m_theme.icon(glyphFor(item.tone), item.tone)) : QVariant();
    case Qt::ToolTipRole:
        if (index.column() == Age)
            return plainTip(Words::time(item.since));
        if (index.column() == Help) {
            const QAction *action = m_actions.find(item.action);
            return action ? plainTip(action->toolTip()) : QVariant();
        }
        return plainTip(item.text);
    case Qt::ForegroundRole:
        if (index.column() == Help) {
            const QAction *action = m_actions.find(item.action);
            return action && action->isEnabled() ? m_theme.palette().link() : m_theme.palette().placeholderText();
        }
        return {};
    case Qt::AccessibleTextRole:
        return index.column() == What ? sentence(item) : data(index, Qt::DisplayRole);
    }
    return {};
}

QString AttentionModel::age(const AttentionItem &item) const
{
    const RegistryTime now = m_session.fleet().now();
    if (item.until.isSet() && item.until > now)
        return tr("%1 left", "time until it comes to a head").arg(Words::clock(item.until - now));
    return item.since.isSet() && item.since <= now ? Words::roughly(now - item.since) : QString();
}

QString AttentionModel::sentence(const AttentionItem &item) const
{
    const QString when = age(item);
    const QString what = item.tone == Tone::Danger ? tr("Serious: %1", "row for screen readers").arg(item.text)
                                                   : tr("Warning: %1", "row for screen readers").arg(item.text);
    return when.isEmpty() ? what : tr("%1 %2", "sentence; how long").arg(what, when);
}

} // namespace cheetah::gui

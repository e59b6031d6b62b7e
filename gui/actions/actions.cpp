// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"

#include <QtWidgets/QMenu>

namespace cheetah::gui {

namespace {

/// Such as `Release… (Del)`.
QString tipOf(QString text, const QKeySequence &shortcut)
{
    text.remove(QLatin1Char('&'));
    return shortcut.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, shortcut.toString(QKeySequence::NativeText));
}

} // namespace

QAction *Actions::add(Spec spec)
{
    auto *action = new QAction(this);
    action->setObjectName(spec.id);
    action->setShortcut(spec.shortcut);
    action->setCheckable(spec.checkable);
    if (spec.run)
        connect(action, &QAction::triggered, this, spec.run);
    m_byId[spec.id] = m_entries.size();
    m_entries.push_back({std::move(spec), action});
    refresh(m_entries.back());
    return action;
}

QAction *Actions::find(const QString &id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : m_entries[found->second].action;
}

std::vector<QAction *> Actions::all() const
{
    std::vector<QAction *> actions;
    for (const Entry &entry : m_entries)
        actions.push_back(entry.action);
    return actions;
}

const Actions::Spec &Actions::spec(const QAction *action) const
{
    return m_entries[m_byId.at(action->objectName())].spec;
}

void Actions::refresh()
{
    for (Entry &entry : m_entries)
        refresh(entry);
}

void Actions::retranslate()
{
    refresh();
}

void Actions::fillContextMenu(QMenu &menu) const
{
    menu.setToolTipsVisible(true);
    for (const QString &id : m_contextActions) {
        if (id.isEmpty())
            menu.addSeparator();
        else if (QAction *action = find(id))
            menu.addAction(action);
    }
}

void Actions::refresh(Entry &entry)
{
    const QString text = entry.spec.text ? entry.spec.text() : QString();
    const QString reason = entry.spec.unavailable ? entry.spec.unavailable() : QString();
    entry.action->setText(text);
    entry.action->setEnabled(reason.isEmpty());
    entry.action->setToolTip(reason.isEmpty() ? tipOf(text, entry.action->shortcut()) : reason);
}

} // namespace cheetah::gui

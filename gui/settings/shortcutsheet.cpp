// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/shortcutsheet.h"

#include "actions/actions.h"
#include "settings/keycaps.h"
#include "settings/shortcuts.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>

namespace cheetah::gui {

namespace {

QString groupTitle(const QString &group)
{
    const std::pair<const char *, QString> titles[] = {
        {"view", ShortcutSheet::tr("Looking", "heading of shortcuts")},
        {"window", ShortcutSheet::tr("Windows", "heading of shortcuts")},
        {"lease", ShortcutSheet::tr("Leases", "heading of shortcuts")},
        {"drain", ShortcutSheet::tr("Taking out of use", "heading of shortcuts")},
        {"look", ShortcutSheet::tr("Finding out", "heading of shortcuts")},
        {"browser", ShortcutSheet::tr("Browsers", "heading of shortcuts")},
        {"copy", ShortcutSheet::tr("Copying", "heading of shortcuts")},
        {"help", ShortcutSheet::tr("Help", "heading of shortcuts")},
    };
    for (const auto &[name, title] : titles)
        if (group == QLatin1String(name))
            return title;
    return ShortcutSheet::tr("More", "heading of shortcuts");
}

} // namespace

ShortcutSheet::ShortcutSheet(Actions &actions, const Theme &theme, QWidget *parent)
    : QDialog(parent), m_actions(actions), m_theme(theme)
{
    setObjectName(QStringLiteral("shortcutSheet"));
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(makeGroups());
    area->setAccessibleName(windowTitle());
    auto *note =
        new QLabel(tr("They can be changed in the settings. Enter opens what is selected, Escape leads back."));
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close", "button"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(area, 1);
    layout->addWidget(note);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 32);
}

QWidget *ShortcutSheet::makeGroups()
{
    // In the order in which the groups first come.
    std::vector<std::pair<QString, std::vector<QAction *>>> groups;
    for (QAction *action : m_actions.all()) {
        if (action->shortcut().isEmpty())
            continue;
        const QString title = groupTitle(m_actions.spec(action).group);
        auto found =
            std::find_if(groups.begin(), groups.end(), [&](const auto &group) { return group.first == title; });
        if (found == groups.end())
            found = groups.insert(groups.end(), {title, {}});
        found->second.push_back(action);
    }
    auto *content = new QWidget;
    auto *columns = new QHBoxLayout(content);
    columns->setSpacing(Theme::space(10));
    QVBoxLayout *sides[2] = {};
    std::size_t filled[2] = {};
    for (QVBoxLayout *&side : sides) {
        side = new QVBoxLayout;
        side->setSpacing(Theme::space(1));
        columns->addLayout(side, 1);
    }
    for (const auto &[title, actions] : groups) {
        const std::size_t side = filled[1] < filled[0];
        filled[side] += actions.size() + 2;
        auto *heading = new QLabel(title);
        heading->setFont(m_theme.font(TextRole::Heading));
        sides[side]->addWidget(heading);
        for (const QAction *action : actions) {
            auto *line = new QHBoxLayout;
            auto *name = new QLabel(Shortcuts::plainName(*action));
            name->setTextFormat(Qt::PlainText);
            line->addWidget(name, 1);
            line->addWidget(new KeyCaps(action->shortcut()));
            sides[side]->addLayout(line);
        }
        sides[side]->addSpacing(Theme::space(4));
    }
    for (QVBoxLayout *side : sides)
        side->addStretch(1);
    return content;
}

} // namespace cheetah::gui

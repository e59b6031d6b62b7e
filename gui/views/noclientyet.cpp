// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/noclientyet.h"

#include "actions/actions.h"
#include "actions/copytext.h"
#include "session/session.h"
#include "widgets/emptystate.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

namespace {

constexpr auto addBrowser = "browser.add";

}

NoClientYet::NoClientYet(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_empty = new EmptyState(workspace.theme, this);
    auto *lines = new QWidget(this);
    lines->setMaximumWidth(fontMetrics().averageCharWidth() * 70);
    auto *grid = new QGridLayout(lines);
    m_endpoint = makeLine(*grid, 0);
    m_command = makeLine(*grid, 2);
    auto *layout = new QGridLayout(this);
    layout->setRowStretch(0, 2);
    layout->addWidget(m_empty, 1, 0, 1, 3);
    layout->addWidget(lines, 2, 1);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 20);
    layout->setColumnStretch(2, 1);
    layout->setRowStretch(3, 3);
    connect(m_empty, &EmptyState::actionWanted, this, [this] {
        if (QAction *action = m_workspace.actions.find(QLatin1String(addBrowser)))
            action->trigger();
    });
    refresh();
}

NoClientYet::Line NoClientYet::makeLine(QGridLayout &grid, int row)
{
    Line line{new QLabel(this), new QLineEdit(this), new QPushButton(this)};
    line.label->setTextFormat(Qt::PlainText);
    line.label->setWordWrap(true);
    line.label->setBuddy(line.text);
    line.text->setReadOnly(true);
    line.copy->setAutoDefault(false);
    grid.addWidget(line.label, row, 0, 1, 2);
    grid.addWidget(line.text, row + 1, 0);
    grid.addWidget(line.copy, row + 1, 1);
    connect(line.copy, &QPushButton::clicked, this,
            [text = line.text] { QGuiApplication::clipboard()->setText(text->text()); });
    return line;
}

QString NoClientYet::endpoint() const
{
    QUrl url = m_workspace.session.origin().node;
    if (url.isEmpty())
        return {};
    url.setScheme(url.scheme() == QLatin1String("https") ? QStringLiteral("wss") : QStringLiteral("ws"));
    return url.toString(QUrl::RemoveUserInfo);
}

QString NoClientYet::command() const
{
    const SessionOrigin &origin = m_workspace.session.origin();
    if (origin.node.isEmpty())
        return {};
    QStringList words{QStringLiteral("cheetah-browser"), QStringLiteral("--node"),
                      shellWord(origin.node.toString(QUrl::RemoveUserInfo))};
    if (!origin.tokenFile.isEmpty())
        words << QStringLiteral("--token-file") << shellWord(origin.tokenFile);
    if (!origin.caFile.isEmpty())
        words << QStringLiteral("--ca-file") << shellWord(origin.caFile);
    words << QStringLiteral("--user") << QStringLiteral("me") << QStringLiteral("--client")
          << QStringLiteral("browser-1");
    return words.join(u' ');
}

void NoClientYet::refresh()
{
    QAction *action = m_workspace.actions.find(QLatin1String(addBrowser));
    const bool canAdd = action && action->isEnabled();
    const bool hasNode = !endpoint().isEmpty();
    m_empty->set(Glyph::Client, tr("No client yet."),
                 hasNode ? tr("A browser that connects brings its tabs, and they can be leased.")
                         : tr("Clients show here when they connect."));
    m_empty->setAction(canAdd ? tr("Add a browser…") : QString());
    const auto fill = [&](const Line &line, const QString &label, const QString &value, const QString &copyName) {
        for (QWidget *widget :
             {static_cast<QWidget *>(line.label), static_cast<QWidget *>(line.text), static_cast<QWidget *>(line.copy)})
            widget->setVisible(!value.isEmpty());
        line.label->setText(label);
        if (line.text->text() != value)
            line.text->setText(value);
        line.text->setCursorPosition(0);
        line.copy->setText(tr("Copy", "button"));
        line.copy->setAccessibleName(copyName);
    };
    fill(m_endpoint, tr("For a browser client: connect to this &endpoint"), endpoint(), tr("Copy the endpoint"));
    fill(m_command, tr("Or start Chromium with this co&mmand"), command(), tr("Copy the command"));
}

} // namespace cheetah::gui

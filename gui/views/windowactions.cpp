// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/windowactions.h"

#include "theme/theme.h"
#include "views/mainwindow.h"
#include "views/viewfactory.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

namespace {

QString translated(const char *source)
{
    return QCoreApplication::translate("WindowActions", source);
}

Actions::Spec spec(const char *id, const char *group, const char *source, const QKeySequence &keys, Glyph glyph,
                   std::function<void()> run)
{
    Actions::Spec spec;
    spec.id = QString::fromLatin1(id);
    spec.group = QString::fromLatin1(group);
    spec.text = [source] { return translated(source); };
    spec.shortcut = keys;
    spec.glyph = int(glyph);
    spec.run = std::move(run);
    return spec;
}

void addViews(Actions &actions, MainWindow &window)
{
    int number = 0;
    for (const ViewId id : {ViewId::Overview, ViewId::Assignments, ViewId::Contexts, ViewId::Topology, ViewId::Health,
                            ViewId::Journal, ViewId::Waiters, ViewId::Nodes, ViewId::FleetTree, ViewId::Inspector,
                            ViewId::Explain, ViewId::Evidence, ViewId::Log, ViewId::Pending}) {
        Actions::Spec show;
        show.id = "view." + nameOf(id);
        show.group = QStringLiteral("view");
        show.text = [&window, id] {
            const View *view = window.layout().view(id);
            return view ? view->title() : QString();
        };
        if (isCentral(id))
            show.shortcut = QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + number++));
        show.glyph = int(glyphOf(id));
        show.run = [&window, id] { window.layout().show(id); };
        actions.add(std::move(show));
    }
    actions.find("view.fleet")->setShortcut(Qt::CTRL | Qt::Key_T);
    actions.find("view.inspector")->setShortcut(Qt::CTRL | Qt::Key_I);
}

} // namespace

void addWindowActions(Actions &actions, MainWindow &window)
{
    addViews(actions, window);
    Session &session = window.session();
    actions.add(spec("window.new", "window", QT_TRANSLATE_NOOP("WindowActions", "&New window"), QKeySequence::New,
                     Glyph::Window, [&window] { emit window.newWindowWanted(); }));
    actions.add(spec("window.change", "window", QT_TRANSLATE_NOOP("WindowActions", "&Connect to another node…"),
                     QKeySequence::Open, Glyph::Connect, [&window] { emit window.changeWanted(); }));
    actions.add(spec("window.close", "window", QT_TRANSLATE_NOOP("WindowActions", "&Close window"), QKeySequence::Close,
                     Glyph::Close, [&window] { window.close(); }));
    actions.add(spec("window.settings", "window", QT_TRANSLATE_NOOP("WindowActions", "&Settings…"),
                     Qt::CTRL | Qt::Key_Comma, Glyph::Settings, [&window] { emit window.settingsWanted(); }));

    Actions::Spec pause =
        spec("view.pause", "view", QT_TRANSLATE_NOOP("WindowActions", "&Pause"), Qt::CTRL | Qt::SHIFT | Qt::Key_P,
             Glyph::Pause, [&session] { session.fleet().setPaused(!session.fleet().isPaused()); });
    pause.text = [&session] {
        return translated(session.fleet().isPaused() ? QT_TRANSLATE_NOOP("WindowActions", "&Resume")
                                                     : QT_TRANSLATE_NOOP("WindowActions", "&Pause"));
    };
    actions.add(std::move(pause));
    actions.add(spec("view.resync", "view", QT_TRANSLATE_NOOP("WindowActions", "&Load everything again"),
                     QKeySequence::Refresh, Glyph::Refresh, [&session] { session.deployment().resync(); }));
    actions.add(spec("view.filter", "view", QT_TRANSLATE_NOOP("WindowActions", "&Filter what is shown"),
                     Qt::CTRL | Qt::Key_L, Glyph::Filter, [&window] {
                         if (View *view = window.layout().currentCentral())
                             view->focusFilter();
                     }));
    actions.add(spec("view.messages", "view", QT_TRANSLATE_NOOP("WindowActions", "Go to the newest &message"),
                     Qt::Key_F6, Glyph::Info, [&window] { window.goToMessages(); }));
    actions.add(spec("view.fullScreen", "view", QT_TRANSLATE_NOOP("WindowActions", "F&ull screen"), Qt::Key_F11,
                     Glyph::Expand, [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); }));
    const auto arrange = [&](const char *id, const char *source, WindowLayout::Arrangement arrangement) {
        actions.add(spec(id, "view", source, {}, Glyph::Window,
                         [&window, arrangement] { window.layout().arrange(arrangement); }));
    };
    arrange("layout.watch", QT_TRANSLATE_NOOP("WindowActions", "Arrange to &watch"), WindowLayout::Arrangement::Watch);
    arrange("layout.investigate", QT_TRANSLATE_NOOP("WindowActions", "Arrange to &investigate"),
            WindowLayout::Arrangement::Investigate);
    arrange("layout.wall", QT_TRANSLATE_NOOP("WindowActions", "Arrange for a wall &display"),
            WindowLayout::Arrangement::Wall);
    actions.add(spec("help.shortcuts", "help", QT_TRANSLATE_NOOP("WindowActions", "&Keyboard shortcuts"),
                     QKeySequence::HelpContents, Glyph::Help, [&window] { emit window.shortcutsWanted(); }));
    actions.add(spec("help.about", "help", QT_TRANSLATE_NOOP("WindowActions", "&About Cheetah"), {}, Glyph::Info,
                     [&window] { emit window.aboutWanted(); }));
}

} // namespace cheetah::gui

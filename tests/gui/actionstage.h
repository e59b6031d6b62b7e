// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actions/actions.h"
#include "actions/pendingactions.h"
#include "session/session.h"
#include "session/words.h"
#include "session/workspace.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "theme/theme.h"

#include <QtCore/QTemporaryDir>

namespace cheetah::testgui {

/// A session over a fleet that the test leads, with all that views and actions are made from.
struct ActionStage {
    explicit ActionStage(gui::SessionOrigin origin = {gui::SessionKind::Attached, QUrl("http://127.0.0.1:7744"), {}})
        : session(std::unique_ptr<Deployment>(&deployment), std::move(origin))
    {
        session.fleet().setInterval(Millis(0));
    }

    QTemporaryDir folder;
    FakeDeployment &deployment = *new FakeDeployment;
    gui::Session session;
    gui::Actions actions;
    gui::Theme theme;
    gui::Settings settings{folder.filePath("console.ini")};
    gui::LogStore log;
    gui::Words words;
    gui::Workspace workspace{session, actions, theme, settings, log, words};

    const Fleet &fleet() const { return session.fleet().fleet(); }
    Slot slot(const ContextName &name) const { return fleet().find(name); }
    /// Lets the store take in what was written.
    void settle()
    {
        session.fleet().flush();
        spinOnce();
    }
};

} // namespace cheetah::testgui

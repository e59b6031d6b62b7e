// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actions/actions.h"
#include "session/session.h"
#include "session/words.h"
#include "settings/settings.h"
#include "store/logstore.h"
#include "support/guitest.h"
#include "theme/theme.h"
#include "topology/topologymap.h"
#include "topology/topologyview.h"

#include <QtCore/QTemporaryDir>

namespace cheetah::testgui {

/// A topology view over a deployment that the test leads.
class TopologyWindow {
public:
    explicit TopologyWindow(QSize size = {1280, 860}) : TopologyWindow(std::make_unique<FakeDeployment>(), size) {}

    FakeDeployment &deployment;
    QTemporaryDir folder;
    gui::Session session;
    gui::Actions actions;
    gui::Theme theme;
    gui::Settings settings;
    gui::LogStore log;
    gui::Words words;
    gui::Workspace workspace;
    gui::TopologyView view;

    gui::TopologyMap &map() { return view.map(); }
    const Fleet &fleet() const { return session.fleet().fleet(); }
    /// Everything that was written reaches the screen.
    void settle()
    {
        session.fleet().flush();
        map().filter().finish();
        spinOnce();
    }
    gui::TopologySpot spot(const ContextName &name) const
    {
        return {gui::TopologySpot::Kind::Context, fleet().find(name), 0};
    }

private:
    TopologyWindow(std::unique_ptr<FakeDeployment> fake, QSize size)
        : deployment(*fake),
          session(std::move(fake), {}),
          settings(folder.filePath(QStringLiteral("settings.ini"))),
          workspace{session, actions, theme, settings, log, words},
          view(workspace)
    {
        session.fleet().setInterval(Millis(0));
        view.resize(size);
    }
};

} // namespace cheetah::testgui

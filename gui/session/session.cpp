// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.h"

#include "actions/pendingactions.h"

namespace cheetah::gui {

Session::Session(std::unique_ptr<Deployment> deployment, SessionOrigin origin, QObject *parent)
    : QObject(parent),
      m_deployment(std::move(deployment)),
      m_origin(std::move(origin)),
      m_requests(*m_deployment),
      m_fleet(*m_deployment),
      m_journal(*m_deployment),
      m_health(*m_deployment),
      m_pending(std::make_unique<PendingActions>(*m_deployment, m_requests, m_fleet))
{}

Session::~Session() = default;

QUrl Session::node() const
{
    const auto &identity = m_deployment->identity();
    return identity && !identity->url.empty() ? QUrl(QString::fromStdString(identity->url)) : m_origin.node;
}

QString Session::label() const
{
    const auto &identity = m_deployment->identity();
    if (!identity)
        return m_origin.kind == SessionKind::Attached ? m_origin.node.authority() : tr("starting");
    return tr("%1 on %2", "deployment on node")
        .arg(QString::fromStdString(identity->deployment.string()), QString::fromStdString(identity->node.string()));
}

QString Session::whyNoAction() const
{
    switch (m_deployment->status().state) {
    case ConnectionState::Connecting:
        return tr("Not connected yet.");
    case ConnectionState::Lost:
    case ConnectionState::Refused:
        return tr("There is no connection.");
    case ConnectionState::Stale:
        return tr("What you see is older than ten seconds.");
    case ConnectionState::Live:
    case ConnectionState::Lagging:
        break;
    }
    if (m_fleet.isPaused())
        return tr("The view is paused. Resume it to act on what is true now.");
    if (!m_deployment->identity() || m_deployment->identity()->scope != "operator")
        return tr("Your token may look but not act. Actions need a token with the scope “operator”.");
    return {};
}

} // namespace cheetah::gui

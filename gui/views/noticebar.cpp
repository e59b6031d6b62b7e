// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/noticebar.h"

#include "session/session.h"
#include "session/words.h"
#include "widgets/banner.h"

#include <QtCore/QEvent>
#include <QtCore/QLocale>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QVBoxLayout>

namespace cheetah::gui {

namespace {

constexpr Micros noticeableSkew = Seconds(2);

/// Says it once, however often it is found out.
void say(Banner &banner, const BannerMessage &message)
{
    if (banner.isHidden() || banner.message() != message)
        banner.tell(message);
}

} // namespace

NoticeBar::NoticeBar(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_connection = addBanner();
    m_identity = addBanner();
    m_clock = addBanner();
    m_paused = addBanner();
    m_own = addBanner();

    Session &session = workspace.session;
    connect(&session.deployment(), &Deployment::stateChanged, this, &NoticeBar::connectionChanged);
    connect(&session.deployment(), &Deployment::identified, this, &NoticeBar::identified);
    connect(&session.deployment(), &Deployment::timingMeasured, this, &NoticeBar::timingMeasured);
    connect(&session.fleet(), &FleetStore::pausedChanged, this, &NoticeBar::pausedChanged);
    connect(&session.fleet(), &FleetStore::waitingChanged, this, &NoticeBar::pausedChanged);
    connect(m_connection, &Banner::actionWanted, this, [this] {
        if (m_workspace.session.deployment().status().state == ConnectionState::Refused)
            emit changeWanted();
        else
            m_workspace.session.deployment().retryNow();
    });
    connect(m_paused, &Banner::actionWanted, this, [this] { m_workspace.session.fleet().setPaused(false); });
    connectionChanged();
    pausedChanged();
}

Banner *NoticeBar::addBanner()
{
    auto *banner = new Banner(m_workspace.theme, this);
    banner->clear();
    layout()->addWidget(banner);
    return banner;
}

void NoticeBar::tell(std::function<QString()> text)
{
    m_ownText = std::move(text);
    m_own->tell({Tone::Warn, m_ownText()});
}

bool NoticeBar::takeKeyboard()
{
    for (Banner *banner : {m_connection, m_identity, m_clock, m_paused, m_own}) {
        if (banner->isHidden())
            continue;
        if (!isAncestorOf(window()->focusWidget()))
            m_hadKeyboard = window()->focusWidget();
        banner->takeFocus();
        return true;
    }
    return false;
}

void NoticeBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || !m_hadKeyboard)
        return QWidget::keyPressEvent(event);
    m_hadKeyboard->setFocus(Qt::OtherFocusReason);
}

void NoticeBar::connectionChanged()
{
    const Session &session = m_workspace.session;
    const ConnectionStatus &status = session.deployment().status();
    const QString reason = status.error ? m_workspace.words.error(*status.error) : QString();
    const QString details = status.error ? detailsOf(*status.error) : QString();
    const bool hasPicture = session.fleet().isLoaded();
    switch (status.state) {
    case ConnectionState::Lost: {
        QString text = tr("There is no connection. It is tried again by itself.");
        if (!reason.isEmpty())
            text = tr("%1 It is tried again by itself.").arg(reason);
        if (hasPicture)
            text += ' ' + tr("What you see is as it was; nothing can be done until it is back.");
        say(*m_connection, {Tone::Danger, text, tr("Retry now"), details, false});
        break;
    }
    case ConnectionState::Refused:
        say(*m_connection, {Tone::Danger, tr("The node refused this console. %1").arg(reason),
                            tr("Connect differently…"), details, false});
        break;
    case ConnectionState::Stale:
        say(*m_connection,
            {Tone::Warn,
             tr("Nothing was heard from the node for more than ten seconds. What you see may be old; actions "
                "are off until it answers."),
             {},
             {},
             false});
        break;
    case ConnectionState::Connecting:
    case ConnectionState::Live:
    case ConnectionState::Lagging:
        m_connection->clear();
        break;
    }
}

void NoticeBar::identified()
{
    const DeploymentIdentity &identity = *m_workspace.session.deployment().identity();
    const QString deployment = text(identity.deployment.text()), incarnation = text(identity.incarnation.text());
    const bool isOther = !m_deployment.isEmpty() && m_deployment != deployment;
    const bool isAnew = !m_incarnation.isEmpty() && m_incarnation != incarnation;
    if (isOther || isAnew)
        m_deploymentBefore = isOther ? m_deployment : QString();
    m_deployment = deployment;
    m_incarnation = incarnation;
    if (isOther || isAnew)
        tellIdentity();
}

void NoticeBar::tellIdentity()
{
    if (m_deploymentBefore.isEmpty())
        m_identity->tell(
            {Tone::Info,
             tr("The node was started anew. What it knew before, it has forgotten: leases and journal begin "
                "again.")});
    else
        m_identity->tell(
            {Tone::Warn, tr("Another deployment answers at this address now: %1, before it was %2. Everything is shown "
                            "anew.")
                             .arg(m_deployment, m_deploymentBefore)});
}

void NoticeBar::timingMeasured()
{
    const auto skew = m_workspace.session.deployment().clockSkew();
    if (!skew || std::chrono::abs(*skew) <= noticeableSkew) {
        m_toldSkew.clear();
        return m_clock->clear();
    }
    const QString amount = Words::roughly(std::chrono::abs(*skew));
    if (amount == m_toldSkew)
        return; // it may have been closed since
    m_toldSkew = amount;
    m_clock->tell({Tone::Info,
                   skew->count() > 0
                       ? tr("The node's clock is %1 ahead of this machine's. Times left are counted by the "
                            "node's clock.")
                             .arg(amount)
                       : tr("The node's clock is %1 behind this machine's. Times left are counted by the "
                            "node's clock.")
                             .arg(amount),
                   {},
                   {},
                   true});
}

void NoticeBar::pausedChanged()
{
    const FleetStore &store = m_workspace.session.fleet();
    if (!store.isPaused())
        return m_paused->clear();
    say(*m_paused, {Tone::Info,
                    store.waiting() ? tr("Paused at revision %1. %n change(s) wait.", nullptr, int(store.waiting()))
                                          .arg(QLocale().toString(qulonglong(store.fleet().revision())))
                                    : tr("Paused at revision %1. Nothing has changed since.")
                                          .arg(QLocale().toString(qulonglong(store.fleet().revision()))),
                    tr("Resume"),
                    {},
                    false});
}

void NoticeBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    connectionChanged();
    pausedChanged();
    // What was closed by hand stays closed.
    if (!std::exchange(m_toldSkew, {}).isEmpty() && !m_clock->isHidden())
        timingMeasured();
    if (!m_identity->isHidden())
        tellIdentity();
    if (!m_own->isHidden())
        tell(std::exchange(m_ownText, {}));
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connectionbadge.h"

#include "models/plaintext.h"
#include "session/words.h"
#include "widgets/statechip.h"

#include <QtCore/QEvent>
#include <QtGui/QAccessible>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QPushButton>

namespace cheetah::gui {

namespace {

struct Look {
    Glyph glyph;
    Tone tone;
};

Look lookOf(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Connecting:
        return {Glyph::Refresh, Tone::Info};
    case ConnectionState::Live:
        return {Glyph::StateAssigned, Tone::Ok};
    case ConnectionState::Lagging:
        return {Glyph::Waiter, Tone::Warn};
    case ConnectionState::Stale:
        return {Glyph::Warning, Tone::Warn};
    case ConnectionState::Lost:
        return {Glyph::Disconnect, Tone::Danger};
    case ConnectionState::Refused:
        return {Glyph::Error, Tone::Danger};
    }
    return {Glyph::Unknown, Tone::Muted};
}

} // namespace

ConnectionBadge::ConnectionBadge(Deployment &deployment, const Theme &theme, const Words &words, QWidget *parent)
    : QWidget(parent), m_deployment(deployment), m_theme(theme), m_words(words), m_retry(new QPushButton)
{
    setObjectName(QStringLiteral("connection"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_retry, 0, Qt::AlignTrailing | Qt::AlignVCenter);
    connect(m_retry, &QPushButton::clicked, &deployment, &Deployment::retryNow);
    connect(&deployment, &Deployment::stateChanged, this, &ConnectionBadge::stateChanged);
    connect(&deployment, &Deployment::timingMeasured, this, &ConnectionBadge::refresh);
    connect(&theme, &Theme::changed, this, &ConnectionBadge::refresh);
    stateChanged();
}

void ConnectionBadge::stateChanged()
{
    m_sinceState.start();
    m_widest = 0;
    const ConnectionStatus &status = m_deployment.status();
    const Look look = lookOf(status.state);
    m_glyph = look.glyph;
    m_tone = look.tone;
    m_retry->setVisible(status.state == ConnectionState::Lost && status.nextTryIn);
    refresh();
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void ConnectionBadge::refresh()
{
    m_text = sentence();
    m_retry->setText(tr("Retry now", "button: connect at once"));
    setToolTip(plainTip(explanation()));
    setAccessibleName(m_text);
    setAccessibleDescription(explanation());
    const int width = StateChip::widthFor(fontMetrics(), m_text);
    if (width > m_widest) {
        m_widest = width;
        updateGeometry();
    }
    update();
}

QString ConnectionBadge::sentence() const
{
    const ConnectionStatus &status = m_deployment.status();
    const Micros age = m_deployment.asOf().isSet() ? m_deployment.now() - m_deployment.asOf() : Micros(0);
    switch (status.state) {
    case ConnectionState::Connecting:
        return tr("Connecting…");
    case ConnectionState::Live:
        if (const std::optional<Micros> trip = m_deployment.roundTrip(); trip && trip->count() >= 1'000)
            return tr("Live · %1 ms", "connection state, round trip").arg(trip->count() / 1'000);
        else if (trip)
            return tr("Live · <1 ms", "connection state, round trip");
        return tr("Live", "connection state");
    case ConnectionState::Lagging:
        return tr("Lagging · as of %1", "connection state; 3 s ago").arg(Words::ago(age));
    case ConnectionState::Stale:
        return tr("Stale · as of %1", "connection state; 12 s ago").arg(Words::ago(age));
    case ConnectionState::Lost:
        if (!status.nextTryIn)
            return tr("Not connected", "connection state");
        if (const qint64 left = (status.nextTryIn->count() - m_sinceState.elapsed() + 999) / 1'000; left > 0)
            return tr("Lost · next try in %n s", "connection state", int(left));
        return tr("Lost · trying now", "connection state");
    case ConnectionState::Refused:
        return tr("Refused", "connection state");
    }
    return {};
}

QString ConnectionBadge::explanation() const
{
    const ConnectionStatus &status = m_deployment.status();
    QStringList lines;
    if (status.error)
        lines << m_words.error(*status.error);
    if (m_deployment.asOf().isSet())
        lines << tr("Last sign of life: %1").arg(Words::time(m_deployment.asOf()));
    if (const std::optional<Micros> skew = m_deployment.clockSkew(); skew && std::abs(skew->count()) > 2'000'000)
        lines << tr("The clocks of the node and of this machine differ by %1. All times here are the node's.")
                     .arg(Words::roughly(Micros(std::abs(skew->count()))));
    return lines.join('\n');
}

QSize ConnectionBadge::sizeHint() const
{
    QSize size(m_widest, fontMetrics().height() + Theme::space(1));
    if (!m_retry->isHidden()) {
        size.rwidth() += Theme::space(2) + m_retry->sizeHint().width();
        size.setHeight(std::max(size.height(), m_retry->sizeHint().height()));
    }
    return size;
}

QSize ConnectionBadge::minimumSizeHint() const
{
    return sizeHint();
}

void ConnectionBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    StateChip::paint(painter, m_theme, rect(), m_glyph, m_text, m_tone, layoutDirection());
}

void ConnectionBadge::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_timer.start(1'000, this);
    refresh();
}

void ConnectionBadge::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

void ConnectionBadge::timerEvent(QTimerEvent *event)
{
    // A live connection changes nothing by itself.
    if (event->timerId() == m_timer.timerId() && m_deployment.status().state != ConnectionState::Live)
        refresh();
}

void ConnectionBadge::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        stateChanged();
}

} // namespace cheetah::gui

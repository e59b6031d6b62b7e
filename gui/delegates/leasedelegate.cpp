// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/leasedelegate.h"

#include "delegates/cellroles.h"
#include "session/session.h"

#include <QtGui/QPainter>

namespace cheetah::gui {

LeaseDelegate::LeaseDelegate(const Session &session, const Theme &theme, int expiryRole, QObject *parent)
    : CellDelegate(parent), m_session(session), m_theme(theme), m_expiryRole(expiryRole)
{}

LeaseGauge LeaseDelegate::gauge(const QModelIndex &index) const
{
    const qlonglong expiry = index.data(m_expiryRole).toLongLong();
    if (expiry == 0)
        return {};
    const Deployment &deployment = m_session.deployment();
    const ConnectionState state = deployment.status().state;
    const bool isFresh = state == ConnectionState::Live || state == ConnectionState::Lagging;
    const QVariant span = index.data(SpanRole);
    LeaseGauge gauge = LeaseGauge::of(expiry, isFresh ? deployment.now() : deployment.asOf(),
                                      span.isValid() ? Micros(span.toLongLong()) : m_session.fleet().taskTimeout());
    gauge.isStale = !isFresh;
    return gauge;
}

QSize LeaseDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int width = option.fontMetrics.horizontalAdvance(gauge(index).text()) + 4 * margin(option);
    return {width, option.fontMetrics.height()};
}

void LeaseDelegate::paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const LeaseGauge gauge = this->gauge(index);
    if (gauge.look == LeaseGauge::Look::None)
        return CellDelegate::paintContent(painter, option, index);
    const int side = margin(option) / 2;
    const int height = std::min(option.rect.height() - 4, option.fontMetrics.height() + 2);
    const QRect rect(option.rect.left() + side, option.rect.top() + (option.rect.height() - height) / 2,
                     option.rect.width() - 2 * side, height);
    gauge.paint(painter, rect, m_theme, option.palette);
}

} // namespace cheetah::gui

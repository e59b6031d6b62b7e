// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/celldelegate.h"
#include "delegates/leasegauge.h"

namespace cheetah::gui {

class Session;

/// Draws what counts down from the moment of its end, so that the model need not change for it: whoever owns the view
/// repaints what is in sight as time goes. A picture that is no longer fresh is drawn as it was, and told from a live one.
class LeaseDelegate final : public CellDelegate {
    Q_OBJECT

public:
    /// Both outlive it. `expiryRole`: see CellRole.
    LeaseDelegate(const Session &session, const Theme &theme, int expiryRole, QObject *parent = nullptr);

    LeaseGauge gauge(const QModelIndex &index) const;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Session &m_session;
    const Theme &m_theme;
    const int m_expiryRole;
};

} // namespace cheetah::gui

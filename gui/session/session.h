// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/requests.h"
#include "session/navigator.h"
#include "session/selection.h"
#include "store/fleetstore.h"
#include "store/healthhistory.h"
#include "store/journalstore.h"

#include <QtCore/QUrl>

#include <memory>

namespace cheetah::gui {

class PendingActions;

/// How this window came to its deployment.
enum class SessionKind { Embedded, Attached, Demo };

struct SessionOrigin {
    SessionKind kind = SessionKind::Demo;
    QUrl node;           ///< of Attached
    QString tokenFile;   ///< what programs on this machine can use to reach it; empty: none known
    QString caFile = {}; ///< the authorities that this console trusts for it; empty: as programs are set up
};

/// One deployment in one window: the connection, the replica and histories fed from it, what is selected, and typed calls.
/// Owns all of them; owned by its window. It shows nothing.
class Session : public QObject {
    Q_OBJECT

public:
    Session(std::unique_ptr<Deployment> deployment, SessionOrigin origin, QObject *parent = nullptr);
    ~Session() override;

    Deployment &deployment() { return *m_deployment; }
    const Deployment &deployment() const { return *m_deployment; }
    Requests &requests() { return m_requests; }
    FleetStore &fleet() { return m_fleet; }
    const FleetStore &fleet() const { return m_fleet; }
    JournalStore &journal() { return m_journal; }
    HealthHistory &health() { return m_health; }
    Selection &selection() { return m_selection; }
    Navigator &navigator() { return m_navigator; }
    /// What was started by hand here, and what became of it.
    PendingActions &pending() { return *m_pending; }
    const PendingActions &pending() const { return *m_pending; }
    const SessionOrigin &origin() const { return m_origin; }

    /// Where the node answers; empty for a demo, and for an embedded node before it listens.
    QUrl node() const;
    /// What stands in titles, such as `dev on laptop`.
    QString label() const;
    /// Fresh enough to act on: the picture is live, not paused, and the token may act. Otherwise says why not, in words.
    QString whyNoAction() const;

private:
    std::unique_ptr<Deployment> m_deployment;
    const SessionOrigin m_origin;
    Requests m_requests;
    FleetStore m_fleet;
    JournalStore m_journal;
    HealthHistory m_health;
    Selection m_selection;
    Navigator m_navigator;
    std::unique_ptr<PendingActions> m_pending;
};

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/deployment.h"
#include "registry/fleetwriter.h"
#include "support/loop.h"

#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <map>

namespace cheetah::testgui {

/// The application that every GUI test runs in.
inline QApplication &app()
{
    return *static_cast<QApplication *>(QCoreApplication::instance());
}

/// Runs the loop until the condition holds; false after `limit`.
inline bool spinUntil(const std::function<bool()> &condition, Millis limit = Seconds(20))
{
    return test::runUntil(condition, limit);
}

/// Lets everything that waits in the loop happen once.
void spinOnce();

/// Writes what the widget looks like to $CHEETAH_SHOTS/<name>.png, at its device pixel ratio; nothing without the variable.
void saveShot(QWidget &widget, const QString &name);

/// A deployment that a test leads by hand: it writes the fleet change by change and says what state the connection is in.
/// Calls are kept until the test answers them.
class FakeDeployment : public Deployment, private FleetObserver {
public:
    struct Call {
        CallId id;
        std::string method;
        std::string params;
    };

    explicit FakeDeployment(QObject *parent = nullptr);

    void attach() override;
    void detach() override;
    void resync() override;
    CallId call(std::string_view method, std::string params) override;
    RegistryTime now() const override { return m_now; }

    /// Live, with a snapshot of what was written so far; as an operator unless told otherwise.
    void goLive(std::string scope = "operator");
    void setState(ConnectionState state, std::optional<Error> error = {});
    void setNow(RegistryTime now);
    void setClockSkew(Micros skew);
    void advance(Micros by) { setNow(m_now + by); }
    void setTaskTimeout(Micros timeout) { m_policies.taskTimeout = timeout; }
    DeploymentPolicies &policies() { return m_policies; }

    /// What the "node" holds; deltas go out as soon as it is live.
    const Fleet &fleet() const { return m_writer->fleet(); }
    /// One delta with these changes.
    template <class... Changes>
    void apply(Changes &&...changes)
    {
        std::vector<Change> all;
        (all.emplace_back(std::forward<Changes>(changes)), ...);
        applyAll(std::move(all));
    }
    void applyAll(std::vector<Change> changes);
    /// Another fleet altogether, then a snapshot of it.
    void startOver();

    // What tests write most.
    ClientName addClient(std::string_view user, std::string_view client, Metadata metadata = {},
                         ClientKind kind = ClientKind::Browser);
    void changeClient(const ClientName &name, const std::function<void(ClientState &)> &change);
    WindowName addWindow(const ClientName &client, std::string_view window, std::string_view title = {});
    ContextName addTab(const WindowName &window, std::string_view tab, std::string_view title = {},
                       std::string_view url = {}, Health health = Health::Live);
    Fence assign(const ContextName &context, std::string_view task);
    void renew(const ContextName &context);
    void release(const ContextName &context, EndCause cause = EndCause::Released);
    void removeTab(const ContextName &context);

    void addJournal(JournalEntry entry); ///< number and time are set here
    void addHealth(HealthSample sample);

    const std::vector<Call> &calls() const { return m_calls; }
    /// Answers a call and forgets it.
    void answer(CallId call, const Result<std::string> &result);

private:
    void sendSnapshot();
    void fleetChanged(const Delta &delta) override;
    void fleetReset() override {}

    std::unique_ptr<FleetWriter> m_writer;
    FleetSource::Subscription m_subscription;
    DeploymentPolicies m_policies;
    RegistryTime m_now{1'800'000'000'000'000};
    bool m_isLive = false;
    std::string m_scope = "operator";
    std::uint32_t m_incarnation = 0;
    std::uint64_t m_journalNumber = 0;
    Fence m_fence = 0;
    CallId m_lastCall = 0;
    std::vector<Call> m_calls;
};

/// A fleet as a real day has it: three users, browsers with windows and tabs in every state, a console client, one client
/// away and one that drains, reservations and waiters. The deployment need not be live yet.
void fillSample(FakeDeployment &deployment);
/// Many alike: `clients` browsers of `windows` × `tabs`, about half of the tabs assigned.
void fillLarge(FakeDeployment &deployment, int clients, int windows, int tabs);

} // namespace cheetah::testgui

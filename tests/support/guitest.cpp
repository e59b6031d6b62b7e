// SPDX-License-Identifier: Apache-2.0
#include "support/guitest.h"

#include <QtCore/QDir>
#include <QtGui/QPainter>

#include <algorithm>

namespace cheetah::testgui {

void spinOnce()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void saveShot(QWidget &widget, const QString &name)
{
    const QString folder = qEnvironmentVariable("CHEETAH_SHOTS");
    if (folder.isEmpty())
        return;
    QDir().mkpath(folder);
    widget.ensurePolished();
    spinOnce();
    widget.grab().save(folder + '/' + name + ".png");
}

FakeDeployment::FakeDeployment(QObject *parent) : Deployment(parent)
{
    m_policies.taskTimeout = Seconds(300);
    startOver();
}

void FakeDeployment::attach()
{
    if (!m_isLive)
        setState(ConnectionState::Connecting);
}

void FakeDeployment::detach()
{
    m_isLive = false;
    setState(ConnectionState::Lost);
    for (const Call &call : std::exchange(m_calls, {}))
        emit callFinished(call.id, Error(ErrorCode::Unavailable));
    emit detached();
}

void FakeDeployment::resync()
{
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_isLive)
                sendSnapshot();
        },
        Qt::QueuedConnection);
}

CallId FakeDeployment::call(std::string_view method, std::string params)
{
    m_calls.push_back({++m_lastCall, std::string(method), std::move(params)});
    return m_lastCall;
}

void FakeDeployment::answer(CallId call, const Result<std::string> &result)
{
    std::erase_if(m_calls, [call](const Call &pending) { return pending.id == call; });
    emit callFinished(call, result);
}

void FakeDeployment::goLive(std::string scope)
{
    m_scope = std::move(scope);
    m_isLive = true;
    m_identity = DeploymentIdentity{DeploymentId::trusted("dev"),
                                    NodeId::trusted("laptop"),
                                    Incarnation::trusted("i" + std::to_string(m_incarnation)),
                                    "0.1.0",
                                    m_scope,
                                    m_policies,
                                    "http://127.0.0.1:7744"};
    m_asOf = m_now;
    emit identified(*m_identity);
    sendSnapshot();
    setState(ConnectionState::Live);
}

void FakeDeployment::setState(ConnectionState state, std::optional<Error> error)
{
    if (state == ConnectionState::Lost || state == ConnectionState::Refused)
        m_isLive = false;
    setStatus({state, std::move(error), std::nullopt});
}

void FakeDeployment::setNow(RegistryTime now)
{
    m_now = now;
    m_asOf = now;
}

void FakeDeployment::setClockSkew(Micros skew)
{
    m_clockSkew = skew;
    emit timingMeasured();
}

void FakeDeployment::startOver()
{
    m_writer = std::make_unique<FleetWriter>(Incarnation::trusted("i" + std::to_string(++m_incarnation)));
    m_subscription = m_writer->subscribe(*this);
    m_journalNumber = 0;
    if (m_isLive)
        goLive(m_scope);
}

void FakeDeployment::sendSnapshot()
{
    emit snapshotArrived(std::make_shared<Fleet>(m_writer->fleet()));
}

void FakeDeployment::fleetChanged(const Delta &delta)
{
    if (m_isLive)
        emit deltaArrived(std::make_shared<const Delta>(delta));
}

void FakeDeployment::applyAll(std::vector<Change> changes)
{
    m_writer->begin(m_now);
    for (Change &change : changes)
        m_writer->add(std::move(change));
    m_writer->commit();
}

ClientName FakeDeployment::addClient(std::string_view user, std::string_view client, Metadata metadata, ClientKind kind)
{
    const ClientName name{UserId::trusted(user), ClientId::trusted(client)};
    auto state = std::make_shared<ClientState>();
    state->kind = kind;
    state->epoch = Epoch::trusted("e-" + std::string(client));
    state->generation = 1;
    state->seq = 1;
    state->connected = true;
    state->node = NodeId::trusted("laptop");
    state->agent = kind == ClientKind::Browser ? "cheetah-browser 0.1 Chromium/140" : "agent 2.3";
    state->metadata = std::move(metadata);
    state->limits.windows = 4;
    state->limits.tabsPerWindow = 8;
    state->limits.tabs = 24;
    state->connectedAt = m_now - Seconds(3'600);
    apply(ClientChanged{name, state});
    return name;
}

void FakeDeployment::changeClient(const ClientName &name, const std::function<void(ClientState &)> &change)
{
    auto state = std::make_shared<ClientState>(*fleet().client(fleet().find(name)).state);
    change(*state);
    apply(ClientChanged{name, state});
}

WindowName FakeDeployment::addWindow(const ClientName &client, std::string_view window, std::string_view title)
{
    const auto &epoch = fleet().client(fleet().find(client)).state->epoch;
    const WindowName name{client.user, client.client, epoch, WindowId::trusted(window)};
    apply(WindowChanged{name, std::string(title), false, false, true, ~std::uint32_t(0)});
    return name;
}

ContextName FakeDeployment::addTab(const WindowName &window, std::string_view tab, std::string_view title,
                                   std::string_view url, Health health)
{
    auto reported = std::make_shared<ReportedContext>();
    reported->id = ContextId::trusted(tab);
    reported->title = std::string(title);
    reported->url = std::string(url);
    reported->health = health;
    const ContextName name{window.user, window.client, window.epoch, reported->id};
    const ContextKey key{std::make_shared<const ContextName>(name), noSlot};
    apply(ContextChanged{key, window.window, ~std::uint32_t(0), reported, m_now - Seconds(600)});
    return name;
}

Fence FakeDeployment::assign(const ContextName &context, std::string_view task)
{
    Assignment assignment;
    assignment.task = TaskId::trusted(task);
    assignment.request = RequestId::trusted("r-" + std::to_string(m_fence + 1));
    assignment.fence = ++m_fence;
    assignment.holderNode = NodeId::trusted("laptop");
    assignment.acquiredAt = assignment.renewedAt = m_now;
    apply(AssignmentStarted{fleet().key(fleet().find(context)), assignment});
    return assignment.fence;
}

void FakeDeployment::renew(const ContextName &context)
{
    const Slot slot = fleet().find(context);
    apply(AssignmentRenewed{fleet().key(slot), fleet().context(slot).assignment->fence, m_now});
}

void FakeDeployment::release(const ContextName &context, EndCause cause)
{
    const Slot slot = fleet().find(context);
    apply(AssignmentEnded{fleet().key(slot), fleet().context(slot).assignment->fence, cause});
}

void FakeDeployment::removeTab(const ContextName &context)
{
    const Slot slot = fleet().find(context);
    if (fleet().context(slot).assignment)
        release(context, EndCause::ContextGone);
    apply(ContextRemoved{fleet().key(slot)});
}

void FakeDeployment::addJournal(JournalEntry entry)
{
    entry.number = ++m_journalNumber;
    entry.at = m_now;
    emit journalArrived({std::move(entry)});
}

void FakeDeployment::addHealth(HealthSample sample)
{
    sample.at = m_now;
    emit healthSampled(sample);
}

namespace {

/// Leases of different ages: what was acquired `ago` and renewed since.
void lease(FakeDeployment &deployment, const ContextName &tab, std::string_view task, Seconds ago, bool renewed = false)
{
    const RegistryTime now = deployment.now();
    deployment.setNow(now - ago);
    deployment.assign(tab, task);
    if (renewed) {
        deployment.setNow(now - ago / 3);
        deployment.renew(tab);
    }
    deployment.setNow(now);
}

} // namespace

void fillSample(FakeDeployment &deployment)
{
    // Alice: two browsers at work.
    const ClientName desk = deployment.addClient("alice", "desk", {{"region", "eu"}, {"tier", "a"}});
    const WindowName shop = deployment.addWindow(desk, "w1", "Shop checks");
    lease(deployment, deployment.addTab(shop, "t1", "Basket – Example Shop", "https://shop.example/basket"),
          "check-basket", Seconds(70), true);
    lease(deployment, deployment.addTab(shop, "t2", "Checkout – Example Shop", "https://shop.example/checkout"),
          "check-checkout", Seconds(284));
    deployment.addTab(shop, "t3", "Example Shop", "https://shop.example/");
    deployment.addTab(shop, "t4", "Terms", "https://shop.example/terms", Health::Crashed);
    const WindowName news = deployment.addWindow(desk, "w2", "News");
    lease(deployment, deployment.addTab(news, "t5", "Front page", "https://news.example/"), "scrape-front",
          Seconds(250));
    deployment.addTab(news, "t6", "Weather", "https://news.example/weather");
    const ClientName farm = deployment.addClient("alice", "farm-1", {{"region", "us"}, {"tier", "b"}, {"gpu", ""}});
    const WindowName search = deployment.addWindow(farm, "w1", "Search");
    lease(deployment, deployment.addTab(search, "t1", "Results for “cheetah”", "https://search.example/?q=cheetah"),
          "search-42", Seconds(12));
    const ContextName settling = deployment.addTab(search, "t2", "Maps", "https://maps.example/");
    deployment.addTab(search, "t3", "about:blank", "about:blank");
    deployment.addWindow(farm, "w2", "Empty");
    // Bob: one that is away, one that drains.
    const ClientName laptop = deployment.addClient("bob", "laptop", {{"region", "eu"}});
    const WindowName mail = deployment.addWindow(laptop, "w1", "Mail");
    lease(deployment, deployment.addTab(mail, "t1", "Inbox (3)", "https://mail.example/inbox"), "triage", Seconds(40));
    deployment.addTab(mail, "t2", "Calendar", "https://mail.example/calendar");
    const ClientName old = deployment.addClient("bob", "old-box", {{"region", "eu"}});
    const WindowName docs = deployment.addWindow(old, "w1", "Docs");
    lease(deployment, deployment.addTab(docs, "t1", "Handbook", "https://docs.example/handbook"), "export",
          Seconds(100));
    deployment.addTab(docs, "t2", "Drafts", "https://docs.example/drafts");
    // Carol: a console client with flows.
    const ClientName agent = deployment.addClient("carol", "agent", {{"model", "m-7"}}, ClientKind::Console);
    const WindowName flows = deployment.addWindow(agent, "flows");
    lease(deployment, deployment.addTab(flows, "f1", "Invoice run"), "invoices", Seconds(200), true);
    deployment.addTab(flows, "f2", "Idle flow");

    const RegistryTime now = deployment.now();
    Settling pending;
    pending.commands = {CommandId::trusted("cmd-7")};
    pending.deadline = now + Seconds(35);
    deployment.apply(SettlingChanged{deployment.fleet().key(deployment.fleet().find(settling)),
                                     std::make_shared<const Settling>(pending)});
    Reservation reservation;
    reservation.provision = ProvisionId::trusted("p-1");
    reservation.client = desk;
    reservation.epoch = Epoch::trusted("e-desk");
    reservation.request = RequestId::trusted("r-new");
    reservation.placement.kind = Placement::Kind::NewTab;
    reservation.placement.window = news;
    reservation.deadline = now + Seconds(20);
    deployment.apply(ReservationChanged{std::make_shared<const Reservation>(reservation)});
    Waiter waiter;
    waiter.place = 1;
    waiter.user = UserId::trusted("carol");
    waiter.task = TaskId::trusted("report");
    waiter.request = RequestId::trusted("r-wait");
    auto wants = std::make_shared<Requirements>();
    (void)addExpression(*wants, "metadata.region=us").ok();
    waiter.requirements = wants;
    waiter.node = NodeId::trusted("laptop");
    waiter.enqueuedAt = now - Seconds(15);
    waiter.deadline = now + Seconds(45);
    deployment.apply(WaiterAdded{std::make_shared<const Waiter>(waiter)});
    Drain drain;
    drain.target = old;
    drain.deadline = now + Seconds(900);
    drain.startedAt = now - Seconds(60);
    drain.by = "sam";
    deployment.apply(DrainChanged{drain});
    deployment.changeClient(laptop, [&](ClientState &state) {
        state.connected = false;
        state.disconnectedAt = now - Seconds(25);
        state.graceUntil = now + Seconds(5);
        state.removeAt = now + Seconds(575);
    });
    NodeInfo node;
    node.id = NodeId::trusted("laptop");
    node.incarnation = Incarnation::trusted("n1");
    node.version = "0.1.0";
    node.startedAt = now - Seconds(7'200);
    node.heartbeatAt = now;
    deployment.apply(NodeChanged{node});
}

void fillLarge(FakeDeployment &deployment, int clients, int windows, int tabs)
{
    const RegistryTime now = deployment.now();
    int number = 0;
    for (int c = 0; c < clients; ++c) {
        const std::string user = "user-" + std::to_string(c % 50);
        const ClientName client =
            deployment.addClient(user, "client-" + std::to_string(c), {{"region", c % 3 ? "eu" : "us"}});
        for (int w = 0; w < windows; ++w) {
            const WindowName window = deployment.addWindow(client, "w" + std::to_string(w), "Window");
            for (int t = 0; t < tabs; ++t, ++number) {
                const std::string id = "t" + std::to_string(number);
                const ContextName tab =
                    deployment.addTab(window, id, "Page " + id, "https://site.example/section/" + id);
                if (number % 2) {
                    deployment.setNow(now - Micros(Seconds(number % 280)) - Micros(number));
                    deployment.assign(tab, "task-" + id);
                    deployment.setNow(now);
                }
            }
        }
    }
}

} // namespace cheetah::testgui

// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulatedclient.h"

namespace cheetah::simulation {

namespace {

/// Sockets go to nodes that provision: what is asked of a client is asked by the node that holds it.
SimulatedNode *socketNode(const std::vector<std::unique_ptr<SimulatedNode>> &nodes, Random &random)
{
    std::vector<SimulatedNode *> up;
    for (const auto &node : nodes)
        if (node->up() && node->setup().provisioning == ProvisioningOwner::ThisNode)
            up.push_back(node.get());
    return up.empty() ? nullptr : random.pick(up);
}

} // namespace

SimulatedClient::SimulatedClient(const SimulatedNode::World &world, std::vector<std::unique_ptr<SimulatedNode>> &nodes,
                                 Setup setup)
    : m_world(world), m_nodes(nodes), m_setup(std::move(setup)), m_lane(world.loop), m_random(world.random)
{
    startEpoch();
    connectLater(m_random.between(Micros(0), Seconds(2)));
    keepAlive();
}

SimulatedNode *SimulatedClient::anyNode()
{
    std::vector<SimulatedNode *> up;
    for (const auto &node : m_nodes)
        if (node->up())
            up.push_back(node.get());
    return up.empty() ? nullptr : m_random.pick(up);
}

void SimulatedClient::startEpoch()
{
    m_epoch = Epoch::trusted("e" + std::to_string(++m_epochs));
    m_seq = 0;
    m_everReported = false;
    m_windows.clear();
    m_pending.clear();
    m_results.clear();
    openWindow(false, {});
    const std::size_t tabs = 1 + m_random.below(3);
    for (std::size_t i = 0; i < tabs; ++i)
        openTab(false, {}, m_windows.front().id, {});
}

void SimulatedClient::connectLater(Micros delay)
{
    m_connectTimer = m_lane.after(delay, [this] { connect(); });
}

void SimulatedClient::connect()
{
    if (m_pipe)
        return;
    SimulatedNode *node = socketNode(m_nodes, m_random);
    if (!node)
        return connectLater(Millis(500));
    m_pipe = std::make_shared<Pipe>(m_random, m_lane, node->lane());
    m_pipe->client = this;
    node->lane().later(m_random.between(Micros(0), Millis(20)), [node, pipe = m_pipe] { node->accept(pipe); });
    // The hello may be on its way before the socket is accepted.
    m_connectTimer = m_lane.after(Millis(30), [this] { sendHello(); });
}

void SimulatedClient::sendHello()
{
    if (!m_pipe)
        return;
    Hello hello;
    hello.client = m_setup.name;
    hello.epoch = m_epoch;
    hello.agent = "simulation";
    hello.metadata = m_setup.metadata;
    if (m_world.store && m_random.chance(0.5)) // it comes back as another one
        hello.metadata["region"] = m_random.chance(0.5) ? "us" : "eu";
    hello.limits = m_setup.limits;
    m_pipe->toSession([hello](SimulatedSession &session) { session.hello(hello); });
    m_connectTimer = m_lane.after(Seconds(8), [this] { // no welcome: the socket leads nowhere
        if (!m_welcomed) {
            leave(false);
            connectLater(Millis(100));
        }
    });
}

void SimulatedClient::leave(bool quietly)
{
    m_welcomed = false;
    if (!m_pipe)
        return;
    m_pipe->client = nullptr;
    if (quietly) { // the node finds out by itself
        auto pipe = m_pipe;
        m_world.wire.later(m_random.between(Seconds(3), Seconds(9)), [pipe] {
            if (pipe->session)
                pipe->session->closed();
        });
    } else {
        m_pipe->toSession([](SimulatedSession &session) { session.closed(); });
    }
    m_pipe.reset();
}

void SimulatedClient::welcomed(const std::shared_ptr<Pipe> &pipe, const Welcome &welcome)
{
    if (pipe != m_pipe)
        return;
    m_connectTimer.cancel();
    m_welcomed = true;
    m_seq = std::max(m_seq, welcome.lastSeq);
    sendReport();
    sendResults();
}

void SimulatedClient::closed(const std::shared_ptr<Pipe> &pipe, ErrorCode reason)
{
    if (pipe != m_pipe)
        return;
    m_pipe->client = nullptr;
    m_pipe.reset();
    m_welcomed = false;
    if (reason == ErrorCode::EpochRetired)
        startEpoch();
    // A superseded one does not come back by itself; here somebody starts it again later.
    connectLater(reason == ErrorCode::Superseded ? m_random.between(Seconds(1), Seconds(5))
                                                 : m_random.between(Millis(100), Millis(1'500)));
}

void SimulatedClient::calm()
{
    m_calm = true;
    const auto pending = m_pending;
    for (const auto &[id, frame] : pending)
        carryOut(id);
    if (!m_pipe && !m_connectTimer.pending())
        connectLater(Millis(100));
    changed();
}

void SimulatedClient::restartOnSocket()
{
    if (!m_welcomed)
        return;
    startEpoch();
    m_welcomed = false;
    sendHello();
}

void SimulatedClient::act()
{
    const std::size_t what = m_random.below(100);
    if (what < 50)
        return personActs();
    if (what < 58)
        return repeatOldReport();
    if (what < 64)
        return sendResults();
    if (what < 78)
        return sendReport();
    if (what < 84)
        return changed();
    if (what < 86 && m_welcomed) // the same hello again
        return sendHello();
    if (what < 89 && m_pipe) {
        leave(m_random.chance(0.5));
        return connectLater(m_random.chance(0.1) ? m_random.between(Seconds(20), Seconds(120))
                                                 : m_random.between(Millis(1), Seconds(4)));
    }
    if (what < 90)
        return restartOnSocket();
    if (what < 91) { // the browser dies with everything
        leave(m_random.chance(0.5));
        startEpoch();
        connectLater(m_random.between(Millis(10), Seconds(3)));
    }
}

void SimulatedClient::changed()
{
    if (!m_reportTimer.pending())
        m_reportTimer = m_lane.after(m_random.between(Millis(20), Millis(300)), [this] { sendReport(); });
}

void SimulatedClient::keepAlive()
{
    m_keepAliveTimer = m_lane.after(Seconds(3), [this] {
        keepAlive();
        if (m_calm && !m_pipe && !m_connectTimer.pending())
            connectLater(Micros(0));
        if (m_calm)
            sendResults();
        if (!m_welcomed)
            return;
        if (!m_everReported || m_calm)
            return sendReport();
        if (!m_reportTimer.pending())
            m_pipe->toSession(
                [epoch = m_epoch, seq = ++m_seq](SimulatedSession &session) { session.unchanged(epoch, seq); });
    });
}

void SimulatedClient::sendReport()
{
    m_reportTimer.cancel();
    Report report;
    report.client = m_setup.name;
    report.epoch = m_epoch;
    report.seq = ++m_seq;
    report.windows = m_windows;
    m_everReported = true;
    m_sent.push_back(report);
    if (m_sent.size() > 12)
        m_sent.erase(m_sent.begin());
    if (m_calm || !m_random.chance(0.05))
        carry(report);
    else
        changed(); // lost, and made good by the next one
}

void SimulatedClient::carry(const Report &report)
{
    if (m_welcomed && (m_calm || !m_random.chance(0.1)))
        m_pipe->toSession([report](SimulatedSession &session) { session.report(report); });
    if (m_calm || !m_random.chance(0.15))
        return;
    // By REST, at any node, late: it may be overtaken, and come twice.
    SimulatedNode *node = anyNode();
    if (node)
        node->lane().later(m_random.between(Micros(0), Seconds(3)), [node, report] {
            if (NodeProcess *process = node->up() ? node->process() : nullptr)
                node->registry().report(report, {}, process->scope, [process](const Result<ReportAccepted> &accepted) {
                    if (accepted)
                        process->provisioner.closeContexts(accepted->closable);
                });
        });
}

void SimulatedClient::repeatOldReport()
{
    if (!m_sent.empty())
        carry(m_random.pick(m_sent));
}

void SimulatedClient::reportRefused(ErrorCode reason)
{
    if (reason == ErrorCode::BaseMismatch)
        changed();
}

WindowId SimulatedClient::openWindow(bool isolated, const ProvisionId &provision)
{
    ReportedWindow window;
    window.id = WindowId::trusted("w" + std::to_string(++m_tabs));
    window.isolated = isolated;
    window.provision = provision;
    m_windows.push_back(window);
    return window.id;
}

void SimulatedClient::openTab(bool ours, const ProvisionId &provision, const WindowId &window, const ContextId &opener)
{
    ReportedContext tab;
    tab.id = ContextId::trusted("t" + std::to_string(++m_tabs));
    tab.ours = ours;
    tab.provision = provision;
    tab.opener = opener;
    for (ReportedWindow &one : m_windows)
        if (one.id == window)
            one.contexts.insert(one.contexts.begin() + std::ptrdiff_t(m_random.below(one.contexts.size() + 1)), tab);
    changed();
}

ReportedContext *SimulatedClient::anyTab()
{
    std::vector<ReportedContext *> tabs;
    for (ReportedWindow &window : m_windows)
        for (ReportedContext &tab : window.contexts)
            tabs.push_back(&tab);
    return tabs.empty() ? nullptr : m_random.pick(tabs);
}

ReportedContext *SimulatedClient::findTab(const ContextId &id)
{
    for (ReportedWindow &window : m_windows)
        for (ReportedContext &tab : window.contexts)
            if (tab.id == id)
                return &tab;
    return nullptr;
}

void SimulatedClient::closeTab(const ContextId &id)
{
    for (ReportedWindow &window : m_windows)
        std::erase_if(window.contexts, [&](const ReportedContext &tab) { return tab.id == id; });
    std::erase_if(m_windows, [](const ReportedWindow &window) { return window.contexts.empty(); });
    changed();
}

void SimulatedClient::personActs()
{
    ReportedContext *tab = anyTab();
    std::size_t tabs = 0;
    for (const ReportedWindow &window : m_windows)
        tabs += window.contexts.size();
    switch (m_random.below(10)) {
    case 0:
    case 1:
        if (tabs < 8 && !m_windows.empty())
            openTab(false, {}, m_random.pick(m_windows).id, tab && m_random.chance(0.5) ? tab->id : ContextId());
        return;
    case 2:
        if (m_windows.size() < 3 && tabs < 8)
            openTab(false, {}, openWindow(false, {}), {});
        return;
    case 3:
        if (tab && tabs > 1)
            closeTab(ContextId(tab->id));
        return;
    case 4:
    case 5:
        if (tab)
            tab->health = tab->health == Health::Live ? Health(m_random.below(5)) : Health::Live;
        return changed();
    case 6:
        if (m_windows.size() > 1) // a tab is dragged to another window
            if (ReportedContext moved = tab ? *tab : ReportedContext(); tab) {
                closeTab(moved.id);
                ReportedWindow &to = m_random.pick(m_windows);
                to.contexts.push_back(moved);
            }
        return changed();
    case 7:
        if (m_windows.size() > 1)
            std::swap(m_windows.front(), m_random.pick(m_windows));
        return changed();
    default:
        if (tab)
            tab->url = "https://example.org/" + std::to_string(m_random.below(1'000));
        return changed();
    }
}

void SimulatedClient::command(const CommandFrame &frame)
{
    m_world.invariants.commands().received(m_setup.name.user, frame.id);
    if (frame.epoch != m_epoch)
        return answer(frame, Error(ErrorCode::WrongEpoch), 0);
    m_pending[frame.id] = frame;
    const auto acknowledge = [this, id = frame.id, epoch = frame.epoch] {
        if (!m_pipe)
            return;
        m_world.invariants.commands().acknowledged(m_setup.name.user, id);
        m_pipe->toSession([id, epoch](SimulatedSession &session) { session.acknowledge(epoch, id); });
    };
    if (m_calm || m_random.chance(0.85))
        m_lane.later(m_random.between(Micros(0), Millis(400)), acknowledge);
    if (m_random.chance(0.1))
        m_lane.later(m_random.between(Micros(0), Seconds(3)), acknowledge);
    if (m_calm)
        return carryOut(frame.id);
    if (m_random.chance(0.08))
        return; // it is never heard of again
    const Micros longest = m_random.chance(0.12) ? Micros(Seconds(18)) : Micros(Millis(1'500));
    m_lane.later(m_random.between(Micros(0), longest), [this, id = frame.id, epoch = m_epoch] {
        if (epoch == m_epoch)
            carryOut(id);
    });
}

void SimulatedClient::resultKept(const CommandId &command)
{
    if (const auto kept = m_results.find(command); kept != m_results.end()) {
        if (kept->second.epoch == m_epoch && !(kept->second.error && kept->second.error->code == ErrorCode::WrongEpoch))
            m_world.invariants.commands().kept(m_setup.name.user, command);
        m_results.erase(kept);
    }
}

void SimulatedClient::cancelCommand(const CommandId &command)
{
    const auto pending = m_pending.find(command);
    if (pending == m_pending.end() || m_random.chance(0.3))
        return;
    const CommandFrame frame = pending->second;
    m_pending.erase(pending);
    answer(frame, Error(ErrorCode::Cancelled), m_seq);
}

void SimulatedClient::carryOut(const CommandId &command)
{
    const auto pending = m_pending.find(command);
    if (pending == m_pending.end())
        return;
    const CommandFrame frame = pending->second;
    m_pending.erase(pending);
    if (!m_calm && m_random.chance(0.1))
        return answer(frame, Error(ErrorCode::ScriptFailed), m_seq);
    std::uint64_t seq = 0;
    const bool done = perform(frame, seq);
    if (m_calm || m_random.chance(0.92)) // else it is done, and nobody hears of it
        answer(frame, done ? std::nullopt : std::optional(Error(ErrorCode::ContextGone)), seq);
}

bool SimulatedClient::perform(const CommandFrame &frame, std::uint64_t &seq)
{
    const std::string &kind = frame.content.kind;
    seq = m_seq; // the last snapshot shows that nothing was made
    if (kind == "openWindow" || kind == "openTab") {
        WindowId window = frame.content.window;
        if (kind == "openWindow" || m_windows.empty())
            window = openWindow(frame.content.params != "{}", frame.content.provision);
        else if (window.empty())
            window = m_windows.front().id;
        if (std::none_of(m_windows.begin(), m_windows.end(),
                         [&](const ReportedWindow &one) { return one.id == window; }))
            return false;
        openTab(true, frame.content.provision, window, frame.context);
        ++m_created;
        seq = m_seq + 1;
        return true;
    }
    ReportedContext *tab = findTab(frame.context);
    if (!tab)
        return false;
    if (kind == "closeTab")
        closeTab(ContextId(tab->id));
    else
        tab->url = "https://example.com/" + frame.id.string();
    changed();
    return true;
}

void SimulatedClient::answer(const CommandFrame &frame, std::optional<Error> error, std::uint64_t seq)
{
    IncomingResult result;
    result.client = m_setup.name;
    result.epoch = frame.epoch;
    result.command = frame.id;
    result.result = error ? std::string() : "{\"n\":" + std::to_string(m_random.below(100)) + '}';
    result.error = std::move(error);
    result.seq = seq;
    m_results[frame.id] = result;
    sendResult(frame.id);
}

void SimulatedClient::sendResult(const CommandId &command)
{
    const IncomingResult &result = m_results.at(command);
    if (!m_calm && m_random.chance(0.08)) { // by REST
        if (SimulatedNode *node = anyNode())
            node->lane().later(m_random.between(Micros(0), Seconds(2)), [node, result] {
                if (node->up())
                    node->process()->correlator.result(result, node->process()->scope,
                                                       [](const Result<CommandRecord> &) {});
            });
        return;
    }
    if (m_welcomed)
        m_pipe->toSession([result](SimulatedSession &session) { session.result(result); });
}

void SimulatedClient::sendResults()
{
    for (const auto &[id, result] : std::map(m_results))
        sendResult(id);
}

void SimulatedClient::provisionAsked(const std::shared_ptr<Pipe> &pipe, std::int64_t query,
                                     const ProvisionId &provision)
{
    CreationStatus status{m_seq + 1, false}; // the next snapshot tells
    for (auto at = m_pending.begin(); at != m_pending.end(); ++at) {
        if (at->second.content.provision != provision)
            continue;
        status.known = !m_calm && m_random.chance(0.5);
        if (!status.known)
            m_pending.erase(at); // given up for good
        break;
    }
    changed();
    pipe->toSession([query, status](SimulatedSession &session) { session.provisionAnswered(query, status); });
}

} // namespace cheetah::simulation

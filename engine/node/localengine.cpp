// SPDX-License-Identifier: Apache-2.0
#include "node/localengine.h"

#include "base/version.h"
#include "wire/jsonwalker.h"
#include "wording/wording.h"

namespace cheetah {

namespace {

constexpr Micros beatInterval = Seconds(1);
constexpr std::size_t mostChanges = 20'000; ///< of one turn, beyond which a copy of the fleet is cheaper
constexpr std::size_t journalSlice = 500;
constexpr Micros stopPatience = Seconds(5); ///< beyond the drain's own deadline

} // namespace

LocalEngine::LocalEngine(EmbeddedNodeOptions options, const Clock &clock, std::shared_ptr<Inbox> inbox)
    : m_options(std::move(options)),
      m_clock(clock),
      m_inbox(std::move(inbox)),
      m_scheduler(clock),
      m_pending(mostChanges)
{}

/// Whoever did not wait for the end gets it at once.
LocalEngine::~LocalEngine()
{
    if (!m_node)
        return;
    m_company.reset();
    m_fleet = {};
    m_journal.reset();
    for (int i = 0; i < 2 && m_node; ++i) // where it goes down already, the first ends it
        m_node->stop(m_scope, [](const Result<void> &) {});
}

void LocalEngine::start(std::uint64_t session)
{
    m_session = session;
    m_isDetaching = false;
    m_startsAgain = m_isStopping;
    if (m_isServing)
        introduce();
    else if (!m_node && !m_isStopping)
        makeNode();
}

void LocalEngine::makeNode()
{
    if (!m_tracer) {
        auto tracer = OtlpTracer::create(m_options.config, {m_scheduler, m_clock, m_ids, m_options.log});
        if (!tracer)
            return refuse(tracer.error());
        m_tracer = *std::move(tracer);
    }
    auto node = Node::create(m_options.config, {m_scheduler, m_clock, m_ids, m_options.log, m_tracer.get()});
    if (!node)
        return refuse(node.error());
    m_node = *std::move(node);
    m_node->host().observe([this](HostState state) {
        if (m_isStopping && state != HostState::Stopped)
            tell(news::Stopping{{std::string(name(state)), std::nullopt}});
    });
    m_node->onSuperseded([this] { m_scheduler.post(m_scope.wrap([this] { superseded(); })); });
    m_node->start(m_scope, [this](const Result<void> &result) { started(result); });
}

/// We may be inside it.
void LocalEngine::bury()
{
    m_finished = std::move(m_node);
    m_scheduler.post(m_scope.wrap([this] { m_finished.reset(); }));
}

void LocalEngine::refuse(Error error)
{
    tell(news::State{{ConnectionState::Refused, std::move(error), std::nullopt}});
}

/// Another process has our place in the deployment.
void LocalEngine::superseded()
{
    if (!m_node || m_isStopping)
        return;
    refuse(Error(ErrorCode::NodeIdLive, {{"node", m_options.config.nodeId.string()}}));
    goDown();
}

void LocalEngine::started(const Result<void> &result)
{
    if (m_isStopping)
        return;
    if (!result) {
        bury();
        return refuse(result.error());
    }
    if (m_options.makeCompany) {
        auto company = m_options.makeCompany(*m_node, {m_scheduler, m_clock, m_ids, m_options.log, nullptr});
        if (!company) {
            refuse(company.error());
            return goDown();
        }
        m_company = *std::move(company);
    }
    m_isServing = true;
    announce();
    introduce();
}

/// So that the command line and browsers of this account find it, as they find cheetahd.
void LocalEngine::announce()
{
    const NodeConfig &config = m_node->config();
    m_options.log.info("node", "ready" + (config.listens ? " at " + m_node->url() : std::string()));
    if (!config.announce || !config.listens)
        return;
    auto announced = LocalNodeAnnouncement::announce(m_node->announcement());
    if (announced)
        m_announcement = *std::move(announced);
    else
        m_options.log.warning("node", "not announced to local programs: " + Wording().error(announced.error()));
}

void LocalEngine::introduce()
{
    const NodeIdentity &identity = m_node->diagnostics().identity();
    tell(news::Alive{m_node->fleet().now(), m_clock.steady()});
    tell(news::Identified{{identity.deployment, identity.node, identity.incarnation, identity.version,
                           std::string(name(AccessScope::Operator)), m_node->diagnostics().policies(), m_node->url()}});
    m_fleet = m_node->fleet().subscribe(*this);
    resync();
    tell(news::State{{ConnectionState::Live, std::nullopt, std::nullopt}});
    const std::uint64_t last = m_node->journal().lastNumber();
    m_journalTold = last > journalSlice ? last - journalSlice : 0;
    m_journal = m_node->journal().listen([this](const JournalEntry &) { scheduleFlush(); });
    beat();
}

void LocalEngine::resync()
{
    if (!m_isServing || m_isStopping)
        return;
    m_pending.clear();
    tell(news::Snapshot{std::make_shared<Fleet>(m_node->fleet().fleet())});
}

void LocalEngine::fleetChanged(const Delta &delta)
{
    if (!m_pending.add(delta))
        resync();
    scheduleFlush();
}

void LocalEngine::scheduleFlush()
{
    if (std::exchange(m_isFlushPlanned, true))
        return;
    m_scheduler.post(m_scope.wrap([this] {
        m_isFlushPlanned = false;
        if (m_isServing)
            flush();
    }));
}

void LocalEngine::flush()
{
    flushJournal();
    for (Delta &delta : m_pending.take()) {
        if (m_inbox->isFull())
            return; // it asks for everything once it has caught up
        const Incarnation &incarnation = m_node->fleet().fleet().revisions()[delta.partition].incarnation;
        tell(news::Changed{incarnation, std::make_shared<const Delta>(std::move(delta))});
    }
}

void LocalEngine::flushJournal()
{
    auto entries = m_node->journal().since(m_journalTold, journalSlice);
    if (entries.empty())
        return;
    m_journalTold = entries.back().number;
    if (m_journalTold < m_node->journal().lastNumber())
        scheduleFlush();
    tell(news::Journal{std::move(entries)});
}

void LocalEngine::beat()
{
    m_beat = m_scheduler.after(beatInterval, [this] { beat(); });
    tell(news::Alive{m_node->fleet().now(), m_clock.steady()});
    tell(news::Health{m_node->healthSample()});
    flush();
}

void LocalEngine::call(CallId call, std::string_view method, std::string_view params)
{
    const auto finish = [this, call](Result<std::string> answer) { tell(news::Answered{call, std::move(answer)}); };
    if (!m_isServing)
        return finish(ErrorCode::Unavailable);
    const auto parsed = parseJson(params);
    if (!parsed)
        return finish(parsed.error());
    if (!parsed->object())
        return finish(Error(ErrorCode::BadRequest, {{"reason", "params are no object"}}));
    Principal principal;
    principal.scope = AccessScope::Operator;
    principal.tokenId = "embedded";
    m_node->methods().call(method, {principal, {}, "this process", m_options.actor, {}}, *parsed, m_node->host(),
                           m_scope, finish);
}

void LocalEngine::answerRoundTrip(SteadyTime askedAt)
{
    tell(news::RoundTrip{m_clock.steady() - askedAt});
}

void LocalEngine::stop(std::uint64_t session)
{
    m_session = session;
    m_isDetaching = true;
    m_startsAgain = false;
    if (m_node)
        goDown();
    else if (!m_isStopping)
        tell(news::Detached{});
}

/// In the seeds' order; a second time at once.
void LocalEngine::goDown()
{
    m_isServing = false;
    m_fleet = {};
    m_journal.reset();
    m_beat.cancel();
    m_announcement = {};
    m_company.reset();
    if (std::exchange(m_isStopping, true))
        return m_node->stop(m_scope, [](const Result<void> &) {});
    m_options.log.info("node", "going down");
    m_stopDeadline = m_scheduler.after(m_options.config.drainTimeout + stopPatience,
                                       [this] { m_node->stop(m_scope, [](const Result<void> &) {}); });
    m_node->stop(m_scope, [this](const Result<void> &result) { stopped(result); });
}

void LocalEngine::stopped(const Result<void> &result)
{
    m_stopDeadline.cancel();
    m_options.log.info("node", "down");
    bury();
    m_scheduler.post(m_scope.wrap([this, failure = result ? std::nullopt : std::optional<Error>(result.error())] {
        m_isStopping = false;
        tell(news::Stopping{{"stopped", failure}});
        if (m_isDetaching)
            tell(news::Detached{});
        if (std::exchange(m_startsAgain, false))
            makeNode();
    }));
}

} // namespace cheetah

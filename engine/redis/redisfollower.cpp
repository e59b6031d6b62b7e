// SPDX-License-Identifier: Apache-2.0
#include "redis/redisfollower.h"

#include "redis/stepanswer.h"

#include <algorithm>

namespace cheetah {

RedisFollower::RedisFollower(RedisClient &client, RedisFunctions &functions, const RedisKeys &keys, const Clock &clock,
                             Scheduler &scheduler, Options options)
    : m_client(client),
      m_functions(functions),
      m_keys(keys),
      m_clock(clock),
      m_scheduler(scheduler),
      m_options(std::move(options)),
      m_time(clock),
      m_partitions(keys.partitions()),
      m_parts(keys)
{
    std::vector<Revision> revisions;
    for (std::uint32_t partition = 0; partition < keys.partitions(); ++partition)
        revisions.push_back({partition, {}, 0});
    m_fleet.reset(std::move(revisions));
}

void RedisFollower::start()
{
    for (std::uint32_t i = 0; i < m_partitions.size(); ++i) {
        const auto openAnew = [this, i] {
            m_partitions[i].mustOpen = true;
            plan(i);
        };
        const auto message = [this, i](std::string_view id) { heard(i, id); };
        m_partitions[i].subscription =
            m_client.subscriber().subscribe(m_keys.stream(i), {m_scope.wrap(openAnew), m_scope.wrap(message)});
        plan(i);
    }
    m_status = m_client.status().observe(m_scope.wrap([this](const RedisState &state) {
        if (state.kind != RedisState::Kind::Ready)
            return;
        for (std::uint32_t i = 0; i < m_partitions.size(); ++i) {
            m_partitions[i].retry.cancel();
            m_partitions[i].mustOpen = true;
            plan(i);
        }
    }));
    poll();
}

void RedisFollower::poll()
{
    m_poll = m_scheduler.after(m_options.pollEvery, [this] { poll(); });
    for (std::uint32_t i = 0; i < m_partitions.size(); ++i) {
        m_partitions[i].mustOpen = true;
        plan(i);
        answerWaiting(i);
    }
}

/// Decides at the next turn of the loop, when what came with this one is taken in.
void RedisFollower::plan(std::uint32_t i)
{
    if (m_partitions[i].posted)
        return;
    m_partitions[i].posted = true;
    m_scheduler.post(m_scope.wrap([this, i] {
        m_partitions[i].posted = false;
        next(i);
    }));
}

/// Asks what has to be known next, one question at a time: a partition's answers never overtake each other.
void RedisFollower::next(std::uint32_t i)
{
    Partition &p = m_partitions[i];
    if (p.busy || p.retry.pending())
        return;
    if (p.mustOpen) {
        const std::string fresh = m_options.incarnation.string() + '-' + std::to_string(++p.opened);
        ask(i, function("open", i).arg(fresh).arg(m_options.incarnation.text()), true, &RedisFollower::opened);
    } else if (p.load && p.cursor == "0") {
        askPage(i, p.load->last());
    } else if (p.mustLoad) {
        if (!p.load) {
            p.load = std::make_unique<SnapshotLoad>(i);
            p.cursor.clear();
            p.kept.clear();
            p.heard = 0;
            for (Waiting &waiting : p.waiting)
                waiting.answeredByLoad = true;
        }
        ask(i, function("snapshot", i).arg(p.cursor).arg(m_options.clientsPerSlice), true, &RedisFollower::sliced);
    } else if (p.heard > p.position.revision() || !p.kept.empty()) {
        p.asked = std::max(p.heard, p.kept.empty() ? 0 : p.kept.rbegin()->second.delta.to);
        askPage(i, p.position.last());
    }
}

RedisCommand RedisFollower::function(const char *name, std::uint32_t i) const
{
    const std::string meta = m_keys.meta(i);
    RedisCommand command("FCALL");
    command.route(meta).arg(RedisLibrary::functionName(name)).arg(1).arg(meta);
    command.arg(m_options.policies);
    return command;
}

void RedisFollower::askPage(std::uint32_t i, const std::optional<StreamId> &after)
{
    const std::string stream = m_keys.stream(i);
    RedisCommand command("XRANGE");
    command.route(stream).arg(stream).arg(after ? '(' + after->text() : std::string("-")).arg("+");
    ask(i, std::move(command.arg("COUNT").arg(m_options.page)), false, &RedisFollower::paged);
}

void RedisFollower::ask(std::uint32_t i, RedisCommand command, bool function, Answered answered)
{
    m_partitions[i].busy = true;
    Reply<RedisReply> reply = [this, i, answered](Result<RedisReply> result) {
        Partition &p = m_partitions[i];
        p.busy = false;
        if (!result)
            return failed(i, result.error());
        p.answered = m_clock.steady();
        p.error.reset();
        (this->*answered)(i, *result);
    };
    if (function)
        m_functions.call(std::move(command), m_scope, std::move(reply));
    else
        m_client.call(std::move(command), m_scope, std::move(reply));
}

/// Tries again later: Redis does not answer, or a load came to nothing.
void RedisFollower::failed(std::uint32_t i, Error error)
{
    Partition &p = m_partitions[i];
    ++m_counters.failures;
    p.error = std::move(error);
    p.mustOpen = true;
    p.load.reset();
    backOff(i);
}

void RedisFollower::backOff(std::uint32_t i)
{
    Partition &p = m_partitions[i];
    const Micros delay = std::min(m_options.firstDelay * (1 << std::min(p.failures, 16u)), m_options.longestDelay);
    ++p.failures;
    p.retry = m_scheduler.after(delay, [this, i] { plan(i); });
}

void RedisFollower::opened(std::uint32_t i, const RedisReply &reply)
{
    Partition &p = m_partitions[i];
    const StepAnswer answer(reply);
    if (const auto error = answer.error())
        return failed(i, *error);
    const Result<Incarnation> incarnation = Incarnation::parse(answer.text(0));
    const std::uint64_t revision = answer.count(1);
    if (!incarnation)
        return failed(i, StepAnswer::malformedError());
    const std::optional<StreamId> last = StreamId::parse(answer.text(2));
    m_time.heard(answer.time(3));
    p.droppedRequests = answer.count(4);
    p.mustOpen = false;
    if (m_clock.steady() - 2 * m_options.pollEvery > p.installed && p.loaded && !p.mustLoad)
        p.failures = 0;
    p.heard = std::max(p.heard, revision);
    if (p.loaded && p.incarnation != *incarnation) {
        ++m_counters.incarnations;
        loadAnew(i);
    } else if (p.loaded && !p.mustLoad && revision <= p.position.revision()
               && (revision < p.position.revision() || last != p.position.last())) {
        ++m_counters.gaps;
        loadAnew(i);
    }
    if (p.load && p.load->incarnation() != *incarnation)
        p.load.reset();
    plan(i);
}

std::uint64_t RedisFollower::droppedRequests() const
{
    std::uint64_t sum = 0;
    for (const Partition &p : m_partitions)
        sum += p.droppedRequests;
    return sum;
}

void RedisFollower::sliced(std::uint32_t i, const RedisReply &reply)
{
    Partition &p = m_partitions[i];
    const StepAnswer answer(reply);
    if (const auto error = answer.error())
        return failed(i, *error);
    if (!p.load)
        return plan(i);
    SnapshotLoad::Slice slice;
    slice.revision = answer.count(0);
    slice.last = StreamId::parse(answer.text(1));
    const Result<Incarnation> incarnation = Incarnation::parse(answer.text(2));
    p.cursor = answer.text(3);
    m_time.heard(answer.time(4));
    Result<std::vector<Change>> changes = unpackChanges(answer.text(5));
    if (answer.malformed() || !incarnation || !changes) {
        ++m_counters.malformed;
        return failed(i, changes ? StepAnswer::malformedError() : changes.error());
    }
    slice.incarnation = *incarnation;
    slice.changes = *std::move(changes);
    m_parts.dropForeign(i, slice.changes);
    if (const Result<void> added = p.load->add(std::move(slice)); !added)
        return failed(i, added.error());
    plan(i);
}

void RedisFollower::paged(std::uint32_t i, const RedisReply &reply)
{
    Partition &p = m_partitions[i];
    std::vector<StreamedDelta> entries;
    for (const RedisReply &entry : reply.elements()) {
        const std::optional<StreamId> id = StreamId::parse(entry.at(0).text());
        if (id && !p.load && p.position.fit(*id) == StreamPosition::Fit::Known)
            continue; // a step of ours, whose answer came while the page was under way
        std::optional<StreamedDelta> read = this->read(i, entry.at(1).at(1).text());
        if (!read) {
            loadAnew(i);
            return failed(i, StepAnswer::malformedError());
        }
        entries.push_back(*std::move(read));
    }
    const bool last = reply.size() < m_options.page;
    if (p.load)
        return loadPage(i, std::move(entries), last);
    if (p.mustLoad)
        return plan(i);
    for (StreamedDelta &entry : entries) {
        const StreamPosition::Fit fit = p.position.fit(entry);
        if (fit == StreamPosition::Fit::Known)
            continue;
        if (fit != StreamPosition::Fit::Next || !lead(i, std::move(entry))) {
            m_counters.gaps += fit != StreamPosition::Fit::Next;
            loadAnew(i);
            break;
        }
    }
    if (!p.mustLoad)
        takeKept(i);
    if (!p.mustLoad && last && p.position.revision() < p.asked) {
        ++m_counters.gaps; // what was heard of is not in the stream
        loadAnew(i);
    }
    plan(i);
    answerWaiting(i);
}

void RedisFollower::loadPage(std::uint32_t i, std::vector<StreamedDelta> entries, bool last)
{
    Partition &p = m_partitions[i];
    Result<void> added;
    for (StreamedDelta &entry : entries)
        if (added)
            added = p.load->add(std::move(entry));
    if (added && last && !p.load->complete())
        added = ErrorCode::BaseMismatch;
    if (!added) {
        ++m_counters.gaps;
        return failed(i, added.error());
    }
    if (p.load->complete())
        install(i);
    else
        plan(i);
}

void RedisFollower::install(std::uint32_t i)
{
    Partition &p = m_partitions[i];
    const std::unique_ptr<SnapshotLoad> load = std::move(p.load);
    Result<Fleet> fleet = load->finish();
    if (!fleet) {
        ++m_counters.misfits;
        return failed(i, fleet.error());
    }
    m_fleet = m_parts.replaced(m_fleet, i, *std::move(fleet), m_options.page);
    p.incarnation = load->incarnation();
    p.position.restart(load->revision(), load->last());
    p.installed = m_clock.steady();
    p.loaded = true;
    p.mustLoad = false;
    ++m_counters.reloads;
    plan(i);
    const Scope::Guard alive = m_scope.guard();
    m_observers.tell([](FleetObserver &observer) { observer.fleetReset(); });
    if (alive.alive())
        answerWaiting(i, true);
}

/// The replica of the partition is not to be trusted: it stays visible until the next load is done.
void RedisFollower::loadAnew(std::uint32_t i)
{
    Partition &p = m_partitions[i];
    p.mustLoad = true;
    p.load.reset();
    p.kept.clear();
    if (m_clock.steady() - m_options.pollEvery < p.installed)
        backOff(i); // else what is wrong with the stream would keep Redis telling snapshots
    plan(i);
}

void RedisFollower::storeLost(std::uint32_t i)
{
    if (i >= m_partitions.size())
        return;
    m_partitions[i].mustOpen = true;
    plan(i);
}

std::optional<StreamedDelta> RedisFollower::read(std::uint32_t i, std::string_view packed)
{
    Result<StreamedDelta> entry = unpackDelta(packed, i, &m_names);
    if (!entry) {
        ++m_counters.malformed;
        return std::nullopt;
    }
    m_time.heard(entry->delta.at);
    m_parts.dropForeign(i, entry->delta.changes);
    return *std::move(entry);
}

void RedisFollower::take(StreamedDelta entry)
{
    const std::uint32_t i = entry.delta.partition;
    if (i >= m_partitions.size())
        return;
    Partition &p = m_partitions[i];
    m_time.heard(entry.delta.at);
    m_parts.dropForeign(i, entry.delta.changes);
    p.heard = std::max(p.heard, entry.delta.to);
    if (!p.mustLoad && offer(i, std::move(entry)))
        takeKept(i);
    plan(i);
    answerWaiting(i);
}

/// Whether it was applied. What comes too early is kept back, what comes too late is known.
bool RedisFollower::offer(std::uint32_t i, StreamedDelta entry)
{
    Partition &p = m_partitions[i];
    switch (p.position.fit(entry)) {
    case StreamPosition::Fit::Next:
        if (lead(i, std::move(entry)))
            return true;
        loadAnew(i);
        return false;
    case StreamPosition::Fit::Known:
        ++m_counters.known;
        return false;
    case StreamPosition::Fit::Ahead:
        if (p.kept.size() < m_options.keptDeltas)
            p.kept.insert_or_assign(entry.delta.from, std::move(entry));
        else
            ++m_counters.dropped;
        return false;
    case StreamPosition::Fit::Astray:
        ++m_counters.gaps;
        loadAnew(i);
        return false;
    }
    return false;
}

void RedisFollower::takeKept(std::uint32_t i)
{
    Partition &p = m_partitions[i];
    while (!p.mustLoad && !p.kept.empty() && p.kept.begin()->first <= p.position.revision()) {
        const StreamedDelta entry = std::move(p.kept.extract(p.kept.begin()).mapped());
        offer(i, entry);
    }
}

/// Leads the fleet on by an entry that is next, and tells the observers.
bool RedisFollower::lead(std::uint32_t i, StreamedDelta entry)
{
    Partition &p = m_partitions[i];
    if (m_partitions.size() > 1)
        m_parts.nodeDrains().lead(i, entry.delta.changes, m_fleet);
    if (!m_fleet.apply(entry.delta)) {
        ++m_counters.misfits;
        p.loaded = false;
        return false;
    }
    p.position.advance(entry.id);
    ++m_counters.applied;
    m_counters.lag = std::max(Micros(0), now() - entry.delta.at);
    m_observers.tell([&](FleetObserver &observer) { observer.fleetChanged(entry.delta); });
    return true;
}

void RedisFollower::heard(std::uint32_t i, std::string_view message)
{
    Partition &p = m_partitions[i];
    const std::optional<StreamId> id = StreamId::parse(message);
    if (!id)
        return;
    m_time.heard({std::int64_t(std::min<std::uint64_t>(id->at, std::uint64_t(1) << 61))});
    if (!p.mustLoad && p.position.fit(*id) == StreamPosition::Fit::Astray) {
        ++m_counters.gaps;
        loadAnew(i);
    }
    p.heard = std::max(p.heard, id->to);
    if (p.mustLoad || p.heard > p.position.revision()) // else it tells of a step of ours, which the answer told before
        plan(i);
}

void RedisFollower::whenAt(std::uint32_t i, std::uint64_t revision, const Scope &scope, Callback<void()> then)
{
    if (i >= m_partitions.size())
        return then();
    Partition &p = m_partitions[i];
    if ((p.loaded && !p.mustLoad && p.position.revision() >= revision) || p.waiting.size() >= m_options.mostWaiting)
        return then();
    p.heard = std::max(p.heard, revision);
    p.waiting.push_back({revision, m_clock.steady() + m_options.patience, false, scope.wrap(std::move(then))});
    plan(i);
}

/// Calls those who waited for where the partition stands, and those for whom there is nothing more to wait for.
void RedisFollower::answerWaiting(std::uint32_t i, bool afterLoad)
{
    Partition &p = m_partitions[i];
    if (p.waiting.empty())
        return;
    const SteadyTime now = m_clock.steady();
    std::vector<Callback<void()>> due;
    std::erase_if(p.waiting, [&](Waiting &waiting) {
        const bool there = p.loaded && !p.mustLoad && waiting.revision <= p.position.revision();
        if (!there && waiting.until > now && !(afterLoad && waiting.answeredByLoad))
            return false;
        due.push_back(std::move(waiting.then));
        return true;
    });
    for (Callback<void()> &then : due) // one may end our life
        then();
}

RedisFollower::State RedisFollower::state() const
{
    State state{State::Kind::Live, std::nullopt, std::nullopt};
    for (const Partition &p : m_partitions) {
        if (p.error)
            state.error = p.error;
        if (!p.loaded)
            state.kind = State::Kind::Loading;
        else if (state.kind != State::Kind::Loading && m_clock.steady() - p.answered >= m_options.staleAfter) {
            state.kind = State::Kind::Stale;
            state.since = std::min(state.since.value_or(p.answered), p.answered);
        }
    }
    return state;
}

} // namespace cheetah

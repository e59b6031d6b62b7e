// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/scheduler.h"
#include "redis/contextnames.h"
#include "redis/fleetpartitions.h"
#include "redis/redisclient.h"
#include "redis/redisfunctions.h"
#include "redis/registryclock.h"
#include "redis/snapshotload.h"
#include "redis/stepreplica.h"
#include "redis/streamposition.h"
#include "registry/fleetobservers.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cheetah {

/// The replica of a deployment that Redis holds: the one Fleet of a process over all partitions, kept true by the deltas
/// that replies bring and by the partitions' streams, of which a channel tells the new entries and a question every second
/// what was missed (SPEC R5). Whatever does not follow where it stands (a lost tail after a failover, a trimmed stream, a
/// store that came back empty) makes it load that partition's snapshot anew. It changes nothing in Redis but to open a
/// partition that is not there. Made by the host beside the registries that call it; everything given outlives it.
class RedisFollower final : public StepReplica {
public:
    struct Options {
        Incarnation incarnation;        ///< nobody else's; partitions that begin anew get it with a number behind
        std::string policies;           ///< packed, as every function takes them
        Micros pollEvery = Seconds(1);  ///< how long a lost message may go unnoticed (step.lua: followedFor)
        Micros staleAfter = Seconds(3); ///< without an answer
        Micros patience = Seconds(5);   ///< of whenAt()
        Micros firstDelay = Millis(50); ///< before a failed question is repeated, or a partition loaded again; doubles
        Micros longestDelay = Seconds(5);
        std::size_t keptDeltas = 1024;     ///< a partition, that came before what they follow
        std::size_t page = 1000;           ///< entries of a stream asked at once
        std::size_t clientsPerSlice = 50;  ///< of a snapshot
        std::size_t mostWaiting = 100'000; ///< in whenAt()
    };
    RedisFollower(RedisClient &client, RedisFunctions &functions, const RedisKeys &keys, const Clock &clock,
                  Scheduler &scheduler, Options options);
    RedisFollower(const RedisFollower &) = delete;
    RedisFollower &operator=(const RedisFollower &) = delete;

    /// Empty, at revision 0 with an empty incarnation, until the first load; each load is told as fleetReset().
    const Fleet &fleet() const override { return m_fleet; }
    RegistryTime now() const override { return m_time.now(); }
    [[nodiscard]] Subscription subscribe(FleetObserver &observer) override { return m_observers.subscribe(observer); }

    /// Begins to follow; the host calls it once.
    void start();

    /// Observers hear of it before this returns, if it follows directly.
    void take(StreamedDelta entry) override;
    /// Takes a registry time out of a reply.
    void heardTime(RegistryTime at) { m_time.heard(at); }
    /// Opens the partition anew and loads what is there.
    void storeLost(std::uint32_t partition) override;

    /// Also calls when the replica will not stand there: it was loaded anew since and stands before it, Redis did not
    /// answer for Options::patience, or too many wait. So look at what stands.
    void whenAt(std::uint32_t partition, std::uint64_t revision, const Scope &scope, Callback<void()> then) override;
    std::uint64_t revision(std::uint32_t partition) const { return m_partitions[partition].position.revision(); }

    /// For readiness (SPEC L6).
    struct State {
        enum class Kind {
            Loading, ///< a partition has never been loaded, or its replica proved wrong
            Live,
            Stale, ///< whole, but Redis did not answer for a while
        };
        Kind kind = Kind::Loading;
        std::optional<SteadyTime> since; ///< of the last answer, when Stale
        std::optional<Error> error;      ///< the last question's, when it failed
    };
    State state() const;

    struct Counters {
        std::uint64_t applied = 0;      ///< deltas
        std::uint64_t known = 0;        ///< deltas that came again
        std::uint64_t gaps = 0;         ///< times at which a stream did not go on from where we stood
        std::uint64_t reloads = 0;      ///< snapshots loaded, the first too
        std::uint64_t incarnations = 0; ///< times at which a store had lost its memory
        std::uint64_t malformed = 0;    ///< deltas and slices that did not read
        std::uint64_t misfits = 0;      ///< deltas that read and did not fit the fleet
        std::uint64_t dropped = 0;      ///< deltas not kept back because too many were
        std::uint64_t failures = 0;     ///< questions that Redis did not answer
        Micros lag{0};                  ///< from the newest delta's step to its being applied
    };
    const Counters &counters() const { return m_counters; }
    /// Request ids that the deployment's bounds dropped before their time (SPEC W11), as of the last poll.
    std::uint64_t droppedRequests() const;

private:
    struct Waiting {
        std::uint64_t revision;
        SteadyTime until;
        bool
            answeredByLoad; ///< it waited when the load under way began, which shows what it waits for, or it is nowhere
        Callback<void()> then;
    };
    struct Partition {
        Incarnation incarnation;
        std::uint64_t opened = 0; ///< times; the same store emptied twice still begins under another incarnation
        StreamPosition position;
        bool loaded = false;
        bool busy = false; ///< a question is under way
        bool mustOpen = true;
        bool mustLoad = true;
        bool posted = false;
        std::uint64_t heard = 0; ///< the store stands there at least
        std::uint64_t droppedRequests = 0;
        std::uint64_t asked = 0;                     ///< what was heard when the page under way was asked for
        std::map<std::uint64_t, StreamedDelta> kept; ///< by the revision that they follow
        std::unique_ptr<SnapshotLoad> load;
        std::string cursor;    ///< of the next slice; `0`: there is none
        unsigned failures = 0; ///< and loads, one soon after another
        SteadyTime installed{};
        Scheduler::Timer retry;
        SteadyTime answered{};
        std::optional<Error> error;
        std::vector<Waiting> waiting;
        RedisSubscription subscription;
    };
    using Answered = void (RedisFollower::*)(std::uint32_t partition, const RedisReply &reply);

    void poll();
    void plan(std::uint32_t partition);
    void next(std::uint32_t partition);
    void ask(std::uint32_t partition, RedisCommand command, bool function, Answered answered);
    RedisCommand function(const char *name, std::uint32_t partition) const;
    void askPage(std::uint32_t partition, const std::optional<StreamId> &after);
    void opened(std::uint32_t partition, const RedisReply &reply);
    void sliced(std::uint32_t partition, const RedisReply &reply);
    void paged(std::uint32_t partition, const RedisReply &reply);
    void failed(std::uint32_t partition, Error error);
    void backOff(std::uint32_t partition);

    std::optional<StreamedDelta> read(std::uint32_t partition, std::string_view packed);
    bool offer(std::uint32_t partition, StreamedDelta entry);
    bool lead(std::uint32_t partition, StreamedDelta entry);
    void takeKept(std::uint32_t partition);
    void heard(std::uint32_t partition, std::string_view message);
    void loadAnew(std::uint32_t partition);
    void loadPage(std::uint32_t partition, std::vector<StreamedDelta> entries, bool last);
    void install(std::uint32_t partition);
    void answerWaiting(std::uint32_t partition, bool afterLoad = false);

    RedisClient &m_client;
    RedisFunctions &m_functions;
    const RedisKeys m_keys;
    const Clock &m_clock;
    Scheduler &m_scheduler;
    const Options m_options;
    Fleet m_fleet;
    ContextNames m_names;
    RegistryClock m_time;
    Counters m_counters;
    std::vector<Partition> m_partitions;
    FleetPartitions m_parts;
    FleetObservers m_observers;
    Scheduler::Timer m_poll;
    RedisStatus::Observation m_status;
    Scope m_scope;
};

} // namespace cheetah

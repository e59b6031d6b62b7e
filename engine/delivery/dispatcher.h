// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/idsource.h"
#include "base/log.h"
#include "base/scheduler.h"
#include "delivery/commanddeadlines.h"
#include "delivery/commandtraces.h"
#include "delivery/deliveryports.h"
#include "delivery/dispatcherhealth.h"
#include "delivery/linkdirectory.h"
#include "lifecycle/component.h"
#include "registry/evidencestore.h"
#include "registry/fleetsource.h"

#include <deque>
#include <map>

namespace cheetah {

/// One command as a product asks for it.
struct SendRequest {
    UserId user;
    Handle handle; ///< empty: a client command of our own, which no lease fences
    ContextNamePtr
        context; ///< a child context (SPEC W20); required with an empty handle, where an empty context id in it
                 ///< addresses a window or the client itself. Null: the handle's own context
    TaskId task;
    CommandId command; ///< empty: one is made. The same again with the same content asks for its record (SPEC D5)
    CommandContent content;
    Micros deadline{0}; ///< remaining time; 0: the default
};

struct DispatcherLimits {
    Micros defaultDeadline = Seconds(60);
    Micros longestDeadline = Seconds(3600);
    std::size_t laneLength = 256; ///< commands of one context that are admitted and unsent
    std::size_t queued = 10'000;  ///< the same of all contexts together
    std::size_t contentBytes = 1 << 20;
    CommandDeadlines::Limits deadlines;
    Micros retryDelay = Millis(500); ///< after a registry that was unavailable or did not know the connection yet
};

/// Leads commands from admission to their client. Each context has a lane of its own: its commands leave in order, up to
/// the send, and a context that is stuck holds up no other (SPEC D7). A command of a client that is not connected stays
/// admitted until the client is back or its deadline has passed. The frame leaves only after beginSend (SPEC D1), so what
/// a lost answer leaves open is `unknown`, never sent twice. It keeps no evidence and no result, and waits for none.
/// Owned by the host; stands in a component set. Thread: the engine's.
class Dispatcher final : public Component, private LinkDirectory::Observer, private CommandDeadlines::Owner {
public:
    struct Ports {
        EvidenceStore &store;
        const FleetSource &fleet; ///< registry time
        LinkDirectory &links;
        CommandEndSink &ends;
        DispatcherHealth &health;
        Scheduler &scheduler;
        const Clock &clock;
        IdSource &ids;
        CommandRelay *relay = nullptr;
        CommandTraces *traces = nullptr; ///< null: nobody traces
    };

    Dispatcher(const Ports &ports, NodeId node, Log log, DispatcherLimits limits = {});
    ~Dispatcher() override;

    std::string_view name() const override { return "dispatcher"; }
    void start(const Scope &scope, HookDone done) override;
    /// Sends nothing any more; what is admitted stays so.
    void stop(const Scope &scope, HookDone done) override;

    /// Admits the command and answers its record, before it is sent. Errors: those of EvidenceStore::admit; `bad_request`
    /// (param field), `too_large`, `queue_full` (params what, limit) while its lane or all lanes are full, `forbidden` for
    /// another user's handle, `not_ready` unless running.
    void send(const SendRequest &request, const Scope &scope, Reply<CommandRecord> reply);

    /// Takes over a command that another node admitted for a client whose socket is here (SPEC D4). `traceparent`: its trace
    /// context there; empty: none.
    void deliver(const CommandRecord &record, std::string_view traceparent = {});
    /// The trace context of a command that waits here, for the node that takes it over; empty: none.
    std::string traceparent(const CommandRecord &record) const;

    /// Offers what waits here for that client to the node that holds it now; nothing if that is this one.
    void offerWaiting(const ClientName &client);

    /// Another node saw the command end: it is not sent from here any more.
    void endedElsewhere(const CommandRecord &record) { withdraw({record.user, record.id}); }

    /// An unsent command ends as `expired` with the error `cancelled`; of a sent one the client is asked to give it up.
    /// Answers the record as it is then.
    void cancelCommand(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply);

    /// Asks the client, if its socket is here, to give up a command that was sent.
    void cancelSent(const CommandRecord &record);

    std::size_t queued() const { return m_queued.size(); }

private:
    struct Waiting {
        CommandRecord record;
        bool cancelWhenSent = false;
    };
    struct Lane {
        std::deque<Waiting> waiting;
        bool sending = false; ///< the first one is at its beginSend
        bool pumping = false;
        Scheduler::Timer retry;
    };

    void linkAdded(const ClientName &client) override;
    bool withdraw(const CommandKey &key) override;
    void ended(const CommandRecord &record, CommandOutcome asked) override;

    Result<CommandRecord> recordOf(const SendRequest &request) const;
    Result<void> checkRoom(const ContextName &lane) const;
    void admitted(Result<Admission> admission, Span span, const Scope::Guard &caller, Reply<CommandRecord> reply);
    std::vector<ContextName> lanesOf(const ClientName &client) const;
    void enqueue(const CommandRecord &record);
    void forward(const CommandRecord &record);
    bool atBeginSend(const CommandKey &key) const;

    void pump(const ContextName &name);
    void beginFirst(const ContextName &name, Lane &lane, const LinkDirectory::Link &link);
    void begun(const ContextName &name, std::uint64_t generation, const Result<CommandRecord> &result);
    void transmit(const Waiting &first, const CommandRecord &record, std::uint64_t generation);
    void retryLater(const ContextName &name, Lane &lane);
    void tellEnd(const CommandRecord &record);

    const Ports m_ports;
    const NodeId m_node;
    Log m_log;
    const DispatcherLimits m_limits;
    bool m_running = false;
    std::size_t m_beingAdmitted = 0;
    std::map<ContextName, Lane> m_lanes;        ///< those with something waiting
    std::map<CommandKey, ContextName> m_queued; ///< lane of each waiting command
    CommandDeadlines m_deadlines;
    Scope m_scope;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/scope.h"
#include "model/evidence.h"

namespace cheetah {

class Dispatcher;

/// Hears of commands that ended, and of an `unknown` that a late result replaced. Hearing of one twice is possible.
class CommandEndSink {
public:
    virtual ~CommandEndSink() = default;
    virtual void commandEnded(const CommandRecord &record) = 0;
};

/// Leads to the other nodes of a deployment (SPEC D4); none in a deployment of one node. It may lose what it is told:
/// evidence lies in the store, and a command that nobody sends expires.
class CommandRelay {
public:
    virtual ~CommandRelay() = default;
    /// For a client without a socket here: the node that holds it gives the record to its Dispatcher::deliver.
    virtual void offer(const CommandRecord &record) = 0;
    /// Asks the node that holds the client to cancel a sent command there.
    virtual void cancel(const CommandRecord &record) = 0;
};

/// Hears how clients answered the creations that reservations stand for (SPEC W13). Repeated answers come again.
class CreationSink {
public:
    virtual ~CreationSink() = default;
    /// `seq`: the client's report at or after which the tab is shown or proved absent; 0 if it named none. Whether it was
    /// refused is told by the record's outcome.
    virtual void creationAnswered(const CommandRecord &record, std::uint64_t seq) = 0;
};

/// The way to the other nodes and back: what this node's delivery tells it goes to those whom it concerns, and what they
/// tell reaches this node's delivery. Owned by the node's components.
class NodeRelay : public CommandRelay, public CommandEndSink, public CreationSink {
public:
    /// The dispatcher is made after the relay, for it offers to it. Must be called before start().
    virtual void attach(Dispatcher &dispatcher) = 0;
    virtual void start() = 0;
    virtual void stop() = 0;
    /// After start(): calls once this node's own word has come back to it, or soon after if it does not.
    virtual void whenHeard(const Scope &scope, Callback<void()> then) = 0;
};

} // namespace cheetah

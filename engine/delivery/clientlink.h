// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "registry/reply.h"

namespace cheetah {

/// One command as it goes to a client. `remaining` is what is left of its deadline when it is sent.
struct CommandFrame {
    CommandId id;
    Epoch epoch; ///< the client refuses any other than its own (SPEC D1)
    CommandContent content;
    ContextId context; ///< empty: addresses a window or the client itself
    Micros remaining{0};
    std::string traceparent{}; ///< W3C trace context of the command; empty: not traced
};

/// What a client knows of a creation (SPEC W13): a report at or after `seq` shows the tab or proves it absent.
struct CreationStatus {
    std::uint64_t seq = 0;
    bool known = false;
};

/// The way to one connected client, implemented by the edge's client session. Sending never waits: its queue is bounded,
/// and the session itself closes a reader that is too slow (SPEC D7). Owned by the edge.
class ClientLink {
public:
    virtual ~ClientLink() = default;

    /// False if the frame did not leave, because the queue is full or the connection is closing. It is not sent again: the
    /// send was attempted.
    virtual bool send(const CommandFrame &frame) = 0;
    /// Asks the client to give the command up; it still answers with a result or an error.
    virtual void cancelCommand(const CommandId &command) = 0;
    /// The client may forget this result (SPEC D2).
    virtual void resultKept(const CommandId &command) = 0;
    /// `client_not_connected` if the connection ends before the answer.
    virtual void queryProvision(const ProvisionId &provision, const Scope &scope, Reply<CreationStatus> reply) = 0;
    virtual void close(ErrorCode reason) = 0;
};

} // namespace cheetah

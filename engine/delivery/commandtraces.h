// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tracer.h"
#include "delivery/deliveryports.h"
#include "registry/fleetsource.h"

#include <map>
#include <set>
#include <string>

namespace cheetah {

struct SendRequest;

/// The spans of the commands that were admitted here, from admission to their end; when each was sent and acknowledged is
/// taken from its evidence at the end, so that trace and evidence cannot disagree (SPEC D2, O5). Bounded: beyond, a command
/// is traced up to its admission alone. Owned by the host; the tracer outlives it. Without a tracer it does nothing.
class CommandTraces final : public CommandEndSink {
public:
    static constexpr std::size_t mostCommands = 10'000;

    CommandTraces(Tracer *tracer, const FleetSource &fleet, std::size_t most = mostCommands)
        : m_tracer(tracer), m_fleet(fleet), m_most(most)
    {}

    /// A span under the tracer's current one.
    Span begin(const SendRequest &request) const;
    /// The command is admitted; from now on the span is kept here. `repeated`: it had been before.
    void admitted(const CommandRecord &record, Span span, bool repeated);
    /// The command was admitted, and its span is kept, at another node, which sent this along. What is no context is ignored.
    void joined(const CommandRecord &record, std::string_view traceparent);
    /// What the client, or the node that holds it, is told of it; empty if it is not traced.
    std::string traceparent(const CommandRecord &record) const;

    void commandEnded(const CommandRecord &record) override;
    /// Nobody will tell the ends any more.
    void endAll();

    std::size_t open() const { return m_spans.size(); }

private:
    using Key = std::pair<UserId, CommandId>;
    struct Open {
        Span span; ///< empty: kept elsewhere
        TraceContext context;
        RegistryTime deadline;
    };

    /// False if there is no room.
    bool keep(const CommandRecord &record, Span &span, const TraceContext &context);
    void dropOverdue();
    void endUnknown(Open &open);

    Tracer *const m_tracer;
    const FleetSource &m_fleet;
    const std::size_t m_most;
    std::map<Key, Open> m_spans;
    std::set<std::pair<RegistryTime, Key>> m_deadlines; ///< of m_spans
};

} // namespace cheetah

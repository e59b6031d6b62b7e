// SPDX-License-Identifier: Apache-2.0
#include "delivery/commandtraces.h"

#include "delivery/dispatcher.h"

#include <algorithm>

namespace cheetah {

namespace {

constexpr Micros patience = Seconds(30); ///< beyond a command's deadline, within which its end must be told

/// Kinds of a product's own are not named: they are a caller's text.
std::string_view knownKind(std::string_view kind)
{
    static constexpr std::string_view known[] = {"navigate",   "evaluate", "screenshot",  "activate", "openTab",
                                                 "openWindow", "closeTab", "closeWindow", "reload"};
    const auto found = std::find(std::begin(known), std::end(known), kind);
    return found == std::end(known) ? std::string_view("other") : *found;
}

} // namespace

Span CommandTraces::begin(const SendRequest &request) const
{
    if (!m_tracer)
        return {};
    const std::string_view kind = knownKind(request.content.kind);
    Span span = Span::begin(m_tracer, SpanKind::Client, "command " + std::string(kind), m_tracer->current());
    span.set("cheetah.command.kind", kind);
    if (span.tellsIds()) {
        span.set("cheetah.user", request.user.text());
        const ContextNamePtr &target = request.context ? request.context : request.handle.context.name;
        if (target)
            span.set("cheetah.client", target->client.text());
        if (!request.task.empty())
            span.set("cheetah.task", request.task.text());
    }
    return span;
}

void CommandTraces::admitted(const CommandRecord &record, Span span, bool repeated)
{
    if (!span)
        return;
    if (repeated)
        return span.set("cheetah.repeated", true);
    span.event("admitted");
    const TraceContext context = span.context();
    if (!keep(record, span, context))
        span.set("cheetah.followed", false);
}

void CommandTraces::joined(const CommandRecord &record, std::string_view traceparent)
{
    Span elsewhere;
    if (const auto context = m_tracer ? parseTraceparent(traceparent) : std::nullopt)
        keep(record, elsewhere, *context);
}

bool CommandTraces::keep(const CommandRecord &record, Span &span, const TraceContext &context)
{
    dropOverdue();
    if (m_spans.size() >= m_most)
        return false;
    const Key key(record.user, record.id);
    if (m_spans.try_emplace(key, Open{std::move(span), context, record.deadline}).second)
        m_deadlines.emplace(record.deadline, key);
    return true;
}

std::string CommandTraces::traceparent(const CommandRecord &record) const
{
    const auto found = m_spans.find({record.user, record.id});
    return found == m_spans.end() ? std::string() : found->second.context.traceparent();
}

void CommandTraces::commandEnded(const CommandRecord &record)
{
    const auto found = m_spans.find({record.user, record.id});
    if (found == m_spans.end() || !record.outcome)
        return;
    Span &span = found->second.span;
    const RegistryTime now = m_fleet.now();
    if (record.sentAt.isSet())
        span.event("sent", {}, now - record.sentAt);
    if (record.acknowledgedAt.isSet())
        span.event("acknowledged", {}, now - record.acknowledgedAt);
    span.set("cheetah.outcome", name(*record.outcome));
    if (record.outcome != CommandOutcome::Result)
        span.fail(record.error ? name(record.error->code) : name(*record.outcome));
    m_deadlines.erase({found->second.deadline, found->first});
    m_spans.erase(found);
}

/// Ends that another node keeps may never be told here.
void CommandTraces::dropOverdue()
{
    const RegistryTime now = m_fleet.now();
    while (!m_deadlines.empty() && now - m_deadlines.begin()->first > patience) {
        const auto found = m_spans.find(m_deadlines.begin()->second);
        endUnknown(found->second);
        m_spans.erase(found);
        m_deadlines.erase(m_deadlines.begin());
    }
}

void CommandTraces::endAll()
{
    for (auto &[key, open] : m_spans)
        endUnknown(open);
    m_spans.clear();
    m_deadlines.clear();
}

void CommandTraces::endUnknown(Open &open)
{
    open.span.set("cheetah.outcome", "not_told");
    open.span.end();
}

} // namespace cheetah

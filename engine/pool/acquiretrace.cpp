// SPDX-License-Identifier: Apache-2.0
#include "pool/acquiretrace.h"

namespace cheetah {

namespace {

std::string_view placementName(Placement::Kind kind)
{
    switch (kind) {
    case Placement::Kind::Any:
        return "any";
    case Placement::Kind::Window:
        return "window";
    case Placement::Kind::NewTab:
        return "new-tab";
    case Placement::Kind::NewWindow:
        return "new-window";
    case Placement::Kind::Isolated:
        return "isolated";
    }
    return "any";
}

} // namespace

AcquireTracePtr AcquireTrace::begin(Tracer *tracer, const AcquireRequest &request)
{
    if (!tracer)
        return {};
    Span span = Span::begin(tracer, SpanKind::Internal, "acquire", tracer->current());
    span.set("cheetah.placement", placementName(request.placement.kind));
    if (span.tellsIds()) {
        span.set("cheetah.user", request.user.text());
        span.set("cheetah.task", request.task.text());
    }
    return std::make_shared<AcquireTrace>(*tracer, std::move(span));
}

Reply<Lease> AcquireTrace::around(const AcquireTracePtr &trace, Reply<Lease> reply)
{
    if (!trace)
        return reply;
    return [trace, reply = std::move(reply)](Result<Lease> lease) mutable {
        trace->answered(lease);
        reply(std::move(lease));
    };
}

AcquireTrace::~AcquireTrace()
{
    if (!m_answered)
        m_span.set("cheetah.outcome", "abandoned");
}

void AcquireTrace::created(const Result<ProvisionDone> &result)
{
    if (!m_span.recording())
        return;
    if (result && !result->refused)
        return m_span.event("created");
    m_span.event("not_created",
                 {{"error.type", result ? std::string("refused") : std::string(cheetah::name(result.error().code))}});
}

void AcquireTrace::answered(const Result<Lease> &lease)
{
    m_answered = true;
    if (!m_span.recording())
        return;
    m_span.set("cheetah.tries", m_tries);
    m_span.set("cheetah.outcome", lease ? "granted" : "refused");
    if (lease) {
        m_span.set("cheetah.provisioned", lease->provisioned);
        if (m_span.tellsIds() && lease->handle.context.name)
            m_span.set("cheetah.client", lease->handle.context.name->client.text());
    } else {
        m_span.fail(cheetah::name(lease.error().code));
    }
    m_span.end();
}

} // namespace cheetah

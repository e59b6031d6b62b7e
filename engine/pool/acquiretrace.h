// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/tracer.h"
#include "model/acquire.h"
#include "pool/provisioning.h"

#include <memory>

namespace cheetah {

class AcquireTrace;
using AcquireTracePtr = std::shared_ptr<AcquireTrace>; ///< null: nobody traces

/// What one acquire did, as a span: contexts tried, a place in the queue, creations asked for, and the outcome (SPEC O5).
/// Shared by the requester's reply and the operation that works for it; it ends with the answer, or as `abandoned` once
/// nobody is left to be answered. It changes nothing about the acquire.
class AcquireTrace {
public:
    /// Begins a span under the tracer's current one. Null without a tracer.
    static AcquireTracePtr begin(Tracer *tracer, const AcquireRequest &request);
    /// The reply, telling the trace first; the reply itself without a trace.
    static Reply<Lease> around(const AcquireTracePtr &trace, Reply<Lease> reply);

    AcquireTrace(Tracer &tracer, Span span) : m_tracer(tracer), m_span(std::move(span)) {}
    ~AcquireTrace();

    /// Makes it current, so that the commands of a creation are joined to it.
    Tracer::Within enter() { return Tracer::Within(&m_tracer, m_span.context()); }

    void tried() { ++m_tries; }
    void queued() { m_span.event("waiting"); }
    void reserved() { m_span.event("reserving"); }
    void asked() { m_span.event("creating"); }
    void created(const Result<ProvisionDone> &result);

private:
    void answered(const Result<Lease> &lease);

    Tracer &m_tracer;
    Span m_span;
    std::int64_t m_tries = 0;
    bool m_answered = false;
};

} // namespace cheetah

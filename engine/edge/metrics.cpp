// SPDX-License-Identifier: Apache-2.0
#include "edge/metrics.h"

namespace cheetah {

namespace {

/// Writes families one after the other; each with its help and type once.
class MetricWriter {
public:
    void family(std::string_view name, std::string_view type, std::string_view help)
    {
        m_name = "cheetah_" + std::string(name);
        m_text += "# HELP " + m_name + ' ' + std::string(help) + "\n# TYPE " + m_name + ' ' + std::string(type) + '\n';
    }
    void sample(double value, std::string_view label = {}, std::string_view labelValue = {})
    {
        m_text += m_name;
        if (!label.empty())
            m_text += '{' + std::string(label) + "=\"" + std::string(labelValue) + "\"}";
        JsonWriter(m_text += ' ').value(value);
        m_text += '\n';
    }
    void gauge(std::string_view name, std::string_view help, double value)
    {
        family(name, "gauge", help);
        sample(value);
    }
    void counter(std::string_view name, std::string_view help, std::uint64_t value)
    {
        family(name, "counter", help);
        sample(double(value));
    }
    std::string take() { return std::move(m_text); }

private:
    std::string m_name;
    std::string m_text;
};

void writeFleet(MetricWriter &out, const NodeStatus &status)
{
    out.gauge("fleet_revision", "Revision of the fleet.", double(status.revision));
    out.gauge("clients", "Clients known.", status.counts.clients);
    out.gauge("clients_connected", "Clients whose connection lease is current.", status.counts.connected);
    out.gauge("windows", "Windows reported.", status.counts.windows);
    out.gauge("contexts", "Contexts reported.", status.counts.contexts);
    out.gauge("contexts_available", "Contexts that could be given away now.", status.counts.available);
    out.gauge("contexts_settling", "Contexts that wait for a command's end.", status.counts.settling);
    out.gauge("assignments", "Contexts that are leased.", status.counts.assigned);
    out.gauge("assignments_expiring", "Assignments with less than 30 s left.", status.counts.expiringSoon);
    out.gauge("reservations", "Creations under way.", status.counts.reservations);
    out.gauge("waiters", "Requests that wait.", status.counts.waiters);
}

void writeDelivery(MetricWriter &out, const DeliveryHealthSample &sample, const EvidenceCounts &counts)
{
    out.counter("commands_admitted_total", "Commands admitted.", sample.admitted);
    out.counter("commands_sent_total", "Commands of which a send was attempted.", sample.sent);
    out.counter("commands_acknowledged_total", "Commands acknowledged.", sample.acknowledged);
    out.family("commands_ended_total", "counter", "Commands that ended, by outcome.");
    out.sample(double(sample.results), "outcome", "result");
    out.sample(double(sample.errors), "outcome", "error");
    out.sample(double(sample.fenced), "outcome", "fenced");
    out.sample(double(sample.expired), "outcome", "expired");
    out.sample(double(sample.unknown), "outcome", "unknown");
    out.counter("commands_refused_total", "Commands that were not admitted.", sample.refused);
    out.gauge("commands_queued", "Commands admitted and not yet sent.", double(sample.queued));
    out.gauge("evidence_live", "Commands that have not ended.", double(counts.live));
    out.gauge("evidence_retained", "Ended commands that are remembered.", double(counts.retained));
    out.counter("evidence_dropped_total", "Records dropped at the end of their retention.", counts.dropped);
    out.family("command_acknowledge_seconds", "gauge",
               "Time from send to acknowledgement over the last minutes, by quantile.");
    const auto quantile = [&](const std::optional<Micros> &latency, std::string_view q) {
        if (latency)
            out.sample(double(latency->count()) / 1e6, "quantile", q);
    };
    quantile(sample.ackP50, "0.5");
    quantile(sample.ackP95, "0.95");
    quantile(sample.ackP99, "0.99");
}

void writePool(MetricWriter &out, const MetricSources &sources)
{
    const ManagerCounts &counts = sources.manager.counts();
    out.counter("acquires_granted_total", "Acquires that got a context.", counts.granted);
    out.counter("acquires_refused_total", "Acquires that got nothing.", counts.refused);
    out.counter("acquires_undone_total", "Grants that came too late and were taken back.", counts.undone);
    const ConnectionSweepCounts &sweep = sources.connectionSweep.counts();
    out.counter("connection_sweeps_total", "Rounds of the connection sweep.", sweep.rounds);
    out.counter("connections_lapsed_total", "Connections whose lease ran out.", sweep.lapsed);
    out.counter("assignments_ended_by_deadline_total", "Assignments that the connection sweep ended.", sweep.ended);
    out.counter("requests_forgotten_total", "Request ids dropped before their time, by all nodes of the deployment.",
                sources.droppedRequests);
    out.counter("journal_dropped_total", "Journal entries forgotten.", sources.journal.dropped());
    out.gauge("payload_bytes", "Bytes in the payload store.", double(sources.payloads.bytes()));
    out.counter("payloads_turned_away_total", "Payloads that found the store full.", sources.payloads.turnedAway());
}

void writeEdge(MetricWriter &out, const MetricSources &sources)
{
    const PortCounters &port = sources.port;
    out.gauge("client_sessions", "Open client sockets.", double(sources.edge.clientSessions()));
    out.gauge("console_sessions", "Open console sockets.", double(sources.edge.consoleSessions()));
    out.counter("connections_accepted_total", "TCP connections accepted.", port.connections);
    out.counter("http_requests_total", "HTTP requests with a sound head.", port.requests);
    out.counter("websocket_messages_in_total", "Messages received.", port.messagesIn);
    out.counter("websocket_messages_out_total", "Messages sent.", port.messagesOut);
    out.counter("authentication_failures_total", "Tokens that were not accepted.",
                sources.edge.failedAuthentications());
    out.family("connections_refused_total", "counter", "Connections that the port refused or ended, by reason.");
    const std::pair<std::string_view, std::uint64_t> reasons[] = {
        {"over_total", port.overTotal},
        {"over_address", port.overAddress},
        {"bad_head", port.badHeads},
        {"bad_body", port.badBodies},
        {"large_body", port.largeBodies},
        {"unauthorized", port.unauthorized},
        {"bad_origin", port.badOrigins},
        {"bad_subprotocol", port.badSubprotocols},
        {"bad_handshake", port.badHandshakes},
        {"slow_head", port.slowHeads},
        {"bad_tls", port.badTls},
        {"not_admitted", port.notAdmitted},
        {"slow_body", port.slowBodies},
        {"idle", port.idle},
        {"slow_reader", port.slowReaders},
        {"flood", port.floods},
        {"bad_frame", port.badFrames},
    };
    for (const auto &[reason, count] : reasons)
        out.sample(double(count), "reason", reason);
    out.family("inputs_refused_total", "counter", "Messages and calls that were refused, by error code.");
    for (std::size_t i = 0; i <= std::size_t(ErrorCode::Internal); ++i)
        if (const auto count = sources.edge.inputs().count(ErrorCode(i)))
            out.sample(double(count), "code", name(ErrorCode(i)));
}

void writeTraces(MetricWriter &out, const TraceCounts &counts)
{
    out.gauge("trace_spans_queued", "Spans that wait to be exported.", double(counts.queued));
    out.counter("trace_spans_exported_total", "Spans that the receiver took.", counts.exported);
    out.family("trace_spans_dropped_total", "counter", "Spans that were not exported, by reason.");
    out.sample(double(counts.queueFull), "reason", "queue_full");
    out.sample(double(counts.rejected), "reason", "rejected");
    out.sample(double(counts.unreachable), "reason", "unreachable");
    out.sample(double(counts.unsent), "reason", "unsent");
}

} // namespace

std::string metricsText(const MetricSources &sources)
{
    MetricWriter out;
    const NodeStatus status = sources.diagnostics.status();
    writeFleet(out, status);
    writePool(out, sources);
    writeDelivery(out, sources.health.sample(), status.commands);
    writeEdge(out, sources);
    if (sources.tracer)
        writeTraces(out, sources.tracer->counts());
    out.family("ready", "gauge", "Whether a readiness condition holds.");
    for (const ReadinessCondition &condition : sources.readiness.conditions())
        out.sample(condition.ok, "condition", condition.name);
    return out.take();
}

} // namespace cheetah

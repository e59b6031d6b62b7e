// SPDX-License-Identifier: Apache-2.0
#include "delivery/rpccorrelator.h"
#include "edge/methods.h"
#include "pool/provisioning.h"
#include "wire/messages.h"

namespace cheetah {

namespace {

struct IngestedReport {
    ClientName client;
    ReportMessage report;
};
template <class V>
void fields(V &visit, FieldsOf<V, IngestedReport> &m)
{
    clientNameFields(visit, m.client);
    fields(visit, m.report);
}

/// The members of a result beside those that name the client.
struct IngestedResult {
    ClientName client;
    Epoch epoch;
    CommandId command;
    std::string state;
    std::string result;
    std::optional<Error> error;
    std::uint64_t seq = 0;
};
template <class V>
void fields(V &visit, FieldsOf<V, IngestedResult> &m)
{
    clientNameFields(visit, m.client);
    visit.required("epoch", m.epoch);
    visit.required("commandId", m.command);
    visit.required("state", m.state);
    visit.optional("result", asRaw(m.result));
    visit.optional("error", m.error);
    visit.optional("seq", m.seq);
}

Result<void> mayReportFor(const Caller &caller, const ClientName &client)
{
    if (caller.principal.actsFor(client))
        return {};
    return Error(ErrorCode::Forbidden, {{"scope", "a token for this client"}});
}

void report(WindowRegistry &windows, ProvisionPort &provisioner, const Caller &caller, IngestedReport ingested,
            const Scope &scope, MethodReply reply)
{
    if (auto allowed = mayReportFor(caller, ingested.client); !allowed)
        return reply(allowed.error());
    const Report report{std::move(ingested.client), std::move(ingested.report.epoch), ingested.report.seq,
                        std::move(ingested.report.windows)};
    windows.report(report, {}, scope,
                   answering<ReportAccepted>(std::move(reply), [&provisioner](ReportAccepted accepted) {
                       if (!accepted.closable.empty())
                           provisioner.closeContexts(accepted.closable);
                       return toJson(SeqMessage{accepted.seq});
                   }));
}

void result(RpcCorrelator &correlator, const Caller &caller, IngestedResult ingested, const Scope &scope,
            MethodReply reply)
{
    if (auto allowed = mayReportFor(caller, ingested.client); !allowed)
        return reply(allowed.error());
    if (ingested.state != "result" && ingested.state != "error")
        return reply(Error(ErrorCode::BadRequest, {{"field", "state"}, {"reason", "state is result or error"}}));
    if ((ingested.state == "error") != ingested.error.has_value())
        return reply(
            Error(ErrorCode::BadRequest, {{"field", "error"}, {"reason", "an error belongs to the state error"}}));
    correlator.result({std::move(ingested.client), std::move(ingested.epoch), std::move(ingested.command),
                       std::move(ingested.result), std::move(ingested.error), ingested.seq},
                      scope, answering<CommandRecord>(std::move(reply), [](const CommandRecord &) {
                          return std::string(R"({"kept":true})");
                      }));
}

} // namespace

void addIngestionMethods(MethodTable &table, WindowRegistry &windows, RpcCorrelator &correlator,
                         ProvisionPort &provisioner)
{
    table.add({"report",
               {AccessScope::Client},
               RoleMask(ReadyRole::Rest),
               WorkKind::New,
               false,
               decoded<IngestedReport>(
                   [&](const Caller &caller, IngestedReport ingested, const Scope &scope, MethodReply reply) {
                       report(windows, provisioner, caller, std::move(ingested), scope, std::move(reply));
                   })});
    table.add({"result",
               {AccessScope::Client},
               RoleMask(ReadyRole::Rest),
               WorkKind::Finishing,
               false,
               decoded<IngestedResult>(
                   [&](const Caller &caller, IngestedResult ingested, const Scope &scope, MethodReply reply) {
                       result(correlator, caller, std::move(ingested), scope, std::move(reply));
                   })});
}

} // namespace cheetah

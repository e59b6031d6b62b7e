// SPDX-License-Identifier: Apache-2.0
#include "delivery/dispatcher.h"
#include "delivery/evidenceanswers.h"
#include "delivery/payloadstore.h"
#include "delivery/responsenotifier.h"
#include "edge/methods.h"
#include "pool/workercontextmanager.h"
#include "wire/commandfields.h"
#include "wire/leasefields.h"

namespace cheetah {

namespace {

struct HandleParams {
    Handle handle;
};
template <class V>
void fields(V &visit, FieldsOf<V, HandleParams> &params)
{
    visit.required("handle", params.handle);
}

struct ReleaseAndAcquireParams {
    Handle handle;
    AcquireRequest request;
};
template <class V>
void fields(V &visit, FieldsOf<V, ReleaseAndAcquireParams> &params)
{
    visit.required("handle", params.handle);
    visit.required("acquire", params.request);
}

struct CancelParams {
    UserId user;
    RequestId request;
};
template <class V>
void fields(V &visit, FieldsOf<V, CancelParams> &params)
{
    visit.required("userId", params.user);
    visit.required("requestId", params.request);
}

struct ExplainParams {
    AcquireRequest request;
    bool details = false;
};
template <class V>
void fields(V &visit, FieldsOf<V, ExplainParams> &params)
{
    fields(visit, params.request);
    visit.optional("details", params.details);
}

struct SendParams {
    Handle handle;
    std::string kind;
    std::optional<ContextName> context;
    WindowId window;
    std::string params = "{}";
    CommandId command;
    Micros deadline{0};
    std::optional<Micros> wait;
};
template <class V>
void fields(V &visit, FieldsOf<V, SendParams> &params)
{
    visit.required("handle", params.handle);
    visit.required("kind", params.kind);
    visit.optional("context", params.context);
    visit.optional("windowId", params.window);
    visit.defaulted("params", asRaw(params.params));
    visit.optional("commandId", params.command);
    visit.optional("deadlineMs", asMs(params.deadline));
    visit.optional("waitMs", asMs(params.wait));
}

struct AwaitParams {
    UserId user;
    CommandId command;
    Micros wait = Seconds(60);
};
template <class V>
void fields(V &visit, FieldsOf<V, AwaitParams> &params)
{
    visit.required("userId", params.user);
    visit.required("commandId", params.command);
    visit.defaulted("waitMs", asMs(params.wait));
}

struct CancelCommandParams {
    UserId user;
    CommandId command;
};
template <class V>
void fields(V &visit, FieldsOf<V, CancelCommandParams> &params)
{
    visit.required("userId", params.user);
    visit.required("commandId", params.command);
}

/// Exactly one of command and task.
struct EvidenceParams {
    UserId user;
    CommandId command;
    TaskId task;
    std::optional<RepeatPolicy> policy; ///< of mayRepeat
};
template <class V>
void fields(V &visit, FieldsOf<V, EvidenceParams> &params)
{
    visit.required("userId", params.user);
    visit.optional("commandId", params.command);
    visit.optional("taskId", params.task);
    visit.optional("policy", params.policy);
}

const std::vector<AccessScope> appScope = {AccessScope::App};
const std::vector<AccessScope> readerScopes = {AccessScope::App, AccessScope::Viewer};

/// Driving what was leased, as methods: each decodes, checks whose it is, asks pool or delivery, and renders the answer
/// (SPEC A1). Owned by the table's entries.
class ApplicationMethods {
public:
    explicit ApplicationMethods(const ApplicationSources &sources) : m(sources) {}

    void acquire(const Caller &caller, AcquireRequest request, const Scope &scope, MethodReply reply);
    void releaseAndAcquire(const Caller &caller, ReleaseAndAcquireParams params, const Scope &scope, MethodReply reply);
    void renew(const Caller &caller, const HandleParams &params, const Scope &scope, MethodReply reply);
    void release(const Caller &caller, const HandleParams &params, const Scope &scope, MethodReply reply);
    void cancel(const Caller &caller, const CancelParams &params, const Scope &scope, MethodReply reply);
    void explain(const Caller &caller, const ExplainParams &params, MethodReply reply);
    void send(const Caller &caller, const SendParams &params, const Scope &scope, MethodReply reply);
    void await(const Caller &caller, const AwaitParams &params, const Scope &scope, MethodReply reply);
    void cancelCommand(const Caller &caller, const CancelCommandParams &params, const Scope &scope, MethodReply reply);
    void evidence(const Caller &caller, const EvidenceParams &params, const Scope &scope, MethodReply reply);
    void mayRepeat(const Caller &caller, const EvidenceParams &params, const Scope &scope, MethodReply reply);

private:
    using Records = std::vector<CommandRecord>;

    Result<void> prepare(const Caller &caller, AcquireRequest &request);
    void cancelIfGone(const Caller &caller, const AcquireRequest &request);
    void records(const Caller &caller, const EvidenceParams &params, const Scope &scope, Reply<Records> reply);
    void answerRecord(CommandRecord record, const Scope &scope, MethodReply reply);
    bool mayBeIncomplete() const { return m.evidence.counts().dropped > 0; }

    const ApplicationSources m;
    Scope m_scope;
};

Result<void> ApplicationMethods::prepare(const Caller &caller, AcquireRequest &request)
{
    if (auto allowed = mayActFor(caller, request.user); !allowed)
        return allowed;
    if (request.request.empty())
        request.request = RequestId::trusted(m.ids.unique());
    request.requester = caller.socket;
    return {};
}

/// Over HTTP nothing but the open request says that its asker still waits (SPEC W12).
void ApplicationMethods::cancelIfGone(const Caller &caller, const AcquireRequest &request)
{
    if (caller.onGone)
        caller.onGone(m_scope.wrap([this, user = request.user, id = request.request] {
            m.manager.cancel(user, id, m_scope, [](Result<CancelOutcome>) {});
        }));
}

std::string leaseJson(const Lease &lease)
{
    constexpr std::size_t usual = 512;
    std::string text;
    text.reserve(usual);
    JsonWriter out(text);
    put(out, lease);
    return text;
}

void ApplicationMethods::acquire(const Caller &caller, AcquireRequest request, const Scope &scope, MethodReply reply)
{
    if (auto prepared = prepare(caller, request); !prepared)
        return reply(prepared.error());
    cancelIfGone(caller, request);
    m.manager.acquire(request, scope, answering<Lease>(std::move(reply), leaseJson));
}

void ApplicationMethods::releaseAndAcquire(const Caller &caller, ReleaseAndAcquireParams params, const Scope &scope,
                                           MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.handle.name().user); !allowed)
        return reply(allowed.error());
    if (auto prepared = prepare(caller, params.request); !prepared)
        return reply(prepared.error());
    cancelIfGone(caller, params.request);
    m.manager.releaseAndAcquire(params.handle, params.request, scope, answering<Lease>(std::move(reply), leaseJson));
}

void ApplicationMethods::renew(const Caller &caller, const HandleParams &params, const Scope &scope, MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.handle.name().user); !allowed)
        return reply(allowed.error());
    m.manager.renew(params.handle, scope,
                    answering<Renewed>(std::move(reply), [timeout = m.policies.taskTimeout](Renewed renewed) {
                        std::string text;
                        JsonWriter out(text);
                        out.beginObject().member("renewedAtUs", renewed.at.us);
                        if (timeout.count() > 0)
                            out.member("remainingMs", std::chrono::duration_cast<Millis>(timeout).count());
                        out.endObject();
                        return text;
                    }));
}

void ApplicationMethods::release(const Caller &caller, const HandleParams &params, const Scope &scope,
                                 MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.handle.name().user); !allowed)
        return reply(allowed.error());
    m.manager.release(params.handle, scope, answering<Released>(std::move(reply), [](const Released &released) {
                          return std::string(released.already ? R"({"outcome":"already_released"})"
                                                              : R"({"outcome":"released"})");
                      }));
}

void ApplicationMethods::cancel(const Caller &caller, const CancelParams &params, const Scope &scope, MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.user); !allowed)
        return reply(allowed.error());
    m.manager.cancel(params.user, params.request, scope,
                     answering<CancelOutcome>(std::move(reply), [](CancelOutcome outcome) {
                         return std::string(outcome.released ? R"({"released":true})" : R"({"released":false})");
                     }));
}

void ApplicationMethods::explain(const Caller &caller, const ExplainParams &params, MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.request.user); !allowed)
        return reply(allowed.error());
    if (auto sound = m.manager.check(params.request); !sound)
        return reply(sound.error());
    reply(toJson(m.manager.explain(params.request, params.details)));
}

void ApplicationMethods::send(const Caller &caller, const SendParams &params, const Scope &scope, MethodReply reply)
{
    const UserId &user = params.handle.name().user;
    if (auto allowed = mayActFor(caller, user); !allowed)
        return reply(allowed.error());
    SendRequest request;
    request.user = user;
    request.handle = params.handle;
    if (params.context)
        request.context = std::make_shared<const ContextName>(*params.context);
    request.command = params.command;
    request.content.kind = params.kind;
    request.content.params = params.params;
    request.content.window = params.window;
    request.deadline = params.deadline;
    m.dispatcher.send(
        request, scope,
        [this, &scope, wait = params.wait, reply = std::move(reply)](Result<CommandRecord> record) mutable {
            if (!record)
                return reply(record.error());
            if (!wait)
                return reply(toJson(*record));
            m.notifier.await(record->user, record->id, *wait, scope,
                             [this, &scope, reply = std::move(reply)](Result<CommandRecord> ended) mutable {
                                 ended ? answerRecord(*std::move(ended), scope, std::move(reply))
                                       : reply(ended.error());
                             });
        });
}

void ApplicationMethods::await(const Caller &caller, const AwaitParams &params, const Scope &scope, MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.user); !allowed)
        return reply(allowed.error());
    m.notifier.await(params.user, params.command, params.wait, scope,
                     [this, &scope, reply = std::move(reply)](Result<CommandRecord> record) mutable {
                         record ? answerRecord(*std::move(record), scope, std::move(reply)) : reply(record.error());
                     });
}

/// A result that travels by reference is put in its place (SPEC D6).
void ApplicationMethods::answerRecord(CommandRecord record, const Scope &scope, MethodReply reply)
{
    if (record.resultRef.empty())
        return reply(toJson(record));
    const UserId user = record.user;
    const PayloadId payload = record.resultRef;
    m.payloads.get(user, payload, scope,
                   [record = std::move(record), reply = std::move(reply)](Result<std::string> bytes) mutable {
                       if (bytes)
                           record.result = *std::move(bytes);
                       reply(toJson(record));
                   });
}

void ApplicationMethods::cancelCommand(const Caller &caller, const CancelCommandParams &params, const Scope &scope,
                                       MethodReply reply)
{
    if (auto allowed = mayActFor(caller, params.user); !allowed)
        return reply(allowed.error());
    m.dispatcher.cancelCommand(
        params.user, params.command, scope,
        answering<CommandRecord>(std::move(reply), [](const CommandRecord &record) { return toJson(record); }));
}

void ApplicationMethods::records(const Caller &caller, const EvidenceParams &params, const Scope &scope,
                                 Reply<Records> reply)
{
    if (auto allowed = mayActFor(caller, params.user); !allowed)
        return reply(allowed.error());
    if (params.command.empty() == params.task.empty())
        return reply(Error(ErrorCode::BadRequest, {{"reason", "name exactly one of commandId and taskId"}}));
    if (!params.task.empty())
        return m.evidence.byTask(params.user, params.task, scope, std::move(reply));
    m.evidence.get(params.user, params.command, scope,
                   [reply = std::move(reply)](Result<CommandRecord> record) mutable {
                       if (!record)
                           return reply(record.error());
                       reply(Records{*std::move(record)});
                   });
}

void ApplicationMethods::evidence(const Caller &caller, const EvidenceParams &params, const Scope &scope,
                                  MethodReply reply)
{
    const bool one = !params.command.empty();
    records(caller, params, scope,
            answering<Records>(std::move(reply), [one, incomplete = mayBeIncomplete()](const Records &records) {
                std::string text;
                JsonWriter out(text);
                out.beginObject().key("answers");
                put(out, one ? evidenceAnswers(records.front()) : evidenceAnswers(records, incomplete));
                put(out.key("commands"), records);
                out.endObject();
                return text;
            }));
}

void ApplicationMethods::mayRepeat(const Caller &caller, const EvidenceParams &params, const Scope &scope,
                                   MethodReply reply)
{
    if (!params.policy)
        return reply(Error(ErrorCode::BadRequest,
                           {{"field", "policy"}, {"reason", "idempotent, only_if_unsent or needs_confirmation"}}));
    const bool one = !params.command.empty();
    records(caller, params, scope,
            answering<Records>(std::move(reply),
                               [one, policy = *params.policy, incomplete = mayBeIncomplete()](const Records &records) {
                                   const RepeatVerdict verdict = one ? cheetah::mayRepeat(records.front(), policy)
                                                                     : cheetah::mayRepeat(records, policy, incomplete);
                                   return "{\"verdict\":\"" + std::string(name(verdict)) + "\"}";
                               }));
}

} // namespace

void addApplicationMethods(MethodTable &table, const ApplicationSources &sources)
{
    const auto methods = std::make_shared<ApplicationMethods>(sources);
    const RoleMask app = RoleMask(ReadyRole::App);
    const auto add =
        [&]<class Params>(std::string name, const std::vector<AccessScope> &scopes, WorkKind work,
                          void (ApplicationMethods::*run)(const Caller &, Params, const Scope &, MethodReply)) {
            table.add({std::move(name), scopes, app, work, false,
                       decoded<std::remove_cvref_t<Params>>(
                           [methods, run](const Caller &caller, auto params, const Scope &scope, MethodReply reply) {
                               ((*methods).*run)(caller, std::move(params), scope, std::move(reply));
                           })});
        };
    add("acquire", appScope, WorkKind::New, &ApplicationMethods::acquire);
    add("releaseAndAcquire", appScope, WorkKind::New, &ApplicationMethods::releaseAndAcquire);
    add("renew", appScope, WorkKind::Finishing, &ApplicationMethods::renew);
    add("release", appScope, WorkKind::Finishing, &ApplicationMethods::release);
    add("cancel", appScope, WorkKind::Finishing, &ApplicationMethods::cancel);
    add("send", appScope, WorkKind::New, &ApplicationMethods::send);
    add("await", appScope, WorkKind::Finishing, &ApplicationMethods::await);
    add("cancelCommand", appScope, WorkKind::Finishing, &ApplicationMethods::cancelCommand);
    add("evidence", readerScopes, WorkKind::Finishing, &ApplicationMethods::evidence);
    add("mayRepeat", readerScopes, WorkKind::Finishing, &ApplicationMethods::mayRepeat);
    table.add(
        {"explain", readerScopes, app, WorkKind::Finishing, false,
         decoded<ExplainParams>([methods](const Caller &caller, const ExplainParams &params, const Scope &,
                                          MethodReply reply) { methods->explain(caller, params, std::move(reply)); })});
}

} // namespace cheetah

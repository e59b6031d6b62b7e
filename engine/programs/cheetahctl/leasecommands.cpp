// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/acquireoptions.h"
#include "programs/cheetahctl/jsontable.h"
#include "programs/cheetahctl/terminal.h"
#include "programs/unixsignals.h"
#include "wire/leasefields.h"
#include "wording/wording.h"

namespace cheetah {

namespace {

constexpr Millis answerTime = Seconds(10);
constexpr Micros defaultCreationWait = Seconds(30);

/// Params `{"handle": …}`.
std::string handleParams(const Handle &handle)
{
    std::string params;
    JsonWriter out(params);
    put(out.beginObject().key("handle"), handle);
    out.endObject();
    return params;
}

std::string explainParams(const AcquireRequest &request, bool wantsDetails)
{
    std::string params;
    JsonWriter out(params);
    JsonOut visit(out.beginObject());
    fields(visit, request);
    out.member("details", wantsDetails).endObject();
    return params;
}

std::string releaseAndAcquireParams(const Handle &handle, const AcquireRequest &request)
{
    std::string params;
    JsonWriter out(params);
    put(out.beginObject().key("handle"), handle);
    put(out.key("acquire"), request);
    out.endObject();
    return params;
}

/// How long a node may take for an acquire: its own waiting and then some.
Millis patienceFor(const AcquireRequest &request)
{
    const Micros waiting = request.wait.value_or(request.mayCreate() ? defaultCreationWait : Micros(0));
    return std::chrono::ceil<Millis>(waiting) + answerTime;
}

/// What stands for and against the contexts that are there, one sentence a line.
std::vector<std::string> candidateSentences(const Wording &wording, const Explanation &explanation)
{
    std::vector<std::string> lines = {wording.explanation(explanation)};
    for (const CandidateVerdicts &candidate : explanation.details) {
        std::string line = "  " + candidate.context->client.string() + "/" + candidate.context->context.string() + ": ";
        if (candidate.verdicts.empty())
            line += "fits";
        for (std::size_t i = 0; i < candidate.verdicts.size(); ++i)
            line += (i ? "; " : "") + wording.verdict(candidate.verdicts[i]);
        lines.push_back(std::move(line));
    }
    return lines;
}

/// The sentences of an explanation, one a line. Who wants a new context is told of creation alone.
std::vector<std::string> sentencesOf(const Explanation &explanation, const AcquireRequest &request)
{
    const Wording wording;
    const bool wantsNew = request.placement.asksForCreation();
    std::vector<std::string> lines;
    if (!wantsNew)
        lines = candidateSentences(wording, explanation);
    if ((wantsNew || explanation.fitting == 0) && !explanation.provisioning.code.empty())
        lines.push_back(wording.provisioning(explanation.provisioning));
    if (explanation.smallestChange)
        lines.push_back(wording.suggestion(*explanation.smallestChange));
    return lines;
}

/// Tells why an acquire got nothing, with the reasons of the same request asked again (SPEC W9).
int gotNothing(Invocation &invocation, const AcquireRequest &request, const NodeAnswer &answer)
{
    const int status = invocation.fail(answer);
    if (status != exitNothing)
        return status;
    const NodeAnswer reasons = invocation.call("explain", explainParams(request, false));
    if (const auto explanation = fromJson<Explanation>(reasons.json); explanation && !reasons.error)
        for (const std::string &line : sentencesOf(*explanation, request))
            invocation.tell(line);
    return status;
}

/// Takes back what the request may have been given, or bars it, since its asker leaves.
int cancelRequest(Invocation &invocation, const AcquireRequest &request)
{
    std::string params;
    JsonWriter(params)
        .beginObject()
        .member("userId", std::string_view(request.user.text()))
        .member("requestId", std::string_view(request.request.text()))
        .endObject();
    const NodeAnswer answer = invocation.call("cancel", params, Seconds(5));
    invocation.tell(answer.error ? "Interrupted; the node did not confirm that request " + request.request.string()
                                       + " is cancelled."
                                 : "Interrupted; the request is cancelled.");
    return exitInterrupted;
}

/// Asks for a context and prints its handle; `acquire` and `release --and-acquire` alike.
int askForContext(Invocation &invocation, std::string_view method, const AcquireRequest &request,
                  const std::string &params)
{
    const NodeAnswer answer = invocation.call(method, params, patienceFor(request));
    if (answer.interrupted)
        return cancelRequest(invocation, request);
    if (answer.error)
        return gotNothing(invocation, request, answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    return writeOut(shown(at(answer.json, "handle")) + "\n") ? exitOk : exitFailure;
}

} // namespace

int runAcquire(Invocation &invocation)
{
    const auto request = acquireRequestOf(invocation.arguments());
    if (!request)
        return invocation.fail(request.error());
    return askForContext(invocation, "acquire", *request, toJson(*request));
}

int runRenew(Invocation &invocation)
{
    const auto handle = parseHandle(invocation.arguments()["HANDLE"]);
    if (!handle)
        return invocation.usage("HANDLE is not one that `acquire` printed.");
    const NodeAnswer answer = invocation.call("renew", handleParams(*handle));
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const std::string left = shown(at(answer.json, "remainingMs"), JsonColumn::Show::Duration);
    return writeOut(left.empty() ? "Renewed.\n" : "Renewed; " + left + " left.\n") ? exitOk : exitFailure;
}

int runRelease(Invocation &invocation)
{
    const auto handle = parseHandle(invocation.arguments()["HANDLE"]);
    if (!handle)
        return invocation.usage("HANDLE is not one that `acquire` printed.");
    if (invocation.arguments().has("and-acquire")) {
        AcquireRequest defaults;
        defaults.user = handle->name().user;
        const auto request = acquireRequestOf(invocation.arguments(), std::move(defaults));
        if (!request)
            return invocation.fail(request.error());
        return askForContext(invocation, "releaseAndAcquire", *request, releaseAndAcquireParams(*handle, *request));
    }
    const NodeAnswer answer = invocation.call("release", handleParams(*handle));
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const bool isRepeated = shown(at(answer.json, "outcome")) == "already_released";
    return writeOut(isRepeated ? "Already released.\n" : "Released.\n") ? exitOk : exitFailure;
}

int runExplain(Invocation &invocation)
{
    AcquireRequest defaults;
    defaults.task = TaskId::trusted("explain");
    const auto request = acquireRequestOf(invocation.arguments(), std::move(defaults));
    if (!request)
        return invocation.fail(request.error());
    const NodeAnswer answer = invocation.call("explain", explainParams(*request, true));
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    const auto explanation = fromJson<Explanation>(answer.json);
    if (!explanation)
        return invocation.fail(explanation.error());
    for (const std::string &line : sentencesOf(*explanation, *request))
        if (!writeOut(printable(line, invocation.style()) + "\n"))
            return exitFailure;
    return exitOk;
}

} // namespace cheetah

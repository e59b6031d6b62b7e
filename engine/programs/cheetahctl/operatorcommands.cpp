// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/acquireoptions.h"
#include "programs/cheetahctl/terminal.h"
#include "wire/fields.h"

#include <charconv>

namespace cheetah {

namespace {

/// A whole number above 0; 0 for anything else.
std::uint64_t numberOf(const std::string &text)
{
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? number : 0;
}

/// Calls a method whose success needs no more than a sentence.
int act(Invocation &invocation, std::string_view method, const std::string &params, const std::string &sentence)
{
    const NodeAnswer answer = invocation.call(method, params);
    if (answer.error)
        return invocation.fail(answer);
    if (invocation.wantsJson())
        return invocation.printJson(answer);
    writeOut(printable(sentence, invocation.style()) + "\n");
    return exitOk;
}

/// `{client: userId, clientId}`, `{window}` or `{nodeId}`, plus what the options say.
int drain(Invocation &invocation, const std::vector<std::pair<std::string_view, std::string>> &target,
          const std::string &shown)
{
    const Arguments &arguments = invocation.arguments();
    const bool isUndone = arguments.has("undo");
    if (isUndone && (arguments.has("deadline") || arguments.has("force")))
        return invocation.usage("--undo goes with neither --deadline nor --force.");
    if (arguments.has("force") && !arguments.has("deadline"))
        return invocation.usage("--force needs a --deadline, at which the leases that are left end.");
    std::string params;
    JsonWriter out(params);
    out.beginObject();
    for (const auto &[name, value] : target)
        out.member(name, std::string_view(value));
    const auto deadline = durationOf(arguments, "deadline");
    if (!deadline)
        return invocation.fail(deadline.error());
    JsonOut(out).optional("deadlineMs", asMs(*deadline));
    if (arguments.has("force"))
        out.member("force", true);
    out.endObject();
    return act(invocation, isUndone ? "undrain" : "drain", params,
               shown + (isUndone ? " takes new tasks again." : " takes no new tasks."));
}

} // namespace

int runDisconnect(Invocation &invocation)
{
    const Arguments &arguments = invocation.arguments();
    std::string params;
    JsonWriter out(params);
    out.beginObject();
    out.member("userId", std::string_view(arguments["USER"])).member("clientId", std::string_view(arguments["CLIENT"]));
    if (const auto text = arguments.value("generation")) {
        const std::uint64_t generation = numberOf(*text);
        if (generation == 0)
            return invocation.usage("--generation must be the number that `clients --json` shows.");
        out.member("generation", generation);
    }
    const auto keepOut = durationOf(arguments, "keep-out");
    if (!keepOut)
        return invocation.fail(keepOut.error());
    JsonOut(out).optional("keepOutMs", asMs(*keepOut));
    out.endObject();
    const std::string after = arguments.has("keep-out") ? "it is kept out for " + *arguments.value("keep-out") + "."
                                                        : "it may connect again at once.";
    return act(invocation, "disconnect", params, "Disconnected client " + arguments["CLIENT"] + "; " + after);
}

int runDrainClient(Invocation &invocation)
{
    const Arguments &arguments = invocation.arguments();
    return drain(invocation, {{"userId", arguments["USER"]}, {"clientId", arguments["CLIENT"]}},
                 "Client " + arguments["CLIENT"]);
}

int runDrainWindow(Invocation &invocation)
{
    const std::string &name = invocation.arguments()["NAME"];
    const auto window = parseWindowName(name);
    if (!window)
        return invocation.usage("NAME is not one that `windows` prints.");
    return drain(invocation, {{"window", name}}, "Window " + window->window.string());
}

int runDrainNode(Invocation &invocation)
{
    const std::string &id = invocation.arguments()["ID"];
    return drain(invocation, {{"nodeId", id}}, "Node " + id);
}

int runForceRelease(Invocation &invocation)
{
    const Arguments &arguments = invocation.arguments();
    const auto context = parseContextName(arguments["NAME"]);
    if (!context)
        return invocation.usage("NAME is not one that `contexts` prints.");
    const std::uint64_t fence = numberOf(arguments.valueOr("fence", ""));
    if (fence == 0)
        return invocation.usage(
            "--fence N is needed: the fence that `assignments` shows, so that nobody else's lease ends.");
    std::string params;
    JsonWriter(params)
        .beginObject()
        .member("name", std::string_view(arguments["NAME"]))
        .member("fence", fence)
        .endObject();
    return act(invocation, "forceRelease", params,
               "Released " + context->client.string() + "/" + context->context.string() + ".");
}

int runSettle(Invocation &invocation)
{
    const std::string &name = invocation.arguments()["NAME"];
    const auto context = parseContextName(name);
    if (!context)
        return invocation.usage("NAME is not one that `contexts` prints.");
    std::string params;
    JsonWriter out(params);
    out.beginObject().member("name", std::string_view(name));
    JsonOut(out).optional("commandIds", invocation.arguments().values("command"));
    out.endObject();
    return act(invocation, "settle", params,
               "Settled " + context->client.string() + "/" + context->context.string() + ".");
}

} // namespace cheetah

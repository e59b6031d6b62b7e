// SPDX-License-Identifier: Apache-2.0
#include "programs/cheetahctl/commands.h"

#include "programs/cheetahctl/jsontable.h"
#include "programs/cheetahctl/live.h"
#include "programs/cheetahctl/terminal.h"
#include "programs/unixsignals.h"
#include "wire/consolemessages.h"
#include "wording/wording.h"

#include <QEventLoop>

#include <charconv>

namespace cheetah {

namespace {

constexpr std::uint64_t defaultLimit = 50;

/// One entry as a line: a sentence, or with `--json` the entry itself.
std::string lineOf(const Invocation &invocation, const JournalEntry &entry)
{
    if (invocation.wantsJson())
        return toJson(entry) + "\n";
    const JsonValue at(std::int64_t(entry.at.us));
    return shown(&at, JsonColumn::Show::Clock) + "  " + printable(Wording().journal(entry), invocation.style()) + "\n";
}

std::optional<std::uint64_t> limitOf(const Arguments &arguments)
{
    const std::string text = arguments.valueOr("limit", std::to_string(defaultLimit));
    std::uint64_t limit = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), limit);
    if (problem != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return limit;
}

/// Prints entries as they come, each once, until Ctrl-C or until nobody reads.
int follow(Invocation &invocation, std::uint64_t lastShown)
{
    auto live = Live::create(invocation, false);
    if (!live)
        return invocation.fail(live.error());
    RemoteDeployment &deployment = (*live)->deployment();
    Incarnation incarnation;
    QEventLoop loop;
    QObject::connect(&deployment, &Deployment::identified, &loop, [&](const DeploymentIdentity &identity) {
        if (!incarnation.empty() && identity.incarnation != incarnation)
            lastShown = 0; // another life of the node counts anew
        incarnation = identity.incarnation;
    });
    QObject::connect(&deployment, &Deployment::journalArrived, &loop, [&](const std::vector<JournalEntry> &entries) {
        for (const JournalEntry &entry : entries) {
            if (entry.number <= lastShown)
                continue;
            lastShown = entry.number;
            if (!writeOut(lineOf(invocation, entry)))
                return loop.exit(exitFailure);
        }
    });
    QObject::connect(&deployment, &Deployment::stateChanged, &loop, [&](const ConnectionStatus &status) {
        if (status.state == ConnectionState::Refused)
            loop.exit(Live::refused(invocation, status));
        else if (status.state == ConnectionState::Lost && status.error)
            invocation.tell(Wording().error(*status.error) + " Trying again.");
    });
    QObject::connect(&invocation.unixSignals(), &UnixSignals::interrupted, &loop, [&] { loop.exit(exitInterrupted); });
    deployment.attach();
    return loop.exec();
}

} // namespace

int runEvents(Invocation &invocation)
{
    const auto limit = limitOf(invocation.arguments());
    if (!limit)
        return invocation.usage("--limit must be a number.");
    const NodeAnswer answer = invocation.call("events", "{\"limit\":" + std::to_string(*limit) + "}");
    if (answer.error)
        return invocation.fail(answer);
    const bool isFollowed = invocation.arguments().has("follow");
    if (invocation.wantsJson() && !isFollowed)
        return invocation.printJson(answer);
    const auto journal = fromJson<JournalMessage>(answer.json);
    if (!journal)
        return invocation.fail(journal.error()), exitFailure;
    std::string text;
    for (const JournalEntry &entry : journal->entries)
        text += lineOf(invocation, entry);
    if (!writeOut(text))
        return exitFailure;
    const JsonValue *last = at(answer.json, "last");
    return isFollowed ? follow(invocation, last ? last->unsignedInteger().value_or(0) : 0) : exitOk;
}

} // namespace cheetah

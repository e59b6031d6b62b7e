// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/flowwords.h"

#include "models/plaintext.h"

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr int mostShown = 48;

std::optional<ClientName> clientOf(const ObjectId &object)
{
    if (const auto *context = std::get_if<ContextName>(&object))
        return context->clientName();
    if (const auto *window = std::get_if<WindowName>(&object))
        return window->clientName();
    if (const auto *client = std::get_if<ClientName>(&object))
        return *client;
    return std::nullopt;
}

/// The one client that all objects belong to; nothing if there are several.
std::optional<ClientName> commonClient(const OperatorFlow &flow)
{
    std::optional<ClientName> common;
    for (const FlowItem &item : flow.items()) {
        const auto client = clientOf(item.seen.object);
        if (!client || (common && *common != *client))
            return std::nullopt;
        common = client;
    }
    return common;
}

std::uint32_t leasesOf(const OperatorFlow &flow)
{
    std::uint32_t leases = 0;
    for (const FlowItem &item : flow.items())
        if (item.stage != FlowItem::Stage::Over)
            leases += item.seen.leases;
    return leases;
}

bool holds(const OperatorFlow &flow, FlowItem::Stage stage)
{
    return flow.count(stage) > 0;
}

} // namespace

QString FlowWords::shown(std::string_view id)
{
    return plainText(id, mostShown);
}

QString FlowWords::headline(const OperatorFlow &flow)
{
    const int count = int(flow.items().size());
    const auto client = commonClient(flow);
    const QString name = client ? shown(client->client.text()) : QString();
    const ObjectId &first = flow.items().front().seen.object;
    switch (flow.plan().verb) {
    case OperatorVerb::Release:
        return client ? tr("Release %n assignment(s) of client %1", nullptr, count).arg(name)
                      : tr("Release %n assignment(s)", nullptr, count);
    case OperatorVerb::Settle:
        return client ? tr("Settle %n tab(s) of client %1", nullptr, count).arg(name)
                      : tr("Settle %n tab(s)", nullptr, count);
    case OperatorVerb::Disconnect:
        return count == 1 ? tr("Disconnect client %1").arg(name) : tr("Disconnect %n client(s)", nullptr, count);
    case OperatorVerb::Drain:
        if (const auto *window = std::get_if<WindowName>(&first))
            return count == 1 ? tr("Drain window %1 of client %2").arg(shown(window->window.text()), name)
                              : tr("Drain %n window(s)", nullptr, count);
        if (const auto *node = std::get_if<NodeId>(&first))
            return count == 1 ? tr("Drain node %1").arg(shown(node->text())) : tr("Drain %n node(s)", nullptr, count);
        return count == 1 ? tr("Drain client %1").arg(name) : tr("Drain %n client(s)", nullptr, count);
    case OperatorVerb::Undrain:
        if (const auto *window = std::get_if<WindowName>(&first))
            return count == 1 ? tr("End the drain of window %1 of client %2").arg(shown(window->window.text()), name)
                              : tr("End the drain of %n window(s)", nullptr, count);
        if (const auto *node = std::get_if<NodeId>(&first))
            return count == 1 ? tr("End the drain of node %1").arg(shown(node->text()))
                              : tr("End the drain of %n node(s)", nullptr, count);
        return count == 1 ? tr("End the drain of client %1").arg(name)
                          : tr("End the drain of %n client(s)", nullptr, count);
    }
    return {};
}

QString FlowWords::confirmButton(OperatorVerb verb, int count)
{
    switch (verb) {
    case OperatorVerb::Release:
        return tr("Release %1", "button: verb and count").arg(count);
    case OperatorVerb::Settle:
        return tr("Settle %1", "button: verb and count").arg(count);
    case OperatorVerb::Disconnect:
        return tr("Disconnect %1", "button: verb and count").arg(count);
    case OperatorVerb::Drain:
        return tr("Drain %1", "button: verb and count").arg(count);
    case OperatorVerb::Undrain:
        return tr("End %n drain(s)", "button", count);
    }
    return {};
}

QString FlowWords::underWay(OperatorVerb verb)
{
    switch (verb) {
    case OperatorVerb::Release:
        return tr("Releasing…");
    case OperatorVerb::Settle:
        return tr("Settling…");
    case OperatorVerb::Disconnect:
        return tr("Disconnecting…");
    case OperatorVerb::Drain:
        return tr("Starting to drain…");
    case OperatorVerb::Undrain:
        return tr("Ending the drain…");
    }
    return {};
}

QString FlowWords::underWay(const UnderWay &underWay)
{
    return underWay.isUncertain ? tr("Checking…", "whether an action by hand happened")
                                : FlowWords::underWay(underWay.verb);
}

QString FlowWords::sentence(const UnderWay &underWay)
{
    const QString action = FlowWords::underWay(underWay.verb);
    return underWay.isUncertain ? tr("%1 It may or may not have happened; checking.", "such as: Releasing…").arg(action)
                                : action;
}

namespace {

QString policySentence(const DeploymentPolicies &policies, int leases)
{
    using Kind = DisconnectPolicy::Kind;
    if (leases == 0)
        return FlowWords::tr("It holds no assignments.");
    switch (policies.disconnectPolicy.kind) {
    case Kind::Keep:
        return FlowWords::tr("%n assignment(s) stay: this deployment keeps them when a client disconnects.", nullptr,
                             leases);
    case Kind::Release:
        return FlowWords::tr("%n assignment(s) end at once: this deployment releases them when a client disconnects.",
                             nullptr, leases);
    case Kind::Grace:
        return FlowWords::tr("%n assignment(s) end after %1, unless the client is back before.", nullptr, leases)
            .arg(Words::roughly(policies.disconnectPolicy.grace));
    }
    return {};
}

QStringList disconnectSentences(const OperatorFlow &flow, const DeploymentPolicies &policies)
{
    QStringList sentences{policySentence(policies, int(leasesOf(flow)))};
    sentences << FlowWords::tr("Its tabs stay listed for %1 and go then, unless it comes back.")
                     .arg(Words::roughly(policies.contextRetention));
    const Micros keepOut = flow.plan().keepOut;
    if (keepOut.count() == 0)
        sentences << FlowWords::tr("The browser reconnects by itself, at once, unless you keep it out.");
    else
        sentences
            << FlowWords::tr("It is refused for %1 and reconnects by itself after that.").arg(Words::roughly(keepOut));
    sentences << FlowWords::tr("This closes no tab and stops no command that was sent.");
    return sentences;
}

QStringList drainSentences(const OperatorFlow &flow)
{
    const int leases = int(leasesOf(flow));
    QStringList sentences{FlowWords::tr("Nothing new is assigned there. Running leases go on: they renew, send and "
                                        "release as before.")};
    if (leases == 0)
        sentences << FlowWords::tr("No assignment is left there, so the drain is done at once.");
    else if (!flow.plan().deadline)
        sentences << FlowWords::tr("It is done when the last of %n assignment(s) ends.", nullptr, leases);
    else if (flow.plan().force)
        sentences << FlowWords::tr("It is done when the last of %n assignment(s) ends; what is left after %1 is ended.",
                                   nullptr, leases)
                         .arg(Words::roughly(*flow.plan().deadline));
    else
        sentences << FlowWords::tr("It is done when the last of %n assignment(s) ends; what is left after %1 stays.",
                                   nullptr, leases)
                         .arg(Words::roughly(*flow.plan().deadline));
    sentences << FlowWords::tr("It lasts until someone ends it, also over a reconnect.");
    return sentences;
}

} // namespace

QStringList FlowWords::consequences(const OperatorFlow &flow, const DeploymentPolicies &policies)
{
    switch (flow.plan().verb) {
    case OperatorVerb::Release:
        return {tr("The tasks lose their tabs now; others may get them at once."),
                tr("This releases the leases only. It does not cancel a command, close a tab or retry a task.")};
    case OperatorVerb::Settle:
        return {tr("You declare that the last command there is over, whatever became of it: the tab can be assigned "
                   "again at once."),
                tr("This does not stop the command. If it still runs, it will meet the next task.")};
    case OperatorVerb::Disconnect:
        return disconnectSentences(flow, policies);
    case OperatorVerb::Drain:
        return drainSentences(flow);
    case OperatorVerb::Undrain:
        return {tr("New tasks can be assigned there again.")};
    }
    return {};
}

QString FlowWords::target(const FlowItem &item)
{
    const SeenTarget &seen = item.seen;
    if (const auto *context = std::get_if<ContextName>(&seen.object)) {
        const QString tab = shown(context->context.text()), client = shown(context->client.text());
        if (!seen.task.empty())
            return tr("Task %1 – tab %2 of %3", "task, tab, client").arg(shown(seen.task.text()), tab, client);
        if (!seen.commands.empty())
            return tr("Tab %1 of %2 – command %3", "tab, client, command")
                .arg(tab, client, shown(seen.commands.front().text()));
        return tr("Tab %1 of %2", "tab, client").arg(tab, client);
    }
    const int leases = int(seen.leases);
    if (const auto *window = std::get_if<WindowName>(&seen.object))
        return tr("Window %1 of %2 – %n assignment(s)", "window, client", leases)
            .arg(shown(window->window.text()), shown(window->client.text()));
    if (const auto *node = std::get_if<NodeId>(&seen.object))
        return tr("Node %1 – %n assignment(s)", "node", leases).arg(shown(node->text()));
    if (const auto *client = std::get_if<ClientName>(&seen.object))
        return tr("Client %1 of user %2 – %n assignment(s)", "client, user", leases)
            .arg(shown(client->client.text()), shown(client->user.text()));
    return {};
}

QString FlowWords::preview(const FlowItem &item) const
{
    switch (item.outcome) {
    case FlowOutcome::AlreadyOver:
        if (item.cause)
            return tr("has ended meanwhile (%1)").arg(m_words.cause(*item.cause));
        return tr("is over meanwhile");
    case FlowOutcome::Replaced:
        if (!item.seen.commands.empty())
            return tr("waits for another command meanwhile");
        return item.task.empty() ? tr("has connected again meanwhile")
                                 : tr("has ended meanwhile; task %1 has the tab now").arg(shown(item.task.text()));
    case FlowOutcome::Gone:
        return tr("is gone meanwhile");
    default:
        return {};
    }
}

QString FlowWords::outcome(const OperatorFlow &flow, const FlowItem &item) const
{
    using Stage = FlowItem::Stage;
    switch (item.stage) {
    case Stage::Waiting:
        return flow.step() == OperatorFlow::Step::Sending ? tr("Waits to be sent") : tr("Not sent yet");
    case Stage::Sent:
        return tr("Sent; no answer yet");
    case Stage::Answered:
        return tr("Done, says the node; waiting until the fleet shows it");
    case Stage::Checking:
        return item.needsSnapshot ? tr("May or may not have happened: the connection was lost before the answer. "
                                       "Checking as soon as it is back…")
                                  : tr("May or may not have happened: no answer came. Checking…");
    case Stage::Over:
        return over(flow, item);
    }
    return {};
}

QString FlowWords::over(const OperatorFlow &flow, const FlowItem &item) const
{
    const bool isLease = flow.plan().verb == OperatorVerb::Release;
    switch (item.outcome) {
    case FlowOutcome::Done:
        return done(flow, item);
    case FlowOutcome::AlreadyOver:
        if (isLease && !item.task.empty())
            return tr("Already over; now owned by task %1").arg(shown(item.task.text()));
        if (isLease && item.cause)
            return item.cause == EndCause::Operator ? tr("Already released by an operator")
                                                    : tr("Already over: %1").arg(m_words.cause(*item.cause));
        if (isLease)
            return tr("Already released");
        return flow.plan().verb == OperatorVerb::Disconnect ? tr("Was not connected any more") : tr("Was over already");
    case FlowOutcome::Replaced:
        if (isLease)
            return tr("Now owned by task %1 – nothing was done").arg(shown(item.task.text()));
        if (flow.plan().verb == OperatorVerb::Settle)
            return tr("It waits for another command by now – nothing was done");
        return tr("It has connected again since – nothing was done");
    case FlowOutcome::Gone:
        return isLease ? tr("The tab is gone, and the lease with it") : tr("It is not there any more");
    case FlowOutcome::Forbidden:
        return tr("Forbidden: your token may not do this. Nothing was done");
    case FlowOutcome::Failed:
        return item.error ? m_words.error(*item.error) : tr("Failed");
    case FlowOutcome::NotSent:
        return tr("Not sent: there was no connection");
    case FlowOutcome::Happened:
        return item.task.empty() ? tr("It did happen, as the fleet shows")
                                 : tr("It did happen; now owned by task %1").arg(shown(item.task.text()));
    case FlowOutcome::NotHappened:
        return tr("It did not happen, as the fleet shows");
    case FlowOutcome::Cancelled:
        return tr("Cancelled; nothing was done");
    case FlowOutcome::None:
        break;
    }
    return {};
}

QString FlowWords::done(const OperatorFlow &flow, const FlowItem &) const
{
    switch (flow.plan().verb) {
    case OperatorVerb::Release:
        return tr("Released");
    case OperatorVerb::Settle:
        return tr("Settled");
    case OperatorVerb::Disconnect:
        if (flow.plan().keepOut.count() > 0)
            return tr("Disconnected, and kept out for %1").arg(Words::roughly(flow.plan().keepOut));
        return tr("Disconnected");
    case OperatorVerb::Drain:
        return tr("Takes nothing new");
    case OperatorVerb::Undrain:
        return tr("Takes new tasks again");
    }
    return {};
}

QString FlowWords::state(const OperatorFlow &flow, SteadyTime now) const
{
    using Stage = FlowItem::Stage;
    switch (flow.step()) {
    case OperatorFlow::Step::Preview:
        return {};
    case OperatorFlow::Step::Grace:
        return tr("Will be sent in %n second(s)", nullptr, int((flow.graceLeft(now).count() + 999'999) / 1'000'000));
    case OperatorFlow::Step::Sending:
        return tr("Sending: %1 of %2 answered")
            .arg(flow.items().size() - flow.count(Stage::Waiting) - flow.count(Stage::Sent))
            .arg(flow.items().size());
    case OperatorFlow::Step::Confirming:
        return holds(flow, Stage::Checking) ? tr("May or may not have happened; checking…")
                                            : tr("Done, says the node; waiting until the fleet shows it");
    case OperatorFlow::Step::Done:
        return flow.items().size() == 1 ? over(flow, flow.items().front()) : summary(flow);
    }
    return {};
}

/// Such as `2 done, 1 already over`.
QString FlowWords::summary(const OperatorFlow &flow) const
{
    QStringList parts;
    const auto add = [&](int count, const QString &text) {
        if (count > 0)
            parts << text.arg(count);
    };
    const auto count = [&](FlowOutcome outcome) { return int(flow.count(outcome)); };
    add(count(FlowOutcome::Done) + count(FlowOutcome::Happened), tr("%1 done", "count of objects"));
    add(count(FlowOutcome::AlreadyOver), tr("%1 already over", "count of objects"));
    add(count(FlowOutcome::Gone), tr("%1 gone", "count of objects"));
    add(count(FlowOutcome::Replaced), tr("%1 taken by others meanwhile", "count of objects"));
    add(count(FlowOutcome::NotHappened), tr("%1 did not happen", "count of objects"));
    add(count(FlowOutcome::NotSent), tr("%1 not sent", "count of objects"));
    add(count(FlowOutcome::Forbidden), tr("%1 forbidden", "count of objects"));
    add(count(FlowOutcome::Failed), tr("%1 failed", "count of objects"));
    add(count(FlowOutcome::Cancelled), tr("%1 cancelled", "count of objects"));
    return parts.join(tr(", ", "between parts of a summary"));
}

Tone FlowWords::tone(const FlowItem &item)
{
    if (item.stage == FlowItem::Stage::Checking)
        return Tone::Warn;
    switch (item.outcome) {
    case FlowOutcome::Done:
    case FlowOutcome::Happened:
        return Tone::Ok;
    case FlowOutcome::Replaced:
    case FlowOutcome::NotHappened:
    case FlowOutcome::NotSent:
        return Tone::Warn;
    case FlowOutcome::Forbidden:
    case FlowOutcome::Failed:
        return Tone::Danger;
    case FlowOutcome::AlreadyOver:
    case FlowOutcome::Gone:
    case FlowOutcome::Cancelled:
        return Tone::Muted;
    case FlowOutcome::None:
        break;
    }
    return Tone::Info;
}

Glyph FlowWords::glyph(const FlowItem &item)
{
    if (item.stage == FlowItem::Stage::Checking)
        return Glyph::Unknown;
    switch (item.outcome) {
    case FlowOutcome::Done:
    case FlowOutcome::Happened:
        return Glyph::Yes;
    case FlowOutcome::Replaced:
    case FlowOutcome::NotHappened:
    case FlowOutcome::NotSent:
        return Glyph::Warning;
    case FlowOutcome::Forbidden:
    case FlowOutcome::Failed:
        return Glyph::Error;
    case FlowOutcome::AlreadyOver:
    case FlowOutcome::Gone:
        return Glyph::Info;
    case FlowOutcome::Cancelled:
        return Glyph::No;
    case FlowOutcome::None:
        break;
    }
    return Glyph::Pending;
}

namespace {

/// The item that says most about how the whole stands: what failed before what succeeded.
const FlowItem &worst(const OperatorFlow &flow)
{
    const auto weight = [](const FlowItem &item) {
        switch (FlowWords::tone(item)) {
        case Tone::Danger:
            return 4;
        case Tone::Warn:
            return 3;
        case Tone::Info:
            return 2;
        case Tone::Ok:
            return 1;
        default:
            return 0;
        }
    };
    return *std::max_element(flow.items().begin(), flow.items().end(),
                             [&](const FlowItem &a, const FlowItem &b) { return weight(a) < weight(b); });
}

} // namespace

Tone FlowWords::tone(const OperatorFlow &flow)
{
    return flow.step() == OperatorFlow::Step::Done ? tone(worst(flow))
         : holds(flow, FlowItem::Stage::Checking)  ? Tone::Warn
                                                   : Tone::Info;
}

Glyph FlowWords::glyph(const OperatorFlow &flow)
{
    return flow.step() == OperatorFlow::Step::Done ? glyph(worst(flow))
         : holds(flow, FlowItem::Stage::Checking)  ? Glyph::Unknown
                                                   : Glyph::Pending;
}

Glyph FlowWords::glyph(OperatorVerb verb)
{
    switch (verb) {
    case OperatorVerb::Release:
        return Glyph::Release;
    case OperatorVerb::Settle:
        return Glyph::Settle;
    case OperatorVerb::Disconnect:
        return Glyph::Disconnect;
    case OperatorVerb::Drain:
        return Glyph::Drain;
    case OperatorVerb::Undrain:
        return Glyph::Undrain;
    }
    return Glyph::Pending;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: Apache-2.0
#include "simulation/watchedregistry.h"

namespace cheetah::simulation {

namespace {

std::string text(const Handle &handle)
{
    return handle.name().client.string() + '/' + handle.name().context.string() + '#'
         + std::to_string(handle.fence % 100'000'000) + ' ' + handle.request.string();
}

} // namespace

void WatchedRegistry::note(Step kind, const Error *error)
{
    const std::string subject = std::exchange(m_subject, {});
    if (subject.empty() && !error && m_invariants.changesInStep() == 0)
        return; // sweeps that find nothing fill the log
    std::string line = std::to_string(m_invariants.now().us / 1000 % 100'000'000) + "ms r"
                     + std::to_string(m_invariants.fleet().revision()) + ' ' + name(kind) + ' ' + subject;
    if (error) {
        line += " -> " + std::string(cheetah::name(error->code));
        for (const auto &[key, value] : error->params)
            line += ' ' + key + '=' + value;
    }
    m_log.note(std::move(line));
}

void WatchedRegistry::checkGiven(const AssignArgs &args, const Result<Assigned> &result,
                                 const std::optional<Handle> &held, const std::optional<std::string> &against)
{
    if (!result)
        return;
    const Handle &handle = result->handle;
    if (!m_invariants.live(handle))
        m_invariants.violated("a handle was given that is not valid: " + text(handle));
    if (result->repeated != held.has_value() || (held && !(*held == handle)))
        m_invariants.violated("request " + args.request.string() + " was given something else than it holds");
    if (!result->repeated && against)
        m_invariants.violated(text(handle) + " was given, but " + *against);
}

void WatchedRegistry::assign(const AssignArgs &args, const Scope &scope, Reply<Assigned> reply)
{
    m_facts.assign = &args;
    m_subject = args.context.name->client.string() + '/' + args.context.name->context.string() + ' '
              + args.request.string() + " place " + std::to_string(args.place);
    const auto against = m_invariants.againstAssign(args);
    const auto held = m_invariants.heldBy({args.context.name->user, args.request});
    InterceptedRegistry::assign(args, scope, checked(std::move(reply), [&](const Result<Assigned> &result) {
                                    checkGiven(args, result, held, against);
                                }));
}

void WatchedRegistry::renew(const Handle &handle, const Scope &scope, Reply<Renewed> reply)
{
    m_facts.handle = &handle;
    m_subject = text(handle);
    const bool live = m_invariants.live(handle);
    m_invariants.lostHandleUsed(handle);
    InterceptedRegistry::renew(handle, scope, checked(std::move(reply), [&, live](const Result<Renewed> &result) {
                                   if (result.ok() != live)
                                       m_invariants.violated(
                                           text(handle)
                                           + (live ? " is current and was not renewed" : " is stale and was renewed"));
                               }));
}

void WatchedRegistry::release(const Handle &handle, EndCause cause, const Scope &scope, Reply<Released> reply)
{
    m_facts.handle = &handle;
    m_facts.cause = cause;
    m_subject = text(handle);
    const bool live = m_invariants.live(handle), known = m_invariants.wasReleased(handle);
    m_invariants.lostHandleUsed(handle);
    InterceptedRegistry::release(
        handle, cause, scope, checked(std::move(reply), [&, live, known](const Result<Released> &result) {
            if (live && (!result || result->already))
                m_invariants.violated(text(handle) + " is current and was not released");
            if (!live && result && (!result->already || !known || m_invariants.changesInStep() > 0))
                m_invariants.violated(text(handle) + " is stale and released something");
            if (live)
                m_invariants.released(handle);
        }));
}

void WatchedRegistry::releaseAndAssign(const Handle &handle, const AssignArgs &args, const Scope &scope,
                                       Reply<Assigned> reply)
{
    m_facts.handle = &handle;
    m_facts.assign = &args;
    m_subject = text(handle) + " for " + args.request.string();
    const bool live = m_invariants.live(handle);
    const auto held = m_invariants.heldBy({args.context.name->user, args.request});
    // What the release itself clears away may not stand against the assignment.
    const bool same = handle.context.name && handle.name() == *args.context.name;
    const auto against = same ? std::nullopt : m_invariants.againstAssign(args);
    InterceptedRegistry::releaseAndAssign(
        handle, args, scope, checked(std::move(reply), [&, live](const Result<Assigned> &result) {
            checkGiven(args, result, held, against);
            if (!live && result && !result->repeated && !m_invariants.wasReleased(handle))
                m_invariants.violated(text(handle) + " is stale and was exchanged");
            if (live && !m_invariants.live(handle))
                m_invariants.released(handle);
        }));
}

void WatchedRegistry::cancel(const UserId &user, const RequestId &request, const Scope &scope,
                             Reply<CancelOutcome> reply)
{
    m_facts.request = &request;
    m_subject = request.text();
    InterceptedRegistry::cancel(user, request, scope,
                                checked(std::move(reply), [&](const Result<CancelOutcome> &result) {
                                    if (result)
                                        m_invariants.requestCancelled({user, request});
                                }));
}

void WatchedRegistry::forceRelease(const ContextName &context, Fence fence, const Scope &scope, Reply<Released> reply)
{
    m_facts.context = &context;
    m_facts.fence = fence;
    m_subject = context.context.text();
    InterceptedRegistry::forceRelease(context, fence, scope, std::move(reply));
}

void WatchedRegistry::endAssignments(const ClientName &client, std::uint32_t limit, const Scope &scope,
                                     Reply<SliceOutcome> reply)
{
    m_facts.client = &client;
    m_subject = client.client.text();
    InterceptedRegistry::endAssignments(client, limit, scope, std::move(reply));
}

void WatchedRegistry::expire(const Handle &handle, RegistryTime seen, const Scope &scope, Reply<Released> reply)
{
    m_facts.handle = &handle;
    m_facts.seen = seen;
    m_subject = text(handle);
    InterceptedRegistry::expire(handle, seen, scope, std::move(reply));
}

void WatchedRegistry::expireAll(Micros timeout, std::uint32_t limit, const Scope &scope, Reply<SliceOutcome> reply)
{
    m_facts.timeout = timeout;
    InterceptedRegistry::expireAll(timeout, limit, scope, std::move(reply));
}

void WatchedRegistry::requesterClosed(const ConnectionId &requester, const Scope &scope, Reply<void> reply)
{
    m_subject = requester.text();
    m_invariants.requesterClosed(requester);
    InterceptedRegistry::requesterClosed(requester, scope, std::move(reply));
}

void WatchedRegistry::hello(const Hello &hello, const Scope &scope, Reply<Welcome> reply)
{
    m_facts.hello = &hello;
    m_subject = hello.client.client.string() + ' ' + hello.epoch.string();
    const auto against = m_invariants.againstHello(hello);
    InterceptedRegistry::hello(hello, scope, checked(std::move(reply), [&](const Result<Welcome> &result) {
                                   if (result && against)
                                       m_invariants.violated(hello.client.client.string() + " was welcomed, but "
                                                             + *against);
                                   if (result)
                                       m_invariants.helloAccepted(hello, *result);
                               }));
}

void WatchedRegistry::closed(const ClientName &client, std::uint64_t generation, const Scope &scope,
                             Reply<std::uint32_t> reply)
{
    m_facts.client = &client;
    m_subject = client.client.string() + " generation " + std::to_string(generation);
    const Slot slot = m_invariants.fleet().find(client);
    const bool current = slot != noSlot && m_invariants.fleet().client(slot).state->generation == generation;
    InterceptedRegistry::closed(client, generation, scope,
                                checked(std::move(reply), [&, current](const Result<std::uint32_t> &) {
                                    if (!current && m_invariants.changesInStep() > 0)
                                        m_invariants.violated("the close of a superseded generation changed something");
                                }));
}

void WatchedRegistry::disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Scope &scope,
                                 Reply<std::uint64_t> reply)
{
    m_facts.client = &client;
    m_subject = client.client.text();
    InterceptedRegistry::disconnect(client, seen, keepOut, scope, std::move(reply));
}

void WatchedRegistry::heartbeat(const NodeId &node, const Incarnation &incarnation, const NodeReport &report,
                                const Scope &scope, Reply<void> reply)
{
    InterceptedRegistry::heartbeat(node, incarnation, report, scope,
                                   checked(std::move(reply), [&](const Result<void> &result) {
                                       if (result)
                                           m_invariants.nodeBeat(node, incarnation);
                                   }));
}

void WatchedRegistry::registerNode(const NodeInfo &node, const Scope &scope, Reply<void> reply)
{
    m_subject = node.id.string() + ' ' + node.incarnation.string();
    InterceptedRegistry::registerNode(node, scope, checked(std::move(reply), [&](const Result<void> &result) {
                                          if (result)
                                              m_invariants.nodeEntered(node);
                                      }));
}

void WatchedRegistry::unregisterNode(const NodeId &node, const Incarnation &incarnation, const Scope &scope,
                                     Reply<void> reply)
{
    m_subject = node.string() + ' ' + incarnation.string();
    InterceptedRegistry::unregisterNode(node, incarnation, scope,
                                        checked(std::move(reply), [&](const Result<void> &result) {
                                            if (result && m_invariants.changesInStep() > 0)
                                                m_invariants.nodeLeft(node);
                                        }));
}

void WatchedRegistry::report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply)
{
    m_facts.report = &report;
    m_facts.seq = report.seq;
    m_subject = report.client.client.string() + ' ' + report.epoch.string() + " seq " + std::to_string(report.seq);
    const auto against = m_invariants.againstReport(report.client, report.epoch, report.seq, source.generation);
    InterceptedRegistry::report(report, source, scope,
                                checked(std::move(reply), [&](const Result<ReportAccepted> &result) {
                                    if (result && against)
                                        m_invariants.violated("a report of " + report.client.client.string()
                                                              + " was accepted, but " + *against);
                                    if (result)
                                        m_invariants.reportAccepted(report);
                                }));
}

void WatchedRegistry::unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                                const Scope &scope, Reply<ReportAccepted> reply)
{
    m_facts.client = &client;
    m_facts.seq = seq;
    m_subject = client.client.string() + " seq " + std::to_string(seq);
    const auto against = m_invariants.againstReport(client, epoch, seq, source.generation);
    InterceptedRegistry::unchanged(client, epoch, seq, source, scope,
                                   checked(std::move(reply), [&](const Result<ReportAccepted> &result) {
                                       if (result && against)
                                           m_invariants.violated("an unchanged report was accepted, but " + *against);
                                       if (result)
                                           m_invariants.unchangedAccepted(client, seq);
                                   }));
}

void WatchedRegistry::reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply)
{
    m_subject = args.client.client.string() + ' ' + args.provision.string() + " for " + args.request.string();
    const auto against = m_invariants.againstReserve(args);
    const bool again = m_invariants.fleet().reservations().contains({args.client, args.provision});
    InterceptedRegistry::reserve(args, scope, checked(std::move(reply), [&, again](const Result<void> &result) {
                                     m_invariants.reserved(args, again, result);
                                     if (result && against)
                                         m_invariants.violated("reservation " + args.provision.string()
                                                               + " was granted, but " + *against);
                                 }));
}

void WatchedRegistry::answerReservation(const ProvisionAnswer &answer, const Scope &scope, Reply<void> reply)
{
    m_facts.answer = &answer;
    m_subject = answer.provision.string() + (answer.refused ? " refused" : " at seq " + std::to_string(answer.seq));
    InterceptedRegistry::answerReservation(answer, scope, std::move(reply));
}

void WatchedRegistry::admit(const CommandRecord &record, const Scope &scope, Reply<Admission> reply)
{
    m_subject = record.id.string() + ' ' + record.content.kind;
    const bool live = record.handle.fence == 0 || m_invariants.live(record.handle);
    m_invariants.creationAsked(record);
    InterceptedRegistry::admit(record, scope, checked(std::move(reply), [&, live](const Result<Admission> &result) {
                                   if (!result)
                                       return;
                                   if (!live && !result->repeated)
                                       m_invariants.violated("command " + record.id.string()
                                                             + " was admitted with a stale handle");
                                   m_invariants.commands().told(result->record);
                               }));
}

Reply<CommandRecord> WatchedRegistry::told(Reply<CommandRecord> reply)
{
    return checked(std::move(reply), [this](const Result<CommandRecord> &result) {
        if (result)
            m_invariants.commands().told(*result);
    });
}

void WatchedRegistry::beginSend(const UserId &user, const CommandId &command, std::uint64_t generation,
                                const Scope &scope, Reply<CommandRecord> reply)
{
    m_subject = command.string() + " generation " + std::to_string(generation);
    auto check = [&](const Result<CommandRecord> &result) {
        if (!result)
            return;
        if (result->handle.fence != 0 && !m_invariants.live(result->handle))
            m_invariants.violated("command " + command.string() + " may be sent, though its lease ended");
        const ClientName client = result->context->clientName();
        const Slot slot = m_invariants.fleet().find(client);
        const bool here = slot != noSlot && m_invariants.connected(client)
                       && m_invariants.fleet().client(slot).state->generation == generation
                       && m_invariants.fleet().client(slot).state->epoch == result->context->epoch;
        if (!here)
            m_invariants.violated("command " + command.string() + " may be sent to a connection that is not current");
        m_invariants.commands().begun(*result);
        m_invariants.commands().told(*result);
    };
    InterceptedRegistry::beginSend(user, command, generation, scope, checked(std::move(reply), check));
}

void WatchedRegistry::acknowledge(const UserId &user, const CommandId &command, const Epoch &epoch, const Scope &scope,
                                  Reply<CommandRecord> reply)
{
    m_subject = command.text();
    InterceptedRegistry::acknowledge(user, command, epoch, scope, told(std::move(reply)));
}

void WatchedRegistry::end(const CommandEnd &end, const Scope &scope, Reply<CommandRecord> reply)
{
    m_subject = end.command.string() + ' ' + std::string(cheetah::name(end.outcome));
    InterceptedRegistry::end(end, scope, told(std::move(reply)));
}

void WatchedRegistry::get(const UserId &user, const CommandId &command, const Scope &scope, Reply<CommandRecord> reply)
{
    m_subject = command.text();
    InterceptedRegistry::get(user, command, scope, told(std::move(reply)));
}

} // namespace cheetah::simulation

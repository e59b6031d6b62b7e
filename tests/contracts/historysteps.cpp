// SPDX-License-Identifier: Apache-2.0
// The kinds of steps of a History.
#include "contracts/history.h"

#include <algorithm>
#include <tuple>

namespace cheetah::test {

void History::stepOnLease()
{
    const auto remember = [&](const Result<Assigned> &assigned) {
        if (assigned) {
            m_handles.push_back(assigned->handle);
            m_granted += !assigned->repeated;
        }
        if (m_handles.size() > 16)
            m_handles.erase(m_handles.begin() + below(8));
    };
    const std::uint32_t kind = below(100);
    if (kind < 38) {
        const AssignArgs args = anyAssign();
        remember(both<Assigned>("assign " + show(args.context.name) + " " + args.request.string(),
                                [&](auto &r, auto reply) { r.contexts().assign(args, m_scope, std::move(reply)); }));
    } else if (kind < 50) {
        const Handle handle = anyHandle();
        alike<Renewed>("renew " + show(handle),
                       [&](auto &r, auto reply) { r.contexts().renew(handle, m_scope, std::move(reply)); });
    } else if (kind < 68) {
        const Handle handle = anyHandle();
        alike<Released>("release " + show(handle), [&](auto &r, auto reply) {
            r.contexts().release(handle, EndCause::Released, m_scope, std::move(reply));
        });
    } else if (kind < 76) {
        const Handle handle = anyHandle();
        AssignArgs args = anyAssign();
        auto next = std::make_shared<ContextName>(*args.context.name);
        next->user = handle.name().user; // both are of one user
        args.context.name = std::move(next);
        remember(both<Assigned>(
            "releaseAndAssign " + show(handle) + " then " + show(args.context.name) + " " + args.request.string(),
            [&](auto &r, auto reply) { r.contexts().releaseAndAssign(handle, args, m_scope, std::move(reply)); }));
    } else if (kind < 81) {
        const UserId user = anyClient().name.user;
        const RequestId request = anyRequest();
        alike<Assigned>("resolve " + user.string() + " " + request.string(), [&](auto &r, auto reply) {
            r.contexts().resolveRequest(user, request, m_scope, std::move(reply));
        });
    } else if (kind < 86) {
        const UserId user = anyClient().name.user;
        const RequestId request = anyRequest();
        alike<CancelOutcome>("cancel " + user.string() + " " + request.string(), [&](auto &r, auto reply) {
            r.contexts().cancel(user, request, m_scope, std::move(reply));
        });
    } else if (kind < 90) {
        const Handle handle = anyHandle();
        alike<Released>("forceRelease " + show(handle), [&](auto &r, auto reply) {
            r.contexts().forceRelease(handle.name(), handle.fence, m_scope, std::move(reply));
        });
    } else if (kind < 92) {
        const ClientName client = anyClient().name;
        alike<SliceOutcome>("endAssignments " + client.user.string() + "/" + client.client.string(),
                            [&](auto &r, auto reply) {
                                r.contexts().endAssignments(client, 1 + m_taken % 3, m_scope, std::move(reply));
                            });
    } else if (kind < 94) {
        const std::uint32_t limit = 1 + below(4);
        const std::string cursor = oneIn(2) || m_handles.empty() ? std::string() : toText(any(m_handles).name());
        alike<ScanPage>("scan", [&](auto &r, auto reply) {
            r.contexts().scanAssignments(cursor, limit, m_scope, std::move(reply));
        });
    } else if (kind < 97) {
        const Handle handle = anyHandle();
        const RegistryTime seen = m_first.source().now() - Seconds(below(4));
        alike<Released>("expire " + show(handle),
                        [&](auto &r, auto reply) { r.contexts().expire(handle, seen, m_scope, std::move(reply)); });
    } else {
        const Micros timeout = Seconds(5 + below(20));
        alike<SliceOutcome>(
            "expireAll", [&](auto &r, auto reply) { r.bulk()->expireAll(timeout, 1000, m_scope, std::move(reply)); });
    }
}

/// Nobody waits meanwhile: whether somebody does is found on the replica, which another step of these may lead on.
History::AtOnce History::anyAtOnce()
{
    const auto told = [](Callback<void(std::string)> answer) {
        return [answer = std::move(answer)](const auto &result) mutable { answer(show(result)); };
    };
    const std::uint32_t kind = below(10);
    if (kind < 4) {
        const AssignArgs args = anyAssign();
        return {"assign " + show(args.context.name) + " " + args.request.string(), [=, this](auto &r, auto answer) {
                    r.contexts().assign(args, m_scope,
                                        [this, answer = std::move(answer)](Result<Assigned> got) mutable {
                                            if (got)
                                                m_handles.push_back(got->handle);
                                            answer(show(got));
                                        });
                }};
    }
    const Handle handle = anyHandle();
    if (kind < 6)
        return {"renew " + show(handle),
                [=, this](auto &r, auto answer) { r.contexts().renew(handle, m_scope, told(std::move(answer))); }};
    if (kind < 9)
        return {"release " + show(handle), [=, this](auto &r, auto answer) {
                    r.contexts().release(handle, EndCause::Released, m_scope, told(std::move(answer)));
                }};
    return {"cancel " + handle.request.string(), [=, this](auto &r, auto answer) {
                r.contexts().cancel(handle.name().user, handle.request, m_scope, told(std::move(answer)));
            }};
}

std::string History::allOf(const std::vector<AtOnce> &steps, RegistryUnderTest &registry)
{
    std::vector<std::string> answers(steps.size());
    std::size_t missing = steps.size();
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[i].ask(registry, [&answers, &missing, i](std::string answer) {
            answers[i] = std::move(answer);
            --missing;
        });
    registry.deliver([&] { return missing == 0; });
    std::string text;
    for (const std::string &answer : answers)
        text += answer + "; ";
    return text;
}

void History::stepsOnLeasesAtOnce()
{
    if (!m_first.source().fleet().waiters().empty())
        return stepOnLease();
    std::vector<AtOnce> steps;
    std::string what = "at once:";
    for (std::uint32_t left = 2 + below(6); left > 0; --left) {
        steps.push_back(anyAtOnce());
        what += " " + steps.back().what + ",";
    }
    m_taken += std::uint32_t(steps.size());
    const std::string first = allOf(steps, m_first);
    compare(what, first, allOf(steps, m_second));
}

void History::stepOnQueue()
{
    const std::uint32_t kind = below(10);
    if (kind < 5) {
        const Client &client = anyClient();
        Waiter waiter;
        waiter.user = client.name.user;
        waiter.task = TaskId::trusted("t" + std::to_string(below(5)));
        waiter.request = anyRequest();
        waiter.requirements = anyRequirements();
        waiter.placement = anyPlacement(client);
        waiter.anyHealth = oneIn(4);
        waiter.node = anyNode();
        if (oneIn(3))
            waiter.requester = anyRequester();
        if (!oneIn(4))
            waiter.deadline = m_first.source().now() + Seconds(1 + below(20));
        const Result<std::uint64_t> place =
            both<std::uint64_t>("enqueue " + waiter.request.string(),
                                [&](auto &r, auto reply) { r.contexts().enqueue(waiter, m_scope, std::move(reply)); });
        if (place)
            m_queued.push_back({waiter.user, waiter.request, *place});
        if (m_queued.size() > 10)
            m_queued.erase(m_queued.begin());
    } else if (kind < 8 && !m_queued.empty()) {
        const Queued queued = any(m_queued);
        alike<void>("dequeue " + queued.request.string(), [&](auto &r, auto reply) {
            r.contexts().dequeue(queued.user, queued.place, m_scope, std::move(reply));
        });
    } else {
        const ConnectionId requester = anyRequester();
        alike<void>("requesterClosed " + requester.string(),
                    [&](auto &r, auto reply) { r.contexts().requesterClosed(requester, m_scope, std::move(reply)); });
    }
}

void History::hello(Client &client)
{
    Hello hello;
    hello.client = client.name;
    hello.kind = client.name.client.text() == "c3" ? ClientKind::Console : ClientKind::Browser;
    const bool fresh = client.epochs == 0 || oneIn(5);
    const int epoch = fresh ? client.epochs + 1 : client.epochs - (oneIn(10) ? 1 : 0);
    hello.epoch = Epoch::trusted("e" + std::to_string(epoch));
    hello.agent = "agent";
    hello.metadata = {{"region", oneIn(2) ? "eu" : "us"}};
    if (oneIn(2))
        hello.limits.tabs = 4 + below(4);
    if (oneIn(3))
        hello.limits.windows = 2;
    hello.node = anyNode();
    hello.connection =
        ConnectionId::trusted(client.name.user.string() + client.name.client.string() + std::to_string(below(2)));
    const Result<Welcome> welcome = both<Welcome>(
        "hello " + client.name.user.string() + "/" + client.name.client.string() + " " + hello.epoch.string(),
        [&](auto &r, auto reply) { r.connections().hello(hello, m_scope, std::move(reply)); });
    if (!welcome)
        return;
    client.generation = welcome->generation;
    client.seq = welcome->lastSeq;
    client.epochs = epoch;
    if (!welcome->resumed)
        client.windows.clear();
}

namespace {

/// All rounds of a sweep, as the sweeper takes them, in one.
void sweepAll(ConnectionRegistry &connections, const ConnectionSweepOutcome &before, const Scope &scope,
              Reply<ConnectionSweepOutcome> reply)
{
    connections.sweep(1000, scope, [&, before, reply = std::move(reply)](Result<ConnectionSweepOutcome> round) mutable {
        if (!round)
            return reply(std::move(round));
        round->lapsed += before.lapsed;
        round->ended += before.ended;
        round->removedClients += before.removedClients;
        if (round->more)
            sweepAll(connections, *round, scope, std::move(reply));
        else
            reply(std::move(round));
    });
}

} // namespace

void History::stepOnConnection()
{
    Client &client = anyClient();
    const std::uint32_t kind = below(10);
    if (kind < 6)
        return hello(client);
    if (kind < 7) {
        const std::uint64_t generation = client.generation - (oneIn(5) ? 1 : 0);
        alike<std::uint32_t>(
            "closed " + client.name.user.string() + "/" + client.name.client.string(),
            [&](auto &r, auto reply) { r.connections().closed(client.name, generation, m_scope, std::move(reply)); });
    } else if (kind < 9) {
        alike<ConnectionSweepOutcome>(
            "sweep", [&](auto &r, auto reply) { sweepAll(r.connections(), {}, m_scope, std::move(reply)); });
    } else {
        const std::uint64_t seen = oneIn(2) ? 0 : client.generation - below(2);
        const Micros keepOut = Seconds(oneIn(2) ? below(8) : 0);
        alike<std::uint64_t>("disconnect " + client.name.user.string() + "/" + client.name.client.string(),
                             [&](auto &r, auto reply) {
                                 r.connections().disconnect(client.name, seen, keepOut, m_scope, std::move(reply));
                             });
    }
}

/// The client's windows as its next report shows them: a few random changes to the last.
void History::shuffle(Client &client)
{
    std::vector<ReportedWindow> &windows = client.windows;
    for (std::uint32_t changes = 1 + below(3); changes > 0; --changes) {
        if (windows.empty() || (windows.size() < 3 && oneIn(6))) {
            ReportedWindow fresh = window("w" + std::to_string(below(6)), {});
            if (oneIn(3))
                fresh.provision = any(m_provisions);
            if (std::none_of(windows.begin(), windows.end(), [&](const auto &w) { return w.id == fresh.id; }))
                windows.insert(windows.begin() + below(std::uint32_t(windows.size()) + 1), std::move(fresh));
            continue;
        }
        ReportedWindow &in = any(windows);
        const std::uint32_t kind = below(12);
        if (kind < 5) {
            ReportedContext fresh = tab("x" + std::to_string(below(14)));
            fresh.ours = oneIn(4);
            if (oneIn(3) && !in.contexts.empty())
                fresh.opener = any(in.contexts).id;
            if (oneIn(3))
                fresh.provision = any(m_provisions);
            const bool known = std::any_of(windows.begin(), windows.end(), [&](const auto &w) {
                return std::any_of(w.contexts.begin(), w.contexts.end(),
                                   [&](const auto &c) { return c.id == fresh.id; });
            });
            if (!known || oneIn(20))
                in.contexts.insert(in.contexts.begin() + below(std::uint32_t(in.contexts.size()) + 1),
                                   std::move(fresh));
        } else if (kind < 7 && !in.contexts.empty()) {
            in.contexts.erase(in.contexts.begin() + below(std::uint32_t(in.contexts.size())));
        } else if (kind < 9 && !in.contexts.empty()) {
            ReportedContext &changed = any(in.contexts);
            changed.title = "title " + std::to_string(below(100));
            changed.health = oneIn(3) ? Health(below(5)) : Health::Live;
            changed.active = oneIn(2);
        } else if (kind < 10 && !in.contexts.empty()) {
            const ReportedContext moved = in.contexts.front();
            in.contexts.erase(in.contexts.begin());
            ReportedWindow &to = any(windows);
            to.contexts.insert(to.contexts.begin() + below(std::uint32_t(to.contexts.size()) + 1), moved);
        } else if (kind < 11) {
            std::swap(any(windows), any(windows));
        } else if (oneIn(3)) {
            windows.erase(windows.begin() + below(std::uint32_t(windows.size())));
        } else {
            in.focused = !in.focused;
            in.title = "window " + std::to_string(below(10));
        }
    }
}

namespace {

/// Such as `w1[x3 x4] w2[]`.
std::string layout(const std::vector<ReportedWindow> &windows)
{
    std::string text;
    for (const ReportedWindow &one : windows) {
        text += " " + one.id.string() + "[";
        for (const ReportedContext &context : one.contexts)
            text += (text.back() == '[' ? "" : " ") + context.id.string();
        text += "]";
    }
    return text;
}

} // namespace

void History::report(Client &client)
{
    const std::vector<ReportedWindow> before = client.windows;
    shuffle(client);
    Report report{client.name, epochOf(client), client.seq + 1, client.windows};
    if (oneIn(20))
        report.seq = client.seq;
    if (oneIn(30))
        report.epoch = Epoch::trusted("e" + std::to_string(below(std::uint32_t(client.epochs) + 2)));
    const std::uint64_t generation = oneIn(3) ? 0 : client.generation - (oneIn(15) ? 1 : 0);
    const Result<ReportAccepted> accepted = both<ReportAccepted>(
        "report " + client.name.user.string() + "/" + client.name.client.string() + " " + std::to_string(report.seq)
            + layout(report.windows),
        [&](auto &r, auto reply) { r.windows().report(report, ReportSource{generation}, m_scope, std::move(reply)); });
    if (accepted)
        client.seq = accepted->seq;
    else
        client.windows = before;
}

void History::stepOnReport()
{
    Client &client = anyClient();
    if (!oneIn(6))
        return report(client);
    const std::uint64_t seq = client.seq + (oneIn(10) ? 0 : 1);
    const Result<ReportAccepted> accepted = both<ReportAccepted>(
        "unchanged " + client.name.user.string() + "/" + client.name.client.string(), [&](auto &r, auto reply) {
            r.windows().unchanged(client.name, epochOf(client), seq, ReportSource{0}, m_scope, std::move(reply));
        });
    if (accepted)
        client.seq = accepted->seq;
}

void History::stepOnReservation()
{
    const Client &client = anyClient();
    if (!oneIn(3)) {
        ReserveArgs args;
        args.provision = ProvisionId::trusted(numbered("p", ++m_ids));
        if (oneIn(8))
            args.provision = any(m_provisions);
        args.client = client.name;
        args.epoch = epochOf(client);
        args.request = anyRequest();
        args.placement = anyPlacement(client);
        args.newWindow = oneIn(3);
        args.timeout = m_policies.provisionTimeout;
        args.node = anyNode();
        const Result<void> reserved =
            both<void>("reserve " + args.provision.string() + " for " + args.request.string(),
                       [&](auto &r, auto reply) { r.windows().reserve(args, m_scope, std::move(reply)); });
        if (reserved)
            m_provisions.push_back(args.provision);
        if (m_provisions.size() > 6)
            m_provisions.erase(m_provisions.begin());
        return;
    }
    const ProvisionAnswer answer{client.name, epochOf(client), any(m_provisions), oneIn(3), client.seq + below(3)};
    alike<void>("answerReservation " + answer.provision.string(),
                [&](auto &r, auto reply) { r.windows().answerReservation(answer, m_scope, std::move(reply)); });
}

void History::admit()
{
    CommandRecord record;
    record.id = CommandId::trusted(numbered("d", ++m_ids));
    if (!m_commands.empty() && oneIn(10))
        record.id = any(m_commands).id;
    record.handle = anyHandle();
    record.user = record.handle.name().user;
    record.context = record.handle.context.name;
    if (oneIn(4)) { // perhaps a child of the lease
        auto other = std::make_shared<ContextName>(anyContext());
        if (other->user == record.user)
            record.context = std::move(other);
    }
    if (oneIn(8)) {
        record.handle = Handle();
        auto whole = std::make_shared<ContextName>(*record.context);
        whole->context = oneIn(2) ? ContextId() : whole->context;
        record.context = std::move(whole);
    }
    if (oneIn(3))
        record.task = TaskId::trusted("t" + std::to_string(below(5)));
    record.content.kind = std::vector<std::string>{"navigate", "reload", "closeTab"}[below(3)];
    record.content.params = "{}";
    record.node = NodeId::trusted("n1");
    if (oneIn(2))
        record.deadline = m_first.source().now() + Seconds(1 + below(8));
    const Result<Admission> admitted =
        both<Admission>("admit " + record.id.string() + " with " + show(record.handle),
                        [&](auto &r, auto reply) { r.evidence().admit(record, m_scope, std::move(reply)); });
    if (admitted && record.context)
        m_commands.push_back({record.id, record.user, record.context->clientName(), record.context->epoch});
    if (m_commands.size() > 12)
        m_commands.erase(m_commands.begin());
}

namespace {

/// Which of several with the same time comes first is nobody's promise.
Reply<std::vector<CommandRecord>> inOrder(Reply<std::vector<CommandRecord>> reply)
{
    return [reply = std::move(reply)](Result<std::vector<CommandRecord>> found) mutable {
        if (found)
            std::sort((*found).begin(), (*found).end(), [](const CommandRecord &a, const CommandRecord &b) {
                const auto key = [](const CommandRecord &r) {
                    return std::tuple(r.endedAt.isSet(), -r.endedAt.us, r.endedAt.isSet() ? 0 : r.deadline.us, r.user,
                                      r.id);
                };
                return key(a) < key(b);
            });
        reply(std::move(found));
    };
}

} // namespace

void History::sendOrEnd(const Command &command)
{
    const std::string name = command.user.string() + " " + command.id.string();
    const std::uint32_t kind = below(10);
    if (kind < 5) {
        std::uint64_t generation = 0;
        for (const Client &client : m_clients)
            if (client.name == command.client)
                generation = client.generation - (oneIn(10) ? 1 : 0);
        alike<CommandRecord>("beginSend " + name, [&](auto &r, auto reply) {
            r.evidence().beginSend(command.user, command.id, generation, m_scope, std::move(reply));
        });
    } else if (kind < 7) {
        alike<CommandRecord>("acknowledge " + name, [&](auto &r, auto reply) {
            r.evidence().acknowledge(command.user, command.id, command.epoch, m_scope, std::move(reply));
        });
    } else {
        CommandEnd end{command.user, command.id, CommandOutcome(below(5)), "{}", {}, {}, command.epoch};
        if (oneIn(10))
            end.epoch = Epoch::trusted("another");
        if (end.outcome == CommandOutcome::Error)
            end.error = Error(ErrorCode::NavigationFailed, {{"url", "about:blank"}}, "detail");
        alike<CommandRecord>("end " + name + " as " + std::to_string(int(end.outcome)),
                             [&](auto &r, auto reply) { r.evidence().end(end, m_scope, std::move(reply)); });
    }
}

void History::stepOnCommand()
{
    const Command command = anyCommand();
    const std::uint32_t kind = below(20);
    if (kind < 6)
        return admit();
    if (kind < 16)
        return sendOrEnd(command);
    if (kind < 17) {
        alike<CommandRecord>("get " + command.id.string(), [&](auto &r, auto reply) {
            r.evidence().get(command.user, command.id, m_scope, std::move(reply));
        });
    } else if (kind < 18) {
        const TaskId task = TaskId::trusted("t" + std::to_string(below(5)));
        alike<std::vector<CommandRecord>>("byTask " + task.string(), [&](auto &r, auto reply) {
            r.evidence().byTask(command.user, task, m_scope, std::move(reply));
        });
    } else if (kind < 19) {
        const bool overdue = oneIn(2);
        const UserId user = oneIn(2) ? UserId() : command.user;
        const Result<std::vector<CommandRecord>> found =
            both<std::vector<CommandRecord>>(overdue ? "overdue" : "recent", [&](auto &r, auto reply) {
                if (overdue)
                    r.evidence().overdue(1000, m_scope, std::move(reply));
                else
                    r.evidence().recent(user, 1000, m_scope, inOrder(std::move(reply)));
            });
        if (overdue && found)
            for (const CommandRecord &late : *found) { // as the dispatcher does
                const CommandEnd end{late.user, late.id, CommandOutcome::Unknown, {}, {}, {}, {}};
                alike<CommandRecord>("end " + late.id.string() + " as unknown",
                                     [&](auto &r, auto reply) { r.evidence().end(end, m_scope, std::move(reply)); });
            }
    } else {
        const ContextName name = m_handles.empty() ? anyContext() : anyHandle().name();
        std::vector<CommandId> seen;
        if (oneIn(2))
            seen.push_back(command.id);
        alike<void>("settle " + show(std::make_shared<ContextName>(name)),
                    [&](auto &r, auto reply) { r.contexts().settle(name, seen, m_scope, std::move(reply)); });
    }
}

void History::stepOnDrain()
{
    const std::vector<Drain> &drains = m_first.source().fleet().drains();
    if (!drains.empty() && !oneIn(3)) {
        const DrainTarget target = oneIn(4) ? anyTarget() : drains[below(std::uint32_t(drains.size()))].target;
        alike<void>("undrain", [&](auto &r, auto reply) { r.contexts().undrain(target, m_scope, std::move(reply)); });
        return;
    }
    Drain drain;
    drain.target = anyTarget();
    if (oneIn(2))
        drain.deadline = m_first.source().now() + Seconds(below(10));
    drain.force = oneIn(2);
    drain.by = "operator";
    alike<Drain>("drain", [&](auto &r, auto reply) { r.contexts().drain(drain, m_scope, std::move(reply)); });
}

void History::stepOnNode()
{
    const NodeId node = anyNode();
    std::string &incarnation = m_incarnations[node.string()];
    const std::uint32_t kind = below(20);
    if (incarnation.empty() || kind < 3) {
        NodeInfo info;
        info.id = node;
        info.incarnation =
            Incarnation::trusted(oneIn(2) && !incarnation.empty() ? incarnation : numbered("i", ++m_ids));
        info.version = "0.1";
        const Result<void> registered = both<void>("registerNode " + node.string(), [&](auto &r, auto reply) {
            r.connections().registerNode(info, m_scope, std::move(reply));
        });
        if (registered)
            incarnation = info.incarnation.text();
    } else if (kind < 4) {
        alike<void>("unregisterNode " + node.string(), [&](auto &r, auto reply) {
            r.connections().unregisterNode(node, Incarnation::trusted(incarnation), m_scope, std::move(reply));
        });
    } else {
        const Result<void> renewed = both<void>("heartbeat " + node.string(), [&](auto &r, auto reply) {
            r.connections().heartbeat(node, Incarnation::trusted(incarnation), {}, m_scope, std::move(reply));
        });
        if (!renewed)
            incarnation.clear();
    }
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#include "operations/commandprovisioner.h"

namespace cheetah {

namespace {

constexpr std::string_view category = "provisioning";

CommandContent contentOf(const ProvisionOrder &order)
{
    CommandContent content;
    content.provision = order.provision;
    content.params = "{}";
    switch (order.placement.kind) {
    case Placement::Kind::NewWindow:
        content.kind = "openWindow";
        break;
    case Placement::Kind::Isolated:
        content.kind = "openWindow";
        content.params = R"({"isolated":true})";
        break;
    default:
        content.kind = "openTab";
        if (order.placement.window)
            content.window = order.placement.window->window;
    }
    return content;
}

std::string reasonOf(const CommandRecord &record)
{
    return record.error ? std::string(name(record.error->code)) : std::string("error");
}

} // namespace

CommandProvisioner::CommandProvisioner(const LinkDirectory &links, IdSource &ids, Log log)
    : m_links(links), m_ids(ids), m_log(std::move(log))
{}

void CommandProvisioner::create(const ProvisionOrder &order, const Scope &scope, Reply<ProvisionDone> reply)
{
    SendRequest request;
    request.user = order.client.user;
    request.context = std::make_shared<const ContextName>(
        ContextName{order.client.user, order.client.client, order.epoch, ContextId()});
    request.command = CommandId::trusted("provision-" + m_ids.unique());
    request.content = contentOf(order);
    request.deadline = order.timeout;
    const Key key(order.client.user, order.provision);
    m_pending[key] = {scope.guard(), std::move(reply)};
    m_dispatcher->send(request, m_scope, [this, key](Result<CommandRecord> admitted) {
        if (admitted)
            return;
        if (admitted.error().code == ErrorCode::Unavailable)
            answer(key, admitted.error());
        else
            answer(key, ProvisionDone{true, 0, std::string(name(admitted.error().code))});
    });
}

void CommandProvisioner::status(const ClientName &client, const Epoch &epoch, const ProvisionId &provision,
                                const Scope &scope, Reply<ProvisionStatus> reply)
{
    const LinkDirectory::Link *link = m_links.find(client);
    if (!link || link->epoch != epoch)
        return reply(ErrorCode::ClientNotConnected);
    link->link->queryProvision(provision, scope, [reply = std::move(reply)](Result<CreationStatus> status) mutable {
        if (!status)
            return reply(status.error());
        reply(ProvisionStatus{status->known, status->seq});
    });
}

void CommandProvisioner::closeContexts(const std::vector<ContextNamePtr> &contexts)
{
    for (const ContextNamePtr &context : contexts) {
        SendRequest request;
        request.user = context->user;
        request.context = context;
        request.command = CommandId::trusted("close-" + m_ids.unique());
        request.content = {"closeTab", "{}"};
        m_dispatcher->send(request, m_scope, [this, context](Result<CommandRecord> admitted) {
            if (!admitted)
                m_log.warning(category, "closing " + context->context.string()
                                            + " was not admitted: " + std::string(name(admitted.error().code)));
        });
    }
}

void CommandProvisioner::creationAnswered(const CommandRecord &record, std::uint64_t seq)
{
    const Key key(record.user, record.content.provision);
    if (record.outcome == CommandOutcome::Result)
        answer(key, ProvisionDone{false, seq, {}});
    else
        answer(key, ProvisionDone{true, seq, reasonOf(record)});
}

void CommandProvisioner::commandEnded(const CommandRecord &record)
{
    if (record.content.provision.empty())
        return;
    const Key key(record.user, record.content.provision);
    // What was never sent made nothing; of what was sent without an answer nobody knows. Answers of the client come
    // through creationAnswered, with their seq.
    if (record.outcome == CommandOutcome::Expired || record.outcome == CommandOutcome::Fenced)
        answer(key, ProvisionDone{true, 0, reasonOf(record)});
    else if (record.outcome == CommandOutcome::Unknown)
        answer(key, ErrorCode::OutcomeUnknown);
}

void CommandProvisioner::answer(const Key &key, Result<ProvisionDone> done)
{
    const auto found = m_pending.find(key);
    if (found == m_pending.end())
        return;
    Pending pending = std::move(found->second);
    m_pending.erase(found);
    if (pending.asker.alive())
        pending.reply(std::move(done));
}

} // namespace cheetah

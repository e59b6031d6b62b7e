// SPDX-License-Identifier: Apache-2.0
#include "operations/operatoractions.h"

namespace cheetah {

namespace {

template <class T>
const Error *errorOf(const Result<T> &result)
{
    return result ? nullptr : &result.error();
}

} // namespace

OperatorActions::OperatorActions(ContextRegistry &contexts, ConnectionRegistry &connections, Journal &journal,
                                 ConnectionCloser &closer)
    : m_contexts(contexts), m_connections(connections), m_journal(journal), m_closer(closer)
{}

// The steps run under our own scope, so that the journal hears of them even if the asker left; the asker's continuation
// is guarded by its own.

void OperatorActions::forceRelease(const ContextName &name, Fence fence, const Actor &actor, const Scope &scope,
                                   Reply<Released> reply)
{
    m_contexts.forceRelease(
        name, fence, m_scope,
        [this, name, actor, guard = scope.guard(), reply = std::move(reply)](Result<Released> result) mutable {
            note(actor, "release by hand", errorOf(result), std::make_shared<const ContextName>(name),
                 name.clientName());
            if (guard.alive())
                reply(std::move(result));
        });
}

void OperatorActions::disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Actor &actor,
                                 const Scope &scope, Reply<void> reply)
{
    m_connections.disconnect(
        client, seen, keepOut, m_scope,
        [this, client, actor, guard = scope.guard(), reply = std::move(reply)](Result<std::uint64_t> result) mutable {
            note(actor, "disconnect", errorOf(result), {}, client);
            if (result)
                m_closer.closeClient(client, *result);
            if (guard.alive())
                reply(result ? Result<void>() : Result<void>(result.error()));
        });
}

void OperatorActions::drain(Drain drain, const Actor &actor, const Scope &scope, Reply<Drain> reply)
{
    drain.by = actor.name;
    m_contexts.drain(drain, m_scope,
                     [this, actor, guard = scope.guard(), reply = std::move(reply)](Result<Drain> result) mutable {
                         note(actor, "drain", errorOf(result));
                         if (guard.alive())
                             reply(std::move(result));
                     });
}

void OperatorActions::undrain(const DrainTarget &target, const Actor &actor, const Scope &scope, Reply<void> reply)
{
    m_contexts.undrain(target, m_scope,
                       [this, actor, guard = scope.guard(), reply = std::move(reply)](Result<void> result) mutable {
                           note(actor, "undo drain", errorOf(result));
                           if (guard.alive())
                               reply(std::move(result));
                       });
}

void OperatorActions::settle(const ContextName &name, const std::vector<CommandId> &seen, const Actor &actor,
                             const Scope &scope, Reply<void> reply)
{
    m_contexts.settle(
        name, seen, m_scope,
        [this, name, actor, guard = scope.guard(), reply = std::move(reply)](Result<void> result) mutable {
            note(actor, "settle", errorOf(result), std::make_shared<const ContextName>(name), name.clientName());
            if (guard.alive())
                reply(std::move(result));
        });
}

void OperatorActions::changeSetting(DeploymentSettings &settings, const std::string &setting, const std::string &value,
                                    const Actor &actor, const Scope &scope, Reply<DeploymentSettings::Table> reply)
{
    using Table = DeploymentSettings::Table;
    settings.change(
        setting, value, m_scope,
        [this, setting, value, actor, guard = scope.guard(), reply = std::move(reply)](Result<Table> result) mutable {
            note(actor, "change setting", errorOf(result), {}, {}, {{"setting", setting}, {"value", value}});
            if (guard.alive())
                reply(std::move(result));
        });
}

void OperatorActions::note(const Actor &actor, std::string action, const Error *error, ContextNamePtr context,
                           ClientName client, Error::Params more)
{
    JournalEntry entry;
    entry.kind = JournalKind::OperatorAction;
    entry.by = actor.name;
    entry.context = std::move(context);
    entry.user = std::move(client.user);
    entry.client = std::move(client.client);
    entry.params = {{"action", std::move(action)}, {"outcome", error ? std::string(name(error->code)) : "done"}};
    entry.params.insert(entry.params.end(), more.begin(), more.end());
    if (!actor.reason.empty())
        entry.params.emplace_back("reason", actor.reason);
    m_journal.append(std::move(entry));
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operations/deploymentsettings.h"
#include "operations/journal.h"
#include "registry/connectionregistry.h"

#include <string>

namespace cheetah {

/// Who acts by hand, for the journal.
struct Actor {
    std::string name;   ///< token id, or a person's name as the console knows it; cleaned
    std::string reason; ///< free text that the person gave; cleaned; may be empty
};

/// Closes sockets of clients; implemented where sockets live.
class ConnectionCloser {
public:
    virtual ~ConnectionCloser() = default;
    /// Closes the client's socket of that generation with the close code of an operator's disconnect, if it is here.
    virtual void closeClient(const ClientName &client, std::uint64_t generation) = 0;
};

/// What a person may do by hand (SPEC O3): each action is fenced by what was seen, is one registry step, and stands in
/// the journal with its actor, whether it succeeded or not. Confirmation is the caller's business.
class OperatorActions {
public:
    OperatorActions(ContextRegistry &contexts, ConnectionRegistry &connections, Journal &journal,
                    ConnectionCloser &closer);

    /// Ends the lease that the operator saw. Errors as ContextRegistry::forceRelease.
    void forceRelease(const ContextName &name, Fence fence, const Actor &actor, const Scope &scope,
                      Reply<Released> reply);
    /// Ends the connection that the operator saw (generation `seen`; 0: any); the client reconnects by itself unless
    /// `keepOut` is above zero. Errors as ConnectionRegistry::disconnect.
    void disconnect(const ClientName &client, std::uint64_t seen, Micros keepOut, const Actor &actor,
                    const Scope &scope, Reply<void> reply);
    void drain(Drain drain, const Actor &actor, const Scope &scope, Reply<Drain> reply);
    void undrain(const DrainTarget &target, const Actor &actor, const Scope &scope, Reply<void> reply);
    /// Declares the commands that the operator saw a context settle on to be over. Errors as ContextRegistry::settle.
    void settle(const ContextName &name, const std::vector<CommandId> &seen, const Actor &actor, const Scope &scope,
                Reply<void> reply);
    /// Changes a setting of the whole deployment (SPEC R3). Errors as DeploymentSettings::change.
    void changeSetting(DeploymentSettings &settings, const std::string &setting, const std::string &value,
                       const Actor &actor, const Scope &scope, Reply<DeploymentSettings::Table> reply);

private:
    void note(const Actor &actor, std::string action, const Error *error, ContextNamePtr context = {},
              ClientName client = {}, Error::Params more = {});

    ContextRegistry &m_contexts;
    ConnectionRegistry &m_connections;
    Journal &m_journal;
    ConnectionCloser &m_closer;
    Scope m_scope;
};

} // namespace cheetah

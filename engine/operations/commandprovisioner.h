// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/dispatcher.h"
#include "pool/provisioning.h"

#include <map>

namespace cheetah {

/// The pool's way to browsers, over delivery: a creation is a client command that carries its provision id, a closing one
/// without (SPEC W13, W20). Stands as an ear at the correlator and at every command's end, since what was never sent
/// surely made nothing. Owned by the host; outlives the manager.
class CommandProvisioner final : public ProvisionPort, public CreationSink, public CommandEndSink {
public:
    CommandProvisioner(const LinkDirectory &links, IdSource &ids, Log log);

    /// The dispatcher is made after us, for it tells us of ends. Must be called before anything else.
    void attach(Dispatcher &dispatcher) { m_dispatcher = &dispatcher; }

    void create(const ProvisionOrder &order, const Scope &scope, Reply<ProvisionDone> reply) override;
    void status(const ClientName &client, const Epoch &epoch, const ProvisionId &provision, const Scope &scope,
                Reply<ProvisionStatus> reply) override;
    void closeContexts(const std::vector<ContextNamePtr> &contexts) override;

    void creationAnswered(const CommandRecord &record, std::uint64_t seq) override;
    void commandEnded(const CommandRecord &record) override;

    std::size_t pending() const { return m_pending.size(); }

private:
    struct Pending {
        Scope::Guard asker;
        Reply<ProvisionDone> reply;
    };
    using Key = std::pair<UserId, ProvisionId>;

    void answer(const Key &key, Result<ProvisionDone> done);

    const LinkDirectory &m_links;
    IdSource &m_ids;
    Log m_log;
    Dispatcher *m_dispatcher = nullptr;
    std::map<Key, Pending> m_pending; ///< bounded by the reservations that the registry grants
    Scope m_scope;
};

} // namespace cheetah

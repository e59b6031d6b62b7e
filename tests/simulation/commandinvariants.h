// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "simulation/eventlog.h"

#include <map>
#include <vector>

namespace cheetah::simulation {

/// What was ever said of commands, and whether it fits together (SPEC D1, D2, W17). Owned by the Invariants.
class CommandInvariants {
public:
    using Key = std::pair<UserId, CommandId>;

    explicit CommandInvariants(EventLog &log) : m_log(log) {}

    /// A registry answered this record: it may only have moved forward.
    void told(const CommandRecord &record);
    /// A send was begun.
    void begun(const CommandRecord &record);
    /// Its frame left.
    void frameLeft(const UserId &user, const CommandId &command);
    /// A client was asked for it.
    void received(const UserId &user, const CommandId &command);

    /// A sent command of an ended lease that is still to be resolved; its context settles.
    std::optional<CommandId> unresolved(const ContextName &context, RegistryTime now) const;
    void settled(const ContextName &context) { m_unresolved.erase(context); }
    void contextGone(const ContextName &context) { m_unresolved.erase(context); }

    /// Those whose end is not known.
    std::vector<Key> open() const;
    std::size_t count() const { return m_commands.size(); }
    std::uint64_t ended(CommandOutcome outcome) const;
    std::uint64_t replaced() const;

    /// Every command is in one terminal state.
    void checkAllEnded();

private:
    struct Command {
        CommandRecord record;
        unsigned begun = 0, left = 0, received = 0;
    };

    void compare(const Command &before, const CommandRecord &now);
    void violated(const CommandRecord &record, const std::string &what);

    EventLog &m_log;
    std::map<Key, Command> m_commands;
    std::map<ContextName, std::map<CommandId, RegistryTime>> m_unresolved; ///< deadlines of sent commands
};

} // namespace cheetah::simulation

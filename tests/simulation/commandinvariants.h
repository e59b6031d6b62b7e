// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/evidence.h"
#include "simulation/eventlog.h"

#include <map>
#include <set>
#include <vector>

namespace cheetah::simulation {

/// What was ever said of commands, and whether it fits together (SPEC D1, D2, W17). Owned by the Invariants.
class CommandInvariants {
public:
    using Key = std::pair<UserId, CommandId>;

    struct Command {
        CommandRecord record;
        unsigned begun = 0, left = 0, received = 0;
        bool acknowledged = false; ///< its client said so
    };
    /// What is known of the store's commands at a moment. A value.
    struct Account {
        std::map<Key, Command> commands;
        std::map<ContextName, std::map<CommandId, RegistryTime>> unresolved; ///< deadlines of sent commands
    };

    explicit CommandInvariants(EventLog &log) : m_log(log) {}

    const Account &account() const { return m_known; }
    /// The store does: of what it forgot nothing is known but that it was.
    void goesBack(const Account &before);

    /// A registry answered this record: it may only have moved forward.
    void told(const CommandRecord &record);
    /// A send was begun.
    void begun(const CommandRecord &record);
    /// Its frame left.
    void frameLeft(const UserId &user, const CommandId &command);
    /// A client was asked for it.
    void received(const UserId &user, const CommandId &command);
    /// The client says that it has the frame.
    void acknowledged(const UserId &user, const CommandId &command);
    /// A client that has an answer to it was told that this is kept.
    void kept(const UserId &user, const CommandId &command);

    /// A sent command of an ended lease that is still to be resolved; its context settles.
    std::optional<CommandId> unresolved(const ContextName &context, RegistryTime now) const;
    void settled(const ContextName &context) { m_known.unresolved.erase(context); }
    void contextGone(const ContextName &context) { m_known.unresolved.erase(context); }

    /// Those whose end is not known.
    std::vector<Key> open() const;
    std::size_t count() const { return m_count; }
    /// `unknown` ones that were replaced count as both.
    std::uint64_t ended(CommandOutcome outcome) const;
    std::uint64_t replaced() const { return m_replaced; }

    /// Every command is in one terminal state.
    void checkAllEnded();

private:
    void compare(const Command &before, const CommandRecord &now);
    void violated(const CommandRecord &record, const std::string &what);

    EventLog &m_log;
    Account m_known;
    std::set<Key> m_lost; ///< of which the store forgot something
    std::size_t m_count = 0;
    std::uint64_t m_replaced = 0;
    std::map<CommandOutcome, std::uint64_t> m_ends;
};

} // namespace cheetah::simulation

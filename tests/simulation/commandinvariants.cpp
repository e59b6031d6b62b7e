// SPDX-License-Identifier: Apache-2.0
#include "simulation/commandinvariants.h"

namespace cheetah::simulation {

namespace {

bool isAnswer(CommandOutcome outcome)
{
    return outcome == CommandOutcome::Result || outcome == CommandOutcome::Error;
}

} // namespace

void CommandInvariants::violated(const CommandRecord &record, const std::string &what)
{
    m_log.violated("command " + record.id.string() + ' ' + what);
}

void CommandInvariants::compare(const Command &before, const CommandRecord &now)
{
    const CommandRecord &then = before.record;
    if (now.stage < then.stage)
        violated(now, "went back from " + std::string(name(then.stage)) + " to " + std::string(name(now.stage)));
    if (then.outcome && now.outcome != then.outcome) {
        const bool late =
            then.outcome == CommandOutcome::Unknown && now.outcome && isAnswer(*now.outcome) && now.replaced;
        if (!late)
            violated(now, "ended twice: as " + std::string(name(*then.outcome)) + " and as "
                              + (now.outcome ? std::string(name(*now.outcome)) : "nothing"));
    }
    if (then.outcome && now.outcome == then.outcome && isAnswer(*now.outcome) && now.result != then.result)
        violated(now, "has another result than before");
}

void CommandInvariants::told(const CommandRecord &record)
{
    if ((record.stage == CommandStage::Terminal) != record.outcome.has_value())
        violated(record, "is terminal without an outcome, or has one before");
    const bool sent = record.sentAt.isSet();
    if (record.outcome == CommandOutcome::Unknown && !sent)
        violated(record, "was not sent and yet has an unknown outcome");
    if (sent && (record.outcome == CommandOutcome::Expired || record.outcome == CommandOutcome::Fenced))
        violated(record, "was sent and yet ended as never sent");
    const Key key{record.user, record.id};
    Command &command = m_known.commands[key];
    if (record.acknowledgedAt.isSet() && !command.acknowledged && !m_lost.contains(key))
        violated(record, "is acknowledged, and its client never said so");
    const bool fresh = command.record.id.empty();
    if (!fresh)
        compare(command, record);
    const bool endsNow = record.outcome && (fresh || command.record.outcome != record.outcome);
    m_count += fresh;
    m_replaced += record.replaced && !command.record.replaced;
    command.record = record;
    if (endsNow)
        ++m_ends[*record.outcome];
    if (!endsNow || !record.context)
        return;
    const auto context = m_known.unresolved.find(*record.context);
    if (context == m_known.unresolved.end())
        return;
    context->second.erase(record.id);
    const bool afresh = record.content.kind == "reload" || record.content.kind == "closeTab";
    if (context->second.empty() || (afresh && record.outcome == CommandOutcome::Result))
        m_known.unresolved.erase(context);
}

void CommandInvariants::begun(const CommandRecord &record)
{
    Command &command = m_known.commands[{record.user, record.id}];
    if (++command.begun > 1 && !m_lost.contains({record.user, record.id}))
        violated(record, "was begun to be sent twice");
    if (record.handle.fence != 0 && record.context)
        m_known.unresolved[*record.context][record.id] = record.deadline;
}

void CommandInvariants::frameLeft(const UserId &user, const CommandId &id)
{
    if (m_lost.contains({user, id}))
        return;
    const auto command = m_known.commands.find({user, id});
    if (command == m_known.commands.end() || command->second.begun == 0)
        return m_log.violated("the frame of command " + id.string() + " left without a begun send");
    if (++command->second.left > 1)
        violated(command->second.record, "left twice");
}

void CommandInvariants::received(const UserId &user, const CommandId &id)
{
    if (m_lost.contains({user, id}))
        return;
    const auto command = m_known.commands.find({user, id});
    if (command == m_known.commands.end() || ++command->second.received > 1)
        m_log.violated("command " + id.string() + " came to its client twice, or from nowhere");
}

void CommandInvariants::acknowledged(const UserId &user, const CommandId &id)
{
    if (const auto command = m_known.commands.find({user, id}); command != m_known.commands.end())
        command->second.acknowledged = true;
}

/// From then on nobody else has it.
void CommandInvariants::kept(const UserId &user, const CommandId &id)
{
    const auto command = m_known.commands.find({user, id});
    if (m_lost.contains({user, id}) || command == m_known.commands.end())
        return;
    const CommandRecord &record = command->second.record;
    if (!record.outcome || !isAnswer(*record.outcome))
        violated(record, "was answered, and the answer that was told to be kept is not");
}

void CommandInvariants::goesBack(const Account &before)
{
    Account account = before;
    for (const auto &[key, command] : m_known.commands) {
        const auto kept = account.commands.find(key);
        const bool same = kept != account.commands.end() && kept->second.record.stage == command.record.stage
                       && kept->second.record.outcome == command.record.outcome;
        if (!same) {
            m_lost.insert(key);
            continue;
        }
        const CommandRecord record = kept->second.record;
        kept->second = command;
        kept->second.record = record;
    }
    m_known = std::move(account);
}

std::optional<CommandId> CommandInvariants::unresolved(const ContextName &context, RegistryTime now) const
{
    const auto found = m_known.unresolved.find(context);
    if (found == m_known.unresolved.end())
        return std::nullopt;
    for (const auto &[command, deadline] : found->second)
        if (deadline > now)
            return command;
    return std::nullopt;
}

std::vector<CommandInvariants::Key> CommandInvariants::open() const
{
    std::vector<Key> keys;
    for (const auto &[key, command] : m_known.commands)
        if (!command.record.outcome)
            keys.push_back(key);
    return keys;
}

std::uint64_t CommandInvariants::ended(CommandOutcome outcome) const
{
    const auto found = m_ends.find(outcome);
    return found == m_ends.end() ? 0 : found->second;
}

void CommandInvariants::checkAllEnded()
{
    for (const auto &[key, command] : m_known.commands) {
        if (!command.record.outcome)
            violated(command.record, "never ended: it is " + std::string(name(command.record.stage)));
        else if (command.received > 0 && !command.record.sentAt.isSet() && !m_lost.contains(key))
            violated(command.record, "counts as never sent, and its client has it");
    }
}

} // namespace cheetah::simulation

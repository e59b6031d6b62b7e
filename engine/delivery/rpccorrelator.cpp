// SPDX-License-Identifier: Apache-2.0
#include "delivery/rpccorrelator.h"

namespace cheetah {

namespace {

Error tooMuch(ErrorCode code, const char *what, std::size_t limit)
{
    return Error(code, {{"what", what}, {"limit", std::to_string(limit)}});
}

} // namespace

/// One result on its way into the store.
struct RpcCorrelator::Job {
    IncomingResult incoming;
    bool late = false; ///< the command had ended when the result came
    PayloadId payload; ///< what was put away for it
    Scope::Guard caller;
    Reply<CommandRecord> reply;
};

RpcCorrelator::RpcCorrelator(const Ports &ports, Log log, CorrelatorLimits limits)
    : m_ports(ports), m_log(std::move(log)), m_limits(limits)
{}

void RpcCorrelator::start(const Scope &, HookDone done)
{
    m_running = true;
    m_stopped = false;
    done({});
}

void RpcCorrelator::stop(const Scope &, HookDone done)
{
    m_running = false;
    m_stopped = true;
    done({});
}

Result<void> RpcCorrelator::mayAccept() const
{
    if (!m_running)
        return m_stopped ? ErrorCode::GoingDown : ErrorCode::NotReady;
    return {};
}

/// The record, if it is this client's of this epoch.
void RpcCorrelator::check(const ClientName &client, const Epoch &epoch, const CommandId &command,
                          Reply<CommandRecord> reply)
{
    auto done = [this, client, epoch, reply = std::move(reply)](Result<CommandRecord> record) mutable {
        if (record && record->context->client != client.client) {
            ++m_counts.foreign;
            m_log.warning("delivery", "a client answered a command of another one");
            return reply(ErrorCode::CommandUnknown);
        }
        if (record && record->context->epoch != epoch)
            return reply(ErrorCode::WrongEpoch);
        if (record && record->stage == CommandStage::Admitted)
            return reply(ErrorCode::CommandUnknown); // nobody can answer what was not sent
        reply(std::move(record));
    };
    m_ports.store.get(client.user, command, m_scope, std::move(done));
}

void RpcCorrelator::acknowledge(const ClientName &client, const Epoch &epoch, const CommandId &command,
                                const Scope &scope, Reply<CommandRecord> reply)
{
    if (const auto may = mayAccept(); !may)
        return reply(may.error());
    auto done = [caller = scope.guard(), reply = std::move(reply)](Result<CommandRecord> record) mutable {
        if (caller.alive())
            reply(std::move(record));
    };
    auto checked = [this, epoch, done = std::move(done)](Result<CommandRecord> before) mutable {
        if (!before || before->acknowledgedAt.isSet())
            return done(std::move(before));
        auto noted = [this, done = std::move(done)](Result<CommandRecord> record) mutable {
            if (record && record->acknowledgedAt.isSet())
                m_ports.health.acknowledged(record->acknowledgedAt - record->sentAt);
            done(std::move(record));
        };
        m_ports.store.acknowledge(before->user, before->id, epoch, m_scope, std::move(noted));
    };
    check(client, epoch, command, std::move(checked));
}

void RpcCorrelator::result(IncomingResult incoming, const Scope &scope, Reply<CommandRecord> reply)
{
    ++m_underWay;
    const auto job = std::make_shared<Job>(Job{std::move(incoming), false, {}, scope.guard(), std::move(reply)});
    if (const auto may = mayAccept(); !may)
        return refuse(job, may.error());
    if (m_underWay > m_limits.underWay)
        return refuse(job, tooMuch(ErrorCode::QueueFull, "results", m_limits.underWay));
    if (job->incoming.result.size() > m_limits.resultBytes)
        return refuse(job, tooMuch(ErrorCode::TooLarge, "result", m_limits.resultBytes));
    auto checked = [this, job](Result<CommandRecord> record) {
        if (!record)
            return refuse(job, record.error());
        job->late = record->stage == CommandStage::Terminal;
        if (job->late && record->outcome != CommandOutcome::Unknown)
            return kept(job, *record); // the first end stays
        storePayload(job);
    };
    check(job->incoming.client, job->incoming.epoch, job->incoming.command, std::move(checked));
}

void RpcCorrelator::storePayload(const JobPtr &job)
{
    if (job->incoming.result.size() <= m_limits.inlineBytes)
        return end(job);
    auto stored = [this, job](Result<PayloadId> payload) {
        if (!payload)
            return refuse(job, payload.error());
        job->payload = *payload;
        end(job);
    };
    std::string bytes = std::exchange(job->incoming.result, {});
    m_ports.payloads.put(job->incoming.client.user, std::move(bytes), m_scope, std::move(stored));
}

void RpcCorrelator::end(const JobPtr &job)
{
    const IncomingResult &incoming = job->incoming;
    CommandEnd end;
    end.user = incoming.client.user;
    end.command = incoming.command;
    end.outcome = incoming.error ? CommandOutcome::Error : CommandOutcome::Result;
    end.result = incoming.result;
    end.resultRef = job->payload;
    end.error = incoming.error;
    end.epoch = incoming.epoch;
    auto ended = [this, job, outcome = end.outcome](Result<CommandRecord> record) {
        const bool unknownWhetherKept = !record && record.error().code == ErrorCode::Unavailable;
        const bool referred = record && record->resultRef == job->payload;
        if (!job->payload.empty() && !referred && !unknownWhetherKept)
            m_ports.payloads.remove(job->incoming.client.user, job->payload, m_scope, [](Result<void>) {});
        if (!record)
            return refuse(job, record.error());
        if (record->outcome == outcome)
            m_ports.health.ended(outcome);
        kept(job, *record);
    };
    m_ports.store.end(end, m_scope, std::move(ended));
}

void RpcCorrelator::kept(const JobPtr &job, const CommandRecord &record)
{
    --m_underWay;
    ++(job->late && !record.replaced ? m_counts.repeated : m_counts.kept);
    const Scope::Guard alive = m_scope.guard();
    if (const LinkDirectory::Link *link = m_ports.links.find(job->incoming.client))
        link->link->resultKept(job->incoming.command);
    if (alive.alive() && m_ports.creations && !record.content.provision.empty())
        m_ports.creations->creationAnswered(record, job->incoming.seq);
    if (alive.alive())
        m_ports.ends.commandEnded(record);
    if (job->caller.alive())
        job->reply(record);
}

void RpcCorrelator::refuse(const JobPtr &job, const Error &error)
{
    --m_underWay;
    ++m_counts.refused;
    if (job->caller.alive())
        job->reply(error);
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/rediswindows.h"

#include "redis/packedblobs.h"
#include "redis/packeddiff.h"

namespace cheetah {

namespace {

/// How often a report is compared again with a replica that was behind.
constexpr int mostAgain = 5;
/// The base of a difference that must not be taken: no report has that seq.
constexpr std::int64_t noBase = -1;

} // namespace

void RedisWindows::report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply)
{
    tryReport(std::make_shared<Report>(report), source, mostAgain, scope, std::move(reply));
}

void RedisWindows::tryReport(const std::shared_ptr<const Report> &report, ReportSource source, int triesLeft,
                             const Scope &scope, Reply<ReportAccepted> reply)
{
    const Fleet &fleet = m_steps.fleet();
    const Slot slot = fleet.find(report->client);
    const bool comparable = slot != noSlot && fleet.client(slot).state->epoch == report->epoch;
    std::optional<Error> bad; // counts only if nothing else is wrong with the report, which Redis knows
    m_diff.clear();
    if (comparable)
        if (Result<void> compared = m_comparer.compare(slot, *report, m_diff); !compared)
            bad = compared.error();
    const bool usable = comparable && !bad;
    std::size_t contexts = 0;
    for (const ReportedWindow &window : report->windows)
        contexts += window.contexts.size();

    const std::uint32_t partition = m_steps.partitionOf(report->client.user);
    RedisCommand command = m_steps.briefStep(partition, "report");
    command.arg(nameBytes(report->client)).arg(report->epoch.text()).arg(report->seq);
    command.arg(usable ? std::int64_t(fleet.client(slot).seq) : noBase).arg(source.generation);
    command.arg(std::max(contexts, report->windows.size()));
    command.arg(usable ? packDiff(fleet, slot, *report, m_diff) : std::string());
    m_steps.ask<ReportAccepted>(
        partition, std::move(command), scope,
        [this, partition, report, source, triesLeft, bad, &scope,
         reply = std::move(reply)](Result<ReportAccepted> result) mutable {
            if (result || result.error().code != ErrorCode::BaseMismatch)
                return reply(std::move(result));
            if (bad)
                return reply(*std::move(bad));
            if (triesLeft == 0)
                return reply(std::move(result));
            m_steps.catchUp(partition, result.error(), scope,
                            [this, report, source, triesLeft, &scope, reply = std::move(reply)]() mutable {
                                tryReport(report, source, triesLeft - 1, scope, std::move(reply));
                            });
        },
        [seq = report->seq](const StepAnswer &answer) -> Result<ReportAccepted> {
            if (!answer.has(0)) // most are
                return ReportAccepted{seq, true, {}};
            return ReportAccepted{seq, answer.flag(0), answer.contexts(1)};
        });
}

void RedisWindows::unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                             const Scope &scope, Reply<ReportAccepted> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(client.user);
    RedisCommand command = m_steps.briefStep(partition, "unchanged");
    command.arg(nameBytes(client)).arg(epoch.text()).arg(seq).arg(source.generation);
    m_steps.ask<ReportAccepted>(partition, std::move(command), scope, std::move(reply),
                                [seq](const StepAnswer &) -> Result<ReportAccepted> {
                                    return ReportAccepted{seq, false, {}};
                                });
}

void RedisWindows::reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(args.client.user);
    RedisCommand command = m_steps.briefStep(partition, "reserve");
    command.arg(nameBytes(args.client)).arg(args.provision.text()).arg(args.epoch.text()).arg(args.request.text());
    command.arg(args.placement.window ? nameBytes(*args.placement.window) : std::string());
    command.arg(int(args.newWindow)).arg(args.timeout.count()).arg(packPlacement(args.placement));
    command.arg(args.node.text());
    m_steps.ask<void>(partition, std::move(command), scope, std::move(reply));
}

void RedisWindows::answerReservation(const ProvisionAnswer &answer, const Scope &scope, Reply<void> reply)
{
    const std::uint32_t partition = m_steps.partitionOf(answer.client.user);
    RedisCommand command = m_steps.briefStep(partition, "answer_reservation");
    command.arg(nameBytes(answer.client)).arg(answer.epoch.text()).arg(answer.provision.text());
    command.arg(int(answer.refused)).arg(answer.seq);
    m_steps.ask<void>(partition, std::move(command), scope, std::move(reply));
}

} // namespace cheetah

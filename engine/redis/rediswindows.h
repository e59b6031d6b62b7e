// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/redissteps.h"
#include "registry/reportdiff.h"
#include "registry/windowregistry.h"

namespace cheetah {

/// Reports and reservations in Redis. A report is compared with the replica and only the difference is told; if it was
/// made against another report than the last one that Redis has, the replica is waited for and it is compared anew
/// (SPEC W7). Owned by RedisRegistry.
class RedisWindows final : public WindowRegistry {
public:
    explicit RedisWindows(RedisSteps &steps) : m_steps(steps), m_comparer(steps.fleet()) {}

    void report(const Report &report, ReportSource source, const Scope &scope, Reply<ReportAccepted> reply) override;
    void unchanged(const ClientName &client, const Epoch &epoch, std::uint64_t seq, ReportSource source,
                   const Scope &scope, Reply<ReportAccepted> reply) override;
    void reserve(const ReserveArgs &args, const Scope &scope, Reply<void> reply) override;
    void answerReservation(const ProvisionAnswer &answer, const Scope &scope, Reply<void> reply) override;

private:
    void tryReport(const std::shared_ptr<const Report> &report, ReportSource source, int triesLeft, const Scope &scope,
                   Reply<ReportAccepted> reply);

    RedisSteps &m_steps;
    ReportComparer m_comparer;
    ReportDiff m_diff;
};

} // namespace cheetah

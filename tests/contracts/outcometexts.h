// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contracts/registrycontract.h"

namespace cheetah::test {

// Results of steps as texts in which everything that a caller could notice shows, so that two are compared as such and a
// difference between them can be read.

std::string show(const ContextNamePtr &name);
std::string show(const std::vector<ContextNamePtr> &names);
std::string show(const Handle &handle);
std::string show(const Assigned &assigned);
std::string show(const Renewed &renewed);
std::string show(const Released &released);
std::string show(const CancelOutcome &outcome);
std::string show(const SliceOutcome &slice);
std::string show(std::uint64_t number);
std::string show(std::uint32_t number);
std::string show(const Drain &drain);
std::string show(const Welcome &welcome);
std::string show(const ConnectionSweepOutcome &swept);
std::string show(const ReportAccepted &accepted);
std::string show(const ScanPage &page);
std::string show(const Error &error);
std::string show(const CommandRecord &record);
std::string show(const Admission &admission);
std::string show(const std::vector<CommandRecord> &records);
std::string show(const EvidenceCounts &counts);

template <class T>
std::string show(const Result<T> &result)
{
    if (!result)
        return show(result.error());
    if constexpr (std::is_void_v<T>)
        return "ok";
    else
        return show(*result);
}

} // namespace cheetah::test

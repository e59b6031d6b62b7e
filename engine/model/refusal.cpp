// SPDX-License-Identifier: Apache-2.0
#include "model/refusal.h"

#include <algorithm>

namespace cheetah {

namespace {

std::size_t lengthOf(const Requirements &requirements)
{
    std::size_t length = requirements.client.text().size();
    for (const MetadataCondition &condition : requirements.metadata)
        length += toText(condition).size();
    return length;
}

} // namespace

RefusalPtr makeRefusal(const AcquireRequest &request, std::optional<Explanation> explanation)
{
    auto refusal = std::make_shared<Refusal>(Refusal{request, false, std::move(explanation)});
    refusal->request.requester = {};
    if (request.requirements && lengthOf(*request.requirements) > Refusal::longestDemand) {
        refusal->request.requirements = nullptr;
        refusal->isCut = true;
    }
    return refusal;
}

void NewestRefusals::entriesAdded(std::deque<JournalEntry> &entries, std::size_t added)
{
    for (std::size_t at = entries.size() - std::min(added, entries.size()); at < entries.size(); ++at)
        if (entries[at].refusal)
            m_numbers.push_back(entries[at].number);
    for (; m_numbers.size() > capacity; m_numbers.pop_front()) {
        const auto old =
            std::lower_bound(entries.begin(), entries.end(), m_numbers.front(),
                             [](const JournalEntry &entry, std::uint64_t number) { return entry.number < number; });
        if (old != entries.end() && old->number == m_numbers.front())
            old->refusal = nullptr;
    }
}

} // namespace cheetah

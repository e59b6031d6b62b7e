// SPDX-License-Identifier: Apache-2.0
// SPEC W9: what was refused can be asked again, and what was decided then stays known, in bounded memory.
#include "model/refusal.h"
#include "operations/journal.h"
#include "support/poolfixture.h"

namespace cheetah {
namespace {

struct Refusals : test::PoolFixture {
    /// Asks for what cannot be had; the journal's entry of it.
    JournalEntry refused(const AcquireRequest &wanted)
    {
        EXPECT_NE(code(wanted), "granted");
        EXPECT_FALSE(journal.empty());
        return journal.empty() ? JournalEntry() : journal.back();
    }
    AcquireRequest particular()
    {
        AcquireRequest wanted = request();
        require(wanted, "metadata.region=us");
        require(wanted, "metadata.list='a,b'");
        wanted.strategy = "least-busy";
        wanted.placement = {Placement::Kind::Window,
                            WindowName{wanted.user, client("c").client, Epoch::trusted("e"), WindowId::trusted("w")}};
        wanted.reuseOnly = wanted.anyHealth = true;
        wanted.longestHold = Seconds(60);
        wanted.requester = ConnectionId::trusted("socket");
        return wanted;
    }
};

TEST_F(Refusals, CarryTheRequestAndTheCountsOfTheDecision)
{
    connect("c", 2, {{"region", "eu"}});
    const AcquireRequest wanted = particular();
    const JournalEntry entry = refused(wanted);
    ASSERT_TRUE(entry.refusal);
    const AcquireRequest &kept = entry.refusal->request;
    EXPECT_FALSE(entry.refusal->isCut);
    EXPECT_EQ(kept.user, wanted.user);
    EXPECT_EQ(kept.task, wanted.task);
    EXPECT_EQ(kept.request, wanted.request);
    EXPECT_EQ(*kept.requirements, *wanted.requirements);
    EXPECT_EQ(kept.strategy, "least-busy");
    EXPECT_EQ(kept.placement, wanted.placement);
    EXPECT_TRUE(kept.reuseOnly);
    EXPECT_TRUE(kept.anyHealth);
    EXPECT_EQ(kept.longestHold, Seconds(60));
    EXPECT_TRUE(kept.requester.empty()); // whose socket it was is nobody's business

    const std::uint64_t then = registry.fleet().revision();
    ASSERT_TRUE(entry.refusal->explanation);
    EXPECT_EQ(entry.refusal->explanation->revision, then);
    EXPECT_EQ(entry.refusal->explanation->candidates, 2u);
    EXPECT_EQ(entry.refusal->explanation->excludedBy, (std::map<Rule, std::uint32_t>{{Rule::MetadataMatch, 2}}));
    EXPECT_TRUE(entry.refusal->explanation->details.empty());

    // The same question later has another answer, and the entry still has its own.
    connect("d", 1, {{"region", "us"}});
    EXPECT_GT(manager->explain(kept, false).revision, then);
    EXPECT_EQ(manager->explain(kept, false).candidates, 3u);
    EXPECT_EQ(entry.refusal->explanation->candidates, 2u);
}

TEST_F(Refusals, SayThatNobodyLookedWhereNobodyDid)
{
    connect("c", 1);
    got(request());
    AcquireRequest waits = request("waits");
    waits.wait = Seconds(30);
    const auto answer = acquire(waits);
    manager->cancel(waits.user, waits.request, scope, [](const Result<CancelOutcome> &) {});
    ASSERT_EQ(code(answer), "cancelled");
    ASSERT_FALSE(journal.empty());
    ASSERT_TRUE(journal.back().refusal);
    EXPECT_EQ(journal.back().refusal->request.wait, Seconds(30));
    EXPECT_FALSE(journal.back().refusal->explanation);
}

TEST_F(Refusals, LeaveOutRequirementsThatAreTooLong)
{
    AcquireRequest wanted = request();
    require(wanted, "metadata.region=us");
    const std::string most(Refusal::longestDemand - std::string("metadata.region=usmetadata.k=").size(), 'x');
    require(wanted, "metadata.k=" + most);
    EXPECT_TRUE(refused(wanted).refusal->request.requirements);
    EXPECT_FALSE(journal.back().refusal->isCut);

    wanted = request();
    require(wanted, "metadata.region=us");
    require(wanted, "metadata.k=" + most + "x");
    EXPECT_FALSE(refused(wanted).refusal->request.requirements);
    EXPECT_TRUE(journal.back().refusal->isCut);
    EXPECT_EQ(journal.back().refusal->request.user, wanted.user);
}

TEST_F(Refusals, OnlyTheNewestOfAJournalAreKept)
{
    Journal kept(registry, 3 * NewestRefusals::capacity);
    const JournalEntry entry = refused(request());
    std::weak_ptr<const Refusal> first;
    for (std::size_t i = 0; i < NewestRefusals::capacity + 5; ++i) {
        JournalEntry one = entry;
        one.refusal = makeRefusal(entry.refusal->request, {});
        if (i == 0)
            first = one.refusal;
        kept.append(std::move(one));
        kept.append({}); // of another kind
    }
    EXPECT_TRUE(first.expired());
    const auto all = kept.latest(3 * NewestRefusals::capacity);
    ASSERT_EQ(all.size(), 2 * NewestRefusals::capacity + 10);
    std::size_t with = 0;
    for (std::size_t i = 0; i < all.size(); i += 2) {
        with += all[i].refusal != nullptr;
        EXPECT_EQ(all[i].refusal != nullptr, i >= 10) << i;
        EXPECT_EQ(all[i].kind, JournalKind::AcquireRefused); // the entry itself stays
    }
    EXPECT_EQ(with, NewestRefusals::capacity);
}

/// Entries that went from the front take their refusals with them, and no other loses its own for them.
TEST_F(Refusals, EntriesThatWereForgottenDoNotCount)
{
    Journal small(registry, 10);
    const JournalEntry entry = refused(request());
    for (std::size_t i = 0; i < 2 * NewestRefusals::capacity; ++i)
        small.append(entry);
    for (const JournalEntry &one : small.latest(10))
        EXPECT_TRUE(one.refusal);
}

} // namespace
} // namespace cheetah

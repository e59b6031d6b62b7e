// SPDX-License-Identifier: Apache-2.0
#include "support/poolfixture.h"

namespace cheetah {
namespace {

struct PoolExplain : test::PoolFixture {
    std::uint32_t count(const Explanation &explanation, Rule rule)
    {
        const auto found = explanation.excludedBy.find(rule);
        return found == explanation.excludedBy.end() ? 0 : found->second;
    }
};

// SPEC W9: counts by the first rule, every verdict on request with actual and wanted values
TEST_F(PoolExplain, CountsAndVerdicts)
{
    connect("eu", 2, {{"region", "eu"}});
    connect("us", 2, {{"region", "us"}});
    AcquireRequest wanted = request("other");
    require(wanted, "metadata.region=us");
    got(wanted);
    tab("us", "crashed").health = Health::Crashed;
    send("us");
    wanted = request();
    require(wanted, "metadata.region=us");
    Explanation explanation = manager->explain(wanted, true);
    EXPECT_EQ(explanation.revision, registry.fleet().revision());
    EXPECT_EQ(explanation.candidates, 5u);
    EXPECT_EQ(explanation.fitting, 1u);
    EXPECT_EQ(count(explanation, Rule::MetadataMatch), 2u);
    EXPECT_EQ(count(explanation, Rule::Assigned), 1u);
    EXPECT_EQ(count(explanation, Rule::Health), 1u);
    ASSERT_EQ(explanation.details.size(), 5u);
    EXPECT_EQ(explanation.details[0].verdicts,
              std::vector<Verdict>({{Rule::MetadataMatch, "metadata.region", "eu", "us", std::nullopt}}));
    const Verdict &assigned = explanation.details[2].verdicts.at(0);
    EXPECT_EQ(assigned.subject, "other");
    EXPECT_EQ(assigned.remaining, Millis(300'000));
    EXPECT_EQ(explanation.strategyScope, "node");
    EXPECT_TRUE(manager->explain(wanted, false).details.empty());
}

// SPEC W9: the smallest change that would help
TEST_F(PoolExplain, SmallestChange)
{
    const auto suggestion = [&](const AcquireRequest &wanted) {
        const auto change = manager->explain(wanted, false).smallestChange;
        return change ? change->code : std::string();
    };
    EXPECT_EQ(suggestion(request()), "add_client");
    CapacityLimits limits;
    limits.tabs = 1;
    connect("c", 1, {{"region", "eu"}}, limits);
    EXPECT_EQ(suggestion(request()), "");
    AcquireRequest us = request();
    require(us, "metadata.region=us");
    EXPECT_EQ(suggestion(us), "drop_condition");
    EXPECT_EQ(manager->explain(us, false).smallestChange->params.at(0).second, "metadata.region=us");
    EXPECT_FALSE(manager->explain(us, false).satisfiable);
    const Lease lease = got(request());
    EXPECT_EQ(suggestion(request()), "wait");
    release(lease.handle);
    Drain drain;
    drain.target = client("c");
    registry.drain(drain, scope, [](const Result<Drain> &) {});
    EXPECT_EQ(suggestion(request()), "undrain");
    registry.undrain(drain.target, scope, [](const Result<void> &) {});
    disconnect("c");
    EXPECT_EQ(suggestion(request()), "connect_client");
}

// SPEC W9: creation that was not asked for, and a limit in its way
TEST_F(PoolExplain, CreationIsSuggested)
{
    CapacityLimits limits;
    limits.tabs = 2;
    connect("c", 1, {}, limits);
    const Lease lease = got(request());
    EXPECT_EQ(manager->explain(request(), false).smallestChange->code, "allow_creation");
    EXPECT_EQ(manager->explain(request(), false).provisioning.code, "off");
    tab("c", "x").health = Health::Loading;
    tab("c", "y").health = Health::Loading;
    send("c");
    AcquireRequest wanted = request();
    wanted.autoProvision = true;
    const Explanation explanation = manager->explain(wanted, false);
    EXPECT_EQ(explanation.provisioning.code, "limit_tabs");
    EXPECT_EQ(explanation.smallestChange->code, "any_health");
    EXPECT_EQ(explanation.smallestChange->unlocks, 2u);
}

// SPEC W17: settling excludes, with the command and the time it takes at most
TEST_F(PoolExplain, SettlingIsExplained)
{
    connect("c", 1);
    const Lease lease = got(request());
    CommandRecord command;
    command.id = CommandId::trusted("cmd");
    command.user = UserId::trusted("u");
    command.task = TaskId::trusted("t");
    command.context = lease.handle.context.name;
    command.handle = lease.handle;
    command.content = {"navigate", "{}"};
    command.node = NodeId::trusted("n");
    command.deadline = registry.now() + Seconds(60);
    registry.admit(command, scope, [](const Result<Admission> &admitted) { EXPECT_TRUE(admitted); });
    registry.beginSend(command.user, command.id, generation("c"), scope,
                       [](const Result<CommandRecord> &sent) { EXPECT_TRUE(sent); });
    EXPECT_EQ(release(lease.handle), "released");
    const auto answer = acquire(request());
    EXPECT_EQ(code(answer), "nothing_available");
    EXPECT_EQ(answer->front().error().param("excluded.settling"), "1");
    EXPECT_EQ(answer->front().error().param("suggestion"), "settle");
    const Explanation explanation = manager->explain(request(), true);
    EXPECT_EQ(explanation.details.at(0).verdicts.at(0).subject, "cmd");
    EXPECT_TRUE(explanation.details.at(0).verdicts.at(0).remaining);
    registry.settle(*lease.handle.context.name, {}, scope, [](const Result<void> &) {});
    EXPECT_EQ(code(request()), "granted");
}

// SPEC W12 SPEC W9: an earlier waiter is a reason like any other
TEST_F(PoolExplain, EarlierWaiterIsNamed)
{
    connect("c", 1);
    const Lease lease = got(request());
    AcquireRequest first = request();
    first.wait = Seconds(60);
    acquire(first);
    release(lease.handle);
    const Explanation explanation = manager->explain(request(), true);
    EXPECT_EQ(count(explanation, Rule::EarlierWaiter), 1u);
    EXPECT_EQ(explanation.details.at(0).verdicts.at(0).subject, first.request.text());
}

// SPEC W9: details are bounded
TEST_F(PoolExplain, DetailsAreBounded)
{
    connect("c", 250);
    const Explanation explanation = manager->explain(request(), true);
    EXPECT_EQ(explanation.candidates, 250u);
    EXPECT_EQ(explanation.details.size(), 200u);
}

// SPEC W15: what the pool shows of a request are labels and times, taken as they came
TEST_F(PoolExplain, NoTaskStateIsKept)
{
    connect("c", 1);
    const AcquireRequest wanted = request("any label {\"status\":\"done\"}");
    const Lease lease = got(wanted);
    release(lease.handle);
    EXPECT_EQ(code(wanted), "request_known"); // the id, not the task, is what is remembered
    EXPECT_EQ(code(request("any label {\"status\":\"done\"}")), "granted");
    EXPECT_TRUE(manager->pending().empty());
}

/// Random clients, leases, drains and disconnects.
struct PoolExplainProperty : PoolExplain {
    SeededIdSource random{1};
    std::vector<Handle> leases;

    std::uint64_t one(std::uint64_t n) { return random.random() % n; }
    std::string anyClient() { return std::string(1, char('a' + one(5))); }

    AcquireRequest anyRequest()
    {
        AcquireRequest wanted = request();
        if (one(2))
            require(wanted, one(2) ? "metadata.region=us" : "metadata.region=eu");
        if (one(4) == 0)
            require(wanted, "client=" + anyClient());
        wanted.anyHealth = one(4) == 0;
        wanted.strategy = one(2) ? "least-busy" : "";
        if (one(5) == 0)
            wanted.placement = {Placement::Kind::Window,
                                WindowName{UserId::trusted("u"), ClientId::trusted(anyClient()), Epoch::trusted("e"),
                                           WindowId::trusted("w")}};
        if (wanted.placement.window && wanted.requirements && !wanted.requirements->client.empty())
            wanted.placement = {};
        return wanted;
    }
    void change()
    {
        const std::string id = anyClient();
        if (registry.fleet().find(client(id)) == noSlot)
            return connect(id, int(one(4)), {{"region", one(2) ? "eu" : "us"}});
        Drain drain;
        drain.target = client(id);
        switch (one(6)) {
        case 0:
            return registry.drain(drain, scope, [](const Result<Drain> &) {});
        case 1:
            return registry.undrain(drain.target, scope, [](const Result<void> &) {});
        case 2:
            return disconnect(id);
        case 3:
            return registry.hello(hellos[client(id)], scope, [](const Result<Welcome> &) {});
        case 4:
            if (!leases.empty()) {
                std::swap(leases[one(leases.size())], leases.back());
                release(leases.back());
                leases.pop_back();
            }
            return;
        default:
            if (registry.fleet().client(registry.fleet().find(client(id))).state->connected) {
                tab(id, "x" + std::to_string(random.random())).health = one(3) ? Health::Live : Health::Crashed;
                send(id);
            }
        }
    }
};

// SPEC W9: deciding and explaining agree: some context fits if and only if an acquire gets one, and it is one of those
TEST_F(PoolExplainProperty, ExplanationIsTheDecision)
{
    int granted = 0, refused = 0;
    for (int step = 0; step < 3000; ++step) {
        change();
        const AcquireRequest wanted = anyRequest();
        const Explanation explanation = manager->explain(wanted, true);
        std::uint32_t counted = explanation.fitting;
        for (const auto &[rule, excluded] : explanation.excludedBy)
            counted += excluded;
        ASSERT_EQ(counted, explanation.candidates);
        const auto answer = acquire(wanted);
        ASSERT_EQ(answer->size(), 1u);
        ASSERT_EQ(answer->front().ok(), explanation.fitting > 0) << "step " << step;
        if (!answer->front()) {
            ++refused;
            ASSERT_EQ(code(answer), explanation.satisfiable ? "nothing_available" : "unsatisfiable");
            ASSERT_TRUE(explanation.smallestChange);
            continue;
        }
        ++granted;
        leases.push_back(answer->front()->handle);
        for (const CandidateVerdicts &candidate : explanation.details)
            ASSERT_TRUE(*candidate.context != leases.back().name() || candidate.verdicts.empty());
        if (leases.size() > 8) {
            release(leases.front());
            leases.erase(leases.begin());
        }
    }
    EXPECT_GT(granted, 200);
    EXPECT_GT(refused, 200);
}

} // namespace
} // namespace cheetah

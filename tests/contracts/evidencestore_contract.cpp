// SPDX-License-Identifier: Apache-2.0
#include "contracts/registrycontract.h"

using namespace cheetah;
using namespace cheetah::test;

namespace {

class EvidenceStoreContract : public RegistryContract {
protected:
    void SetUp() override
    {
        RegistryContract::SetUp();
        open();
    }
    void open()
    {
        m_generation = connect().generation;
        show({"a", "b"});
    }
    CommandRecord command(const std::string &id, const Handle &handle) const
    {
        CommandRecord record;
        record.id = CommandId::trusted(id);
        record.user = user();
        record.task = TaskId::trusted("task");
        record.context = handle.context.name;
        record.handle = handle;
        record.content = {"navigate", "{}"};
        record.node = NodeId::trusted("n");
        return record;
    }
    Result<Admission> admit(const CommandRecord &record)
    {
        return ask<Admission>([&](auto reply) { under().evidence().admit(record, m_scope, std::move(reply)); });
    }
    Result<CommandRecord> beginSend(const std::string &id, std::uint64_t generation)
    {
        return ask<CommandRecord>([&](auto reply) {
            under().evidence().beginSend(user(), CommandId::trusted(id), generation, m_scope, std::move(reply));
        });
    }
    Result<CommandRecord> beginSend(const std::string &id) { return beginSend(id, m_generation); }
    Result<CommandRecord> acknowledge(const std::string &id, const std::string &epoch = "e1")
    {
        return ask<CommandRecord>([&](auto reply) {
            under().evidence().acknowledge(user(), CommandId::trusted(id), Epoch::trusted(epoch), m_scope,
                                           std::move(reply));
        });
    }
    Result<CommandRecord> end(const std::string &id, CommandOutcome outcome, const std::string &result = {},
                              const std::string &epoch = "e1")
    {
        CommandEnd end;
        end.user = user();
        end.command = CommandId::trusted(id);
        end.outcome = outcome;
        end.result = result;
        end.epoch = Epoch::trusted(epoch);
        return ask<CommandRecord>([&](auto reply) { under().evidence().end(end, m_scope, std::move(reply)); });
    }
    Result<CommandRecord> get(const std::string &id)
    {
        return ask<CommandRecord>(
            [&](auto reply) { under().evidence().get(user(), CommandId::trusted(id), m_scope, std::move(reply)); });
    }
    std::vector<std::string> ids(const Result<std::vector<CommandRecord>> &records) const
    {
        std::vector<std::string> result;
        for (const CommandRecord &record : *records)
            result.push_back(record.id.string());
        return result;
    }
    std::vector<std::string> overdue(std::uint32_t limit = 100)
    {
        return ids(ask<std::vector<CommandRecord>>(
            [&](auto reply) { under().evidence().overdue(limit, m_scope, std::move(reply)); }));
    }
    std::vector<std::string> recent(const UserId &of, std::uint32_t limit = 100)
    {
        return ids(ask<std::vector<CommandRecord>>(
            [&](auto reply) { under().evidence().recent(of, limit, m_scope, std::move(reply)); }));
    }
    std::vector<std::string> byTask(const std::string &task)
    {
        return ids(ask<std::vector<CommandRecord>>(
            [&](auto reply) { under().evidence().byTask(user(), TaskId::trusted(task), m_scope, std::move(reply)); }));
    }
    /// A command that was sent under the lease.
    void send(const std::string &id, const Handle &handle)
    {
        ASSERT_EQ(outcome(admit(command(id, handle))), "ok");
        ASSERT_EQ(outcome(beginSend(id)), "ok");
    }
    std::vector<std::string> settlingOn(const std::string &tabId) const
    {
        std::vector<std::string> result;
        if (row(tabId)->settling)
            for (const CommandId &id : row(tabId)->settling->commands)
                result.push_back(id.string());
        return result;
    }

    std::uint64_t m_generation = 0;
};

using Ids = std::vector<std::string>;

// SPEC D1 SPEC D2
TEST_P(EvidenceStoreContract, ACommandGoesThroughItsStages)
{
    const Handle handle = lease("a", "r1");
    const Result<Admission> admitted = admit(command("k", handle));
    ASSERT_TRUE(admitted.ok());
    EXPECT_FALSE(admitted->repeated);
    EXPECT_EQ(admitted->record.stage, CommandStage::Admitted);
    EXPECT_EQ(admitted->record.admittedAt, now());
    EXPECT_EQ(admitted->record.deadline, now() + Seconds(60)) << "a deadline is mandatory";
    m_clock.advance(Seconds(1));
    EXPECT_EQ(beginSend("k")->stage, CommandStage::SendAttempted);
    EXPECT_EQ(get("k")->sentAt, now());
    m_clock.advance(Seconds(1));
    EXPECT_EQ(acknowledge("k")->stage, CommandStage::Acknowledged);
    const RegistryTime acknowledged = now();
    m_clock.advance(Seconds(1));
    EXPECT_EQ(acknowledge("k")->acknowledgedAt, acknowledged) << "the first acknowledgement counts";
    EXPECT_EQ(end("k", CommandOutcome::Result, "1")->stage, CommandStage::Terminal);
    EXPECT_EQ(acknowledge("k")->stage, CommandStage::Terminal) << "never backwards";
    const Result<CommandRecord> record = get("k");
    EXPECT_EQ(record->outcome, CommandOutcome::Result);
    EXPECT_EQ(record->result, "1");
    EXPECT_EQ(record->endedAt, now());
    const EvidenceCounts counts = under().evidence().counts();
    EXPECT_EQ(counts.admitted, 1u);
    EXPECT_EQ(counts.sent, 1u);
    EXPECT_EQ(counts.acknowledged, 1u);
    EXPECT_EQ(counts.ended, 1u);
    EXPECT_EQ(counts.live, 0u);
    EXPECT_EQ(counts.retained, 1u);
    EXPECT_EQ(outcome(get("never")), "command_unknown");
    EXPECT_EQ(outcome(beginSend("never")), "command_unknown");
    EXPECT_EQ(outcome(acknowledge("never")), "command_unknown");
    EXPECT_EQ(outcome(end("never", CommandOutcome::Result)), "command_unknown");
}

// SPEC D5
TEST_P(EvidenceStoreContract, AnIdIsAnIdempotencyKey)
{
    const Handle handle = lease("a", "r1");
    CommandRecord record = command("k", handle);
    ASSERT_TRUE(admit(record).ok());
    ASSERT_TRUE(beginSend("k").ok());
    const Result<Admission> again = admit(record);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->repeated);
    EXPECT_EQ(again->record.stage, CommandStage::SendAttempted) << "the record as it is";
    record.content.params = "{\"url\":\"about:blank\"}";
    EXPECT_EQ(outcome(admit(record)), "command_id_conflict");
    record = command("k", lease("b", "r2"));
    EXPECT_EQ(outcome(admit(record)), "command_id_conflict");
    EXPECT_EQ(under().evidence().counts().admitted, 1u);
    ASSERT_TRUE(release(handle).ok());
    EXPECT_TRUE(admit(command("k", handle))->repeated) << "also once its lease ended";
}

// SPEC D1
TEST_P(EvidenceStoreContract, OnlyACurrentHandleAdmits)
{
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(outcome(admit(command("k", handle))), "stale_handle");
    const Handle other = lease("a", "r2");
    CommandRecord elsewhere = command("k", other);
    elsewhere.context = key("b").name;
    EXPECT_EQ(outcome(admit(elsewhere)), "context_unknown") << "a lease is good for its context";
    elsewhere.context = std::make_shared<ContextName>(contextName("z"));
    EXPECT_EQ(outcome(admit(elsewhere)), "context_unknown");
    EXPECT_EQ(outcome(get("k")), "command_unknown");
}

// SPEC D1
TEST_P(EvidenceStoreContract, ACommandOfAnEndedLeaseIsFencedUnsent)
{
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(admit(command("k", handle)).ok());
    ASSERT_TRUE(release(handle).ok());
    lease("a", "r2");
    EXPECT_EQ(outcome(beginSend("k")), "fenced");
    const Result<CommandRecord> record = get("k");
    EXPECT_EQ(record->outcome, CommandOutcome::Fenced);
    EXPECT_FALSE(record->sentAt.isSet());
    EXPECT_EQ(outcome(beginSend("k")), "fenced") << "for good";
    EXPECT_EQ(under().evidence().counts().sent, 0u);
}

// SPEC D2
TEST_P(EvidenceStoreContract, PastItsDeadlineACommandExpiresUnsent)
{
    const Handle handle = lease("a", "r1");
    CommandRecord record = command("k", handle);
    record.deadline = now() + Seconds(5);
    ASSERT_TRUE(admit(record).ok());
    pass(Seconds(6));
    EXPECT_EQ(outcome(beginSend("k")), "command_expired");
    EXPECT_EQ(get("k")->outcome, CommandOutcome::Expired);
}

// SPEC D1
TEST_P(EvidenceStoreContract, NothingIsSentButOnThePresentConnection)
{
    const Handle handle = lease("a", "r1");
    ASSERT_TRUE(admit(command("k", handle)).ok());
    const std::uint64_t old = m_generation;
    m_generation = connect("c", "e1", "s2").generation;
    EXPECT_EQ(outcome(beginSend("k", old)), "client_not_connected");
    EXPECT_EQ(get("k")->stage, CommandStage::Admitted) << "and nothing changed";
    ASSERT_TRUE(closed(m_generation).ok());
    EXPECT_EQ(outcome(beginSend("k")), "client_not_connected");
    m_generation = connect().generation;
    EXPECT_EQ(outcome(beginSend("k")), "ok");
}

// SPEC D1
TEST_P(EvidenceStoreContract, NothingIsSentTwice)
{
    send("k", lease("a", "r1"));
    const RegistryTime sent = now();
    m_clock.advance(Seconds(1));
    EXPECT_EQ(outcome(beginSend("k")), "request_known") << "whoever lost the reply leaves it to the deadline";
    EXPECT_EQ(get("k")->sentAt, sent);
    EXPECT_EQ(get("k")->stage, CommandStage::SendAttempted);
    EXPECT_EQ(under().evidence().counts().sent, 1u);
}

// SPEC D1 SPEC D2
TEST_P(EvidenceStoreContract, AnswersAreTakenWhateverBecameOfTheLease)
{
    const Handle handle = lease("a", "r1");
    send("k", handle);
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(outcome(acknowledge("k")), "ok");
    EXPECT_EQ(end("k", CommandOutcome::Error)->outcome, CommandOutcome::Error);
}

// SPEC D1
TEST_P(EvidenceStoreContract, AnswersOfAnotherEpochAreRefused)
{
    send("k", lease("a", "r1"));
    EXPECT_EQ(outcome(acknowledge("k", "e2")), "wrong_epoch");
    EXPECT_EQ(outcome(end("k", CommandOutcome::Result, "1", "e2")), "wrong_epoch");
    EXPECT_EQ(get("k")->stage, CommandStage::SendAttempted);
}

// SPEC D2
TEST_P(EvidenceStoreContract, NobodyAnswersWhatWasNotSent)
{
    ASSERT_TRUE(admit(command("k", lease("a", "r1"))).ok());
    EXPECT_EQ(outcome(acknowledge("k")), "command_unknown");
    EXPECT_EQ(outcome(end("k", CommandOutcome::Result, "1")), "command_unknown");
    EXPECT_EQ(get("k")->stage, CommandStage::Admitted);
}

// SPEC D2
TEST_P(EvidenceStoreContract, TheFirstEndStays)
{
    send("k", lease("a", "r1"));
    ASSERT_TRUE(end("k", CommandOutcome::Result, "first").ok());
    EXPECT_EQ(end("k", CommandOutcome::Error)->outcome, CommandOutcome::Result);
    EXPECT_EQ(end("k", CommandOutcome::Result, "second")->result, "first");
    EXPECT_EQ(outcome(beginSend("k")), "request_known");
    EXPECT_EQ(under().evidence().counts().ended, 1u);
}

// SPEC D2
TEST_P(EvidenceStoreContract, UnknownAloneIsReplacedOnce)
{
    send("k", lease("a", "r1"));
    ASSERT_EQ(end("k", CommandOutcome::Unknown)->outcome, CommandOutcome::Unknown);
    EXPECT_EQ(end("k", CommandOutcome::Unknown)->replaced, false);
    EXPECT_EQ(outcome(end("k", CommandOutcome::Result, "late", "e2")), "wrong_epoch");
    const Result<CommandRecord> replaced = end("k", CommandOutcome::Result, "late");
    EXPECT_EQ(replaced->outcome, CommandOutcome::Result);
    EXPECT_EQ(replaced->result, "late");
    EXPECT_TRUE(replaced->replaced);
    EXPECT_EQ(end("k", CommandOutcome::Error)->outcome, CommandOutcome::Result) << "once";
    const EvidenceCounts counts = under().evidence().counts();
    EXPECT_EQ(counts.ended, 1u) << "one command, one end";
    EXPECT_EQ(counts.retained, 1u);
}

// SPEC D2
TEST_P(EvidenceStoreContract, ExpiredIsWhatWasNotSentUnknownWhatWas)
{
    const Handle handle = lease("a", "r1");
    send("sent", handle);
    ASSERT_TRUE(admit(command("unsent", handle)).ok());
    for (const CommandOutcome neverSent : {CommandOutcome::Expired, CommandOutcome::Fenced}) {
        const Result<CommandRecord> record = end("sent", neverSent);
        ASSERT_TRUE(record.ok());
        EXPECT_EQ(record->stage, CommandStage::SendAttempted) << "what was sent never ends as never sent";
    }
    EXPECT_EQ(end("sent", CommandOutcome::Unknown)->outcome, CommandOutcome::Unknown);
    EXPECT_EQ(end("unsent", CommandOutcome::Unknown)->outcome, CommandOutcome::Expired);
}

// SPEC D2 SPEC D5
TEST_P(EvidenceStoreContract, TheHistoryIsBoundedAndEvictsNothingRetained)
{
    DeploymentPolicies policies;
    policies.evidenceEntries = 2;
    start(policies);
    open();
    const Handle handle = lease("a", "r1");
    send("k1", handle);
    send("k2", handle);
    EXPECT_FALSE(under().evidence().hasCapacity());
    EXPECT_EQ(outcome(admit(command("k3", handle))), "history_full");
    ASSERT_TRUE(end("k1", CommandOutcome::Result).ok());
    EXPECT_EQ(outcome(admit(command("k3", handle))), "history_full") << "within retention";
    EXPECT_EQ(admit(command("k2", handle))->repeated, true) << "what is known is answered";
    pass(Seconds(3601));
    EXPECT_TRUE(under().evidence().hasCapacity());
    EXPECT_EQ(outcome(admit(command("k3", handle))), "ok");
    EXPECT_EQ(outcome(get("k1")), "command_unknown");
    EXPECT_EQ(outcome(get("k2")), "ok") << "a live record stays, however old";
    EXPECT_EQ(under().evidence().counts().dropped, 1u);
}

// SPEC D3
TEST_P(EvidenceStoreContract, ATasksCommandsAreFoundTogether)
{
    const Handle handle = lease("a", "r1");
    for (const char *id : {"k1", "k2", "k3"}) {
        CommandRecord record = command(id, handle);
        record.task = TaskId::trusted(id == std::string("k2") ? "other" : "task");
        ASSERT_TRUE(admit(record).ok());
    }
    EXPECT_EQ(byTask("task"), (Ids{"k1", "k3"}));
    EXPECT_EQ(byTask("other"), Ids{"k2"});
    EXPECT_EQ(byTask("nothing"), Ids{});
}

// SPEC D2
TEST_P(EvidenceStoreContract, OverdueCommandsAreFoundByTheirDeadline)
{
    const Handle handle = lease("a", "r1");
    for (const auto &[id, seconds] : {std::pair("late", 30), std::pair("soon", 10), std::pair("ended", 5)}) {
        CommandRecord record = command(id, handle);
        record.deadline = now() + Seconds(seconds);
        ASSERT_TRUE(admit(record).ok());
    }
    ASSERT_TRUE(beginSend("ended").ok());
    ASSERT_TRUE(end("ended", CommandOutcome::Result).ok());
    pass(Seconds(9));
    EXPECT_EQ(overdue(), Ids{});
    pass(Seconds(40));
    EXPECT_EQ(overdue(), (Ids{"soon", "late"}));
    EXPECT_EQ(overdue(1), Ids{"soon"});
}

// SPEC O1
TEST_P(EvidenceStoreContract, RecentCommandsAreThoseUnderWayThenTheLatestEnds)
{
    const Handle handle = lease("a", "r1");
    for (const auto &[id, seconds] :
         {std::pair("late", 30), std::pair("soon", 10), std::pair("first", 5), std::pair("second", 5)}) {
        CommandRecord record = command(id, handle);
        record.deadline = now() + Seconds(seconds);
        ASSERT_TRUE(admit(record).ok());
    }
    for (const char *id : {"first", "second"}) {
        ASSERT_TRUE(beginSend(id).ok());
        ASSERT_TRUE(end(id, CommandOutcome::Result).ok());
    }
    EXPECT_EQ(recent(user()), (Ids{"soon", "late", "second", "first"}));
    EXPECT_EQ(recent(UserId()), (Ids{"soon", "late", "second", "first"})) << "of all users";
    EXPECT_EQ(recent(user(), 3), (Ids{"soon", "late", "second"}));
    EXPECT_EQ(recent(UserId::trusted("nobody")), Ids{});
}

// SPEC D1
TEST_P(EvidenceStoreContract, ACommandOfOursToAClientNeedsNoLease)
{
    CommandRecord record = command("k", Handle());
    record.context = std::make_shared<ContextName>(contextName(""));
    record.content = {"openTab", "{}"};
    ASSERT_EQ(outcome(admit(record)), "ok");
    EXPECT_EQ(outcome(beginSend("k", m_generation + 1)), "client_not_connected");
    EXPECT_EQ(outcome(beginSend("k")), "ok");

    record.id = CommandId::trusted("late");
    ASSERT_EQ(outcome(admit(record)), "ok");
    connect("c", "e2");
    EXPECT_EQ(outcome(beginSend("late")), "fenced") << "it was meant for another epoch";
}

// SPEC W17
TEST_P(EvidenceStoreContract, AnyEndWithASentUnresolvedCommandSettles)
{
    const Handle handle = lease("a", "r1");
    send("k1", handle);
    send("k2", handle);
    send("k3", handle);
    ASSERT_TRUE(end("k3", CommandOutcome::Result).ok());
    ASSERT_TRUE(admit(command("unsent", handle)).ok());
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(settlingOn("a"), (Ids{"k1", "k2"}));
    EXPECT_EQ(clientRow()->settling, 1u) << "it counts as load";
    EXPECT_EQ(obstacle(assign("a", "r2")), "settling");
    ASSERT_TRUE(end("k1", CommandOutcome::Error).ok());
    EXPECT_EQ(settlingOn("a"), Ids{"k2"});
    EXPECT_EQ(obstacle(assign("a", "r2")), "settling");
    ASSERT_TRUE(end("k2", CommandOutcome::Result).ok());
    EXPECT_EQ(obstacle(assign("a", "r2")), "granted");
}

// SPEC W17
TEST_P(EvidenceStoreContract, OtherEndsSettleToo)
{
    const Handle handle = lease("a", "r1");
    send("k", handle);
    ASSERT_TRUE(cancel("r1").ok());
    EXPECT_EQ(obstacle(assign("a", "r2")), "settling");
}

// SPEC W17
TEST_P(EvidenceStoreContract, SettlingEndsAtTheCommandsDeadline)
{
    const Handle handle = lease("a", "r1");
    send("k", handle);
    pass(Seconds(30));
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(row("a")->settling->deadline, now() + Seconds(30));
    pass(Seconds(29));
    sweep();
    EXPECT_EQ(obstacle(assign("a", "r2")), "settling");
    pass(Seconds(1));
    sweep();
    const Handle next = lease("a", "r2");
    ASSERT_TRUE(release(next).ok());
    EXPECT_EQ(settlingOn("a"), Ids{}) << "what was given up does not settle the next lease";
}

// SPEC W17
TEST_P(EvidenceStoreContract, ACommandPastItsDeadlineDoesNotSettle)
{
    const Handle handle = lease("a", "r1");
    send("k", handle);
    pass(Seconds(61));
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(obstacle(assign("a", "r2")), "granted");
}

// SPEC W17
TEST_P(EvidenceStoreContract, AnOperatorsWordEndsSettling)
{
    const Handle handle = lease("a", "r1");
    send("k", handle);
    ASSERT_TRUE(release(handle).ok());
    const auto settle = [&](const std::string &tabId, std::vector<CommandId> seen = {}) {
        return outcome(ask<void>(
            [&](auto reply) { under().contexts().settle(contextName(tabId), seen, m_scope, std::move(reply)); }));
    };
    EXPECT_EQ(settle("a"), "ok");
    EXPECT_EQ(settle("b"), "ok") << "settling nothing is fine";
    EXPECT_EQ(settle("z"), "context_unknown");
    EXPECT_EQ(obstacle(assign("a", "r2")), "granted");
    EXPECT_EQ(outcome(end("k", CommandOutcome::Result)), "ok") << "its result is still taken";
}

// SPEC O3 SPEC W17: what changed since the operator looked is left alone
TEST_P(EvidenceStoreContract, AnOperatorSettlesWhatWasSeenAndNothingElse)
{
    const auto settle = [&](std::vector<CommandId> seen) {
        return ask<void>(
            [&](auto reply) { under().contexts().settle(contextName("a"), seen, m_scope, std::move(reply)); });
    };
    const CommandId k1 = CommandId::trusted("k1"), k2 = CommandId::trusted("k2");
    const Handle handle = lease("a", "r1");
    send("k1", handle);
    send("k2", handle);
    ASSERT_TRUE(release(handle).ok());
    const Result<void> refused = settle({k1});
    EXPECT_EQ(outcome(refused), "fence_mismatch");
    EXPECT_EQ(refused.error().param("command"), "k2");
    EXPECT_EQ(settlingOn("a"), (Ids{"k1", "k2"}));
    ASSERT_EQ(outcome(end("k2", CommandOutcome::Result)), "ok");
    EXPECT_EQ(outcome(settle({k1, k2})), "ok") << "less to wait for than was seen is no surprise";
    EXPECT_EQ(settlingOn("a"), Ids{});
    EXPECT_EQ(outcome(settle({k1})), "ok") << "settling nothing is fine";
}

// SPEC W17
TEST_P(EvidenceStoreContract, AReloadByUsEndsSettling)
{
    const Handle handle = lease("a", "r1");
    send("k", handle);
    ASSERT_TRUE(release(handle).ok());
    CommandRecord reload = command("reload", Handle());
    reload.context = handle.context.name;
    reload.content = {"reload", "{}"};
    ASSERT_EQ(outcome(admit(reload)), "ok");
    ASSERT_EQ(outcome(beginSend("reload")), "ok");
    EXPECT_EQ(obstacle(assign("a", "r2")), "settling");
    ASSERT_TRUE(end("reload", CommandOutcome::Result).ok());
    EXPECT_EQ(obstacle(assign("a", "r2")), "granted");
}

// SPEC W17 SPEC W20
TEST_P(EvidenceStoreContract, AChildIsAddressedByItsOwnNameWithTheParentsHandle)
{
    const Handle handle = lease("a", "r1");
    ReportedContext child = tab("child");
    child.opener = ContextId::trusted("a");
    ASSERT_TRUE(report({window("w", {tab("a"), child, tab("b")})}).ok());
    CommandRecord record = command("k", handle);
    record.context = key("child").name;
    ASSERT_EQ(outcome(admit(record)), "ok");
    ASSERT_EQ(outcome(beginSend("k")), "ok");
    ASSERT_TRUE(release(handle).ok());
    EXPECT_EQ(settlingOn("child"), Ids{"k"}) << "it settles where the command runs";
    EXPECT_EQ(obstacle(assign("child", "r2")), "settling");
    EXPECT_EQ(obstacle(assign("a", "r3")), "granted");
    ASSERT_TRUE(end("k", CommandOutcome::Result).ok());
    EXPECT_EQ(obstacle(assign("child", "r2")), "granted");
}

CHEETAH_REGISTRY_CONTRACT(EvidenceStoreContract);

} // namespace

// SPDX-License-Identifier: Apache-2.0
// What a console may rely on, whether its node is embedded, elsewhere, or a demo.
#include "console/remotedeployment.h"
#include "console/requests.h"
#include "model/fleetequal.h"
#include "node/demodeployment.h"
#include "support/loop.h"
#include "support/nodefixture.h"
#include "support/picture.h"
#include "wire/tokenfile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QtNetwork/QTcpSocket>

namespace cheetah::test {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

bool becomes(const Deployment &deployment, ConnectionState state)
{
    return runUntil([&] { return deployment.status().state == state; }, Seconds(40));
}

/// One deployment with somebody in it.
class Subject {
public:
    virtual ~Subject() = default;
    virtual Deployment &deployment() = 0;
    /// To be called once it is Live: from now on some context is leased, or is leased again soon.
    virtual void populate() = 0;
    /// Changes something in the fleet.
    virtual void stir() = 0;
};

/// A client with tabs, and a lease on one of them, at a node that listens.
class Visitors {
public:
    Visitors(const std::string &url, const std::filesystem::path &tokenFile)
        : m_client({UserId::trusted("ada"), ClientId::trusted("desk")}, Epoch::trusted("e"), 4)
    {
        EXPECT_TRUE(m_client.connectTo(QUrl(QString::fromStdString(url)), *readToken(tokenFile, "client")));
        RemoteDeployment::Options options;
        options.node = QUrl(QString::fromStdString(url));
        options.token = *readToken(tokenFile, "app");
        options.fleet = options.journal = options.health = false;
        m_app = std::make_unique<RemoteDeployment>(options, m_clock);
        Picture heard(*m_app);
        m_app->attach();
        EXPECT_TRUE(becomes(*m_app, ConnectionState::Live));
        const CallId call = m_app->call("acquire", R"({"userId":"ada","taskId":"invoice-1"})");
        EXPECT_TRUE(runUntil([&] { return heard.answers.contains(call); }));
        EXPECT_TRUE(heard.answers[call].front().ok());
    }
    void stir()
    {
        m_client.windows.front().title += '.';
        EXPECT_TRUE(m_client.report());
    }

private:
    SystemClock m_clock;
    ScriptedClient m_client;
    std::unique_ptr<RemoteDeployment> m_app;
};

class LocalSubject : public Subject {
public:
    LocalSubject()
    {
        EmbeddedNodeOptions options;
        options.config = *loadConfig(
            {{"listen", "127.0.0.1:0"}, {"node-id", "n1"}, {"token-file", m_folder.filePath("tokens").toStdString()}},
            {}, {});
        options.actor = "grace";
        m_deployment = std::make_unique<LocalDeployment>(std::move(options));
    }
    Deployment &deployment() override { return *m_deployment; }
    void populate() override
    {
        m_visitors = std::make_unique<Visitors>(m_deployment->identity()->url, m_deployment->tokenFile());
    }
    void stir() override { m_visitors->stir(); }

protected:
    QTemporaryDir m_folder;
    std::unique_ptr<LocalDeployment> m_deployment;
    std::unique_ptr<Visitors> m_visitors;
};

class RemoteSubject : public Subject {
public:
    RemoteSubject()
    {
        RemoteDeployment::Options options;
        options.node = m_node.url();
        options.token = m_node.token("operator");
        options.actor = "grace";
        m_deployment = std::make_unique<RemoteDeployment>(options, m_clock);
    }
    Deployment &deployment() override { return *m_deployment; }
    void populate() override
    {
        m_visitors = std::make_unique<Visitors>(m_node.url().toString().toStdString(), m_node.tokenFile());
    }
    void stir() override { m_visitors->stir(); }

private:
    SystemClock m_clock;
    NodeFixture m_node;
    std::unique_ptr<RemoteDeployment> m_deployment;
    std::unique_ptr<Visitors> m_visitors;
};

std::string demoSample()
{
    QFile file(qEnvironmentVariable("CHEETAH_SOURCE_DIR", QStringLiteral(".")) + "/resources/samples/demo.json");
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll().toStdString();
}

/// It stirs by itself.
class DemoSubject : public Subject {
public:
    Deployment &deployment() override { return *m_deployment; }
    void populate() override {}
    void stir() override {}

private:
    std::unique_ptr<LocalDeployment> m_deployment = makeDemoDeployment(demoSample(), 1, "grace", Log());
};

using MakeSubject = std::unique_ptr<Subject> (*)();
template <class S>
std::unique_ptr<Subject> make()
{
    return std::make_unique<S>();
}

class DeploymentContract : public testing::TestWithParam<MakeSubject> {
protected:
    void attach()
    {
        deployment.attach();
        ASSERT_TRUE(becomes(deployment, ConnectionState::Live))
            << (deployment.status().error ? deployment.status().error->param("reason") : "no error");
        subject->populate();
    }
    /// A context that is leased as far as the picture tells.
    const ContextRow *leased()
    {
        const ContextRow *found = nullptr;
        runUntil([&] {
            for (Slot slot = 0; slot < picture.fleet.contextSlots() && !found; ++slot)
                if (picture.fleet.context(slot).assignment)
                    found = &picture.fleet.context(slot);
            return found != nullptr;
        });
        return found;
    }
    template <class T>
    std::optional<Result<T>> wait(const std::function<void(Reply<T>)> &ask)
    {
        std::optional<Result<T>> answer;
        int answers = 0;
        ask([&](Result<T> result) {
            ++answers;
            answer.emplace(std::move(result));
        });
        EXPECT_EQ(answers, 0) << "answered from inside";
        EXPECT_TRUE(runUntil([&] { return answers > 0; }));
        EXPECT_EQ(answers, 1);
        return answer;
    }

    const std::unique_ptr<Subject> subject = GetParam()();
    Deployment &deployment = subject->deployment();
    Picture picture{deployment};
    Requests requests{deployment};
    Scope scope;
};

// SPEC G1 SPEC R5
TEST_P(DeploymentContract, ASnapshotAndTheDeltasAfterItAreTheNodesFleet)
{
    attach();
    EXPECT_EQ(picture.identities.size(), 1u);
    EXPECT_EQ(deployment.identity()->scope, "operator");
    EXPECT_EQ(picture.snapshots, 1u);
    ASSERT_TRUE(runUntil([&] {
        subject->stir();
        return picture.deltas > 5 && picture.fleet.contextCount() > 0;
    }));
    // A fresh fleet at the revision that was reached by deltas says whether nothing was missed on the way.
    bool compared = false;
    ASSERT_TRUE(runUntil([&] {
        Fleet followed = picture.fleet;
        const std::uint64_t before = picture.snapshots;
        deployment.resync();
        EXPECT_TRUE(runUntil([&] { return picture.snapshots > before; }));
        if (picture.fleet.revisions() != followed.revisions())
            return false;
        EXPECT_EQ(firstDifference(followed, picture.fleet), std::nullopt);
        return compared = true;
    }));
    EXPECT_TRUE(compared);
    EXPECT_EQ(picture.misfits, 0u);
    const std::uint64_t seen = picture.deltas;
    EXPECT_TRUE(runUntil([&] {
        subject->stir();
        return picture.deltas > seen;
    })) << "deltas go on after a fresh fleet";
    EXPECT_LT(std::chrono::abs(deployment.now() - deployment.asOf()), Seconds(3));
    ASSERT_TRUE(deployment.clockSkew());
    EXPECT_LT(std::chrono::abs(*deployment.clockSkew()), Seconds(1)) << "it is this machine's clock";
    EXPECT_TRUE(runUntil([&] { return deployment.roundTrip().has_value(); }));
}

// SPEC O1 SPEC L6
TEST_P(DeploymentContract, JournalAndHealthArriveByThemselves)
{
    attach();
    ASSERT_TRUE(runUntil([&] { return picture.health.size() >= 2 && picture.journal.size() >= 5; }));
    for (std::size_t i = 1; i < picture.journal.size(); ++i)
        EXPECT_EQ(picture.journal[i].number, picture.journal[i - 1].number + 1);
    const HealthSample &sample = picture.health.back();
    EXPECT_GT(sample.at, picture.health.front().at);
    EXPECT_THAT(sample.conditions, Contains(Field(&ConditionState::name, "edge")));
    EXPECT_THAT(sample.conditions, Contains(Field(&ConditionState::name, "registry")));
    EXPECT_THAT(sample.conditions, Each(Field(&ConditionState::ok, true)));
    const std::uint64_t last = picture.journal.back().number;
    deployment.resync();
    ASSERT_TRUE(runUntil([&] { return picture.snapshots >= 2; }));
    requests.settle({UserId::trusted("nobody"), ClientId::trusted("c"), Epoch::trusted("e"), ContextId::trusted("t")},
                    {}, {"to leave a trace"}, scope, [](const Result<void> &) {});
    ASSERT_TRUE(runUntil([&] {
        return picture.journal.back().number > last && picture.journal.back().kind == JournalKind::OperatorAction;
    }));
    EXPECT_EQ(picture.journal.back().by, "grace");
    EXPECT_EQ(picture.journal[picture.journal.size() - 1].number,
              picture.journal[picture.journal.size() - 2].number + 1)
        << "none twice, though asking for the fleet again brings the last ones again";
}

// SPEC G1
TEST_P(DeploymentContract, CallsAreAnsweredOnceAndNeverFromInside)
{
    attach();
    std::vector<CallId> calls;
    for (int i = 0; i < 20; ++i)
        calls.push_back(deployment.call("status", "{}"));
    const CallId unknown = deployment.call("dance", "{}");
    const CallId broken = deployment.call("status", "{");
    const CallId list = deployment.call("status", "[]");
    calls.insert(calls.end(), {unknown, broken, list});
    EXPECT_TRUE(picture.answers.empty()) << "answered from inside";
    ASSERT_TRUE(runUntil([&] { return picture.answers.size() == calls.size(); }));
    EXPECT_THAT(*picture.answers[calls.front()].front(), HasSubstr("\"nodeId\""));
    EXPECT_EQ(picture.answers[unknown].front().error().code, ErrorCode::UnknownMethod);
    EXPECT_EQ(picture.answers[broken].front().error().code, ErrorCode::BadJson);
    EXPECT_EQ(picture.answers[list].front().error().code, ErrorCode::BadRequest);
    const CallId last = deployment.call("status", "{}");
    ASSERT_TRUE(runUntil([&] { return picture.answers.contains(last); }));
    EXPECT_TRUE(picture.answers[last].front().ok()) << "what was broken cost nothing else";
    for (const auto &[call, answers] : picture.answers)
        EXPECT_EQ(answers.size(), 1u);
    EXPECT_EQ(picture.identities.size(), 1u);

    // More at once than are taken are refused by name, not lost.
    std::vector<CallId> many;
    for (int i = 0; i < 300; ++i)
        many.push_back(deployment.call("status", "{}"));
    ASSERT_TRUE(runUntil([&] { return picture.answers.size() == calls.size() + 1 + many.size(); }));
    EXPECT_TRUE(picture.answers[many.front()].front().ok());
    EXPECT_EQ(picture.answers[many.back()].front().error().code, ErrorCode::LimitExceeded);
}

// SPEC G1
TEST_P(DeploymentContract, WithoutAConnectionCallsAreUnavailable)
{
    const CallId early = deployment.call("status", "{}");
    EXPECT_TRUE(picture.answers.empty());
    ASSERT_TRUE(runUntil([&] { return picture.answers.contains(early); }));
    EXPECT_EQ(picture.answers[early].front().error().code, ErrorCode::Unavailable);
    attach();
    const CallId underWay = deployment.call("status", "{}");
    deployment.detach();
    EXPECT_FALSE(picture.answers.contains(underWay)) << "answered from inside";
    const CallId late = deployment.call("status", "{}");
    ASSERT_TRUE(runUntil([&] { return picture.answers.contains(underWay) && picture.answers.contains(late); }));
    EXPECT_EQ(picture.answers[underWay].front().error().code, ErrorCode::Unavailable);
    EXPECT_EQ(picture.answers[late].front().error().code, ErrorCode::Unavailable);
    EXPECT_EQ(picture.answers[underWay].size(), 1u);
}

// SPEC L5
TEST_P(DeploymentContract, DetachingEndsEverythingAndAttachingBeginsAnew)
{
    attach();
    deployment.detach();
    EXPECT_EQ(deployment.status().state, ConnectionState::Lost);
    EXPECT_FALSE(deployment.status().error);
    const std::uint64_t deltas = picture.deltas;
    const std::size_t samples = picture.health.size();
    ASSERT_TRUE(runUntil([&] { return picture.detachments == 1; }));
    EXPECT_FALSE(
        runUntil([&] { return picture.deltas != deltas || picture.health.size() != samples || picture.snapshots != 1; },
                 Millis(1200)));
    deployment.attach();
    ASSERT_TRUE(becomes(deployment, ConnectionState::Live));
    EXPECT_EQ(picture.identities.size(), 2u);
    EXPECT_EQ(picture.snapshots, 2u);
    EXPECT_EQ(picture.detachments, 1u);
}

// SPEC O3
TEST_P(DeploymentContract, AReleaseIsFencedByWhatWasSeen)
{
    attach();
    // Demo tasks go on by themselves, so that what was seen may be over already; then another is taken.
    ASSERT_TRUE(runUntil([&] {
        const ContextRow *row = leased();
        if (!row)
            return false;
        const ContextName name = *row->name;
        const Assignment seen = *row->assignment;
        const auto stale = wait<ReleaseOutcome>(
            [&](auto reply) { requests.forceRelease(name, seen.fence + 1, {}, scope, std::move(reply)); });
        if (stale->ok() || stale->error().param("task") != seen.task.text())
            return false;
        EXPECT_EQ(stale->error().code, ErrorCode::FenceMismatch);
        EXPECT_EQ(stale->error().param("fence"), std::to_string(seen.fence));
        const auto released = wait<ReleaseOutcome>(
            [&](auto reply) { requests.forceRelease(name, seen.fence, {"stuck"}, scope, std::move(reply)); });
        if (!released->ok() || **released != ReleaseOutcome::Released)
            return false;
        const auto again = wait<ReleaseOutcome>(
            [&](auto reply) { requests.forceRelease(name, seen.fence, {}, scope, std::move(reply)); });
        if (again->ok())
            EXPECT_EQ(**again, ReleaseOutcome::AlreadyOver);
        else
            EXPECT_EQ(again->error().code, ErrorCode::FenceMismatch) << "somebody else took it since";
        EXPECT_TRUE(runUntil([&] {
            const Slot slot = picture.fleet.find(name);
            const auto &now = picture.fleet.context(slot).assignment;
            return !now || now->fence != seen.fence;
        }));
        EXPECT_TRUE(runUntil([&] {
            for (const JournalEntry &entry : picture.journal)
                if (entry.kind == JournalKind::Ended && entry.fence == seen.fence)
                    return entry.cause == EndCause::Operator;
            return false;
        }));
        return true;
    }));
}

// SPEC O3
TEST_P(DeploymentContract, ADisconnectIsFencedByTheConnectionThatWasSeen)
{
    attach();
    std::optional<ClientRow> row;
    ASSERT_TRUE(runUntil([&] {
        for (Slot slot = 0; slot < picture.fleet.clientSlots() && !row; ++slot)
            if (const ClientRow &client = picture.fleet.client(slot); client.state && client.state->connected)
                row = client;
        return row.has_value();
    }));
    const std::uint64_t seen = row->state->generation;
    const auto stale = wait<void>(
        [&](auto reply) { requests.disconnect(row->name, seen + 1000, Micros(0), {}, scope, std::move(reply)); });
    ASSERT_FALSE(stale->ok());
    EXPECT_EQ(stale->error().code, ErrorCode::GenerationMismatch);
    EXPECT_EQ(stale->error().param("generation"), std::to_string(seen));
    const auto done =
        wait<void>([&](auto reply) { requests.disconnect(row->name, seen, Seconds(60), {}, scope, std::move(reply)); });
    EXPECT_TRUE(done->ok());
    EXPECT_TRUE(runUntil([&] {
        const Slot slot = picture.fleet.find(row->name);
        return slot != noSlot && !picture.fleet.client(slot).state->connected
            && picture.fleet.client(slot).state->keptOutUntil.isSet();
    }));
}

// SPEC O1 SPEC W9 SPEC W16 SPEC D3
TEST_P(DeploymentContract, MethodsCanBeAskedWithTypes)
{
    attach();
    const ContextRow *row = leased();
    ASSERT_TRUE(row);
    const ContextName name = *row->name;
    const auto status = wait<NodeStatus>([&](auto reply) { requests.status(scope, std::move(reply)); });
    ASSERT_TRUE(status->ok());
    EXPECT_EQ((*status)->identity.incarnation, deployment.identity()->incarnation);
    EXPECT_TRUE((*status)->ready);
    EXPECT_GT((*status)->counts.contexts, 0u);
    const auto config = wait<std::vector<ConfigEntry>>([&](auto reply) { requests.config(scope, std::move(reply)); });
    ASSERT_TRUE(config->ok());
    EXPECT_THAT(**config, Contains(Field(&ConfigEntry::name, "task-timeout")));
    const auto events = wait<EventsFound>([&](auto reply) { requests.events(0, 3, scope, std::move(reply)); });
    ASSERT_TRUE(events->ok());
    EXPECT_EQ((*events)->entries.size(), 3u);
    EXPECT_EQ((*events)->entries.back().number, (*events)->last);
    const auto commands =
        wait<CommandsFound>([&](auto reply) { requests.commands(name.user, 10, scope, std::move(reply)); });
    EXPECT_TRUE(commands->ok());
    const auto evidence = wait<EvidenceFound>(
        [&](auto reply) { requests.evidence(name.user, CommandId::trusted("never"), scope, std::move(reply)); });
    EXPECT_EQ(evidence->error().code, ErrorCode::CommandUnknown);
    const auto nothing = wait<EvidenceFound>(
        [&](auto reply) { requests.evidence(name.user, TaskId::trusted("never"), scope, std::move(reply)); });
    ASSERT_TRUE(nothing->ok());
    EXPECT_TRUE((*nothing)->commands.empty());
    EXPECT_NE((*nothing)->answers.admitted, Answer::Yes);

    AcquireRequest request;
    request.user = name.user;
    request.task = TaskId::trusted("what-if");
    const auto explanation =
        wait<Explanation>([&](auto reply) { requests.explain(request, true, scope, std::move(reply)); });
    ASSERT_TRUE(explanation->ok());
    EXPECT_GT((*explanation)->candidates, 0u);
    EXPECT_FALSE((*explanation)->details.empty());

    const DrainTarget target = name.clientName();
    const auto drained = wait<Drain::State>(
        [&](auto reply) { requests.drain(target, Seconds(600), false, {"update"}, scope, std::move(reply)); });
    ASSERT_TRUE(drained->ok());
    EXPECT_EQ(**drained, Drain::State::Draining);
    EXPECT_TRUE(runUntil([&] { return picture.fleet.drain(target) != nullptr; }));
    EXPECT_TRUE(wait<void>([&](auto reply) { requests.undrain(target, {}, scope, std::move(reply)); })->ok());
    EXPECT_TRUE(runUntil([&] { return picture.fleet.drain(target) == nullptr; }));
    EXPECT_EQ(requests.pending(), 0u);
}

std::string kindOf(const testing::TestParamInfo<MakeSubject> &kind)
{
    return std::array<const char *, 3>{"Local", "Remote", "Demo"}[kind.index];
}

INSTANTIATE_TEST_SUITE_P(Kinds, DeploymentContract,
                         testing::Values(&make<LocalSubject>, &make<RemoteSubject>, &make<DemoSubject>), kindOf);

// SPEC G1: the embedded node and the same node from elsewhere are one picture.
TEST(LocalDeploymentTest, EmbeddedAndAttachedShowTheSameAtEqualRevision)
{
    QTemporaryDir folder;
    EmbeddedNodeOptions options;
    options.config =
        *loadConfig({{"listen", "127.0.0.1:0"}, {"token-file", folder.filePath("tokens").toStdString()}}, {}, {});
    LocalDeployment local(options);
    Picture embedded(local);
    local.attach();
    ASSERT_TRUE(becomes(local, ConnectionState::Live));
    const auto announced = readLocalNode();
    ASSERT_TRUE(announced.ok()) << "programs of this account find it";
    EXPECT_EQ(announced->url, local.identity()->url);
    EXPECT_EQ(announced->tokenFile, local.tokenFile().string());

    SystemClock clock;
    RemoteDeployment::Options elsewhere;
    elsewhere.node = QUrl(QString::fromStdString(local.identity()->url));
    elsewhere.token = *readToken(local.tokenFile(), "viewer");
    RemoteDeployment remote(elsewhere, clock);
    Picture attached(remote);
    remote.attach();
    ASSERT_TRUE(becomes(remote, ConnectionState::Live));
    Visitors visitors(local.identity()->url, local.tokenFile());
    for (int i = 0; i < 20; ++i)
        visitors.stir();
    ASSERT_TRUE(runUntil([&] {
        return embedded.fleet.contextCount() == 4 && embedded.fleet.assignedCount() == 1
            && embedded.fleet.revisions() == attached.fleet.revisions();
    }));
    EXPECT_EQ(firstDifference(embedded.fleet, attached.fleet), std::nullopt);
    EXPECT_EQ(local.identity()->incarnation, remote.identity()->incarnation);
    ASSERT_TRUE(runUntil([&] { return embedded.journal.size() == attached.journal.size(); }));

    local.detach();
    ASSERT_TRUE(runUntil([&] { return embedded.detachments == 1; }));
    std::vector<std::string> steps;
    for (const StopProgress &progress : embedded.stopSteps)
        steps.push_back(progress.step);
    EXPECT_EQ(steps, (std::vector<std::string>{"draining", "stopping_manager", "stopping_components",
                                               "closing_resources", "stopped"}));
    EXPECT_FALSE(readLocalNode().ok()) << "it is announced no more";
    EXPECT_TRUE(becomes(remote, ConnectionState::Lost));
}

/// A request whose body never ends holds the drain open, so that the node is surely in the middle of going down.
class UnfinishedRequest {
public:
    explicit UnfinishedRequest(const LocalDeployment &deployment)
    {
        const QUrl node(QString::fromStdString(deployment.identity()->url));
        m_socket.connectToHost(node.host(), quint16(node.port()));
        m_socket.write(QByteArray::fromStdString("POST /v1/status HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                                                 "Expect: 100-continue\r\nAuthorization: Bearer "
                                                 + *readToken(deployment.tokenFile(), "viewer") + "\r\n\r\n"));
        EXPECT_TRUE(runUntil([&] { return m_socket.bytesAvailable() > 0; })) << "the node waits for the body";
    }

private:
    QTcpSocket m_socket;
};

// SPEC L5
TEST(LocalDeploymentTest, ASecondDetachAndADestructorDoNotWaitForTheDrain)
{
    QTemporaryDir folder;
    EmbeddedNodeOptions options;
    options.config =
        *loadConfig({{"listen", "127.0.0.1:0"}, {"token-file", folder.filePath("tokens").toStdString()}}, {}, {});
    auto local = std::make_unique<LocalDeployment>(options);
    auto picture = std::make_unique<Picture>(*local);
    const auto isDraining = [&] { return !picture->stopSteps.empty() && picture->stopSteps.back().step == "draining"; };
    local->attach();
    ASSERT_TRUE(becomes(*local, ConnectionState::Live));
    {
        const UnfinishedRequest request(*local);
        local->detach();
        ASSERT_TRUE(runUntil(isDraining));
        EXPECT_FALSE(runUntil([&] { return picture->detachments > 0; }, Millis(200))) << "the drain must be open";
        local->detach();
        ASSERT_TRUE(runUntil([&] { return picture->detachments == 1; }, Seconds(3)));
        EXPECT_EQ(picture->stopSteps.back().step, "stopped");
    }
    local->attach();
    ASSERT_TRUE(becomes(*local, ConnectionState::Live)) << "another node comes after it";
    const UnfinishedRequest request(*local);
    local->detach();
    ASSERT_TRUE(runUntil(isDraining));
    picture.reset();
    const SteadyTime before = SystemClock().steady();
    local.reset();
    EXPECT_LT(SystemClock().steady() - before, Seconds(3));
}

TEST(LocalDeploymentTest, WhatKeepsANodeFromStartingIsTold)
{
    QTemporaryDir folder;
    const std::string tokens = folder.filePath("tokens").toStdString();
    NodeFixture other;
    EmbeddedNodeOptions options;
    options.config =
        *loadConfig({{"listen", "127.0.0.1:" + std::to_string(other.url().port())}, {"token-file", tokens}}, {}, {});
    LocalDeployment taken(options);
    Picture picture(taken);
    taken.attach();
    ASSERT_TRUE(becomes(taken, ConnectionState::Refused));
    EXPECT_EQ(taken.status().error->code, ErrorCode::PortInUse);

    std::filesystem::permissions(tokens, std::filesystem::perms(0644));
    options.config.listenPort = 0;
    LocalDeployment unsafe(options);
    unsafe.attach();
    ASSERT_TRUE(becomes(unsafe, ConnectionState::Refused));
    EXPECT_EQ(unsafe.status().error->code, ErrorCode::InsecureTokenFile);
    std::filesystem::permissions(tokens, std::filesystem::perms(0600));
    unsafe.attach();
    EXPECT_TRUE(becomes(unsafe, ConnectionState::Live)) << "and it can be tried again";
}

TEST(DemoDeploymentTest, ShowsAWorldAtOnceAndRefusesASampleThatIsNone)
{
    const auto demo = makeDemoDeployment(demoSample(), 7, "grace", Log());
    Picture picture(*demo);
    demo->attach();
    ASSERT_TRUE(becomes(*demo, ConnectionState::Live));
    EXPECT_TRUE(demo->identity()->url.empty()) << "no network";
    const Fleet &fleet = picture.fleet;
    EXPECT_GE(fleet.contextCount(), 50u);
    EXPECT_GE(fleet.assignedCount(), 8u);
    std::set<std::string> users;
    std::size_t away = 0;
    RegistryTime oldest = demo->now();
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot) {
        users.insert(fleet.client(slot).name.user.string());
        away += !fleet.client(slot).state->connected;
    }
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (fleet.context(slot).assignment)
            oldest = std::min(oldest, fleet.context(slot).assignment->renewedAt);
    EXPECT_EQ(users.size(), 3u);
    EXPECT_EQ(away, 1u);
    EXPECT_EQ(fleet.drains().size(), 1u);
    EXPECT_GT(demo->now() - oldest, Seconds(30)) << "leases are of all ages, not all fresh";
    EXPECT_TRUE(runUntil([&] { return !picture.health.empty() && picture.health.back().acknowledgedRate > 0; }));
    EXPECT_TRUE(picture.health.back().ackP50);

    const auto broken = makeDemoDeployment("{}", 7, "grace", Log());
    broken->attach();
    ASSERT_TRUE(becomes(*broken, ConnectionState::Refused));
    EXPECT_EQ(broken->status().error->code, ErrorCode::BadRequest);
}

} // namespace
} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#include "node/demoplayer.h"

#include "wire/jsonwalker.h"

namespace cheetah {

namespace {

constexpr Micros past = Seconds(100); ///< that is played before anybody looks
constexpr std::size_t mostAsking = 6;

std::string handleParams(const Handle &handle)
{
    return "{\"handle\":" + toJson(handle) + '}';
}

} // namespace

Result<std::unique_ptr<NodeCompany>> DemoPlayer::create(DemoSample sample, std::uint64_t seed,
                                                        std::shared_ptr<DemoClock> clock, Node &node,
                                                        const Node::Environment &environment)
{
    std::unique_ptr<DemoPlayer> player(new DemoPlayer(std::move(sample), seed, std::move(clock), node, environment));
    player->playPast();
    player->turn();
    return std::unique_ptr<NodeCompany>(std::move(player));
}

DemoPlayer::DemoPlayer(DemoSample sample, std::uint64_t seed, std::shared_ptr<DemoClock> clock, Node &node,
                       const Node::Environment &environment)
    : m_sample(std::move(sample)), m_clock(std::move(clock)), m_node(node), m_stage(environment.scheduler, seed)
{
    for (const DemoSample::Client &client : m_sample.clients)
        m_clients.push_back(std::make_unique<DemoClient>(client, m_sample.pages, m_node, m_stage));
}

/// The memory registry answers at once, so that time can be let pass between its steps.
void DemoPlayer::playPast()
{
    for (const auto &client : m_clients)
        client->connect();
    const Micros step = std::min(m_clock->behind(), past) / std::int64_t(m_sample.tasks + 1);
    for (std::uint32_t i = 0; i < m_sample.tasks; ++i) {
        beginTask(Micros(0));
        m_clock->catchUp(step);
    }
    for (std::size_t i = 0; i < m_clients.size(); ++i) {
        if (m_sample.clients[i].away)
            m_clients[i]->leave();
        if (m_sample.clients[i].draining)
            call("drain", toJson(m_clients[i]->name()), AccessScope::Operator);
    }
    m_clock->catchUp(m_clock->behind());
    m_flapAt = now() + Seconds(45);
}

void DemoPlayer::turn()
{
    m_stage.after(m_stage.between(Millis(250), Millis(900)), [this] { turn(); });
    for (const auto &client : m_clients)
        client->noticeEnd(m_node.fleet().fleet());
    const RegistryTime at = now();
    for (auto &[fence, task] : m_tasks)
        goOn(task);
    std::erase_if(m_tasks, [at](const auto &task) { return at >= task.second.endsAt; });
    if (m_tasks.size() < m_sample.tasks && m_asking < mostAsking)
        beginTask(Seconds(15));
    if (now() >= m_flapAt)
        flap();
}

const DemoSample::Job &DemoPlayer::anyJob()
{
    std::size_t all = 0;
    for (const DemoSample::Job &job : m_sample.jobs)
        all += job.weight;
    std::size_t at = m_stage.below(std::max<std::size_t>(all, 1));
    for (const DemoSample::Job &job : m_sample.jobs) {
        if (at < job.weight)
            return job;
        at -= job.weight;
    }
    return m_sample.jobs.front();
}

void DemoPlayer::beginTask(Micros wait)
{
    const DemoSample::Job &job = anyJob();
    AcquireRequest request = job.request;
    request.task = TaskId::trusted(job.label + '-' + std::to_string(++m_lastTask));
    if (wait.count() > 0 && !request.mayCreate())
        request.wait = wait;
    ++m_asking;
    call("acquire", toJson(request), AccessScope::App, [this, &job](const Result<std::string> &lease) {
        --m_asking;
        began(job, lease);
    });
}

void DemoPlayer::began(const DemoSample::Job &job, const Result<std::string> &lease)
{
    const auto json = lease ? parseJson(*lease) : Result<JsonValue>(lease.error());
    const auto decoded = json ? fromJson<Lease>(*json) : Result<Lease>(json.error());
    if (!decoded)
        return; // the journal tells why it got nothing
    Task task;
    task.handle = decoded->handle;
    task.forgetsToRenew = m_stage.chance(0.1);
    task.endsAt = now() + m_stage.between(job.shortest, job.longest);
    task.renewAt = now() + m_stage.between(Seconds(20), Seconds(60));
    task.sendAt = now() + m_stage.between(Millis(200), Seconds(4));
    m_tasks.insert_or_assign(task.handle.fence, task);
}

/// One step of one task; a lease that ended meanwhile ends the task at its next call.
void DemoPlayer::goOn(Task &task)
{
    const auto drop = [this, fence = task.handle.fence](const Result<std::string> &answer) {
        const auto found = m_tasks.find(fence);
        if (!answer && found != m_tasks.end())
            found->second.endsAt = {};
    };
    if (now() >= task.endsAt) {
        if (!task.forgetsToRenew)
            call("release", handleParams(task.handle), AccessScope::App);
    } else if (now() >= task.renewAt && !task.forgetsToRenew) {
        task.renewAt = now() + m_stage.between(Seconds(30), Seconds(70));
        call("renew", handleParams(task.handle), AccessScope::App, drop);
    } else if (now() >= task.sendAt) {
        task.sendAt = now() + m_stage.between(Seconds(1), Seconds(9));
        sendSomething(task);
    }
}

void DemoPlayer::sendSomething(const Task &task)
{
    static constexpr std::string_view kinds[] = {"navigate", "evaluate", "evaluate", "evaluate", "screenshot"};
    const std::string_view kind = kinds[m_stage.below(std::size(kinds))];
    const DemoSample::Page &page = m_sample.pages[m_stage.below(m_sample.pages.size())];
    std::string params;
    JsonWriter out(params);
    out.beginObject().member("handle", toText(task.handle)).member("kind", kind).key("params").beginObject();
    if (kind == "navigate")
        out.member("url", page.url);
    else if (kind == "evaluate")
        out.member("script", "document.querySelector('form').checkValidity()");
    out.endObject().endObject();
    call("send", params, AccessScope::App);
}

/// Those that are away come for a while, and go again.
void DemoPlayer::flap()
{
    m_flapAt = now() + m_stage.between(Seconds(40), Seconds(90));
    for (std::size_t i = 0; i < m_clients.size(); ++i)
        if (m_sample.clients[i].away)
            m_clients[i]->isConnected() ? m_clients[i]->leave() : m_clients[i]->connect();
}

void DemoPlayer::call(std::string_view method, const std::string &params, AccessScope scope,
                      std::function<void(const Result<std::string> &)> done)
{
    const auto parsed = parseJson(params);
    if (!parsed)
        return;
    Principal principal;
    principal.scope = scope;
    principal.tokenId = "demo";
    m_node.methods().call(method, {principal, {}, "demo", {}, {}}, *parsed, m_node.host(), m_scope,
                          [done = std::move(done)](const Result<std::string> &answer) {
                              if (done)
                                  done(answer);
                          });
}

} // namespace cheetah

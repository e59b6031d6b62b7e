// SPDX-License-Identifier: Apache-2.0
#include "node/democlient.h"

#include <algorithm>

namespace cheetah {

void DemoStage::after(Micros delay, std::function<void()> function)
{
    const std::uint64_t id = ++m_lastTimer;
    m_timers[id] = m_scheduler.after(delay, [this, id, function = std::move(function)] {
        const auto timer = m_timers.extract(id);
        function();
    });
}

Micros DemoStage::between(Micros least, Micros most)
{
    return least + Micros(std::int64_t(m_random() % std::uint64_t((most - least).count() + 1)));
}

DemoClient::DemoClient(DemoSample::Client sample, const std::vector<DemoSample::Page> &pages, Node &node,
                       DemoStage &stage)
    : m_sample(std::move(sample)), m_pages(pages), m_node(node), m_stage(stage)
{}

void DemoClient::connect()
{
    const HelloMessage &said = m_sample.hello;
    const Hello hello{said.client,
                      said.kind,
                      said.epoch,
                      said.agent,
                      said.metadata,
                      said.limits,
                      m_node.config().nodeId,
                      ConnectionId::trusted("demo-" + said.client.client.string())};
    m_node.clientSide().connections.hello(hello, m_scope, [this](const Result<Welcome> &welcome) {
        if (!welcome)
            return m_stage.after(Seconds(3), [this] { connect(); });
        m_isComingBack = false;
        m_generation = welcome->generation;
        m_registration = m_node.clientSide().links.add(name(), m_sample.hello.epoch, m_generation, *this);
        report();
    });
}

void DemoClient::leave()
{
    m_registration = {};
    m_node.clientSide().connections.closed(name(), std::exchange(m_generation, 0), m_scope,
                                           [](const Result<std::uint32_t> &) {});
}

void DemoClient::noticeEnd(const Fleet &fleet)
{
    const Slot slot = fleet.find(name());
    if (!isConnected()
        || (slot != noSlot && fleet.client(slot).state->connected
            && fleet.client(slot).state->generation == m_generation))
        return;
    m_registration = {};
    m_generation = 0;
    if (!std::exchange(m_isComingBack, true))
        m_stage.after(Seconds(3), [this] { connect(); });
}

void DemoClient::report()
{
    if (!isConnected())
        return;
    m_node.clientSide().windows.report({name(), m_sample.hello.epoch, ++m_seq, m_sample.windows}, {m_generation},
                                       m_scope, [this](const Result<ReportAccepted> &accepted) {
                                           if (accepted && !accepted->closable.empty())
                                               m_node.clientSide().provisioner.closeContexts(accepted->closable);
                                       });
}

bool DemoClient::send(const CommandFrame &frame)
{
    if (!isConnected())
        return false;
    m_stage.after(m_stage.between(Millis(8), Millis(90)), [this, frame] {
        m_node.clientSide().correlator.acknowledge(name(), frame.epoch, frame.id, m_scope,
                                                   [](const Result<CommandRecord> &) {});
        const bool makes = frame.content.kind == "openTab" || frame.content.kind == "openWindow";
        m_stage.after(makes ? m_stage.between(Seconds(3), Seconds(7)) : m_stage.between(Millis(150), Millis(2500)),
                      [this, frame] { carryOut(frame); });
    });
    return true;
}

void DemoClient::carryOut(const CommandFrame &frame)
{
    if (!isConnected())
        return;
    IncomingResult incoming{name(), frame.epoch, frame.id, {}, std::nullopt, 0};
    auto result = perform(frame);
    if (result) {
        incoming.result = *std::move(result);
        incoming.seq = m_seq;
    } else {
        incoming.error = result.error();
    }
    m_node.clientSide().correlator.result(std::move(incoming), m_scope, [](const Result<CommandRecord> &) {});
}

Result<std::string> DemoClient::perform(const CommandFrame &frame)
{
    const std::string &kind = frame.content.kind;
    if (kind == "openTab" || kind == "openWindow")
        return open(frame);
    if (kind == "closeTab" || kind == "closeWindow")
        return closeWhat(frame);
    ReportedContext *context = find(frame.context);
    if (!context)
        return Error(ErrorCode::ContextGone);
    if (kind == "navigate") {
        visit(*context);
        report();
        return "{\"url\":" + toJson(context->url) + '}';
    }
    if (kind == "evaluate" && m_stage.chance(0.06))
        return Error(ErrorCode::ScriptFailed, {{"reason", "TypeError: document.querySelector(…) is null"}});
    return std::string(kind == "evaluate" ? R"({"value":true})" : "{}");
}

Result<std::string> DemoClient::open(const CommandFrame &frame)
{
    const std::string number = std::to_string(++m_opened);
    ReportedContext context;
    context.id = ContextId::trusted("new-" + number);
    context.provision = frame.content.provision;
    context.ours = true;
    visit(context);
    auto window = std::find_if(m_sample.windows.begin(), m_sample.windows.end(),
                               [&](const ReportedWindow &known) { return known.id == frame.content.window; });
    if (frame.content.kind == "openWindow" || window == m_sample.windows.end()) {
        window = m_sample.windows.insert(m_sample.windows.end(), ReportedWindow());
        window->id = WindowId::trusted("window-" + number);
        window->title = context.title;
        window->provision = frame.content.provision;
    }
    window->contexts.push_back(context);
    report();
    return "{\"contextId\":" + toJson(context.id) + '}';
}

Result<std::string> DemoClient::closeWhat(const CommandFrame &frame)
{
    for (ReportedWindow &window : m_sample.windows)
        std::erase_if(window.contexts, [&](const ReportedContext &context) {
            return context.id == frame.context || window.id == frame.content.window;
        });
    std::erase_if(m_sample.windows, [](const ReportedWindow &window) { return window.contexts.empty(); });
    report();
    return std::string("{}");
}

ReportedContext *DemoClient::find(const ContextId &id)
{
    for (ReportedWindow &window : m_sample.windows)
        for (ReportedContext &context : window.contexts)
            if (context.id == id)
                return &context;
    return nullptr;
}

void DemoClient::visit(ReportedContext &context)
{
    const DemoSample::Page &page = m_pages[m_stage.below(m_pages.size())];
    context.title = page.title;
    context.url = page.url;
}

void DemoClient::queryProvision(const ProvisionId &provision, const Scope &, Reply<CreationStatus> reply)
{
    bool known = false;
    for (const ReportedWindow &window : m_sample.windows)
        for (const ReportedContext &context : window.contexts)
            known = known || context.provision == provision;
    reply(CreationStatus{m_seq, known});
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "delivery/dispatcher.h"
#include "delivery/memorypayloadstore.h"
#include "delivery/responsenotifier.h"
#include "delivery/rpccorrelator.h"
#include "support/fakeevidencestore.h"

#include <gtest/gtest.h>

namespace cheetah::test {

/// The node's end of a client's socket, as a test sees it.
class FakeClientLink final : public ClientLink {
public:
    bool send(const CommandFrame &frame) override
    {
        if (onSend)
            onSend(frame);
        if (open)
            frames.push_back(frame);
        return open;
    }
    void cancelCommand(const CommandId &command) override { cancelled.push_back(command.string()); }
    void resultKept(const CommandId &command) override { kept.push_back(command.string()); }
    void queryProvision(const ProvisionId &, const Scope &, Reply<CreationStatus> reply) override
    {
        reply(ErrorCode::ClientNotConnected);
    }
    void close(ErrorCode reason) override { closedFor = reason; }

    std::vector<std::string> sent() const
    {
        std::vector<std::string> ids;
        for (const CommandFrame &frame : frames)
            ids.push_back(frame.id.string());
        return ids;
    }

    bool open = true; ///< false: reads too slowly, or is closing
    std::function<void(const CommandFrame &)> onSend;
    std::vector<CommandFrame> frames;
    std::vector<std::string> cancelled, kept;
    std::optional<ErrorCode> closedFor;
};

/// An answer that may come later, and how often it came.
struct Recorded {
    Reply<CommandRecord> into()
    {
        return [this](Result<CommandRecord> r) {
            ++times;
            result.emplace(std::move(r));
        };
    }
    bool ok() const { return times == 1 && result->ok(); }
    std::optional<ErrorCode> error() const
    {
        return times == 1 && !result->ok() ? std::optional(result->error().code) : std::nullopt;
    }
    const CommandRecord &record() const { return result->value(); }

    int times = 0;
    std::optional<Result<CommandRecord>> result;
};

/// One node's delivery over a faulty store, with one user `u` whose client `c` has contexts `a` and `b`.
struct DeliveryFixture : testing::Test {
    DeliveryFixture()
    {
        Scope scope_;
        dispatcher.start(scope_, [](Result<void>) {});
        correlator.start(scope_, [](Result<void>) {});
        notifier.start(scope_, [](Result<void>) {});
    }

    static ContextName contextName(const std::string &context, const std::string &epoch = "e1")
    {
        return {UserId::trusted("u"), ClientId::trusted("c"), Epoch::trusted(epoch), ContextId::trusted(context)};
    }
    Handle lease(const std::string &context, Fence fence = 7)
    {
        const auto name = std::make_shared<const ContextName>(contextName(context));
        const Handle handle{{name, noSlot}, fence, RequestId::trusted("r-" + context)};
        store.leases[*name] = handle;
        return handle;
    }
    void endLease(const Handle &handle) { store.leases.erase(handle.name()); }

    void connect(std::uint64_t generation = 1, const std::string &epoch = "e1")
    {
        store.generations[client] = generation;
        registration = links.add(client, Epoch::trusted(epoch), generation, link);
        settle();
    }
    void disconnect()
    {
        store.generations.erase(client);
        registration = {};
    }

    SendRequest request(const Handle &handle, const std::string &id, Micros deadline = Micros(0))
    {
        SendRequest r;
        r.user = UserId::trusted("u");
        r.handle = handle;
        r.task = TaskId::trusted("t");
        r.command = CommandId::trusted(id);
        r.content = {"navigate", R"({"url":"https://example.org/"})"};
        r.deadline = deadline;
        return r;
    }
    void send(const SendRequest &r)
    {
        dispatcher.send(r, scope, [](Result<CommandRecord> admitted) { EXPECT_TRUE(admitted.ok()); });
        settle();
    }
    IncomingResult answer(const std::string &id, std::string json = "{}", const std::string &epoch = "e1")
    {
        return {client, Epoch::trusted(epoch), CommandId::trusted(id), std::move(json), std::nullopt, 0};
    }
    /// Lets the store's late answers arrive.
    void settle() { scheduler.advance(store.delay ? *store.delay * 8 : Micros(0)); }

    const CommandRecord &evidence(const std::string &id) { return *store.find(CommandId::trusted(id)); }

    ManualClock clock;
    ManualScheduler scheduler{clock};
    FakeFleetSource fleet{clock};
    FakeEvidenceStore store{fleet, scheduler};
    SeededIdSource ids{11};
    LinkDirectory links;
    DispatcherHealth health{clock};
    ResponseNotifier notifier{store, scheduler, {}};
    MemoryPayloadStore payloads{clock, ids, {}};
    Dispatcher dispatcher{{store, fleet, links, notifier, health, scheduler, clock, ids}, NodeId::trusted("n"), Log()};
    RpcCorrelator correlator{{store, payloads, links, notifier, health}, Log()};
    FakeClientLink link;
    LinkDirectory::Registration registration;
    const ClientName client{UserId::trusted("u"), ClientId::trusted("c")};
    Scope scope;
};

} // namespace cheetah::test

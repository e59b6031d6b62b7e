// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/fleetsource.h"
#include "registry/fleetwriter.h"

namespace cheetah::test {

/// A fleet that a test writes by hand, with whatever observes it. Owned by the test; it decides nothing, so it can be
/// brought into states that no registry would allow.
class TestFleet final : public FleetSource {
public:
    TestFleet() : m_writer(Incarnation::trusted("i")) { m_writer.begin({1'000'000}); }

    const Fleet &fleet() const override { return m_writer.fleet(); }
    RegistryTime now() const override { return m_writer.now(); }
    Subscription subscribe(FleetObserver &observer) override { return m_writer.subscribe(observer); }

    /// One delta with these changes.
    template <class... Changes>
    void apply(Changes &&...changes)
    {
        m_writer.begin(m_writer.now() + Micros(1));
        (m_writer.add(std::forward<Changes>(changes)), ...);
        m_writer.commit();
    }

    /// A connected client with `contexts` live tabs in one window, named c, w and 0, 1, 2, …
    void addClient(const ClientName &name, int contexts, Metadata metadata = {})
    {
        auto state = std::make_shared<ClientState>();
        state->epoch = Epoch::trusted("e");
        state->generation = 1;
        state->connected = true;
        state->node = NodeId::trusted("n");
        state->metadata = std::move(metadata);
        apply(ClientChanged{name, state}, WindowChanged{window(name), "w", false, false, false, 0});
        for (int i = 0; i < contexts; ++i)
            addContext(name, std::to_string(i));
    }
    void addContext(const ClientName &name, const std::string &id, Health health = Health::Live)
    {
        auto reported = std::make_shared<ReportedContext>();
        reported->id = ContextId::trusted(id);
        reported->health = health;
        ContextChanged change;
        change.key.name =
            std::make_shared<const ContextName>(ContextName{name.user, name.client, Epoch::trusted("e"), reported->id});
        change.window = WindowId::trusted("w");
        change.position = ~std::uint32_t(0);
        change.reported = std::move(reported);
        apply(change);
    }
    template <class Change>
    void changeClient(const ClientName &name, Change change)
    {
        auto state = std::make_shared<ClientState>(*fleet().client(fleet().find(name)).state);
        change(*state);
        apply(ClientChanged{name, state});
    }

    static WindowName window(const ClientName &name)
    {
        return {name.user, name.client, Epoch::trusted("e"), WindowId::trusted("w")};
    }
    ContextKey context(const ClientName &name, const std::string &id) const
    {
        return fleet().key(
            fleet().find(ContextName{name.user, name.client, Epoch::trusted("e"), ContextId::trusted(id)}));
    }
    void assign(const ContextKey &key, const std::string &task = "t")
    {
        Assignment assignment;
        assignment.task = TaskId::trusted(task);
        assignment.request = RequestId::trusted("r" + std::to_string(m_fence));
        assignment.fence = ++m_fence;
        assignment.acquiredAt = assignment.renewedAt = now();
        apply(AssignmentStarted{key, assignment});
    }
    void release(const ContextKey &key)
    {
        apply(AssignmentEnded{key, fleet().context(fleet().find(key)).assignment->fence, EndCause::Released});
    }

private:
    FleetWriter m_writer;
    Fence m_fence = 0;
};

inline ClientName clientName(std::string_view client, std::string_view user = "u")
{
    return {UserId::trusted(std::string(user)), ClientId::trusted(std::string(client))};
}

} // namespace cheetah::test

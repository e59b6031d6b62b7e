// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/redisground.h"

namespace cheetah::bench {

/// What ends one of Ground::each's steps.
using Done = std::function<void()>;

/// Hands on what a step answered; the program ends where it failed.
template <class T, class Then>
Reply<T> then(Then take)
{
    return [take](Result<T> result) {
        if constexpr (std::is_void_v<T>) {
            Ground::must(std::move(result));
            take();
        } else {
            take(Ground::must(std::move(result)));
        }
    };
}

/// Leases of a ground's contexts by number, as starts for Ground::each. Any number stands for a context; they go from
/// client to client.
class LeaseHolder {
public:
    explicit LeaseHolder(Ground &ground) : m_ground(ground), m_size(ground.contexts.size()) {}

    const Ground::Known &context(std::size_t i) const { return m_ground.contexts[i * 7919 % m_size]; }
    const Handle &handle(std::size_t i) const { return m_handles[i]; }
    void makeRoom(std::size_t count) { m_handles.resize(count); }

    AssignArgs argsFor(const Ground::Known &context)
    {
        const Fleet &fleet = m_ground.registry().source().fleet();
        AssignArgs args;
        args.context = fleet.key(fleet.find(context.name));
        args.task = TaskId::trusted("task");
        args.request = RequestId::trusted("request-" + std::to_string(++m_asked));
        args.node = node;
        return args;
    }
    /// The lease gets the number `i`.
    void assign(const Ground::Known &context, std::size_t i, Done done)
    {
        leases().assign(argsFor(context), scope(), keeping(i, std::move(done)));
    }
    auto acquiring()
    {
        return [this](std::size_t i, Done done) { assign(context(i), i, std::move(done)); };
    }
    auto renewing()
    {
        return [this](std::size_t i, Done done) {
            leases().renew(m_handles[i], scope(), then<Renewed>([done](const Renewed &) { done(); }));
        };
    }
    auto releasing()
    {
        return [this](std::size_t i, Done done) {
            leases().release(m_handles[i], EndCause::Released, scope(),
                             then<Released>([done](const Released &) { done(); }));
        };
    }
    /// Each lease goes on to the context `shift` further.
    auto moving(std::size_t shift)
    {
        return [this, shift](std::size_t i, Done done) {
            leases().releaseAndAssign(m_handles[i], argsFor(context(shift + i)), scope(), keeping(i, std::move(done)));
        };
    }

private:
    Reply<Assigned> keeping(std::size_t i, Done done)
    {
        return then<Assigned>([this, i, done = std::move(done)](Assigned assigned) {
            m_handles[i] = std::move(assigned.handle);
            done();
        });
    }
    ContextRegistry &leases() { return m_ground.registry().contexts(); }
    const Scope &scope() const { return m_ground.scope(); }

    Ground &m_ground;
    const std::size_t m_size;
    std::vector<Handle> m_handles;
    std::size_t m_asked = 0;
};

} // namespace cheetah::bench

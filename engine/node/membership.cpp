// SPDX-License-Identifier: Apache-2.0
#include "node/membership.h"

#include "base/duration.h"

#include <charconv>

namespace cheetah {

namespace {

/// Until the lease of whoever holds the id has run out, if nobody renews it.
Micros remainingLease(const Error &live, Micros lease)
{
    const std::string_view text = live.param("retryAfterMs");
    std::int64_t milliseconds = 0;
    std::from_chars(text.data(), text.data() + text.size(), milliseconds);
    return std::clamp<Micros>(Millis(milliseconds + 50), Millis(50), lease + Millis(50));
}

} // namespace

Membership::Membership(Place place)
    : m_place(std::move(place)),
      m_registry(m_place.state.registries().connections),
      m_heartbeat(
          {m_place.node.id, m_place.node.incarnation, m_place.lease}, m_registry, m_place.scheduler, m_place.log,
          m_place.superseded, [this] { enterAgain(); }, m_place.report)
{}

NodeInfo Membership::self() const
{
    NodeInfo node = m_place.node;
    if (m_place.report)
        node.report = m_place.report();
    return node;
}

void Membership::start(const Scope &scope, HookDone done)
{
    if (m_state == State::In)
        return done({});
    m_state = State::Entering;
    m_waited = false;
    m_caller = scope.guard();
    m_done = std::move(done);
    m_place.state.open(m_scope, [this](Result<void> opened) {
        if (!opened)
            return answer(std::move(opened));
        enter();
    });
}

void Membership::enter()
{
    m_registry.registerNode(self(), m_scope, [this](Result<void> result) { entered(std::move(result)); });
}

/// A node that finds its id held waits up to one lease: if that is renewed meanwhile, another process lives under the id.
void Membership::entered(Result<void> result)
{
    if (m_state != State::Entering)
        return;
    if (!result && result.error().code == ErrorCode::NodeIdLive && !std::exchange(m_waited, true)) {
        m_place.log.info("node", "the node id is held by another process; waiting whether that is alive");
        m_retry = m_place.scheduler.after(remainingLease(result.error(), m_place.lease), [this] { enter(); });
        return;
    }
    answer(std::move(result));
}

void Membership::answer(Result<void> result)
{
    if (m_state != State::Entering)
        return;
    m_state = result ? State::In : State::Out;
    if (!result) {
        m_place.state.close();
        return tell(std::move(result));
    }
    m_heartbeat.start();
    if (!m_place.relay)
        return tell({});
    m_place.relay->start();
    m_place.relay->whenHeard(m_scope, [this] { tell({}); });
}

void Membership::tell(Result<void> result)
{
    HookDone done = std::move(m_done);
    if (m_caller.alive())
        done(std::move(result));
}

void Membership::cancel()
{
    if (m_state == State::Entering) {
        m_retry.cancel();
        answer(ErrorCode::Cancelled);
    }
}

/// The lease ran out while this process stood still, or the store lost its memory; whether entering helped is told by the
/// next beat.
void Membership::enterAgain()
{
    m_registry.registerNode(self(), m_scope, [](const Result<void> &) {});
}

void Membership::stop(const Scope &scope, HookDone done)
{
    if (std::exchange(m_state, State::Out) != State::In)
        return done({});
    m_heartbeat.stop();
    if (m_place.relay)
        m_place.relay->stop();
    auto left = [this, caller = scope.guard(), done = std::move(done)](Result<void> result) mutable {
        m_place.state.close();
        if (caller.alive())
            done(std::move(result));
    };
    m_registry.unregisterNode(m_place.node.id, m_place.node.incarnation, m_scope, std::move(left));
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "redis/redisstatus.h"

#include <map>
#include <utility>

namespace cheetah {

struct RedisStatus::Shared {
    const Clock &clock;
    RedisState state;
    std::map<std::uint64_t, std::shared_ptr<const Changed>> observers;
    std::uint64_t nextId = 1;
};

RedisStatus::RedisStatus(const Clock &clock)
    : m_shared(std::make_shared<Shared>(Shared{clock, {RedisState::Kind::Connecting, {}, clock.wall()}, {}}))
{}

const RedisState &RedisStatus::state() const
{
    return m_shared->state;
}

RedisStatus::Observation RedisStatus::observe(Changed changed) const
{
    const std::uint64_t id = m_shared->nextId++;
    m_shared->observers.emplace(id, std::make_shared<const Changed>(std::move(changed)));
    return Observation(m_shared, id);
}

void RedisStatus::setReady()
{
    RedisState &state = m_shared->state;
    if (state.kind == RedisState::Kind::Ready)
        return;
    state = {RedisState::Kind::Ready, {}, m_shared->clock.wall()};
    tell();
}

void RedisStatus::setFailed(Error error)
{
    RedisState &state = m_shared->state;
    if (state.kind == RedisState::Kind::Failed && state.error == error)
        return;
    const WallTime since = state.kind == RedisState::Kind::Failed ? state.since : m_shared->clock.wall();
    state = {RedisState::Kind::Failed, std::move(error), since};
    tell();
}

/// An observer may end itself, others, or this.
void RedisStatus::tell()
{
    const std::shared_ptr<Shared> shared = m_shared;
    const RedisState state = shared->state;
    for (auto next = shared->observers.begin(); next != shared->observers.end();) {
        const std::uint64_t id = next->first;
        const auto observer = next->second;
        (*observer)(state);
        next = shared->observers.upper_bound(id);
    }
}

RedisStatus::Observation &RedisStatus::Observation::operator=(Observation &&other) noexcept
{
    if (this != &other) {
        end();
        m_shared = std::exchange(other.m_shared, {});
        m_id = other.m_id;
    }
    return *this;
}

RedisStatus::Observation::~Observation()
{
    end();
}

void RedisStatus::Observation::end()
{
    if (const auto shared = m_shared.lock())
        shared->observers.erase(m_id);
    m_shared.reset();
}

} // namespace cheetah

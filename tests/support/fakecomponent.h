// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifecycle/listener.h"
#include "lifecycle/supervisor.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cheetah::test {

/// What happened, in order, such as `+dispatcher` (started), `-dispatcher` (stopped), `!dispatcher` (cancelled).
using Calls = std::vector<std::string>;

/// A component that does as the test says: answers at once with success or an error, or when told.
class FakeComponent : public BackgroundComponent {
public:
    FakeComponent(std::string name, Calls &calls) : m_name(std::move(name)), m_calls(calls) {}

    std::string_view name() const override { return m_name; }
    bool hasStart() const override { return startHook; }
    bool hasStop() const override { return stopHook; }

    void start(const Scope &scope, HookDone done) override
    {
        m_calls.push_back("+" + m_name);
        answer(startError, holdStart, scope, std::move(done));
    }
    void stop(const Scope &scope, HookDone done) override
    {
        m_calls.push_back("-" + m_name);
        answer(stopError, holdStop, scope, std::move(done));
    }
    void cancel() override
    {
        m_calls.push_back("!" + m_name);
        if (m_held)
            release(ErrorCode::Cancelled);
    }

    bool held() const { return bool(m_held); }
    void release(Result<void> result)
    {
        HookDone done = std::exchange(m_held, nullptr);
        if (m_guard.alive())
            done(std::move(result));
    }
    using BackgroundComponent::reportFailure;

    bool startHook = true, stopHook = true;
    bool holdStart = false, holdStop = false;
    std::optional<Error> startError, stopError;

private:
    void answer(const std::optional<Error> &error, bool hold, const Scope &scope, HookDone done)
    {
        if (hold) {
            m_guard = scope.guard();
            m_held = std::move(done);
        } else {
            done(error ? Result<void>(*error) : Result<void>());
        }
    }

    const std::string m_name;
    Calls &m_calls;
    Scope::Guard m_guard;
    HookDone m_held;
};

/// The five components of a set under the names of their places.
struct FakeParts {
    Calls calls;
    FakeComponent registry{"registry", calls}, dispatcher{"dispatcher", calls}, correlator{"correlator", calls};
    FakeComponent notifier{"notifier", calls}, sweep{"sweep", calls};

    ComponentSet::Parts parts() { return {&registry, &dispatcher, &correlator, &notifier, &sweep}; }
    Calls take() { return std::exchange(calls, {}); }
};

/// A continuation's answer, and how often it came.
struct Answered {
    HookDone into()
    {
        return [this](Result<void> r) {
            ++times;
            result.emplace(std::move(r));
        };
    }
    bool succeeded() const { return times == 1 && result->ok(); }
    /// Code of the one failure; nothing if there was none or the answer came more than once.
    std::optional<ErrorCode> failed() const
    {
        return times == 1 && !result->ok() ? std::optional(result->error().code) : std::nullopt;
    }

    int times = 0;
    std::optional<Result<void>> result;
};

} // namespace cheetah::test

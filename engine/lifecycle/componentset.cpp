// SPDX-License-Identifier: Apache-2.0
#include "lifecycle/componentset.h"

#include <algorithm>

namespace cheetah {

/// One start or stop under way. The hooks' continuations hang on its Scope, so nothing comes back after it is gone.
class ComponentSet::Run {
public:
    Run(ComponentSet &set, bool starting, std::vector<Component *> steps, Scope::Guard caller, HookDone done)
        : m_set(set),
          m_starting(starting),
          m_steps(std::move(steps)),
          m_caller(std::move(caller)),
          m_done(std::move(done))
    {}

    void next()
    {
        if (m_position == m_steps.size() || (m_starting && failedOrCancelled()))
            return m_starting && failedOrCancelled() ? unwind() : finish();
        m_current = m_steps[m_position++];
        const auto done = [this](Result<void> result) {
            Component *const component = std::exchange(m_current, nullptr);
            if (!result)
                note(*component, m_starting, result.error());
            else if (m_starting)
                m_completed.push_back(component);
            next();
        };
        if (m_starting)
            m_current->start(m_scope, done);
        else
            m_current->stop(m_scope, done);
    }

    void cancel()
    {
        m_cancelled = true;
        if (m_current && !m_unwinding)
            m_current->cancel();
    }

private:
    bool failedOrCancelled() const { return m_cancelled || !m_failures.empty(); }

    void unwind()
    {
        m_unwinding = true;
        while (!m_completed.empty() && !m_completed.back()->hasStop())
            m_completed.pop_back();
        if (m_completed.empty())
            return finish();
        m_current = m_completed.back();
        m_completed.pop_back();
        m_current->stop(m_scope, [this](Result<void> result) {
            Component *const component = std::exchange(m_current, nullptr);
            if (!result)
                note(*component, false, result.error());
            unwind();
        });
    }

    void note(const Component &component, bool starting, const Error &error)
    {
        m_cancelled = m_cancelled || error.code == ErrorCode::Cancelled;
        m_failures.push_back({std::string(component.name()), starting, error});
        m_set.m_log.error("lifecycle", describe(m_failures.back()) + (error.detail.empty() ? "" : ": " + error.detail));
    }

    static std::string describe(const StepFailure &failure)
    {
        return failure.component + (failure.starting ? ".start: " : ".stop: ") + std::string(name(failure.error.code));
    }

    Result<void> verdict() const
    {
        if (!failedOrCancelled())
            return {};
        const auto isCancelled = [](const StepFailure &f) { return f.error.code == ErrorCode::Cancelled; };
        auto primary = m_failures.begin();
        if (m_cancelled)
            primary = std::find_if(m_failures.begin(), m_failures.end(), isCancelled);
        Error error = primary == m_failures.end() ? Error(ErrorCode::Cancelled) : primary->error;
        if (primary != m_failures.end()) {
            error.params.emplace_back("component", primary->component);
            error.params.emplace_back("step", primary->starting ? "start" : "stop");
        }
        for (auto other = m_failures.begin(); other != m_failures.end(); ++other)
            if (other != primary)
                error.params.emplace_back("later", describe(*other));
        return error;
    }

    void finish()
    {
        const Result<void> result = verdict();
        HookDone done = std::move(m_done);
        const Scope::Guard caller = m_caller;
        m_set.m_failures = std::move(m_failures);
        m_set.finished(this);
        if (caller.alive())
            done(result);
    }

    ComponentSet &m_set;
    const bool m_starting;
    const std::vector<Component *> m_steps;
    std::size_t m_position = 0;
    Component *m_current = nullptr;
    std::vector<Component *> m_completed;
    std::vector<StepFailure> m_failures;
    bool m_cancelled = false;
    bool m_unwinding = false;
    Scope::Guard m_caller;
    HookDone m_done;
    Scope m_scope;
};

ComponentSet::ComponentSet(const Parts &parts, Log log) : m_log(std::move(log))
{
    for (Component *component :
         {parts.contextRegistry, parts.dispatcher, parts.correlator, parts.notifier, parts.connectionSweep})
        if (component && component->hasStart())
            m_startOrder.push_back(component);
    for (Component *component :
         {parts.connectionSweep, parts.correlator, parts.notifier, parts.dispatcher, parts.contextRegistry})
        if (component && component->hasStop())
            m_stopOrder.push_back(component);
}

ComponentSet::~ComponentSet() = default;

void ComponentSet::start(const Scope &scope, HookDone done)
{
    launch(true, scope, std::move(done));
}

void ComponentSet::stop(const Scope &scope, HookDone done)
{
    launch(false, scope, std::move(done));
}

void ComponentSet::launch(bool starting, const Scope &scope, HookDone done)
{
    const auto run =
        std::make_shared<Run>(*this, starting, starting ? m_startOrder : m_stopOrder, scope.guard(), std::move(done));
    m_runs.push_back(run);
    run->next(); // `run` is kept alive here: it may answer, and leave the list, before it returns
}

void ComponentSet::cancel()
{
    const auto runs = m_runs;
    for (const auto &run : runs)
        run->cancel();
}

void ComponentSet::finished(Run *run)
{
    std::erase_if(m_runs, [run](const auto &each) { return each.get() == run; });
}

} // namespace cheetah

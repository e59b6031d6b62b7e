// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/result.h"
#include "base/scope.h"

#include <string_view>

namespace cheetah {

/// Answer of a lifecycle hook.
using HookDone = Callback<void(Result<void>)>;

/// Something that a ComponentSet or a Host starts and stops. It stands for the lifecycle alone: what the component does
/// is another interface. Owned by whoever made it; a set only points to it. Repeated starts and stops are passed on to
/// it, so it must bear them (SPEC L4).
class Component {
public:
    virtual ~Component() = default;

    /// Short name for logs, readiness and reported failures, such as `dispatcher`.
    virtual std::string_view name() const = 0;

    /// A component without a hook is skipped where that hook would run (SPEC L1).
    virtual bool hasStart() const { return true; }
    virtual bool hasStop() const { return true; }

    /// Answers once, possibly before it returns. A start that fails or is cancelled undoes itself before it answers.
    virtual void start(const Scope &scope, HookDone done) = 0;
    virtual void stop(const Scope &scope, HookDone done) = 0;

    /// Asks the hook under way, if any, to give up: it then answers `cancelled`, or success if it was done already. The
    /// answer still comes through its continuation.
    virtual void cancel() {}
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifecycle/component.h"

namespace cheetah {

/// A place where work comes in from outside, such as the edge's port. The host binds it last and takes it down first
/// (SPEC L5). Owned by the host's owner.
class Listener {
public:
    virtual ~Listener() = default;

    virtual std::string_view name() const = 0;

    /// Starts to accept. Errors: `port_in_use`, `insecure_listener`, `io_error`.
    virtual void bind(const Scope &scope, HookDone done) = 0;

    /// From now on new work is answered `going_down`; renewals, releases, acknowledgements and results still pass, on new
    /// connections too, until `close`.
    virtual void stopAccepting() = 0;

    /// Answers once nothing that came in before is still being worked on.
    virtual void drain(const Scope &scope, HookDone done) = 0;

    /// Cuts off whatever is left and frees the port. May be repeated.
    virtual void close() = 0;
};

} // namespace cheetah

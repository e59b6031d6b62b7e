// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/scope.h"
#include "base/tracer.h"
#include "edge/authprovider.h"
#include "lifecycle/host.h"
#include "wire/fields.h"

#include <functional>
#include <string>
#include <vector>

namespace cheetah {

/// Who calls a method, and over what.
struct Caller {
    Principal principal;
    ConnectionId socket; ///< of a console socket; empty over HTTP
    std::string peer;    ///< address, for the log
    std::string actor;   ///< name that an operator gave; cleaned; empty: the token's id
    /// Asks to be told once if the caller leaves before its answer; unset where a socket's close tells it (SPEC W12).
    std::function<void(Callback<void()>)> onGone;
    TraceContext trace = {}; ///< that the call is joined to; invalid: none (SPEC O5)
};

/// Answer of a method: its result as JSON text.
using MethodReply = Callback<void(Result<std::string>)>;

/// One method of the node, offered over HTTP and both kinds of console use alike.
struct Method {
    using Run = std::function<void(const Caller &, const JsonValue &params, const Scope &, MethodReply)>;

    std::string name;
    std::vector<AccessScope> scopes; ///< any of these may call it
    RoleMask roles = allRoles;       ///< a node without any of them answers `unknown_method`
    WorkKind work = WorkKind::New;
    bool readOnly = false; ///< may be asked with GET
    Run run;
};

/// All methods by name: the one place where scope, role and the going down of a node are checked, whatever the way in
/// (SPEC E1, E2, L5). Owned by the node.
class MethodTable {
public:
    /// `tracer`: null, or it outlives the table; every call is then a span.
    explicit MethodTable(RoleMask roles, Tracer *tracer = nullptr) : m_roles(roles), m_tracer(tracer) {}

    void add(Method method);
    /// Null if there is none of that name on this node.
    const Method *find(std::string_view name) const;
    const std::vector<Method> &all() const { return m_methods; }

    /// Checks and runs. Errors before running: `unknown_method`, `forbidden`, and what `host` admits.
    void call(std::string_view name, const Caller &caller, const JsonValue &params, const Host &host,
              const Scope &scope, MethodReply reply) const;

    /// What a caller's `traceparent` says; nothing without a tracer, or where it is not one.
    TraceContext traceOf(std::string_view traceparent) const
    {
        return m_tracer ? parseTraceparent(traceparent).value_or(TraceContext()) : TraceContext();
    }

private:
    void callTraced(std::string_view name, const Caller &caller, const JsonValue &params, const Host &host,
                    const Scope &scope, MethodReply reply) const;
    void run(const Method *method, std::string_view name, const Caller &caller, const JsonValue &params,
             const Host &host, const Scope &scope, MethodReply reply) const;

    const RoleMask m_roles;
    Tracer *const m_tracer;
    std::vector<Method> m_methods; ///< ordered by name
};

/// A body that takes decoded parameters; unknown members are refused by name. Null params count as an empty object.
template <class Params, class Body>
Method::Run decoded(Body body)
{
    return [body](const Caller &caller, const JsonValue &json, const Scope &scope, MethodReply reply) {
        static const JsonValue nothing{JsonValue::Object()};
        auto params = fromJson<Params>(json.isNull() ? nothing : json, UnknownMembers::Refused);
        if (!params)
            return reply(params.error());
        body(caller, *std::move(params), scope, std::move(reply));
    };
}

/// A reply of a registry or pool step turned into a method's answer by `render(value) → JSON text`.
template <class T, class Render>
auto answering(MethodReply reply, Render render)
{
    return [reply = std::move(reply), render = std::move(render)](Result<T> result) mutable {
        if (!result)
            return reply(result.error());
        if constexpr (std::is_void_v<T>)
            reply(render());
        else
            reply(render(*std::move(result)));
    };
}

/// `forbidden` unless the caller's token is good for that user.
Result<void> mayActFor(const Caller &caller, const UserId &user);

} // namespace cheetah

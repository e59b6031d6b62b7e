// SPDX-License-Identifier: Apache-2.0
#include "edge/methodtable.h"

#include <algorithm>

namespace cheetah {

void MethodTable::add(Method method)
{
    const auto at = std::lower_bound(m_methods.begin(), m_methods.end(), method.name,
                                     [](const Method &known, const std::string &name) { return known.name < name; });
    m_methods.insert(at, std::move(method));
}

const Method *MethodTable::find(std::string_view name) const
{
    const auto at = std::lower_bound(m_methods.begin(), m_methods.end(), name,
                                     [](const Method &known, std::string_view wanted) { return known.name < wanted; });
    if (at == m_methods.end() || at->name != name || !(at->roles & m_roles))
        return nullptr;
    return &*at;
}

void MethodTable::call(std::string_view name, const Caller &caller, const JsonValue &params, const Host &host,
                       const Scope &scope, MethodReply reply) const
{
    if (m_tracer)
        return callTraced(name, caller, params, host, scope, std::move(reply));
    run(find(name), name, caller, params, host, scope, std::move(reply));
}

/// The span ends with the answer, or without one when its caller left.
void MethodTable::callTraced(std::string_view name, const Caller &caller, const JsonValue &params, const Host &host,
                             const Scope &scope, MethodReply reply) const
{
    const Method *method = find(name);
    const std::string_view known = method ? std::string_view(method->name) : std::string_view("unknown");
    Span span = Span::begin(m_tracer, SpanKind::Server, "cheetah/" + std::string(known), caller.trace);
    span.set("rpc.system", "jsonrpc");
    span.set("rpc.service", "cheetah");
    span.set("rpc.method", known);
    span.set("cheetah.transport", caller.socket.empty() ? "http" : "socket");
    span.set("cheetah.answered", false);
    const Tracer::Within within(m_tracer, span.context());
    run(method, name, caller, params, host, scope,
        [span = std::move(span), reply = std::move(reply)](Result<std::string> result) mutable {
            span.set("cheetah.answered", true);
            if (!result)
                span.fail(cheetah::name(result.error().code));
            span.end();
            reply(std::move(result));
        });
}

void MethodTable::run(const Method *method, std::string_view name, const Caller &caller, const JsonValue &params,
                      const Host &host, const Scope &scope, MethodReply reply) const
{
    if (!method)
        return reply(Error(ErrorCode::UnknownMethod, {{"method", std::string(name.substr(0, 64))}}));
    const auto allowed = [&](AccessScope needed) { return caller.principal.allows(needed); };
    if (std::none_of(method->scopes.begin(), method->scopes.end(), allowed))
        return reply(Error(ErrorCode::Forbidden, {{"scope", std::string(cheetah::name(method->scopes.front()))}}));
    if (auto admitted = host.admit(method->work); !admitted)
        return reply(admitted.error());
    method->run(caller, params, scope, std::move(reply));
}

Result<void> mayActFor(const Caller &caller, const UserId &user)
{
    if (caller.principal.actsFor(user))
        return {};
    return Error(ErrorCode::Forbidden, {{"scope", "a token for user " + user.string()}});
}

} // namespace cheetah

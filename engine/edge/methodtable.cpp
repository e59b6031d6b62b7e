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
    const Method *method = find(name);
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
    return Error(ErrorCode::Forbidden, {{"scope", "a token for user " + user.text()}});
}

} // namespace cheetah

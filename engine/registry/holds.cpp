// SPDX-License-Identifier: Apache-2.0
#include "registry/holds.h"

namespace cheetah {

void Holds::keepFor(const RequestId &request, Slot context, RegistryTime until)
{
    set(context, Why::Request, request, until);
    m_byRequest.emplace(m_entries.at(context).user, request, context);
}

void Holds::keepUnattributed(Slot context, RegistryTime until)
{
    set(context, Why::Unattributed, {}, until);
    m_unattributed.emplace(m_entries.at(context).client, context);
}

void Holds::keepClosing(Slot context, RegistryTime until)
{
    set(context, Why::Closing, {}, until);
}

void Holds::set(Slot context, Why why, const RequestId &request, RegistryTime until)
{
    forget(context);
    const ContextRow &row = m_writer.fleet().context(context);
    m_entries.emplace(context, Entry{why, row.name->user, request, row.client});
    m_deadlines.set(Deadlines::Kind::HoldEnd, context, until);
    m_writer.add(HoldChanged{m_writer.fleet().key(context), std::make_shared<Hold>(Hold{request, until})});
}

void Holds::clear(Slot context)
{
    if (!m_entries.contains(context))
        return;
    forget(context);
    m_writer.add(HoldChanged{m_writer.fleet().key(context), nullptr});
}

void Holds::clearFor(const UserId &user, const RequestId &request)
{
    for (;;) {
        const auto next = m_byRequest.lower_bound({user, request, 0});
        if (next == m_byRequest.end() || std::get<0>(*next) != user || std::get<1>(*next) != request)
            return;
        clear(std::get<2>(*next));
    }
}

void Holds::clearUnattributed(Slot client)
{
    for (;;) {
        const auto next = m_unattributed.lower_bound({client, 0});
        if (next == m_unattributed.end() || next->first != client)
            return;
        clear(next->second);
    }
}

void Holds::forget(Slot context)
{
    const auto entry = m_entries.find(context);
    if (entry == m_entries.end())
        return;
    if (entry->second.why == Why::Unattributed)
        m_unattributed.erase({entry->second.client, context});
    else if (entry->second.why == Why::Request)
        m_byRequest.erase({entry->second.user, entry->second.request, context});
    m_deadlines.clear(Deadlines::Kind::HoldEnd, context);
    m_entries.erase(entry);
}

} // namespace cheetah

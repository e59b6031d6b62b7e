// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/deadlines.h"
#include "registry/fleetwriter.h"

namespace cheetah {

/// Contexts that are idle but kept from being selected (SPEC W13): made for one request, or not yet attributed while
/// creations are pending on their client. Knows them by request and by client, so that ending holds costs per hold. Owned
/// by the registry; the fleet has the holds themselves.
class Holds {
public:
    Holds(FleetWriter &writer, Deadlines &deadlines) : m_writer(writer), m_deadlines(deadlines) {}

    /// Keeps the context for the request that it was made for.
    void keepFor(const RequestId &request, Slot context, RegistryTime until);
    /// Keeps the context from everybody: nobody knows yet whose creation it is.
    void keepUnattributed(Slot context, RegistryTime until);
    /// Keeps the context from everybody: it is being closed (SPEC W20).
    void keepClosing(Slot context, RegistryTime until);
    void clear(Slot context);
    bool empty() const { return m_entries.empty(); }
    /// Ends every hold for this request: the contexts become idle ones.
    void clearFor(const UserId &user, const RequestId &request);
    /// Ends the client's holds of unknown origin: no creation is pending any more.
    void clearUnattributed(Slot client);
    /// The context's row goes.
    void forget(Slot context);

    /// Whether the hold keeps `request` from the context at `now`.
    static bool bars(const Hold &hold, const RequestId &request, RegistryTime now)
    {
        return (hold.request.empty() || hold.request != request) && (!hold.until.isSet() || hold.until > now);
    }

private:
    enum class Why { Request, Unattributed, Closing };
    struct Entry {
        Why why = Why::Request;
        UserId user;
        RequestId request;
        Slot client = noSlot;
    };

    void set(Slot context, Why why, const RequestId &request, RegistryTime until);

    FleetWriter &m_writer;
    Deadlines &m_deadlines;
    std::map<Slot, Entry> m_entries;
    std::set<std::tuple<UserId, RequestId, Slot>> m_byRequest;
    std::set<std::pair<Slot, Slot>> m_unattributed; ///< client, context
};

} // namespace cheetah

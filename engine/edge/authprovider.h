// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/client.h"

#include <cstdint>
#include <string_view>

namespace cheetah {

/// What a token is good for (SPEC E2). `Operator` includes `Viewer`; `App` tokens may also read explanations and evidence.
enum class AccessScope { Client, App, Viewer, Operator };
std::string_view name(AccessScope scope);
std::optional<AccessScope> accessScopeFromName(std::string_view name);

/// Who is asking, as proved by a token.
struct Principal {
    AccessScope scope = AccessScope::Viewer;
    UserId user;     ///< empty: any user
    ClientId client; ///< empty: any client
    Metadata fixed;  ///< metadata that the client cannot claim otherwise (SPEC W8)
    CapacityLimits limits;
    std::string tokenId;            ///< names the token in journals and `token list`; not secret
    std::uint8_t furtherScopes = 0; ///< bits, by number: scopes that it is good for besides `scope`, the strongest

    bool has(AccessScope one) const { return scope == one || (furtherScopes >> unsigned(one) & 1); }
    /// Whether a call that needs `needed` may go ahead.
    bool allows(AccessScope needed) const
    {
        return has(needed) || (needed == AccessScope::Viewer && has(AccessScope::Operator));
    }
    bool actsFor(const UserId &wanted) const { return user.empty() || user == wanted; }
    bool actsFor(const ClientName &wanted) const
    {
        return actsFor(wanted.user) && (client.empty() || client == wanted.client);
    }
};

/// Proves who is asking. Owned by the host; called on the engine's thread for every request and every socket.
class AuthProvider {
public:
    virtual ~AuthProvider() = default;
    /// The principal of a token, or `unauthenticated`. Takes equally long for tokens that are nearly right.
    virtual Result<Principal> authenticate(std::string_view token) = 0;
};

} // namespace cheetah

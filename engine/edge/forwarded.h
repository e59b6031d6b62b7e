// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/addressranges.h"
#include "edge/httphead.h"

namespace cheetah {

/// Who asks, as far as proxies that are believed can tell (SPEC E3).
struct ForwardedPeer {
    std::string address;  ///< without port: the right-most that is no trusted proxy's
    bool isPlain = false; ///< the proxy says that it was asked over plain http
};

/// The peer of a request that came over a connection from `connected`. What `Forwarded`, `X-Forwarded-For` and
/// `X-Forwarded-Proto` say counts only if that is a trusted proxy, and only up to the first address from the right that is
/// not one; further left anybody may have written. `bad_request` if `Forwarded` and `X-Forwarded-For` name different peers:
/// the proxy writes one of them, so the other is the client's own. Pure; takes any bytes.
Result<ForwardedPeer> forwardedPeer(const HttpHead &head, const std::string &connected, const AddressRanges &trusted);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "edge/authprovider.h"
#include "edge/jwtkey.h"

namespace cheetah {

/// What a JSON Web Token must say to be ours.
struct JwtRules {
    std::string issuer;          ///< `iss`, exactly
    std::string audience;        ///< `aud` is it or lists it
    Micros leeway = Seconds(30); ///< by which clocks may differ
};

/// The principal of a JSON Web Token in compact form (SPEC E2). It must be signed with `key` by that key's algorithm, name
/// the issuer and audience, bear `exp`, and be in force at `now`. `scope` lists words, of which client, app, viewer and
/// operator count. The claim `cheetah` must be there, so that a token made for something else is good for nothing; it is
/// an object of what a bound token fixes, each optional: `userId`, `clientId`, `metadata` (an object of strings) and
/// `limits` (`windows`, `tabsPerWindow`, `tabs`, `flows`); other members of it are refused, since a misspelt bound would
/// bind nothing. Any failure is `unauthenticated`, whose detail (for logs) says why. Pure; takes any bytes.
Result<Principal> readJwt(std::string_view token, const JwtKey &key, const JwtRules &rules, WallTime now);

} // namespace cheetah

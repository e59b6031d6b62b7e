// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "model/ids.h"

#include <memory>

namespace cheetah {

/// Names one client of one user.
struct ClientName {
    UserId user;
    ClientId client;
    friend bool operator==(const ClientName &, const ClientName &) = default;
    friend auto operator<=>(const ClientName &, const ClientName &) = default;
};

/// Names one context: a tab, or a flow of a console client, within one epoch.
struct ContextName {
    UserId user;
    ClientId client;
    Epoch epoch;
    ContextId context;

    ClientName clientName() const { return {user, client}; }
    friend bool operator==(const ContextName &, const ContextName &) = default;
    friend auto operator<=>(const ContextName &, const ContextName &) = default;
};

/// Names one browser window within one epoch.
struct WindowName {
    UserId user;
    ClientId client;
    Epoch epoch;
    WindowId window;

    ClientName clientName() const { return {user, client}; }
    friend bool operator==(const WindowName &, const WindowName &) = default;
    friend auto operator<=>(const WindowName &, const WindowName &) = default;
};

/// Names are shared: a fleet row, its handles and its journal entries point to one value.
using ContextNamePtr = std::shared_ptr<const ContextName>;

/// base64url texts of names, as `cheetahctl contexts` and `windows` print them; canonical and reversible.
std::string toText(const ContextName &name);
std::string toText(const WindowName &name);
Result<ContextName> parseContextName(std::string_view text); ///< `bad_id` on anything toText did not make
Result<WindowName> parseWindowName(std::string_view text);

} // namespace cheetah

// Not noexcept on purpose: the standard library then keeps hashes in its nodes instead of computing them again and again.
template <>
struct std::hash<cheetah::ClientName> {
    std::size_t operator()(const cheetah::ClientName &n) const;
};
template <>
struct std::hash<cheetah::ContextName> {
    std::size_t operator()(const cheetah::ContextName &n) const;
};
template <>
struct std::hash<cheetah::WindowName> {
    std::size_t operator()(const cheetah::WindowName &n) const;
};

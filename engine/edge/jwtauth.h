// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "edge/jwt.h"

#include <memory>
#include <vector>

namespace cheetah {

/// Authenticates JSON Web Tokens against one key (SPEC E2). The key's file is read again when it changed; a broken one
/// leaves the key that is known in force. A token is looked at when a request or socket comes in: a socket stays open when
/// its token expires.
class JwtAuth final : public AuthProvider {
public:
    /// Fails as JwtKey::read does.
    static Result<std::unique_ptr<JwtAuth>> create(std::filesystem::path keyFile, JwtRules rules, const Clock &clock,
                                                   Log log);

    Result<Principal> authenticate(std::string_view token) override;

private:
    JwtAuth(std::filesystem::path keyFile, JwtKey key, JwtRules rules, const Clock &clock, Log log);
    void reloadIfChanged();

    const std::filesystem::path m_keyFile;
    JwtKey m_key;
    const JwtRules m_rules;
    const Clock &m_clock;
    const Log m_log;
    std::filesystem::file_time_type m_readAt;
};

/// Several providers as one: the first that knows a token answers. All are asked in their order, whatever the token
/// looks like. Owns them.
class AuthChain final : public AuthProvider {
public:
    explicit AuthChain(std::vector<std::unique_ptr<AuthProvider>> providers) : m_providers(std::move(providers)) {}

    Result<Principal> authenticate(std::string_view token) override;

private:
    const std::vector<std::unique_ptr<AuthProvider>> m_providers;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "edge/jwtauth.h"

namespace cheetah {

Result<std::unique_ptr<JwtAuth>> JwtAuth::create(std::filesystem::path keyFile, JwtRules rules, const Clock &clock,
                                                 Log log)
{
    auto key = JwtKey::read(keyFile);
    if (!key)
        return key.error();
    return std::unique_ptr<JwtAuth>(
        new JwtAuth(std::move(keyFile), *std::move(key), std::move(rules), clock, std::move(log)));
}

JwtAuth::JwtAuth(std::filesystem::path keyFile, JwtKey key, JwtRules rules, const Clock &clock, Log log)
    : m_keyFile(std::move(keyFile)),
      m_key(std::move(key)),
      m_rules(std::move(rules)),
      m_clock(clock),
      m_log(std::move(log))
{
    std::error_code ignored;
    m_readAt = std::filesystem::last_write_time(m_keyFile, ignored);
}

Result<Principal> JwtAuth::authenticate(std::string_view token)
{
    reloadIfChanged();
    auto principal = readJwt(token, m_key, m_rules, m_clock.wall());
    if (principal)
        return principal;
    m_log.debug("auth", principal.error().detail);
    return ErrorCode::Unauthenticated;
}

void JwtAuth::reloadIfChanged()
{
    std::error_code failure;
    const auto changedAt = std::filesystem::last_write_time(m_keyFile, failure);
    if (failure || changedAt == m_readAt)
        return;
    m_readAt = changedAt;
    if (auto key = JwtKey::read(m_keyFile))
        m_key = *std::move(key);
    else
        m_log.warning("auth", "the changed jwt-key is not taken, the old one stays in force: "
                                  + std::string(name(key.error().code)) + ' '
                                  + std::string(key.error().param("wanted")));
}

Result<Principal> AuthChain::authenticate(std::string_view token)
{
    for (const auto &provider : m_providers)
        if (auto principal = provider->authenticate(token))
            return principal;
    return ErrorCode::Unauthenticated;
}

} // namespace cheetah

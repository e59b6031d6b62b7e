// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace cheetah {

/// The one key that JSON Web Tokens are checked with. Its kind decides the algorithm, never the token: a secret checks
/// HS256 and nothing else, an RSA public key RS256 and nothing else, so that no token can choose to be signed with the
/// public key or not at all (SPEC E2).
class JwtKey {
public:
    /// A PEM file with an RSA public key of at least 2,048 bits, else a secret of at least 32 bytes (one line break at its
    /// end does not count) that others may not read. `bad_setting`, `io_error`, `insecure_token_file`.
    static Result<JwtKey> read(const std::filesystem::path &path);
    /// The same from the file's text.
    static Result<JwtKey> parse(std::string text);

    /// The only `alg` that a token may name: `HS256` or `RS256`.
    std::string_view algorithm() const { return m_publicKey ? "RS256" : "HS256"; }
    bool isSecret() const { return !m_publicKey; }
    /// Whether `signature` is that of `signedText`; compared in constant time.
    bool verifies(std::string_view signedText, std::string_view signature) const;

private:
    JwtKey() = default;

    std::string m_secret;
    std::shared_ptr<void> m_publicKey; ///< an EVP_PKEY; null: a secret
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/idsource.h"
#include "edge/authprovider.h"
#include "edge/sha256.h"

#include <filesystem>
#include <vector>

namespace cheetah {

/// One token as the node knows it: never the token itself.
struct HashedToken {
    Principal principal;     ///< with its tokenId
    Sha256::Digest digest{}; ///< of the token
};

/// The pair of files behind `--token-file F` (SPEC E2). F holds plain tokens by scope, one `scope token` a line, for our
/// client programs; `F.hashed` beside it holds what the node needs, one JSON object a line, so that F can be taken
/// away. Both are 0600; a file that others can read is refused.
class TokenFile {
public:
    explicit TokenFile(std::filesystem::path plain) : m_plain(std::move(plain)), m_hashed(m_plain.string() + ".hashed")
    {}

    /// Makes both files with one unbound token a scope, if neither exists, and the hashed one from the plain one if that
    /// stands alone. Parent folders are made 0700. Errors as load(), also for a plain file that others can read.
    Result<void> ensure(IdSource &ids);

    /// What `F.hashed` says; `insecure_token_file`, `io_error`, `bad_json` (params path, line).
    Result<std::vector<HashedToken>> load() const;

    /// Adds a token with the principal's scope and bounds and returns the plain text, which is kept nowhere.
    Result<std::string> add(Principal principal, IdSource &ids);
    /// `not_found` if no token bears that id.
    Result<void> remove(std::string_view tokenId);

    const std::filesystem::path &plainPath() const { return m_plain; }
    const std::filesystem::path &hashedPath() const { return m_hashed; }

private:
    Result<void> hashPlain() const;
    Result<void> store(const std::vector<HashedToken> &tokens) const;

    std::filesystem::path m_plain;
    std::filesystem::path m_hashed;
};

/// Authenticates against a TokenFile. The file is read again when it changed, so that added tokens work at once and
/// removed ones stop within `lookEvery`, without a restart.
class TokenAuth final : public AuthProvider {
public:
    static constexpr Micros lookEvery = Millis(100); ///< whether the file changed, while all tokens are known

    /// Fails as TokenFile::load does. The clock outlives it.
    static Result<std::unique_ptr<TokenAuth>> create(TokenFile file, const Clock &clock);

    Result<Principal> authenticate(std::string_view token) override;

private:
    TokenAuth(TokenFile file, std::vector<HashedToken> tokens, const Clock &clock);
    const HashedToken *find(const Sha256::Digest &digest) const;
    bool reloadIfChanged();

    TokenFile m_file;
    const Clock &m_clock;
    Sha256 m_sha256;
    std::vector<HashedToken> m_tokens;
    std::filesystem::file_time_type m_readAt; ///< as the file says
    SteadyTime m_lookedAt;
};

} // namespace cheetah

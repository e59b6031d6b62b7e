// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string_view>

struct evp_md_st;
struct evp_md_ctx_st;

namespace cheetah {

/// SHA-256 by OpenSSL, whose provider is searched once, here, and not for every digest, which costs ten times as much as
/// a digest of a token. A value to its owner; one thread only.
class Sha256 {
public:
    using Digest = std::array<unsigned char, 32>;

    Sha256();
    Digest of(std::string_view bytes);

private:
    struct Free {
        void operator()(evp_md_st *algorithm) const;
        void operator()(evp_md_ctx_st *context) const;
    };
    std::unique_ptr<evp_md_st, Free> m_algorithm;
    std::unique_ptr<evp_md_ctx_st, Free> m_context;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "edge/sha256.h"

#include <new>

#include <openssl/evp.h>

namespace cheetah {

void Sha256::Free::operator()(evp_md_st *algorithm) const
{
    EVP_MD_free(algorithm);
}

void Sha256::Free::operator()(evp_md_ctx_st *context) const
{
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : m_algorithm(EVP_MD_fetch(nullptr, "SHA256", nullptr)), m_context(EVP_MD_CTX_new())
{
    if (!m_algorithm || !m_context)
        throw std::bad_alloc();
}

Sha256::Digest Sha256::of(std::string_view bytes)
{
    Digest digest{};
    const bool made = EVP_DigestInit_ex2(m_context.get(), m_algorithm.get(), nullptr)
                   && EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size())
                   && EVP_DigestFinal_ex(m_context.get(), digest.data(), nullptr);
    if (!made)
        throw std::bad_alloc();
    return digest;
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "edge/jwtkey.h"

#include "wire/pemfile.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>

namespace cheetah {

namespace {

constexpr std::size_t leastSecretBytes = 32;
constexpr int leastRsaBits = 2048;

Error bad(std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", "jwt-key"}, {"value", "this file"}, {"wanted", std::move(wanted)}});
}

const unsigned char *bytes(std::string_view text)
{
    return reinterpret_cast<const unsigned char *>(text.data());
}

} // namespace

Result<JwtKey> JwtKey::read(const std::filesystem::path &path)
{
    auto text = readPem(path);
    if (!text)
        return text.error();
    auto key = parse(*std::move(text));
    if (key && key->isSecret())
        if (const auto hidden = readPem(path, PemSecrecy::HiddenFromOthers); !hidden)
            return hidden.error();
    return key;
}

Result<JwtKey> JwtKey::parse(std::string text)
{
    JwtKey key;
    if (text.find("-----BEGIN") == text.npos) {
        if (text.ends_with('\n'))
            text.pop_back();
        if (text.size() < leastSecretBytes)
            return bad("a secret of at least 32 bytes, or the PEM of an RSA public key");
        key.m_secret = std::move(text);
        return key;
    }
    // Whatever looks like PEM is never taken for a secret: a public key known to all would then sign tokens.
    const std::unique_ptr<BIO, int (*)(BIO *)> source(BIO_new_mem_buf(text.data(), int(text.size())), BIO_free);
    EVP_PKEY *read = PEM_read_bio_PUBKEY(source.get(), nullptr, nullptr, nullptr);
    if (!read)
        return bad("a PEM that begins with BEGIN PUBLIC KEY");
    key.m_publicKey.reset(read, [](void *used) { EVP_PKEY_free(static_cast<EVP_PKEY *>(used)); });
    if (EVP_PKEY_base_id(read) != EVP_PKEY_RSA || EVP_PKEY_bits(read) < leastRsaBits)
        return bad("an RSA public key of at least 2,048 bits");
    return key;
}

bool JwtKey::verifies(std::string_view signedText, std::string_view signature) const
{
    if (!m_publicKey) {
        unsigned char wanted[EVP_MAX_MD_SIZE];
        unsigned size = 0;
        if (!HMAC(EVP_sha256(), m_secret.data(), int(m_secret.size()), bytes(signedText), signedText.size(), wanted,
                  &size))
            return false;
        return signature.size() == size && CRYPTO_memcmp(signature.data(), wanted, size) == 0;
    }
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    auto *const key = static_cast<EVP_PKEY *>(m_publicKey.get());
    return context && EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key) == 1
        && EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(signedText), signedText.size())
               == 1;
}

} // namespace cheetah

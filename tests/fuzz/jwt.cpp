// SPDX-License-Identifier: Apache-2.0
// Any bytes as a token, and as header and claims of a token that is rightly signed: nothing but what the rules let in.
#include "edge/jwt.h"
#include "base/base64url.h"

#include <cstdint>
#include <cstdlib>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace {

constexpr char secret[] = "0123456789abcdef0123456789abcdef";

std::string signedToken(std::string_view header, std::string_view claims)
{
    const std::string text = cheetah::base64UrlEncode(header) + '.' + cheetah::base64UrlEncode(claims);
    unsigned char mac[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    HMAC(EVP_sha256(), secret, int(sizeof secret - 1), reinterpret_cast<const unsigned char *>(text.data()),
         text.size(), mac, &size);
    return text + '.' + cheetah::base64UrlEncode({reinterpret_cast<const char *>(mac), size});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah;
    static const auto key = JwtKey::parse(secret);
    static const JwtRules rules{"issuer", "audience", Seconds(30)};
    const WallTime now(Seconds(1'700'000'000));
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (readJwt(bytes, *key, rules, now)) // unsigned bytes cannot be a token
        std::abort();

    const auto cut = bytes.find('\n');
    const std::string_view header = cut == bytes.npos ? R"({"alg":"HS256"})" : bytes.substr(0, cut);
    const std::string_view claims = cut == bytes.npos ? bytes : bytes.substr(cut + 1);
    const std::string token = signedToken(header, claims);
    const auto principal = readJwt(token, *key, rules, now);
    if (principal && (claims.find("aud") == claims.npos && claims.find("\\u") == claims.npos))
        std::abort();
    if (!principal && principal.error().code != ErrorCode::Unauthenticated)
        std::abort();
    return 0;
}

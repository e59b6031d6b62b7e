// SPDX-License-Identifier: Apache-2.0
// JSON Web Tokens: what is let in, and every way of being nearly right.
#include "base/base64url.h"
#include "base/idsource.h"
#include "edge/jwtauth.h"
#include "edge/tokenauth.h"
#include "support/testclock.h"

#include <gtest/gtest.h>

#include <QtCore/QTemporaryDir>

#include <fstream>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <sys/stat.h>

namespace cheetah::test {
namespace {

const std::string secret = "a secret of thirty-two bytes or more";
const JwtRules rules{"https://id.example.com", "cheetah", Seconds(30)};
constexpr std::int64_t nowSeconds = 1'700'000'000;
const WallTime now{Seconds(nowSeconds)};

const unsigned char *bytes(const std::string &text)
{
    return reinterpret_cast<const unsigned char *>(text.data());
}

std::string hmac(const std::string &key, const std::string &text)
{
    unsigned char mac[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    HMAC(EVP_sha256(), key.data(), int(key.size()), bytes(text), text.size(), mac, &size);
    return {reinterpret_cast<const char *>(mac), size};
}

std::string joined(const std::string &header, const std::string &claims)
{
    return base64UrlEncode(header) + '.' + base64UrlEncode(claims);
}

std::string hs256(const std::string &claims, const std::string &header = R"({"alg":"HS256","typ":"JWT"})",
                  const std::string &key = secret)
{
    const std::string text = joined(header, claims);
    return text + '.' + base64UrlEncode(hmac(key, text));
}

/// Sound claims, in which `what` is replaced by `with`.
std::string claims(const std::string &what = {}, const std::string &with = {})
{
    std::string text = R"({"iss":"https://id.example.com","aud":"cheetah","exp":1700000100,"nbf":1699999900,)"
                       R"("sub":"sam","scope":"openid app viewer","cheetah":{"userId":"u"}})";
    if (!what.empty()) {
        const auto at = text.find(what);
        EXPECT_NE(at, text.npos) << what;
        text.replace(at, what.size(), with);
    }
    return text;
}

JwtKey secretKey()
{
    return *JwtKey::parse(secret);
}

struct RsaPair {
    explicit RsaPair(unsigned bits = 2048) : key(EVP_RSA_gen(bits), EVP_PKEY_free) {}

    std::string publicPem() const
    {
        const std::unique_ptr<BIO, int (*)(BIO *)> out(BIO_new(BIO_s_mem()), BIO_free);
        PEM_write_bio_PUBKEY(out.get(), key.get());
        char *data = nullptr;
        const long size = BIO_get_mem_data(out.get(), &data);
        return {data, std::size_t(size)};
    }
    std::string sign(const std::string &text) const
    {
        const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
        std::size_t size = 0;
        EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get());
        EVP_DigestSign(context.get(), nullptr, &size, bytes(text), text.size());
        std::string signature(size, '\0');
        EVP_DigestSign(context.get(), reinterpret_cast<unsigned char *>(signature.data()), &size, bytes(text),
                       text.size());
        return signature;
    }
    std::string token(const std::string &header, const std::string &body) const
    {
        const std::string text = joined(header, body);
        return text + '.' + base64UrlEncode(sign(text));
    }

    std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY *)> key;
};

/// Empty: let in; else why not, as the log says it.
std::string refusal(const std::string &token, const JwtKey &key = secretKey(), WallTime at = now)
{
    const auto principal = readJwt(token, key, rules, at);
    if (principal)
        return {};
    EXPECT_EQ(principal.error().code, ErrorCode::Unauthenticated);
    EXPECT_TRUE(principal.error().params.empty()) << "who fails is told nothing";
    return principal.error().detail;
}

} // namespace

// SPEC E2 SPEC W8
TEST(Jwt, CarriesScopesAndWhatABoundTokenFixes)
{
    const std::string bounds = R"({"userId":"u","clientId":"c","metadata":{"region":"eu"},)"
                               R"("limits":{"windows":1,"tabsPerWindow":2,"tabs":3,"flows":4}})";
    const auto principal = readJwt(hs256(claims(R"({"userId":"u"})", bounds)), secretKey(), rules, now);
    ASSERT_TRUE(principal) << principal.error().detail;
    EXPECT_EQ(principal->user.text(), "u");
    EXPECT_EQ(principal->client.text(), "c");
    EXPECT_EQ(principal->fixed, (Metadata{{"region", "eu"}}));
    EXPECT_EQ(principal->limits, (CapacityLimits{1, 2, 3, 4}));
    EXPECT_EQ(principal->tokenId, "jwt:sam");
    EXPECT_EQ(principal->scope, AccessScope::Viewer);
    EXPECT_TRUE(principal->allows(AccessScope::App) && principal->allows(AccessScope::Viewer));
    EXPECT_FALSE(principal->allows(AccessScope::Operator) || principal->allows(AccessScope::Client));

    const auto hand = readJwt(hs256(claims("openid app viewer", "operator")), secretKey(), rules, now);
    ASSERT_TRUE(hand);
    EXPECT_TRUE(hand->allows(AccessScope::Viewer) && hand->allows(AccessScope::Operator));
    EXPECT_FALSE(hand->allows(AccessScope::App));
    const auto anyUser = readJwt(hs256(claims(R"({"userId":"u"})", "{}")), secretKey(), rules, now);
    ASSERT_TRUE(anyUser);
    EXPECT_TRUE(anyUser->user.empty());
    EXPECT_EQ(refusal(hs256(claims("\"cheetah\",\"exp\"", "[\"other\",\"cheetah\"],\"exp\""))), "");
    EXPECT_EQ(refusal(hs256(claims(R"("nbf":1699999900,)", ""))), "") << "nbf is optional";
}

// SPEC E2: each of these is refused, and the log says why.
TEST(Jwt, RefusesWhatIsNearlyRight)
{
    const std::pair<std::string, const char *> cases[] = {
        {"", "jwt: not three parts, or too long"},
        {"a.b", "jwt: not three parts, or too long"},
        {hs256(claims()) + ".x", "jwt: not three parts, or too long"},
        {hs256(claims("sam", std::string(8192, 's'))), "jwt: not three parts, or too long"},
        {"a.b.c", "jwt: header"},
        {hs256(claims()) + "=", "jwt: signature"},
        {hs256(claims(), R"({"alg":"HS256"})", secret + "x"), "jwt: signature"},
        {joined(R"({"alg":"HS256"})", claims()) + '.', "jwt: signature"},
        {joined(R"({"alg":"none"})", claims()) + '.', "jwt: alg is not HS256"},
        {hs256(claims(), R"({"alg":"none"})"), "jwt: alg is not HS256"},
        {hs256(claims(), R"({"alg":"hs256"})"), "jwt: alg is not HS256"},
        {hs256(claims(), R"({"alg":"HS512"})"), "jwt: alg is not HS256"},
        {hs256(claims(), R"({"alg":"RS256"})"), "jwt: alg is not HS256"},
        {hs256(claims(), R"({"alg":["HS256"]})"), "jwt: alg is not HS256"},
        {hs256(claims(), "{}"), "jwt: alg is not HS256"},
        {hs256(claims(), R"({"alg":"HS256","alg":"HS256"})"), "jwt: header"},
        {hs256(claims(), R"({"alg":"HS256","crit":["exp"]})"), "jwt: header member crit"},
        {hs256(claims(), R"({"alg":"HS256","typ":"JWE"})"), "jwt: typ"},
        {hs256("[]"), "jwt: payload"},
        {hs256("{"), "jwt: payload"},
        {hs256(claims("\"sub\":\"sam\"", "\"exp\":9900000000")), "jwt: payload"}, // a key twice
        {hs256(claims(R"("exp":1700000100,)", "")), "jwt: exp"},
        {hs256(claims("1700000100", "\"1700000100\"")), "jwt: exp"},
        {hs256(claims("1700000100", "1e300")), "jwt: exp"},
        {hs256(claims("1700000100", "-1")), "jwt: exp"},
        {hs256(claims("1699999900", "\"soon\"")), "jwt: nbf"},
        {hs256(claims("https://id.example.com", "https://id.example.org")), "jwt: iss"},
        {hs256(claims(R"("iss":"https://id.example.com",)", "")), "jwt: iss"},
        {hs256(claims("\"cheetah\",\"exp\"", "\"cheetah2\",\"exp\"")), "jwt: aud"},
        {hs256(claims("\"cheetah\",\"exp\"", "[],\"exp\"")), "jwt: aud"},
        {hs256(claims("\"cheetah\",\"exp\"", "[\"cheetah\",1],\"exp\"")), "jwt: aud"},
        {hs256(claims(R"("aud":"cheetah",)", "")), "jwt: aud"},
        {hs256(claims("openid app viewer", "openid")), "jwt: scope"},
        {hs256(claims("openid app viewer", "application")), "jwt: scope"},
        {hs256(claims("\"openid app viewer\"", "[\"app\"]")), "jwt: scope"},
        {hs256(claims(R"(,"cheetah":{"userId":"u"})", "")), "jwt: no claim cheetah"},
        {hs256(claims(R"({"userId":"u"})", R"({"userid":"u"})")), "jwt: cheetah.userid"},
        {hs256(claims(R"({"userId":"u"})", R"({"userId":""})")), "jwt: cheetah.userId"},
        {hs256(claims(R"({"userId":"u"})", R"({"userId":null})")), "jwt: cheetah.userId"},
        {hs256(claims(R"({"userId":"u"})", R"({"userId":"\ud800"})")), "jwt: cheetah.userId"},
        {hs256(claims(R"({"userId":"u"})", R"({"metadata":{"a":1}})")), "jwt: cheetah.metadata"},
        {hs256(claims(R"({"userId":"u"})", R"({"limits":{"tab":1}})")), "jwt: cheetah.limits"},
        {hs256(claims(R"({"userId":"u"})", R"({"limits":{"tabs":-1}})")), "jwt: cheetah.limits"},
    };
    EXPECT_EQ(refusal(hs256(claims())), "");
    for (const auto &[token, why] : cases)
        EXPECT_EQ(refusal(token), why) << token.substr(0, 80);
}

// SPEC E2: `exp` and `nbf` with thirty seconds for clocks that differ.
TEST(Jwt, IsGoodForItsTimeAndALittleMore)
{
    const std::string token = hs256(claims());
    const auto at = [&](std::int64_t seconds) { return refusal(token, secretKey(), WallTime(Seconds(seconds))); };
    EXPECT_EQ(at(1'699'999'869), "jwt: nbf");
    EXPECT_EQ(at(1'699'999'870), "");
    EXPECT_EQ(at(1'700'000'129), "");
    EXPECT_EQ(at(1'700'000'130), "jwt: exp");
}

// SPEC E2: the key's kind decides, so that a token cannot be signed with what everybody knows.
TEST(Jwt, AlgorithmIsTheKeysAndNeverTheTokens)
{
    const RsaPair pair, other;
    const auto key = JwtKey::parse(pair.publicPem());
    ASSERT_TRUE(key);
    EXPECT_EQ(key->algorithm(), "RS256");
    const std::string good = pair.token(R"({"alg":"RS256"})", claims());
    EXPECT_EQ(refusal(good, *key), "");
    EXPECT_EQ(refusal(other.token(R"({"alg":"RS256"})", claims()), *key), "jwt: signature");
    EXPECT_EQ(refusal(good.substr(0, good.size() - 8), *key), "jwt: signature");
    EXPECT_EQ(refusal(hs256(claims(), R"({"alg":"HS256"})", pair.publicPem()), *key), "jwt: alg is not RS256");
    EXPECT_EQ(refusal(hs256(claims(), R"({"alg":"RS256"})", pair.publicPem()), *key), "jwt: signature");
    EXPECT_EQ(refusal(joined(R"({"alg":"none"})", claims()) + '.', *key), "jwt: alg is not RS256");
    EXPECT_EQ(refusal(pair.token(R"({"alg":"RS512"})", claims()), *key), "jwt: alg is not RS256");

    EXPECT_FALSE(JwtKey::parse(RsaPair(1024).publicPem())) << "too short to be trusted";
    EXPECT_FALSE(JwtKey::parse("short"));
    EXPECT_FALSE(JwtKey::parse("-----BEGIN PUBLIC KEY-----\nnonsense of more than thirty-two bytes\n")) << "no secret";
    EXPECT_EQ(JwtKey::parse(secret + "\n")->isSecret(), true);
    EXPECT_EQ(refusal(hs256(claims()), *JwtKey::parse(secret + "\n")), "");
}

// SPEC E2: the secret is hidden, a changed key needs no restart, and several providers stand together.
TEST(Jwt, ProvidersStandTogetherAndKeysChangeWithoutRestart)
{
    QTemporaryDir folder;
    const std::filesystem::path keyFile = folder.filePath("jwt.key").toStdString();
    const auto write = [&](const std::string &text, mode_t mode, int seconds) {
        std::ofstream(keyFile, std::ios::trunc) << text;
        ::chmod(keyFile.c_str(), mode);
        std::filesystem::last_write_time(keyFile, std::filesystem::file_time_type::clock::now() + Seconds(seconds));
    };
    const ManualClock clock;
    write(secret, 0644, 0);
    EXPECT_EQ(JwtAuth::create(keyFile, rules, clock, Log()).error().code, ErrorCode::InsecureTokenFile);
    write(secret, 0600, 0);
    auto jwt = JwtAuth::create(keyFile, rules, clock, Log());
    ASSERT_TRUE(jwt);

    SeededIdSource ids{7};
    TokenFile file(folder.filePath("tokens").toStdString());
    ASSERT_TRUE(file.ensure(ids));
    const std::string token = *file.add({AccessScope::App, {}, {}, {}, {}, {}}, ids);
    std::vector<std::unique_ptr<AuthProvider>> providers;
    providers.push_back(*TokenAuth::create(file, clock));
    providers.push_back(*std::move(jwt));
    AuthChain chain(std::move(providers));
    EXPECT_EQ(chain.authenticate(token)->scope, AccessScope::App);
    EXPECT_EQ(chain.authenticate(hs256(claims()))->user.text(), "u");
    EXPECT_EQ(chain.authenticate("neither").error(), Error(ErrorCode::Unauthenticated));
    EXPECT_EQ(chain.authenticate("").error(), Error(ErrorCode::Unauthenticated));

    const std::string renewed = "another secret of thirty-two bytes";
    const std::string fresh = hs256(claims(), R"({"alg":"HS256"})", renewed);
    EXPECT_FALSE(chain.authenticate(fresh));
    write("broken", 0600, 10);
    EXPECT_TRUE(chain.authenticate(hs256(claims()))) << "the old key stays in force";
    write(renewed, 0600, 20);
    EXPECT_TRUE(chain.authenticate(fresh));
    EXPECT_FALSE(chain.authenticate(hs256(claims())));
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#include "edge/failurelimiter.h"
#include "edge/tokenauth.h"
#include "support/testclock.h"
#include "wire/tokenfile.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace cheetah;
using test::ManualClock;

namespace {

class TokenFileTest : public testing::Test {
protected:
    TokenFileTest()
    {
        char pattern[] = "/tmp/cheetah-tokens-XXXXXX";
        m_folder = ::mkdtemp(pattern);
    }
    ~TokenFileTest() override { std::filesystem::remove_all(m_folder); }

    std::string plainToken(std::string_view scope) const
    {
        const auto token = readToken(plain(), scope);
        return token ? *token : std::string();
    }
    std::filesystem::path plain() const { return m_folder / "state" / "tokens"; }
    mode_t modeOf(const std::filesystem::path &path) const
    {
        struct stat status {};
        return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777 : 0;
    }

    std::filesystem::path m_folder;
    SeededIdSource m_ids{7};
    ManualClock m_clock;
};

} // namespace

// SPEC E2
TEST_F(TokenFileTest, FirstRunMakesOneTokenAScopeThatOthersCannotRead)
{
    TokenFile file(plain());
    ASSERT_TRUE(file.ensure(m_ids));
    EXPECT_EQ(modeOf(file.plainPath()), 0600u);
    EXPECT_EQ(modeOf(file.hashedPath()), 0600u);
    auto auth = TokenAuth::create(file, m_clock);
    ASSERT_TRUE(auth);
    for (const auto scope : {AccessScope::Client, AccessScope::App, AccessScope::Viewer, AccessScope::Operator}) {
        const auto principal = (*auth)->authenticate(plainToken(name(scope)));
        ASSERT_TRUE(principal) << name(scope);
        EXPECT_EQ(principal->scope, scope);
        EXPECT_TRUE(principal->user.empty());
    }
    EXPECT_EQ((*auth)->authenticate("cht_nothing").error().code, ErrorCode::Unauthenticated);
    EXPECT_EQ((*auth)->authenticate("").error().code, ErrorCode::Unauthenticated);
}

// SPEC E2
TEST_F(TokenFileTest, TheNodeNeedsOnlyTheHashedFile)
{
    TokenFile file(plain());
    ASSERT_TRUE(file.ensure(m_ids));
    const std::string token = plainToken("viewer");
    std::filesystem::remove(file.plainPath());
    ASSERT_TRUE(file.ensure(m_ids)) << "a hashed file alone is enough";
    EXPECT_FALSE(std::filesystem::exists(file.plainPath()));
    auto auth = TokenAuth::create(file, m_clock);
    ASSERT_TRUE(auth);
    EXPECT_TRUE((*auth)->authenticate(token));
    std::ifstream hashed(file.hashedPath());
    const std::string content{std::istreambuf_iterator<char>(hashed), {}};
    EXPECT_EQ(content.find(token), std::string::npos);
}

// SPEC E2
TEST_F(TokenFileTest, APlainFileGivenByHandIsHashed)
{
    std::filesystem::create_directories(plain().parent_path());
    std::ofstream(plain()) << "app 0123456789abcdef0123\n";
    ::chmod(plain().c_str(), 0600);
    TokenFile file(plain());
    ASSERT_TRUE(file.ensure(m_ids));
    auto auth = TokenAuth::create(file, m_clock);
    ASSERT_TRUE(auth);
    const auto principal = (*auth)->authenticate("0123456789abcdef0123");
    ASSERT_TRUE(principal);
    EXPECT_EQ(principal->scope, AccessScope::App);
}

// SPEC E2
TEST_F(TokenFileTest, FilesThatOthersCanReadAreRefusedByName)
{
    TokenFile file(plain());
    ASSERT_TRUE(file.ensure(m_ids));
    ::chmod(file.hashedPath().c_str(), 0640);
    EXPECT_EQ(TokenAuth::create(file, m_clock).error().code, ErrorCode::InsecureTokenFile);
    ::chmod(file.hashedPath().c_str(), 0600);
    ::chmod(file.plainPath().c_str(), 0604);
    EXPECT_EQ(file.ensure(m_ids).error().code, ErrorCode::InsecureTokenFile);
}

// SPEC E2 SPEC W8
TEST_F(TokenFileTest, BoundTokensComeAndGoWithoutRestart)
{
    TokenFile file(plain());
    ASSERT_TRUE(file.ensure(m_ids));
    auto auth = TokenAuth::create(file, m_clock);
    ASSERT_TRUE(auth);

    Principal bound;
    bound.scope = AccessScope::Client;
    bound.user = *UserId::parse("u");
    bound.client = *ClientId::parse("c");
    bound.fixed = {{"region", "eu"}};
    bound.limits.tabs = 4;
    const auto token = file.add(bound, m_ids);
    ASSERT_TRUE(token);
    // Two changes within one tick of the file system's clock would look like one.
    std::filesystem::last_write_time(file.hashedPath(), std::filesystem::file_time_type::clock::now() + Seconds(5));
    const auto principal = (*auth)->authenticate(*token);
    ASSERT_TRUE(principal);
    EXPECT_EQ(principal->fixed, bound.fixed);
    EXPECT_EQ(principal->limits, bound.limits);
    EXPECT_TRUE(principal->actsFor(ClientName{*UserId::parse("u"), *ClientId::parse("c")}));
    EXPECT_FALSE(principal->actsFor(ClientName{*UserId::parse("u"), *ClientId::parse("d")}));
    EXPECT_FALSE(principal->allows(AccessScope::App));

    ASSERT_TRUE(file.remove(principal->tokenId));
    std::filesystem::last_write_time(file.hashedPath(), std::filesystem::file_time_type::clock::now() + Seconds(10));
    m_clock.advance(TokenAuth::lookEvery);
    EXPECT_FALSE((*auth)->authenticate(*token));
    EXPECT_EQ(file.remove("nobody").error().code, ErrorCode::NotFound);
}

// SPEC E2
TEST_F(TokenFileTest, ADamagedFileIsNamedWithItsLine)
{
    TokenFile file(plain());
    ASSERT_TRUE(file.ensure(m_ids));
    std::ofstream(file.hashedPath(), std::ios::app) << "{\"id\":\"x\",\"scope\":\"king\"}\n";
    const auto auth = TokenAuth::create(file, m_clock);
    ASSERT_FALSE(auth);
    EXPECT_EQ(auth.error().code, ErrorCode::BadJson);
    EXPECT_EQ(auth.error().param("line"), "5");
}

// SPEC E2
TEST(FailureLimiter, BlocksAnAddressThatFailsOftenAndForgives)
{
    ManualClock clock;
    FailureLimiter limiter(clock);
    for (int i = 0; i < 9; ++i)
        limiter.failed("127.0.0.1");
    EXPECT_EQ(limiter.delay("127.0.0.1"), Millis(0));
    limiter.failed("127.0.0.1");
    EXPECT_GT(limiter.delay("127.0.0.1"), Millis(0));
    EXPECT_EQ(limiter.delay("127.0.0.2"), Millis(0));
    clock.advance(Seconds(6));
    EXPECT_EQ(limiter.delay("127.0.0.1"), Millis(0));
    limiter.succeeded("127.0.0.1");
    limiter.failed("127.0.0.1");
    EXPECT_EQ(limiter.delay("127.0.0.1"), Millis(0));
}

// SPDX-License-Identifier: Apache-2.0
#include "delivery/directorypayloadstore.h"
#include "delivery/memorypayloadstore.h"
#include "support/testclock.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/stat.h>

namespace cheetah::test {
namespace {

namespace fs = std::filesystem;

/// A folder that goes with the test.
struct TemporaryFolder {
    TemporaryFolder()
    {
        std::string pattern = (fs::temp_directory_path() / "payloads-XXXXXX").string();
        if (const char *made = ::mkdtemp(pattern.data()))
            path = made;
    }
    ~TemporaryFolder() { fs::remove_all(path); }
    fs::path path;
};

struct StoreMaker {
    ManualClock clock;
    SystemIdSource ids;
    TemporaryFolder folder;
};
using Make = std::unique_ptr<PayloadStore> (*)(StoreMaker &, PayloadLimits);

std::unique_ptr<PayloadStore> inMemory(StoreMaker &maker, PayloadLimits limits)
{
    return std::make_unique<MemoryPayloadStore>(maker.clock, maker.ids, limits);
}

std::unique_ptr<PayloadStore> inDirectory(StoreMaker &maker, PayloadLimits limits)
{
    auto store = DirectoryPayloadStore::create(maker.folder.path / "store", maker.clock, maker.ids, limits);
    return store ? std::move(*store) : nullptr;
}

// SPEC D6
struct PayloadStoreContract : testing::TestWithParam<std::pair<const char *, Make>> {
    Result<PayloadId> put(const std::string &bytes, const char *user = "u")
    {
        Result<PayloadId> answer = ErrorCode::Internal;
        store->put(UserId::trusted(user), bytes, scope, [&](Result<PayloadId> r) { answer = std::move(r); });
        return answer;
    }
    Result<std::string> get(const PayloadId &id, const char *user = "u")
    {
        Result<std::string> answer = ErrorCode::Internal;
        store->get(UserId::trusted(user), id, scope, [&](Result<std::string> r) { answer = std::move(r); });
        return answer;
    }
    void remove(const PayloadId &id, const char *user = "u")
    {
        store->remove(UserId::trusted(user), id, scope, [](Result<void> r) { EXPECT_TRUE(r.ok()); });
    }

    StoreMaker maker;
    Scope scope;
    std::unique_ptr<PayloadStore> store = GetParam().second(maker, {1'000, 600, Seconds(60)});
};

// SPEC D6
TEST_P(PayloadStoreContract, GivesBackEveryByte)
{
    ASSERT_TRUE(store);
    std::string bytes;
    for (int i = 0; i < 256; ++i)
        bytes += char(i);
    const auto id = put(bytes);
    ASSERT_TRUE(id.ok());
    EXPECT_EQ(*get(*id), bytes);
    const auto none = put("");
    EXPECT_EQ(*get(*none), "");
    EXPECT_EQ(store->bytes(), 256u);
}

// SPEC D6
TEST_P(PayloadStoreContract, IdsAreLongAndNeverTheSame)
{
    std::set<std::string> seen;
    for (int i = 0; i < 100; ++i)
        seen.insert(put("x")->string());
    EXPECT_EQ(seen.size(), 100u);
    for (const std::string &id : seen)
        EXPECT_GE(id.size(), 22u);
}

// SPEC D6 SPEC R6
TEST_P(PayloadStoreContract, IsNobodyElses)
{
    const auto id = put("secret");
    EXPECT_EQ(get(*id, "v").error().code, ErrorCode::PayloadUnknown);
    remove(*id, "v");
    EXPECT_EQ(*get(*id), "secret");
}

// SPEC R6
TEST_P(PayloadStoreContract, HostileIdsReachNothing)
{
    for (const char *id : {"../../etc/passwd", "/etc/passwd", ".", "..", "x", "a/b", "\xff"})
        EXPECT_EQ(get(PayloadId::trusted(id)).error().code, ErrorCode::PayloadUnknown);
}

// SPEC D6
TEST_P(PayloadStoreContract, IsBoundedWithoutThrowingOutWhatEvidenceRefersTo)
{
    EXPECT_EQ(put(std::string(601, 'x')).error().code, ErrorCode::TooLarge);
    const auto first = put(std::string(600, 'x'));
    ASSERT_TRUE(put(std::string(400, 'x')).ok());
    EXPECT_EQ(put("x").error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(store->turnedAway(), 1u);
    EXPECT_EQ(store->bytes(), 1'000u);
    EXPECT_TRUE(get(*first).ok());
    remove(*first);
    remove(*first);
    EXPECT_EQ(store->bytes(), 400u);
    EXPECT_EQ(get(*first).error().code, ErrorCode::PayloadUnknown);
    EXPECT_TRUE(put("x").ok());
}

// SPEC D6
TEST_P(PayloadStoreContract, RetentionEndsAndMakesRoom)
{
    const auto id = put(std::string(600, 'x'));
    maker.clock.advance(Seconds(60) - Micros(1));
    EXPECT_TRUE(get(*id).ok());
    maker.clock.advance(Micros(1));
    EXPECT_EQ(get(*id).error().code, ErrorCode::PayloadUnknown);
    EXPECT_TRUE(put(std::string(600, 'y')).ok());
    EXPECT_EQ(store->bytes(), 600u);
}

INSTANTIATE_TEST_SUITE_P(Stores, PayloadStoreContract,
                         testing::Values(std::pair<const char *, Make>("Memory", inMemory),
                                         std::pair<const char *, Make>("Directory", inDirectory)),
                         [](const auto &test) { return test.param.first; });

struct DirectoryPayloadStoreTest : testing::Test {
    std::vector<fs::path> files()
    {
        std::vector<fs::path> found;
        for (const auto &entry : fs::directory_iterator(folder()))
            found.push_back(entry.path());
        return found;
    }
    fs::path folder() const { return maker.folder.path / "store"; }
    static mode_t modeOf(const fs::path &path)
    {
        struct stat status = {};
        ::stat(path.c_str(), &status);
        return status.st_mode & 07777;
    }
    Result<std::unique_ptr<DirectoryPayloadStore>> create()
    {
        return DirectoryPayloadStore::create(folder(), maker.clock, maker.ids, {1'000, 600, Seconds(60)});
    }

    StoreMaker maker;
    Scope scope;
};

// SPEC D6
TEST_F(DirectoryPayloadStoreTest, FolderAndFilesArePrivateWhateverTheUmask)
{
    const mode_t before = ::umask(0);
    const auto store = create();
    ASSERT_TRUE(store.ok());
    (*store)->put(UserId::trusted("u"), "x", scope, [](Result<PayloadId> r) { EXPECT_TRUE(r.ok()); });
    ::umask(before);
    EXPECT_EQ(modeOf(folder()), 0700u);
    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(modeOf(files()[0]), 0600u);
}

// SPEC D6
TEST_F(DirectoryPayloadStoreTest, RefusesAFolderThatOthersMayEnterALinkAndAFile)
{
    fs::create_directory(folder());
    fs::permissions(folder(), fs::perms(0750));
    EXPECT_EQ(create().error().code, ErrorCode::IoError);
    fs::remove(folder());

    fs::create_directory(maker.folder.path / "elsewhere");
    fs::permissions(maker.folder.path / "elsewhere", fs::perms(0700));
    fs::create_directory_symlink(maker.folder.path / "elsewhere", folder());
    EXPECT_EQ(create().error().code, ErrorCode::IoError);
    fs::remove(folder());

    std::ofstream(folder()) << "a file";
    EXPECT_EQ(create().error().code, ErrorCode::IoError);
}

// SPEC D6
TEST_F(DirectoryPayloadStoreTest, RemovesWhatExpiredAndWhatAFormerProcessLeft)
{
    {
        const auto store = create();
        (*store)->put(UserId::trusted("u"), "old", scope, [](Result<PayloadId> r) { EXPECT_TRUE(r.ok()); });
        maker.clock.advance(Seconds(61));
        (*store)->put(UserId::trusted("u"), "new", scope, [](Result<PayloadId> r) { EXPECT_TRUE(r.ok()); });
        EXPECT_EQ(files().size(), 1u);
    }
    std::ofstream(folder() / "note.txt") << "somebody else's";
    const auto again = create();
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(files().size(), 1u) << "only payloads go";
    EXPECT_EQ(files()[0].filename(), "note.txt");
}

// SPEC D6
TEST_F(DirectoryPayloadStoreTest, AFileThatVanishedOrShrankIsToldNotInvented)
{
    const auto store = create();
    PayloadId id;
    (*store)->put(UserId::trusted("u"), "bytes", scope, [&](Result<PayloadId> r) { id = *r; });
    fs::remove(files()[0]);
    (*store)->get(UserId::trusted("u"), id, scope, [](Result<std::string> r) {
        ASSERT_FALSE(r.ok());
        EXPECT_EQ(r.error().code, ErrorCode::PayloadUnknown);
    });
}

} // namespace
} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#include "base/idsource.h"
#include "registry/keyedhash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cheetah {
namespace {

class KeyedHashTest : public testing::Test {
protected:
    static constexpr std::size_t longest = 40;

    SeededIdSource m_ids{7};
    KeyedHash m_hash{m_ids};
};

TEST_F(KeyedHashTest, everyByteAndEveryLengthCounts)
{
    std::set<std::uint64_t> hashes;
    std::size_t texts = 0;
    for (std::size_t length = 0; length <= longest; ++length) {
        const std::string text(length, '\0');
        hashes.insert(m_hash(0, text));
        ++texts;
        for (std::size_t at = 0; at < length; ++at) {
            std::string other = text;
            other[at] = 'x';
            hashes.insert(m_hash(0, other));
            ++texts;
        }
    }
    EXPECT_EQ(hashes.size(), texts);
}

TEST_F(KeyedHashTest, equalTextsHaveEqualHashesUnderOneSecretAlone)
{
    const std::string text = "request-1234567890";
    EXPECT_EQ(m_hash(1, text), m_hash(1, std::string(text)));
    EXPECT_NE(m_hash(1, text), m_hash(2, text));
    SeededIdSource others(8);
    EXPECT_NE(KeyedHash(others)(1, text), m_hash(1, text));
    EXPECT_NE(m_hash.wide(1, text).low, m_hash.wide(1, text).high);
}

TEST_F(KeyedHashTest, theEndingTellsTextsApartWhoseLastBytesDiffer)
{
    for (std::size_t length = 1; length <= 2 * sizeof(std::uint64_t); ++length) {
        const std::string text(length, 'a');
        for (std::size_t at = 0; at < length; ++at) {
            std::string other = text;
            other[at] = 'b';
            EXPECT_EQ(KeyedHash::ending(other) == KeyedHash::ending(text), at + sizeof(std::uint64_t) < length) << at;
        }
    }
    EXPECT_EQ(KeyedHash::ending(""), 0u);
}

} // namespace
} // namespace cheetah

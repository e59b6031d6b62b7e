// SPDX-License-Identifier: Apache-2.0
// A node's address, as programs and as people write it.
#include "wire/nodeurl.h"

#include <gtest/gtest.h>

namespace cheetah {

TEST(NodeUrl, IsTakenStrictlyFromProgramsAndLooselyFromPeople)
{
    const struct {
        const char *text;
        const char *strict; ///< null: refused
        const char *loose;
    } cases[] = {
        {"http://127.0.0.1:7744", "http://127.0.0.1:7744", "http://127.0.0.1:7744"},
        {"https://node.example/behind", "https://node.example/behind", "https://node.example/behind"},
        {"http://[::1]:7744", "http://[::1]:7744", "http://[::1]:7744"},
        {"127.0.0.1:7744", nullptr, "http://127.0.0.1:7744"},
        {" \t127.0.0.1:7744\n", nullptr, "http://127.0.0.1:7744"},
        {"ftp://127.0.0.1", nullptr, nullptr},
        {"http://user:secret@host:1", nullptr, nullptr},
        {"http://host:1/?token=secret", nullptr, nullptr},
        {"http://host:1/#fragment", nullptr, nullptr},
        {"http://host:99999", nullptr, nullptr},
        {"http://", nullptr, nullptr},
        {"", nullptr, nullptr},
        {"  ", nullptr, nullptr},
    };
    for (const auto &[text, strict, loose] : cases) {
        const auto strictly = strictNodeUrl(text);
        const auto loosely = parseNodeUrl(text);
        EXPECT_EQ(strictly.ok(), strict != nullptr) << text;
        EXPECT_EQ(loosely.ok(), loose != nullptr) << text;
        if (strict && strictly) {
            EXPECT_EQ(strictly->toString().toStdString(), strict);
        }
        if (loose && loosely) {
            EXPECT_EQ(loosely->toString().toStdString(), loose);
        }
    }
    EXPECT_EQ(parseNodeUrl("ftp://x").error().code, ErrorCode::BadSetting);
}

} // namespace cheetah

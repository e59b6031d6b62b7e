// SPDX-License-Identifier: Apache-2.0
// Any bytes as what a Redis answers: nothing is read out of bounds, limits hold, and pieces make no difference.
#include "redis/redisreply.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

/// The replies in `bytes`, given in pieces of `size`, as far as they are understood.
std::vector<cheetah::RedisReply> replies(std::string_view bytes, std::size_t size, bool &failed)
{
    cheetah::RedisReplyReader reader({1u << 20, 1000});
    std::vector<cheetah::RedisReply> taken;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) {
        reader.feed(bytes.substr(0, size));
        while (auto reply = reader.next())
            taken.push_back(*std::move(reply));
    }
    failed = reader.error().has_value();
    return taken;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    bool failed = false, failedInPieces = false;
    const auto whole = replies(bytes, size + 1, failed);
    if (replies(bytes, 1, failedInPieces) != whole || failed != failedInPieces)
        std::abort();
    return 0;
}

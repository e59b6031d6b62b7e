// SPDX-License-Identifier: Apache-2.0
// Any bytes as a head and its body: nothing is read out of bounds, and pieces make no difference.
#include "edge/bodyreader.h"
#include "edge/headreader.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const HeadReader::Outcome outcome = HeadReader({}).read(bytes);

    HeadReader slow({});
    HeadReader::Outcome pieced = HeadReader::NeedMore();
    for (std::size_t given = 1; given <= size && std::holds_alternative<HeadReader::NeedMore>(pieced); ++given)
        pieced = slow.read(bytes.substr(0, given));
    if (pieced != outcome)
        std::abort();

    if (const auto *head = std::get_if<HttpHead>(&outcome)) {
        BodyReader body(*head, 4096);
        std::string_view rest = bytes.substr(head->size);
        while (body.state() == BodyReader::State::NeedMore && !rest.empty())
            rest.remove_prefix(body.feed(rest.substr(0, 7)));
        if (body.take().size() > 4096)
            std::abort();
    }
    return 0;
}

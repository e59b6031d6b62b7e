// SPDX-License-Identifier: Apache-2.0
// Any bytes as a delta and as a slice of a snapshot out of Redis: refused or read, and what was read fits a fleet or not,
// but does no harm.
#include "model/fleet.h"
#include "redis/changecodec.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);

    if (const Result<StreamedDelta> read = unpackDelta(bytes, 0)) {
        if (StreamId::parse(read->id.text()) != read->id)
            std::abort();
        Fleet fleet;
        fleet.reset({Revision{0, {}, read->delta.from}});
        if (fleet.apply(read->delta) && fleet.revision() != read->delta.to)
            std::abort();
    }
    if (const auto changes = unpackChanges(bytes)) {
        Fleet fleet;
        fleet.reset({Revision()});
        (void)fleet.load(*changes).ok();
    }
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Any text as a filter: it is read or refused with a place inside the text, and each part of it is a filter by itself.
#include "filter/completion.h"
#include "filter/filterparser.h"
#include "filter/filtertext.h"
#include "filter/journalfields.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cheetah::gui;
    if (size == 0)
        return 0;
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data + 1), qsizetype(size - 1));
    FilterError error;
    if (const ExpressionPtr filter = parseFilter(text, journalFields(), &error)) {
        for (std::size_t i = 0; i < filter->parts().size(); ++i) {
            const auto &part = filter->parts()[i];
            if (part.length <= 0 || part.position + part.length > text.size()
                || !parseFilter(text.mid(part.position, part.length), journalFields())
                || !parseFilter(withoutPart(*filter, i), journalFields()))
                std::abort();
        }
    } else if (error.message.isEmpty() || error.position < 0 || error.position > text.size()) {
        std::abort();
    }
    const CompletionPlace place = completionPlace(text, int(data[0] % (text.size() + 1)), journalFields());
    if (place.position < 0 || place.length < 0 || place.position + place.length > text.size())
        std::abort();
    return 0;
}

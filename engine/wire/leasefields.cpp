// SPDX-License-Identifier: Apache-2.0
#include "wire/leasefields.h"

namespace cheetah {

void put(JsonWriter &out, const std::map<Rule, std::uint32_t> &counts)
{
    out.beginObject();
    for (const auto &[rule, count] : counts)
        out.member(name(rule), count);
    out.endObject();
}

void get(JsonReading &reading, const JsonValue &json, std::map<Rule, std::uint32_t> &counts)
{
    const JsonValue::Object *members = json.object();
    if (!members)
        return reading.fail("not an object");
    counts.clear();
    for (const auto &[key, value] : *members) {
        const auto rule = ruleFromName(key);
        if (!rule && reading.unknown() == UnknownMembers::Ignored)
            continue; // a later node has rules that this reader does not know
        if (!rule)
            return reading.fail(key, "not one of the known words");
        const JsonReading::Step step(reading, key);
        get(reading, value, counts[*rule]);
    }
}

} // namespace cheetah

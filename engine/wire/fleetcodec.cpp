// SPDX-License-Identifier: Apache-2.0
#include "wire/fleetcodec.h"

#include "wire/changefields.h"

#include <array>

namespace cheetah {

namespace {

/// In the order of the alternatives of Change.
constexpr std::array<std::string_view, std::variant_size_v<Change>> changeNames = {
    "assignmentStarted", "assignmentRenewed", "assignmentEnded", "contextChanged",     "contextRemoved",
    "settlingChanged",   "holdChanged",       "parentChanged",   "windowChanged",      "windowRemoved",
    "clientChanged",     "clientSeqChanged",  "clientRemoved",   "reservationChanged", "reservationRemoved",
    "waiterAdded",       "waiterRemoved",     "drainChanged",    "drainRemoved",       "nodeChanged",
    "nodeRemoved",
};

template <std::size_t index = 0>
void getAlternative(std::string_view name, JsonReading &reading, JsonIn &visit, Change &change)
{
    if constexpr (index == changeNames.size()) {
        reading.fail("change", "not one of the known words");
    } else {
        if (name == changeNames[index])
            fields(visit, change.emplace<index>());
        else
            getAlternative<index + 1>(name, reading, visit, change);
    }
}

/// The row's own reading checks that what it points to is there.
void requireWhole(JsonReading &reading, const Change &change)
{
    const auto *context = std::get_if<ContextChanged>(&change);
    const auto *client = std::get_if<ClientChanged>(&change);
    const auto *reservation = std::get_if<ReservationChanged>(&change);
    const auto *waiter = std::get_if<WaiterAdded>(&change);
    if ((context && !context->reported) || (client && !client->state) || (reservation && !reservation->reservation)
        || (waiter && !waiter->waiter))
        reading.fail("missing");
}

std::string snapshotHead(std::size_t index)
{
    std::string text = R"({"jsonrpc":"2.0","method":"snapshot","params":{"index":)";
    return text.append(std::to_string(index)).append(R"(,"changes":[)");
}

void finishSnapshot(std::string &text, const std::vector<Revision> *revisions)
{
    text.append(R"(],"last":)").append(revisions ? "true" : "false");
    if (revisions)
        text.append(R"(,"revisions":)").append(toJson(*revisions));
    text.append("}}");
}

} // namespace

void put(JsonWriter &out, const ContextKey &key)
{
    put(out, *key.name);
}

void get(JsonReading &reading, const JsonValue &json, ContextKey &key)
{
    auto name = std::make_shared<ContextName>();
    get(reading, json, *name);
    key = {std::move(name), noSlot};
}

void put(JsonWriter &out, const Change &change)
{
    out.beginObject().member("change", changeNames[change.index()]);
    JsonOut visit(out);
    std::visit([&](const auto &alternative) { fields(visit, alternative); }, change);
    out.endObject();
}

void get(JsonReading &reading, const JsonValue &json, Change &change)
{
    if (!json.object())
        return reading.fail("not an object");
    JsonIn visit(reading, *json.object());
    std::string name;
    visit.required("change", name);
    if (!reading.ok())
        return;
    getAlternative(name, reading, visit, change);
    visit.finish();
    requireWhole(reading, change);
}

std::string deltaNotification(const Incarnation &incarnation, const Delta &delta)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject().member("jsonrpc", "2.0").member("method", consolemethod::delta).key("params").beginObject();
    JsonOut visit(out);
    visit.required("partition", delta.partition);
    visit.required("incarnation", incarnation);
    visit.required("from", delta.from);
    visit.required("to", delta.to);
    visit.required("at", delta.at);
    visit.required("changes", delta.changes);
    out.endObject().endObject();
    return text;
}

std::vector<std::string> snapshotNotifications(const Fleet &fleet, std::size_t maxBytes)
{
    constexpr std::size_t slice = 1000;
    constexpr std::size_t tailBytes = 4096; // kept free for the end of the message and its revisions
    const std::size_t room = maxBytes > 2 * tailBytes ? maxBytes - tailBytes : maxBytes;
    std::vector<std::string> chunks = {snapshotHead(0)};
    bool first = true;
    for (const std::vector<Change> &changes : fleet.snapshot(slice))
        for (const Change &change : changes) {
            const std::string text = toJson(change);
            if (!first && chunks.back().size() + text.size() + 1 > room) {
                finishSnapshot(chunks.back(), nullptr);
                chunks.push_back(snapshotHead(chunks.size()));
                first = true;
            }
            chunks.back().append(first ? "" : ",").append(text);
            first = false;
        }
    finishSnapshot(chunks.back(), &fleet.revisions());
    return chunks;
}

} // namespace cheetah

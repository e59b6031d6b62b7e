// SPDX-License-Identifier: Apache-2.0
#include "wire/modelfields.h"

namespace cheetah {

namespace {

template <class T, class Parse>
void getText(JsonReading &reading, const JsonValue &json, T &value, Parse parse)
{
    const JsonValue::String *string = json.string();
    if (!string)
        return reading.fail("not text");
    if (auto parsed = parse(string->text))
        value = *std::move(parsed);
    else
        reading.fail(parsed.error());
}

std::string quoted(std::string_view text)
{
    std::string out = "'";
    for (const char c : text)
        out.append(c == '\'' ? 2 : 1, c);
    return out + "'";
}

void getRole(JsonReading &reading, const JsonValue &json, Roles &roles)
{
    const JsonValue::String *role = json.string();
    if (role && role->text == "app")
        roles.app = true;
    else if (role && role->text == "rest")
        roles.rest = true;
    else if (role && role->text == "websocket")
        roles.websocket = true;
    else
        reading.fail("not one of the known words");
}

struct WriteTarget {
    JsonOut &visit;

    void operator()(const NodeId &node) const { visit.required("nodeId", node); }
    void operator()(const ClientName &client) const { clientNameFields(visit, client); }
    void operator()(const WindowName &window) const { windowNameFields(visit, window); }
};

} // namespace

void put(JsonWriter &out, const DisconnectPolicy &policy)
{
    out.value(toText(policy));
}

void get(JsonReading &reading, const JsonValue &json, DisconnectPolicy &policy)
{
    getText(reading, json, policy, parseDisconnectPolicy);
}

void put(JsonWriter &out, const Placement &placement)
{
    out.value(toText(placement));
}

void get(JsonReading &reading, const JsonValue &json, Placement &placement)
{
    getText(reading, json, placement, parsePlacement);
}

bool isUnset(const Placement &placement)
{
    return placement.kind == Placement::Kind::Any;
}

void put(JsonWriter &out, const Roles &roles)
{
    out.beginArray();
    if (roles.app)
        out.value("app");
    if (roles.rest)
        out.value("rest");
    if (roles.websocket)
        out.value("websocket");
    out.endArray();
}

void get(JsonReading &reading, const JsonValue &json, Roles &roles)
{
    const JsonValue::Array *words = json.array();
    if (!words)
        return reading.fail("not an array");
    roles = {false, false, false};
    for (std::size_t i = 0; i < words->size() && reading.ok(); ++i) {
        const JsonReading::Step step(reading, i);
        getRole(reading, (*words)[i], roles);
    }
}

void put(JsonWriter &out, const DrainTarget &target)
{
    out.beginObject();
    JsonOut visit(out);
    std::visit(WriteTarget{visit}, target);
    out.endObject();
}

void get(JsonReading &reading, const JsonValue &json, DrainTarget &target)
{
    if (!json.object())
        return reading.fail("not an object");
    JsonIn visit(reading, *json.object());
    if (json.member("nodeId"))
        visit.required("nodeId", target.emplace<NodeId>());
    else if (json.member("windowId"))
        windowNameFields(visit, target.emplace<WindowName>());
    else
        clientNameFields(visit, target.emplace<ClientName>());
    visit.finish();
}

void put(JsonWriter &out, const Requirements &requirements)
{
    out.beginArray();
    if (requirements.kind)
        out.value("kind=" + std::string(name(*requirements.kind)));
    if (!requirements.client.empty())
        out.value("client=" + quoted(requirements.client.text()));
    for (const MetadataCondition &condition : requirements.metadata)
        out.value(toText(condition));
    out.endArray();
}

void get(JsonReading &reading, const JsonValue &json, Requirements &requirements)
{
    const JsonValue::Array *expressions = json.array();
    if (!expressions)
        return reading.fail("not an array");
    requirements = {};
    for (std::size_t i = 0; i < expressions->size() && reading.ok(); ++i) {
        const JsonReading::Step step(reading, i);
        const JsonValue::String *expression = (*expressions)[i].string();
        if (!expression)
            return reading.fail("not text");
        if (const auto added = addExpression(requirements, expression->text); !added)
            reading.fail(added.error());
    }
}

} // namespace cheetah

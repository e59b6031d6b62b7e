// SPDX-License-Identifier: Apache-2.0
#include "support/collectorstub.h"

#include "wire/jsonwalker.h"

#include <QtNetwork/QTcpSocket>

#include <algorithm>
#include <charconv>

namespace cheetah::test {

namespace {

bool isHex(const std::string &text, std::size_t size)
{
    return text.size() == size && text.find_first_not_of("0123456789abcdef") == std::string::npos
        && text.find_first_not_of('0') != std::string::npos;
}

std::string textOf(const JsonValue &owner, std::string_view name)
{
    const JsonValue *value = owner.member(name);
    return value && value->string() ? value->string()->text : std::string();
}

/// A 64-bit number travels as a text.
std::optional<std::uint64_t> numberText(const std::string &text)
{
    std::uint64_t number = 0;
    const auto [at, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = !text.empty() && failure == std::errc() && at == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

const JsonValue::Array &arrayOf(const JsonValue &owner, std::string_view name)
{
    static const JsonValue::Array none;
    const JsonValue *value = owner.member(name);
    return value && value->array() ? *value->array() : none;
}

bool hasOnly(const JsonValue &json, std::initializer_list<std::string_view> names)
{
    return json.object() && std::all_of(json.object()->begin(), json.object()->end(), [&](const auto &member) {
               return std::find(names.begin(), names.end(), member.first) != names.end();
           });
}

} // namespace

CollectorStub::CollectorStub()
{
    m_server.listen(QHostAddress::LocalHost);
    connect(&m_server, &QTcpServer::newConnection, this, [this] { accept(); });
}

std::string CollectorStub::endpoint() const
{
    return "http://127.0.0.1:" + std::to_string(m_server.serverPort());
}

const CollectorStub::Span *CollectorStub::find(const std::string &name) const
{
    const auto found = std::find_if(m_spans.begin(), m_spans.end(), [&](const Span &s) { return s.name == name; });
    return found == m_spans.end() ? nullptr : &*found;
}

void CollectorStub::accept()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QTcpSocket::readyRead, this, [this, socket, received = std::string()]() mutable {
            received += socket->readAll().toStdString();
            serve(*socket, received);
        });
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
}

void CollectorStub::serve(QTcpSocket &socket, std::string &received)
{
    for (;;) {
        const auto blank = received.find("\r\n\r\n");
        if (blank == std::string::npos)
            return;
        std::string head = received.substr(0, blank + 2);
        std::transform(head.begin(), head.end(), head.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        const auto length = head.find("content-length:");
        check(length != std::string::npos, "no content-length");
        const std::size_t size = length == std::string::npos ? 0 : std::stoul(head.substr(length + 15));
        if (received.size() < blank + 4 + size)
            return;
        const std::string message = received.substr(blank + 4, size);
        received.erase(0, blank + 4 + size);
        m_text += head + message;
        m_requests.push_back(SystemClock().steady());
        if (status == 0)
            return;
        take(head, message);
        socket.write(QByteArray::fromStdString("HTTP/1.1 " + std::to_string(status) + " Said\r\n" + headers
                                               + "Content-Type: application/json\r\nContent-Length: "
                                               + std::to_string(body.size()) + "\r\n\r\n" + body));
    }
}

void CollectorStub::check(bool holds, const std::string &what)
{
    if (!holds && m_problem.empty())
        m_problem = what;
}

void CollectorStub::take(const std::string &head, const std::string &message)
{
    check(head.starts_with("post /v1/traces http/1.1\r\n"), "head: " + head.substr(0, 60));
    check(head.find("\r\ncontent-type: application/json\r\n") != std::string::npos, "content type");
    const auto json = parseJson(message);
    check(json.ok(), "no JSON");
    if (!json)
        return;
    check(hasOnly(*json, {"resourceSpans"}) && !arrayOf(*json, "resourceSpans").empty(), "resourceSpans");
    const std::size_t before = m_spans.size();
    for (const JsonValue &resourceSpans : arrayOf(*json, "resourceSpans")) {
        check(hasOnly(resourceSpans, {"resource", "scopeSpans"}), "members of resourceSpans");
        const JsonValue *resource = resourceSpans.member("resource");
        check(resource && hasOnly(*resource, {"attributes"}), "resource");
        if (resource)
            m_resource = readAttributes(*resource);
        for (const JsonValue &scopeSpans : arrayOf(resourceSpans, "scopeSpans")) {
            check(hasOnly(scopeSpans, {"scope", "spans"}), "members of scopeSpans");
            const JsonValue *scope = scopeSpans.member("scope");
            check(scope && hasOnly(*scope, {"name", "version"}) && !textOf(*scope, "name").empty(), "scope");
            for (const JsonValue &span : arrayOf(scopeSpans, "spans"))
                readSpan(span);
        }
    }
    check(m_spans.size() > before, "a message without spans");
    if (status != 200)
        m_spans.resize(before);
}

void CollectorStub::readSpan(const JsonValue &json)
{
    check(hasOnly(json,
                  {"traceId", "spanId", "parentSpanId", "flags", "name", "kind", "startTimeUnixNano", "endTimeUnixNano",
                   "attributes", "droppedAttributesCount", "events", "droppedEventsCount", "status"}),
          "members of a span");
    Span span;
    span.trace = textOf(json, "traceId");
    span.id = textOf(json, "spanId");
    span.parent = textOf(json, "parentSpanId");
    span.name = textOf(json, "name");
    check(isHex(span.trace, 32) && isHex(span.id, 16), "ids of a span");
    check(!json.member("parentSpanId") || isHex(span.parent, 16), "parentSpanId");
    check(!span.name.empty(), "a span without name");
    const JsonValue *kind = json.member("kind");
    span.kind = kind ? kind->integer().value_or(0) : 0;
    check(span.kind >= 1 && span.kind <= 5, "kind");
    const auto begin = numberText(textOf(json, "startTimeUnixNano"));
    const auto end = numberText(textOf(json, "endTimeUnixNano"));
    check(begin && end && *begin <= *end && *begin > 1'500'000'000'000'000'000u, "times of a span");
    span.begin = begin.value_or(0);
    span.end = end.value_or(0);
    span.attributes = readAttributes(json);
    for (const JsonValue &event : arrayOf(json, "events")) {
        check(hasOnly(event, {"timeUnixNano", "name", "attributes"}) && !textOf(event, "name").empty(), "event");
        const auto at = numberText(textOf(event, "timeUnixNano"));
        check(at && *at >= span.begin && *at <= span.end, "time of event " + textOf(event, "name"));
        readAttributes(event);
        span.events.push_back(textOf(event, "name"));
    }
    const JsonValue *outcome = json.member("status");
    check(outcome && hasOnly(*outcome, {"code", "message"}), "status");
    const JsonValue *code = outcome ? outcome->member("code") : nullptr;
    span.failed = code && code->integer() == 2;
    m_spans.push_back(std::move(span));
}

std::map<std::string, std::string> CollectorStub::readAttributes(const JsonValue &owner)
{
    std::map<std::string, std::string> attributes;
    for (const JsonValue &attribute : arrayOf(owner, "attributes")) {
        const std::string key = textOf(attribute, "key");
        const JsonValue *value = attribute.member("value");
        check(hasOnly(attribute, {"key", "value"}) && !key.empty(), "attribute " + key);
        check(value && value->object() && value->object()->size() == 1
                  && hasOnly(*value, {"stringValue", "intValue", "boolValue"}),
              "value of attribute " + key);
        if (!value)
            continue;
        std::string text = textOf(*value, "stringValue");
        if (value->member("intValue")) {
            text = textOf(*value, "intValue");
            check(numberText(text).has_value(), "intValue of " + key);
        }
        if (const JsonValue *flag = value->member("boolValue")) {
            check(flag->boolean().has_value(), "boolValue of " + key);
            text = flag->boolean().value_or(false) ? "true" : "false";
        }
        check(attributes.emplace(key, text).second, "attribute " + key + " twice");
    }
    return attributes;
}

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#include "node/otlpmessage.h"

#include "wire/jsonwalker.h"
#include "wire/jsonwriter.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>

#include <algorithm>
#include <charconv>

namespace cheetah {

namespace {

constexpr Micros longestDelay = Seconds(3600);

void put(JsonWriter &out, std::string_view key, const std::variant<std::string, std::int64_t, bool> &value)
{
    out.beginObject().member("key", key).key("value").beginObject();
    if (const auto *text = std::get_if<std::string>(&value))
        out.member("stringValue", std::string_view(*text));
    else if (const auto *number = std::get_if<std::int64_t>(&value))
        out.member("intValue", std::string_view(std::to_string(*number)));
    else
        out.member("boolValue", std::get<bool>(value));
    out.endObject().endObject();
}

void putAttributes(JsonWriter &out, const std::vector<SpanAttribute> &attributes)
{
    out.key("attributes").beginArray();
    for (const SpanAttribute &attribute : attributes)
        put(out, attribute.key, attribute.value);
    out.endArray();
}

std::string nanos(WallTime time)
{
    return std::to_string(std::max<std::int64_t>(0, time.time_since_epoch().count())) + "000";
}

int numberOf(SpanKind kind)
{
    static constexpr int numbers[] = {1, 2, 3}; // SPAN_KIND_INTERNAL, _SERVER, _CLIENT
    return numbers[std::size_t(kind)];
}

void put(JsonWriter &out, const SpanRecord &span)
{
    out.beginObject();
    out.member("traceId", std::string_view(span.context.traceId()));
    out.member("spanId", std::string_view(span.context.spanId()));
    if (span.parent)
        out.member("parentSpanId", std::string_view(TraceContext{0, 0, span.parent, false}.spanId()));
    out.member("flags", span.context.sampled ? 1 : 0);
    out.member("name", std::string_view(span.name)).member("kind", numberOf(span.kind));
    out.member("startTimeUnixNano", std::string_view(nanos(span.begin)));
    out.member("endTimeUnixNano", std::string_view(nanos(span.end)));
    putAttributes(out, span.attributes);
    out.member("droppedAttributesCount", span.droppedAttributes);
    out.key("events").beginArray();
    for (const SpanEvent &event : span.events) {
        out.beginObject().member("timeUnixNano", std::string_view(nanos(event.at))).member("name", event.name);
        putAttributes(out, event.attributes);
        out.endObject();
    }
    out.endArray().member("droppedEventsCount", span.droppedEvents);
    out.key("status").beginObject();
    if (span.failed)
        out.member("code", 2); // STATUS_CODE_ERROR
    out.endObject().endObject();
}

} // namespace

std::string otlpRequest(const OtlpResource &resource, const std::vector<SpanRecord> &spans)
{
    std::string text;
    JsonWriter out(text);
    out.beginObject().key("resourceSpans").beginArray().beginObject();
    out.key("resource").beginObject().key("attributes").beginArray();
    put(out, "service.name", std::string("cheetah"));
    put(out, "service.version", resource.version);
    put(out, "service.namespace", resource.deployment.string());
    put(out, "service.instance.id", resource.node.string());
    out.endArray().endObject();
    out.key("scopeSpans").beginArray().beginObject();
    out.key("scope").beginObject().member("name", "cheetah").member("version", std::string_view(resource.version));
    out.endObject().key("spans").beginArray();
    for (const SpanRecord &span : spans)
        put(out, span);
    out.endArray().endObject().endArray().endObject().endArray().endObject();
    return text;
}

std::uint64_t rejectedSpans(std::string_view answer)
{
    const auto parsed = parseJson(answer);
    const JsonValue *partial = parsed ? parsed->member("partialSuccess") : nullptr;
    const JsonValue *rejected = partial ? partial->member("rejectedSpans") : nullptr;
    if (!rejected)
        return 0;
    if (const auto number = rejected->integer())
        return std::uint64_t(std::max<std::int64_t>(0, *number));
    const JsonValue::String *text = rejected->string();
    std::uint64_t count = 0;
    if (text)
        std::from_chars(text->text.data(), text->text.data() + text->text.size(), count);
    return count;
}

OtlpVerdict otlpVerdict(int status)
{
    if (status >= 200 && status < 300)
        return OtlpVerdict::Accepted;
    const bool mayPass = status == 0 || status == 429 || status == 502 || status == 503 || status == 504;
    return mayPass ? OtlpVerdict::TryAgain : OtlpVerdict::Rejected;
}

std::optional<Micros> retryAfter(std::string_view value, WallTime now)
{
    std::uint32_t seconds = 0;
    const char *end = value.data() + value.size();
    const auto [at, failure] = std::from_chars(value.data(), end, seconds);
    if (!value.empty() && failure == std::errc() && at == end)
        return std::min<Micros>(Seconds(seconds), longestDelay);
    const QString text = QString::fromLatin1(value.data(), qsizetype(value.size()));
    QDateTime date = QLocale::c().toDateTime(text, QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!date.isValid())
        return std::nullopt;
    date.setTimeSpec(Qt::UTC);
    const Micros delay = Millis(date.toMSecsSinceEpoch()) - now.time_since_epoch();
    return std::clamp(delay, Micros(0), longestDelay);
}

} // namespace cheetah

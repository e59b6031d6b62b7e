// SPDX-License-Identifier: Apache-2.0
#include "base/tracer.h"

#include <algorithm>
#include <utility>

namespace cheetah {

namespace {

constexpr std::size_t mostEventAttributes = 4;

/// At most so many bytes, cut between characters.
std::string_view bounded(std::string_view text)
{
    if (text.size() <= SpanRecord::textBytes)
        return text;
    std::size_t size = SpanRecord::textBytes;
    while (size > 0 && (text[size] & 0xc0) == 0x80)
        --size;
    return text.substr(0, size);
}

} // namespace

Tracer::Within::Within(Tracer *tracer, const TraceContext &context) : m_tracer(tracer)
{
    if (m_tracer)
        m_before = std::exchange(m_tracer->m_current, context);
}

Tracer::Within::~Within()
{
    if (m_tracer)
        m_tracer->m_current = m_before;
}

struct Span::State {
    Tracer &tracer;
    TraceContext context;
    SteadyTime begun; ///< durations are of the steady clock, whatever becomes of the wall's
    SpanRecord record;

    WallTime now() const { return record.begin + (tracer.clock().steady() - begun); }
};

Span::Span() = default;

Span::Span(Span &&) noexcept = default;

Span &Span::operator=(Span &&other) noexcept
{
    if (this != &other) {
        end();
        m_state = std::move(other.m_state);
    }
    return *this;
}

Span::~Span()
{
    end();
}

Span Span::begin(Tracer *tracer, SpanKind kind, std::string_view name, const TraceContext &parent)
{
    Span span;
    if (!tracer)
        return span;
    span.m_state.reset(new State{*tracer, tracer->begin(parent), {}, {}});
    State &state = *span.m_state;
    if (!state.context.sampled)
        return span;
    state.begun = tracer->clock().steady();
    state.record.context = state.context;
    state.record.parent = parent.valid() ? parent.span : 0;
    state.record.name = bounded(name);
    state.record.kind = kind;
    state.record.begin = tracer->clock().wall();
    return span;
}

TraceContext Span::context() const
{
    return m_state ? m_state->context : TraceContext();
}

bool Span::recording() const
{
    return m_state && m_state->context.sampled;
}

bool Span::tellsIds() const
{
    return recording() && m_state->tracer.tellsIds();
}

/// A key told again changes its value.
void Span::add(SpanAttribute attribute)
{
    SpanRecord &record = m_state->record;
    const auto same = [&](const SpanAttribute &known) { return known.key == attribute.key; };
    const auto known = std::find_if(record.attributes.begin(), record.attributes.end(), same);
    if (known != record.attributes.end())
        known->value = std::move(attribute.value);
    else if (record.attributes.size() < SpanRecord::mostAttributes)
        record.attributes.push_back(std::move(attribute));
    else
        ++record.droppedAttributes;
}

void Span::set(std::string_view key, std::string_view text)
{
    if (recording())
        add({key, std::string(bounded(text))});
}

void Span::set(std::string_view key, std::int64_t number)
{
    if (recording())
        add({key, number});
}

void Span::set(std::string_view key, bool flag)
{
    if (recording())
        add({key, flag});
}

void Span::event(std::string_view name, std::vector<SpanAttribute> attributes, Micros ago)
{
    if (!recording())
        return;
    SpanRecord &record = m_state->record;
    if (record.events.size() >= SpanRecord::mostEvents) {
        ++record.droppedEvents;
        return;
    }
    attributes.resize(std::min(attributes.size(), mostEventAttributes));
    for (SpanAttribute &attribute : attributes)
        if (auto *text = std::get_if<std::string>(&attribute.value))
            text->resize(bounded(*text).size());
    record.events.push_back({name, std::max(record.begin, m_state->now() - ago), std::move(attributes)});
}

void Span::fail(std::string_view code)
{
    if (!recording())
        return;
    set("error.type", code);
    m_state->record.failed = true;
}

void Span::end()
{
    const std::unique_ptr<State> state = std::move(m_state);
    if (!state || !state->context.sampled)
        return;
    state->record.end = state->now();
    state->tracer.ended(std::move(state->record));
}

} // namespace cheetah

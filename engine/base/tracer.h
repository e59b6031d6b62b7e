// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/tracecontext.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace cheetah {

/// What a span is to whoever is on its other side.
enum class SpanKind { Internal, Server, Client };

/// One fact about a span. Keys are ours; a text is cut to SpanRecord::textBytes.
struct SpanAttribute {
    std::string_view key; ///< a literal: it outlives the span
    std::variant<std::string, std::int64_t, bool> value;
};

/// Something that happened at a moment of a span.
struct SpanEvent {
    std::string_view name; ///< a literal
    WallTime at;
    std::vector<SpanAttribute> attributes;
};

/// A span that ended, as a Tracer gets it. Bounded in number and length whatever happened (SPEC O5).
struct SpanRecord {
    static constexpr std::size_t textBytes = 128, mostAttributes = 16, mostEvents = 32;

    TraceContext context;
    std::uint64_t parent = 0; ///< 0: the first of its trace
    std::string name;
    SpanKind kind = SpanKind::Internal;
    WallTime begin, end;
    std::vector<SpanAttribute> attributes;
    std::vector<SpanEvent> events;
    std::uint32_t droppedAttributes = 0, droppedEvents = 0;
    bool failed = false;
};

/// What a tracer did with what it was given.
struct TraceCounts {
    std::uint64_t exported = 0;
    std::uint64_t queueFull = 0;   ///< dropped: more came than left
    std::uint64_t rejected = 0;    ///< dropped: the receiver does not want them
    std::uint64_t unreachable = 0; ///< dropped: the receiver could not be reached for too long
    std::uint64_t unsent = 0;      ///< dropped: still here at the end
    std::size_t queued = 0;        ///< that wait
    std::uint64_t dropped() const { return queueFull + rejected + unreachable + unsent; }
};

/// Takes the spans of the engine's work. Given by the host, which owns and closes it after everything that uses it (SPEC
/// L4, O5); none by default, and where there is none the engine asks one pointer and does nothing else. One thread: the
/// engine's. What happens in a span that began elsewhere is joined to it through current(): whoever begins a piece of work
/// enters its span (Within) while it calls on, and what is called synchronously finds its parent there.
class Tracer {
public:
    virtual ~Tracer() = default;

    /// The place of a new span under `parent`, or of a new trace where that is not valid. Decides whether it is recorded.
    virtual TraceContext begin(const TraceContext &parent) = 0;
    /// Takes a recorded span; never waits.
    virtual void ended(SpanRecord &&span) = 0;
    virtual const Clock &clock() const = 0;
    /// Whether spans may name users, clients and tasks.
    virtual bool tellsIds() const { return false; }
    virtual TraceCounts counts() const { return {}; }

    const TraceContext &current() const { return m_current; }

    /// While it lives, `context` is current. Without a tracer it does nothing.
    class Within {
    public:
        Within(Tracer *tracer, const TraceContext &context);
        ~Within();
        Within(const Within &) = delete;
        Within &operator=(const Within &) = delete;

    private:
        Tracer *m_tracer;
        TraceContext m_before;
    };

private:
    TraceContext m_current;
};

/// One piece of work while it is under way; moved along with it. An empty one, made without a tracer, takes no room beyond
/// a pointer and ignores everything; an unsampled one keeps its context alone. It ends with end(), or at the latest when
/// it is destroyed, and the tracer outlives it.
class Span {
public:
    Span();
    /// `tracer` null: an empty span. `name` is cut to SpanRecord::textBytes.
    static Span begin(Tracer *tracer, SpanKind kind, std::string_view name, const TraceContext &parent);

    Span(Span &&) noexcept;
    Span &operator=(Span &&) noexcept;
    ~Span();

    explicit operator bool() const { return m_state != nullptr; }
    TraceContext context() const;
    /// Whether anything that is told to it will be seen.
    bool recording() const;
    bool tellsIds() const;

    void set(std::string_view key, std::string_view text);
    void set(std::string_view key, const char *text) { set(key, std::string_view(text)); }
    void set(std::string_view key, std::int64_t number);
    void set(std::string_view key, bool flag);
    /// `ago`: how long before now it happened.
    void event(std::string_view name, std::vector<SpanAttribute> attributes = {}, Micros ago = Micros(0));
    /// The work failed, for this reason: a code's name.
    void fail(std::string_view code);
    void end();

private:
    struct State;
    void add(SpanAttribute attribute);
    std::unique_ptr<State> m_state;
};

} // namespace cheetah

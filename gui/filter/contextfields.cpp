// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/contextfields.h"

#include "filter/valuecounts.h"
#include "session/words.h"

namespace cheetah::gui {

namespace {

constexpr Micros soon = Seconds(30);

enum class AskedOfContext {
    Assigned,
    Settling,
    Idle,
    Unavailable,
    Held,
    Reserved,
    Draining,
    Disconnected,
    Expiring,
    Stale,
    Orphan,
    Unhealthy,
    HasTask,
    HasHold,
    HasParent,
    HasSettling,
};

std::vector<Field> contextFieldList()
{
    using enum FieldKind;
    return {
        {.name = "user", .help = QT_TRANSLATE_NOOP("FilterHelp", "whose browser it is"), .searched = true},
        {.name = "client",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "the browser or console it belongs to"),
         .synonyms = {"browser"},
         .searched = true},
        {.name = "window", .help = QT_TRANSLATE_NOOP("FilterHelp", "id of its window")},
        {.name = "context",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "its id"),
         .synonyms = {"tab", "flow", "id"},
         .searched = true},
        {.name = "title", .help = QT_TRANSLATE_NOOP("FilterHelp", "title of the page"), .searched = true},
        {.name = "url",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "address of the page"),
         .synonyms = {"address"},
         .searched = true},
        {.name = "state",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "what it is doing"),
         .values = namesUpTo(ContextState::Idle),
         .searched = true},
        {.name = "health",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "what its client says of the page"),
         .values = namesUpTo(cheetah::Health::Unresponsive)},
        {.name = "task", .help = QT_TRANSLATE_NOOP("FilterHelp", "the task that holds it"), .searched = true},
        {.name = "request", .help = QT_TRANSLATE_NOOP("FilterHelp", "the request that acquired it")},
        {.name = "holder",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "the node that acquired it"),
         .synonyms = {"holdernode"}},
        {.name = "lease",
         .kind = Duration,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "time left of the lease, such as lease<30s"),
         .synonyms = {"left", "remaining"},
         .passes = true},
        {.name = "held",
         .kind = Duration,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "time since it was acquired"),
         .passes = true},
        {.name = "renewals",
         .kind = Number,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "how often the lease was renewed")},
        {.name = "fence", .kind = Number, .help = QT_TRANSLATE_NOOP("FilterHelp", "number of the lease")},
        {.name = "age",
         .kind = Duration,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "time since it was first seen, such as age>5m"),
         .passes = true},
        {.name = "kind",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "kind of its client"),
         .values = namesUpTo(ClientKind::Mobile)},
        {.name = "node", .help = QT_TRANSLATE_NOOP("FilterHelp", "the node its client is connected to")},
        {.name = "epoch", .help = QT_TRANSLATE_NOOP("FilterHelp", "the run of its browser")},
        {.name = "agent", .help = QT_TRANSLATE_NOOP("FilterHelp", "program and version of its client")},
        {.name = "ended",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "how its last lease ended"),
         .values = namesUpTo(EndCause::Drained)},
        {.name = "meta",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "metadata of its client, such as meta.region:eu"),
         .synonyms = {"metadata"},
         .keyed = true},
        {.name = "active",
         .kind = FieldKind::Flag,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "the visible tab of its window")},
        {.name = "ours", .kind = FieldKind::Flag, .help = QT_TRANSLATE_NOOP("FilterHelp", "opened by a command")},
        {.name = nullptr, .searched = true},
    };
}

std::vector<Flag> contextFlags()
{
    return {
        {"assigned", QT_TRANSLATE_NOOP("FilterHelp", "held by a task")},
        {"settling", QT_TRANSLATE_NOOP("FilterHelp", "waits for the end of a command")},
        {"idle", QT_TRANSLATE_NOOP("FilterHelp", "free to be acquired")},
        {"unavailable", QT_TRANSLATE_NOOP("FilterHelp", "free, but not healthy")},
        {"held", QT_TRANSLATE_NOOP("FilterHelp", "kept from being acquired for the time being")},
        {"reserved", QT_TRANSLATE_NOOP("FilterHelp", "made for a request that has not taken it yet")},
        {"draining", QT_TRANSLATE_NOOP("FilterHelp", "its client, window or node drains")},
        {"disconnected", QT_TRANSLATE_NOOP("FilterHelp", "its client is not connected")},
        {.name = "expiring",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "less than 30 s left of the lease"),
         .passes = true},
        {.name = "stale",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "not renewed for more than half of the lease"),
         .passes = true},
        {"orphan", QT_TRANSLATE_NOOP("FilterHelp", "held by a task while its client is not connected")},
        {"unhealthy", QT_TRANSLATE_NOOP("FilterHelp", "its client says that the page is not live")},
        {.name = "task", .help = QT_TRANSLATE_NOOP("FilterHelp", "held by a task"), .has = true},
        {.name = "hold", .help = QT_TRANSLATE_NOOP("FilterHelp", "kept from being acquired"), .has = true},
        {.name = "parent", .help = QT_TRANSLATE_NOOP("FilterHelp", "belongs to the lease of another tab"), .has = true},
        {.name = "settling", .help = QT_TRANSLATE_NOOP("FilterHelp", "waits for the end of a command"), .has = true},
    };
}

/// What clients tell about themselves, with the number of their contexts.
std::vector<ValueSuggestion> metadataKeys(const Fleet &fleet, const QString &part)
{
    ValueCounts counts;
    for (Slot slot = 0; slot < fleet.clientSlots(); ++slot)
        if (const ClientRow &client = fleet.client(slot); client.state)
            for (const auto &[key, value] : client.state->metadata)
                counts.add(key, int(client.contexts));
    return counts.best(part);
}

} // namespace

const FieldSet &contextFields()
{
    static const FieldSet set(contextFieldList(), contextFlags());
    return set;
}

ContextReader::ContextReader(const FleetStore &store)
    : m_store(store), m_now(store.now()), m_timeout(store.taskTimeout())
{
    static const ContextRow none;
    m_row = &none;
    for (std::size_t i = 0; i < m_stateWords.size(); ++i)
        m_stateWords[i] = Words::state(ContextState(i)).toStdString();
}

/// The lease that it stands under: its own, or that of the context it belongs to.
const Assignment *ContextReader::assignment() const
{
    if (m_row->assignment)
        return &*m_row->assignment;
    if (!m_row->parent.name)
        return nullptr;
    const Slot parent = m_store.fleet().find(m_row->parent);
    if (parent == noSlot)
        return nullptr;
    const auto &found = m_store.fleet().context(parent).assignment;
    return found ? &*found : nullptr;
}

std::string_view ContextReader::text(FieldIndex field) const
{
    if (!m_row->name)
        return {};
    const auto ofAssignment = [this](auto member) -> std::string_view {
        const Assignment *lease = assignment();
        return lease ? std::string_view((lease->*member).text()) : std::string_view();
    };
    switch (ContextField(field)) {
    case ContextField::User:
        return m_row->name->user.text();
    case ContextField::Client:
        return m_row->name->client.text();
    case ContextField::Window:
        return m_store.fleet().window(m_row->window).name.window.text();
    case ContextField::Context:
        return m_row->name->context.text();
    case ContextField::Title:
        return m_row->reported->title;
    case ContextField::Url:
        return m_row->reported->url;
    case ContextField::State:
        return name(m_store.state(m_slot));
    case ContextField::StateWord:
        return m_stateWords[std::size_t(m_store.state(m_slot))];
    case ContextField::Health:
        return name(m_row->reported->health);
    case ContextField::Task:
        return ofAssignment(&Assignment::task);
    case ContextField::Request:
        return ofAssignment(&Assignment::request);
    case ContextField::Holder:
        return ofAssignment(&Assignment::holderNode);
    case ContextField::Kind:
        return name(client().state->kind);
    case ContextField::Node:
        return client().state->node.text();
    case ContextField::Epoch:
        return m_row->name->epoch.text();
    case ContextField::Agent:
        return client().state->agent;
    case ContextField::LastEnd:
        return m_row->lastEnd ? name(*m_row->lastEnd) : std::string_view();
    case ContextField::Renewals:
    case ContextField::Fence:
        if (const auto count = number(field))
            return m_number = std::to_string(*count);
        return {};
    default:
        return {};
    }
}

std::string_view ContextReader::keyed(FieldIndex, std::string_view key) const
{
    if (!m_row->name)
        return {};
    const Metadata &metadata = client().state->metadata;
    const auto found = metadata.find(key);
    return found == metadata.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::int64_t> ContextReader::number(FieldIndex field) const
{
    if (!m_row->name)
        return std::nullopt;
    if (ContextField(field) == ContextField::Age)
        return (m_now - m_row->firstSeenAt).count();
    if (ContextField(field) == ContextField::Active)
        return m_row->reported->active;
    if (ContextField(field) == ContextField::Ours)
        return m_row->reported->ours;
    const Assignment *lease = assignment();
    if (!lease)
        return std::nullopt;
    switch (ContextField(field)) {
    case ContextField::Lease:
        if (m_timeout.count() == 0)
            return std::nullopt;
        return std::max<std::int64_t>(0, (lease->renewedAt + m_timeout - m_now).count());
    case ContextField::Held:
        return (m_now - lease->acquiredAt).count();
    case ContextField::Renewals:
        return lease->renewals;
    case ContextField::Fence:
        return std::int64_t(lease->fence);
    default:
        return std::nullopt;
    }
}

bool ContextReader::flag(FieldIndex flag) const
{
    if (!m_row->name)
        return false;
    const auto is = [this](ContextState state) { return m_store.state(m_slot) == state; };
    const auto left = [this] { return number(FieldIndex(ContextField::Lease)); };
    switch (AskedOfContext(flag)) {
    case AskedOfContext::Assigned:
        return is(ContextState::Assigned);
    case AskedOfContext::Settling:
    case AskedOfContext::HasSettling:
        return m_row->settling != nullptr;
    case AskedOfContext::Idle:
        return is(ContextState::Idle);
    case AskedOfContext::Unavailable:
        return is(ContextState::Unavailable);
    case AskedOfContext::Held:
    case AskedOfContext::HasHold:
        return m_row->hold != nullptr;
    case AskedOfContext::Reserved:
        return m_row->hold && !m_row->hold->request.empty();
    case AskedOfContext::Draining:
        return isDraining(m_store.fleet(), client(), &m_store.fleet().window(m_row->window));
    case AskedOfContext::Disconnected:
        return !client().state->connected;
    case AskedOfContext::Expiring:
        return left() && *left() < soon.count();
    case AskedOfContext::Stale:
        return left() && *left() * 2 < m_timeout.count();
    case AskedOfContext::Orphan:
        return is(ContextState::Assigned) && !client().state->connected;
    case AskedOfContext::Unhealthy:
        return m_row->reported->health != Health::Live;
    case AskedOfContext::HasTask:
        return assignment() != nullptr;
    case AskedOfContext::HasParent:
        return m_row->parent.name != nullptr;
    }
    return false;
}

std::vector<ValueSuggestion> contextValues(const FleetStore &store, const QString &field, const QString &part)
{
    const FieldIndex index = contextFields().find(field);
    if (index == noField)
        return {};
    if (field.endsWith(u'.'))
        return metadataKeys(store.fleet(), part);
    ContextReader reader(store);
    const Slot end = store.fleet().contextSlots();
    return countValues(contextFields(), index, field, part, end, [&](std::size_t i) -> const ContextReader & {
        reader.setRow(Slot(i));
        return reader;
    });
}

} // namespace cheetah::gui

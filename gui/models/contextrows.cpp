// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/contextrows.h"

#include "actions/flowwords.h"
#include "actions/pendingactions.h"
#include "delegates/cellroles.h"
#include "models/plaintext.h"
#include "models/sorttext.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>

#include <algorithm>

namespace cheetah::gui {

namespace {

/// Longer texts are cut in cells; tooltips have more of them.
constexpr int mostLetters = 300;
constexpr int mostTipLetters = 2'000;

std::string joined(const Metadata &metadata)
{
    std::string text;
    for (const auto &[key, value] : metadata)
        text += (text.empty() ? "" : "  ") + key + (value.empty() ? "" : "=") + value;
    return text;
}

} // namespace

ContextRows::ContextRows(Which which, const FleetStore &store, const Words &words, const PendingActions *pending,
                         QObject *parent)
    : TableRows(parent), m_which(which), m_store(store), m_words(words), m_pending(pending), m_names(store.fleet())
{
    for (const auto [cell, isShown] : which == Which::All ? allContextCells() : assignedContextCells()) {
        m_cells.push_back(cell);
        m_columns.push_back(columnOf(cell));
        m_columns.back().isShown = isShown;
    }
    beginPass();
    connect(&store, &FleetStore::changed, this, [this](const FleetBatch &batch) {
        m_names.take(batch);
        if (batch.whole)
            emit replaced();
        else if (!batch.contexts.empty())
            emit changed(batch.contexts);
    });
    if (pending)
        connect(pending, &PendingActions::underWayChanged, this, &ContextRows::noteUnderWay);
}

bool ContextRows::belongs(Slot slot) const
{
    return isThere(slot) && (m_which == Which::All || row(slot).assignment);
}

std::size_t ContextRows::total() const
{
    return m_which == Which::All ? m_store.fleet().contextCount() : m_store.fleet().assignedCount();
}

void ContextRows::beginPass()
{
    m_reader.emplace(m_store);
}

const FieldReader &ContextRows::read(Slot slot) const
{
    m_reader->setRow(slot);
    return *m_reader;
}

std::vector<ValueSuggestion> ContextRows::valueSuggestions(const QString &field, const QString &part) const
{
    return contextValues(m_store, field, part);
}

bool ContextRows::nameLess(Slot a, Slot b) const
{
    return m_names.less(a, b);
}

bool ContextRows::hasUnderWay() const
{
    return m_pending && m_pending->hasUnderWay();
}

/// Of the tab itself, or else of what it stands in.
const UnderWay *ContextRows::underWay(Slot slot) const
{
    if (!hasUnderWay() || !isThere(slot))
        return nullptr;
    const ContextRow &context = row(slot);
    if (const UnderWay *own = m_pending->underWay(*context.name))
        return own;
    if (const UnderWay *window = m_pending->underWay(m_store.fleet().window(context.window).name))
        return window;
    return m_pending->underWay(context.name->clientName());
}

void ContextRows::noteUnderWay(const std::vector<ObjectId> &objects)
{
    const Fleet &fleet = m_store.fleet();
    std::vector<Slot> rows;
    const auto addWindow = [&](Slot window) {
        const auto &tabs = fleet.window(window).contexts;
        rows.insert(rows.end(), tabs.begin(), tabs.end());
    };
    for (const ObjectId &object : objects) {
        if (const auto *name = std::get_if<ContextName>(&object))
            rows.push_back(fleet.find(*name));
        else if (const auto *window = std::get_if<WindowName>(&object); window && fleet.find(*window) != noSlot)
            addWindow(fleet.find(*window));
        else if (const auto *client = std::get_if<ClientName>(&object); client && fleet.find(*client) != noSlot)
            for (const Slot slot : fleet.client(fleet.find(*client)).windows)
                addWindow(slot);
    }
    emit lookChanged(rows);
}

QVariant ContextRows::data(Slot slot, int column, int role) const
{
    if (!isThere(slot))
        return {};
    const Cell asked = cell(column);
    switch (role) {
    case Qt::DisplayRole:
        return cellText(slot, asked);
    case Qt::ToolTipRole:
        return plainTip(tip(slot, asked));
    case Qt::TextAlignmentRole:
        return int((m_columns[std::size_t(column)].kind == CellKind::Number ? Qt::AlignRight : Qt::AlignLeft)
                   | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        if (column == 0 || asked == Cell::Context)
            return sentence(slot);
        return asked == Cell::Lease ? leaseSentence(slot) : text(slot, asked);
    case ExpiryRole:
        return asked == Cell::Lease && !(tellsUnderWay(asked) && underWay(slot)) ? expiry(slot) : QVariant();
    case GlyphRole:
        if (const UnderWay *now = asked == Cell::State ? underWay(slot) : nullptr)
            return int(FlowWords::glyph(*now));
        if (asked == Cell::State)
            return int(Words::glyph(m_store.state(slot)));
        if (asked == Cell::Health && row(slot).reported->health != Health::Live)
            return int(row(slot).reported->health == Health::Loading ? Glyph::Info : Glyph::Warning);
        return {};
    case ToneRole:
        if (const UnderWay *now = asked == Cell::State ? underWay(slot) : nullptr)
            return int(FlowWords::tone(*now));
        if (asked == Cell::State)
            return int(Words::tone(m_store.state(slot)));
        if (asked == Cell::Health && row(slot).reported->health != Health::Live)
            return int(row(slot).reported->health == Health::Loading ? Tone::Info : Tone::Danger);
        return {};
    default:
        return {};
    }
}

QString ContextRows::cellText(Slot slot, Cell cell) const
{
    const UnderWay *now = tellsUnderWay(cell) ? underWay(slot) : nullptr;
    return now ? FlowWords::underWay(*now) : text(slot, cell);
}

QString ContextRows::text(Slot slot, Cell cell) const
{
    const ContextRow &context = row(slot);
    const auto &lease = context.assignment;
    const auto plain = [](std::string_view utf8) { return plainText(utf8, mostLetters); };
    switch (cell) {
    case Cell::State:
        return Words::state(m_store.state(slot));
    case Cell::Context:
        return plain(context.name->context.text());
    case Cell::Title:
        return plain(context.reported->title);
    case Cell::Url:
        return plain(context.reported->url);
    case Cell::Client:
        return plain(context.name->client.text());
    case Cell::User:
        return plain(context.name->user.text());
    case Cell::Window: {
        const WindowRow &window = m_store.fleet().window(context.window);
        return plain(window.title.empty() ? window.name.window.text() : window.title);
    }
    case Cell::Task:
        return lease ? plain(lease->task.text()) : QString();
    case Cell::Lease: {
        if (!lease)
            return {};
        const RegistryTime end = m_store.expiry(slot);
        return end.isSet() ? Words::clock(end - m_store.now()) : tr("no expiry");
    }
    case Cell::Acquired:
        return lease ? Words::time(lease->acquiredAt) : QString();
    case Cell::Renewed:
        return lease && lease->renewals > 0 ? Words::time(lease->renewedAt) : QString();
    case Cell::Renewals:
        return lease ? QLocale().toString(lease->renewals) : QString();
    case Cell::Holder:
        return lease ? plain(lease->holderNode.text()) : QString();
    case Cell::Health:
        return Words::health(context.reported->health);
    case Cell::Metadata:
        return plain(joined(m_store.fleet().client(context.client).state->metadata));
    case Cell::Fence:
        return lease ? QString::number(lease->fence) : QString();
    case Cell::FirstSeen:
        return Words::time(context.firstSeenAt);
    case Cell::LastEnd:
        return context.lastEnd ? m_words.cause(*context.lastEnd) : QString();
    }
    return {};
}

QString ContextRows::tip(Slot slot, Cell cell) const
{
    const ContextRow &context = row(slot);
    if (const UnderWay *now = tellsUnderWay(cell) ? underWay(slot) : nullptr)
        return FlowWords::sentence(*now);
    switch (cell) {
    case Cell::State:
    case Cell::Context:
        return sentence(slot);
    case Cell::Title:
        return plainText(context.reported->title, mostTipLetters);
    case Cell::Url:
        return plainText(context.reported->url, mostTipLetters);
    case Cell::Window:
        return plainText(m_store.fleet().window(context.window).name.window.text(), mostTipLetters);
    case Cell::Lease: {
        if (!context.assignment)
            return {};
        const RegistryTime end = m_store.expiry(slot);
        return end.isSet() ? tr("Expires at %1 unless it is renewed.").arg(Words::time(end))
                           : tr("Leases of this deployment do not expire.");
    }
    case Cell::Metadata:
        return plainText(joined(m_store.fleet().client(context.client).state->metadata), mostTipLetters);
    default:
        return text(slot, cell);
    }
}

QVariant ContextRows::expiry(Slot slot) const
{
    if (!row(slot).assignment)
        return {};
    const RegistryTime end = m_store.expiry(slot);
    return end.isSet() ? qlonglong(end.us) : leaseWithoutExpiry;
}

QString ContextRows::leaseSentence(Slot slot) const
{
    if (!row(slot).assignment)
        return tr("no lease");
    const RegistryTime end = m_store.expiry(slot);
    if (!end.isSet())
        return tr("no expiry");
    const Micros left = end - m_store.now();
    if (left.count() <= 0)
        return tr("overdue");
    const int seconds = int(std::chrono::ceil<std::chrono::seconds>(left).count());
    return seconds < 120 ? tr("expires in %n second(s)", nullptr, seconds)
                         : tr("expires in %n minute(s)", nullptr, seconds / 60);
}

QString ContextRows::sentence(Slot slot) const
{
    const ContextRow &context = row(slot);
    const QString tab = plainText(context.name->context.text(), mostLetters);
    const QString client = plainText(context.name->client.text(), mostLetters);
    if (const UnderWay *now = underWay(slot))
        return tr("Tab %1 of client %2: %3", "the last is such as: Releasing…")
            .arg(tab, client, FlowWords::sentence(*now));
    if (!context.assignment)
        return tr("Tab %1 of client %2, %3", "the last is a state such as idle")
            .arg(tab, client, Words::state(m_store.state(slot)));
    return tr("Tab %1 of client %2, assigned to task %3, %4", "the last is such as: expires in 25 seconds")
        .arg(tab, client, plainText(context.assignment->task.text(), mostLetters), leaseSentence(slot));
}

SortKey ContextRows::key(Slot slot, int column) const
{
    if (!isThere(slot))
        return {};
    const ContextRow &context = row(slot);
    const auto &lease = context.assignment;
    switch (cell(column)) {
    case Cell::State:
        return {std::int64_t(m_store.state(slot))};
    case Cell::Context:
        return sortText(context.name->context.text());
    case Cell::Title:
        return sortText(context.reported->title);
    case Cell::Url:
        return sortText(context.reported->url);
    case Cell::Client:
        return sortText(context.name->client.text());
    case Cell::User:
        return sortText(context.name->user.text());
    case Cell::Window: {
        const WindowRow &window = m_store.fleet().window(context.window);
        return sortText(window.title.empty() ? window.name.window.text() : window.title);
    }
    case Cell::Task:
        return lease ? sortText(lease->task.text()) : SortKey{};
    case Cell::Lease: {
        const RegistryTime end = lease ? m_store.expiry(slot) : RegistryTime{};
        return lease ? SortKey{end.isSet() ? end.us : std::numeric_limits<std::int64_t>::max() - 1} : SortKey{};
    }
    case Cell::Acquired:
        return lease ? SortKey{lease->acquiredAt.us} : SortKey{};
    case Cell::Renewed:
        return lease && lease->renewals > 0 ? SortKey{lease->renewedAt.us} : SortKey{};
    case Cell::Renewals:
        return lease ? SortKey{lease->renewals} : SortKey{};
    case Cell::Holder:
        return lease ? sortText(lease->holderNode.text()) : SortKey{};
    case Cell::Health:
        return {std::int64_t(context.reported->health)};
    case Cell::Metadata:
        return sortText(joined(m_store.fleet().client(context.client).state->metadata));
    case Cell::Fence:
        return lease ? SortKey{std::int64_t(lease->fence)} : SortKey{};
    case Cell::FirstSeen:
        return {context.firstSeenAt.us};
    case Cell::LastEnd:
        return context.lastEnd ? SortKey{std::int64_t(*context.lastEnd)} : SortKey{};
    }
    return {};
}

ObjectId ContextRows::object(Slot slot) const
{
    return isThere(slot) ? ObjectId(*row(slot).name) : ObjectId();
}

Slot ContextRows::find(const ObjectId &object) const
{
    const auto *name = std::get_if<ContextName>(&object);
    return name ? m_store.fleet().find(*name) : noSlot;
}

QString ContextRows::copyId(Slot slot) const
{
    return isThere(slot) ? QString::fromStdString(row(slot).name->context.string()) : QString();
}

QJsonObject ContextRows::json(Slot slot) const
{
    if (!isThere(slot))
        return {};
    const ContextRow &context = row(slot);
    const auto json = [](std::string_view utf8) { return QJsonValue(gui::text(utf8)); };
    QJsonObject object{
        {"userId", json(context.name->user.text())},
        {"clientId", json(context.name->client.text())},
        {"epoch", json(context.name->epoch.text())},
        {"contextId", json(context.name->context.text())},
        {"context", QString::fromStdString(toText(*context.name))},
        {"windowId", json(m_store.fleet().window(context.window).name.window.text())},
        {"title", json(context.reported->title)},
        {"url", json(context.reported->url)},
        {"state", json(name(m_store.state(slot)))},
        {"health", json(name(context.reported->health))},
    };
    if (const auto &lease = context.assignment) {
        object["taskId"] = json(lease->task.text());
        object["requestId"] = json(lease->request.text());
        object["fence"] = QString::number(lease->fence);
        object["holderNode"] = json(lease->holderNode.text());
        object["acquiredAt"] = Words::isoTime(lease->acquiredAt);
        object["renewedAt"] = Words::isoTime(lease->renewedAt);
        object["renewals"] = qint64(lease->renewals);
        if (const RegistryTime end = m_store.expiry(slot); end.isSet())
            object["expiresAt"] = Words::isoTime(end);
    }
    return object;
}

} // namespace cheetah::gui

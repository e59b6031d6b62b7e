// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/waiterrows.h"

#include "delegates/cellroles.h"
#include "models/demands.h"
#include "models/plaintext.h"
#include "models/sorttext.h"
#include "session/words.h"

#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

constexpr int mostLetters = 300;

enum Column { Place, User, Task, Wants, Where, Since, Deadline, Node, Request };

const std::vector<TableColumn> &allColumns()
{
    static const std::vector<TableColumn> columns{
        {"place", "place", CellKind::Number, 8, true, QT_TRANSLATE_NOOP("Columns", "Place")},
        {"user", "user", CellKind::Text, 11, true, QT_TRANSLATE_NOOP("Columns", "User")},
        {"task", "task", CellKind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Task")},
        {"wants", "wants", CellKind::Text, 30, true, QT_TRANSLATE_NOOP("Columns", "Wants")},
        {"where", "placement", CellKind::Text, 12, true, QT_TRANSLATE_NOOP("Columns", "Placement")},
        {"since", nullptr, CellKind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Waits since")},
        {"deadline", nullptr, CellKind::Lease, 19, true, QT_TRANSLATE_NOOP("Columns", "Gives up in")},
        {"node", "node", CellKind::Text, 12, true, QT_TRANSLATE_NOOP("Columns", "Node")},
        {"request", "request", CellKind::Text, 18, false, QT_TRANSLATE_NOOP("Columns", "Request")},
    };
    return columns;
}

enum class Asked : FieldIndex { Place, User, Task, Wants, Placement, Age, Left, Node, Request };

const FieldSet &waiterFields()
{
    using enum FieldKind;
    static const FieldSet set(
        {
            {.name = "place", .kind = Number, .help = QT_TRANSLATE_NOOP("FilterHelp", "number in the queue")},
            {.name = "user", .help = QT_TRANSLATE_NOOP("FilterHelp", "whose browser it is"), .searched = true},
            {.name = "task", .help = QT_TRANSLATE_NOOP("FilterHelp", "the task that waits"), .searched = true},
            {.name = "wants",
             .help = QT_TRANSLATE_NOOP("FilterHelp", "what it demands of a client"),
             .synonyms = {"requirements"},
             .searched = true},
            {.name = "placement",
             .help = QT_TRANSLATE_NOOP("FilterHelp", "where it wants its tab"),
             .synonyms = {"where"},
             .searched = true},
            {.name = "age",
             .kind = Duration,
             .help = QT_TRANSLATE_NOOP("FilterHelp", "time since it waits, such as age>10s"),
             .passes = true},
            {.name = "left",
             .kind = Duration,
             .help = QT_TRANSLATE_NOOP("FilterHelp", "time until it gives up, such as left<30s"),
             .synonyms = {"deadline", "remaining"},
             .passes = true},
            {.name = "node", .help = QT_TRANSLATE_NOOP("FilterHelp", "the node where it asked"), .searched = true},
            {.name = "request", .help = QT_TRANSLATE_NOOP("FilterHelp", "id of its request")},
        },
        {});
    return set;
}

} // namespace

/// Reads waiters for filters; of one pass.
class WaiterReader final : public FieldReader {
public:
    explicit WaiterReader(RegistryTime now) : m_now(now) {}

    void setRow(const Waiter *waiter, std::string_view wants)
    {
        m_waiter = waiter;
        m_wants = wants;
    }

    std::string_view text(FieldIndex field) const override
    {
        switch (Asked(field)) {
        case Asked::Place:
            return m_text = std::to_string(m_waiter->place);
        case Asked::User:
            return m_waiter->user.text();
        case Asked::Task:
            return m_waiter->task.text();
        case Asked::Wants:
            return m_wants;
        case Asked::Placement:
            return m_text = toText(m_waiter->placement);
        case Asked::Node:
            return m_waiter->node.text();
        case Asked::Request:
            return m_waiter->request.text();
        case Asked::Age:
        case Asked::Left:
            break;
        }
        return {};
    }

    std::optional<std::int64_t> number(FieldIndex field) const override
    {
        switch (Asked(field)) {
        case Asked::Place:
            return std::int64_t(m_waiter->place);
        case Asked::Age:
            return (m_now - m_waiter->enqueuedAt).count();
        case Asked::Left:
            return std::max<std::int64_t>(0, (m_waiter->deadline - m_now).count());
        default:
            return std::nullopt;
        }
    }

private:
    const RegistryTime m_now;
    const Waiter *m_waiter = nullptr;
    std::string_view m_wants;
    mutable std::string m_text;
};

WaiterRows::WaiterRows(const FleetStore &store, QObject *parent) : TableRows(parent), m_store(store)
{
    beginPass();
    m_looking.setSingleShot(true);
    m_looking.setInterval(lookInterval);
    connect(&m_looking, &QTimer::timeout, this, &WaiterRows::look);
    connect(&store, &FleetStore::changed, this, [this](const FleetBatch &batch) {
        if (m_isActive && batch.waiters && !m_looking.isActive())
            m_looking.start();
    });
}

WaiterRows::~WaiterRows() = default;

std::shared_ptr<const Waiter> WaiterRows::waiter(Slot slot) const
{
    return belongs(slot) ? m_waiters[slot].waiter : nullptr;
}

const std::vector<TableColumn> &WaiterRows::columns() const
{
    return allColumns();
}

void WaiterRows::setActive(bool active)
{
    m_isActive = active;
    m_looking.stop();
    if (active)
        look();
}

/// Finds out who came and went since the last look.
void WaiterRows::look()
{
    NamedSlots<Key, Row>::Look look(m_waiters);
    for (const auto &[user, queue] : m_store.fleet().waiters())
        for (const auto &entry : queue) {
            const std::shared_ptr<const Waiter> &waiter = entry.second;
            look.see(
                {user, entry.first}, [&](const Row &row) { return row.waiter == waiter; },
                [&] {
                    return Row{waiter, wants(*waiter)};
                });
        }
    const RowChanges changes = look.end();
    if (!changes.empty())
        emit changed(changes);
}

std::string WaiterRows::wants(const Waiter &waiter)
{
    std::string text;
    if (waiter.requirements)
        for (const std::string &expression : expressionsOf(*waiter.requirements))
            text.append(text.empty() ? "" : "  ").append(expression);
    return text;
}

QVariant WaiterRows::data(Slot slot, int column, int role) const
{
    if (!belongs(slot))
        return {};
    const Row &row = m_waiters[slot];
    const Waiter &waiter = *row.waiter;
    if (role == Qt::TextAlignmentRole)
        return int((column == Place ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == ExpiryRole && column == Deadline)
        return qlonglong(waiter.deadline.us);
    if (role == SpanRole && column == Deadline)
        return qlonglong((waiter.deadline - waiter.enqueuedAt).count());
    if (role == Qt::AccessibleTextRole && column == Place)
        return sentence(row);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    const auto plain = [role](std::string_view utf8) {
        const QString text = plainText(utf8, mostLetters);
        return role == Qt::ToolTipRole ? plainTip(text) : text;
    };
    switch (column) {
    case Place:
        return QLocale().toString(qulonglong(waiter.place));
    case User:
        return plain(waiter.user.text());
    case Task:
        return plain(waiter.task.text());
    case Wants:
        return row.wants.empty() ? tr("anything") : plain(row.wants);
    case Where:
        return plain(toText(waiter.placement));
    case Since:
        return Words::time(waiter.enqueuedAt);
    case Deadline:
        return Words::clock(waiter.deadline - m_store.now());
    case Node:
        return plain(waiter.node.text());
    case Request:
        return plain(waiter.request.text());
    default:
        return {};
    }
}

QString WaiterRows::sentence(const Row &row) const
{
    const int seconds = int(std::max<std::int64_t>(0, (row.waiter->deadline - m_store.now()).count() / 1'000'000));
    return tr("Task %1 of user %2 waits and gives up in %n second(s)", nullptr, seconds)
        .arg(plainText(row.waiter->task.text(), mostLetters), plainText(row.waiter->user.text(), mostLetters));
}

SortKey WaiterRows::key(Slot slot, int column) const
{
    if (!belongs(slot))
        return {};
    const Waiter &waiter = *m_waiters[slot].waiter;
    switch (column) {
    case Place:
        return {std::int64_t(waiter.place)};
    case User:
        return sortText(waiter.user.text());
    case Task:
        return sortText(waiter.task.text());
    case Wants:
        return sortText(m_waiters[slot].wants);
    case Where:
        return sortText(toText(waiter.placement));
    case Since:
        return {waiter.enqueuedAt.us};
    case Deadline:
        return {waiter.deadline.us};
    case Node:
        return sortText(waiter.node.text());
    case Request:
        return sortText(waiter.request.text());
    default:
        return {};
    }
}

bool WaiterRows::nameLess(Slot a, Slot b) const
{
    const Waiter &left = *m_waiters[a].waiter, &right = *m_waiters[b].waiter;
    return std::tie(left.user, left.place) < std::tie(right.user, right.place);
}

void WaiterRows::beginPass()
{
    m_reader = std::make_unique<WaiterReader>(m_store.now());
}

const FieldReader &WaiterRows::read(Slot slot) const
{
    m_reader->setRow(m_waiters[slot].waiter.get(), m_waiters[slot].wants);
    return *m_reader;
}

const FieldSet &WaiterRows::fieldSet() const
{
    return waiterFields();
}

QString WaiterRows::copyId(Slot slot) const
{
    return belongs(slot) ? QString::fromStdString(m_waiters[slot].waiter->request.string()) : QString();
}

QJsonObject WaiterRows::json(Slot slot) const
{
    if (!belongs(slot))
        return {};
    const Waiter &waiter = *m_waiters[slot].waiter;
    return {
        {"place", QString::number(waiter.place)},      {"userId", gui::text(waiter.user.text())},
        {"taskId", gui::text(waiter.task.text())},     {"requestId", gui::text(waiter.request.text())},
        {"wants", gui::text(m_waiters[slot].wants)},   {"placement", gui::text(toText(waiter.placement))},
        {"node", gui::text(waiter.node.text())},       {"enqueuedAt", Words::isoTime(waiter.enqueuedAt)},
        {"deadline", Words::isoTime(waiter.deadline)},
    };
}

} // namespace cheetah::gui

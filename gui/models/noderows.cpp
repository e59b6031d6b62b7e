// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/noderows.h"

#include "actions/flowwords.h"
#include "actions/pendingactions.h"
#include "delegates/cellroles.h"
#include "models/plaintext.h"
#include "models/sorttext.h"
#include "session/words.h"

#include <QtCore/QJsonArray>
#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

constexpr int mostLetters = 300;
constexpr Millis lookInterval(1'000);

enum Column {
    Node,
    State,
    Roles,
    Problems,
    Sockets,
    Provisions,
    RoundTrip,
    Offset,
    Heard,
    Started,
    Version,
    Address,
    Incarnation
};

const std::vector<TableColumn> &allColumns()
{
    static const std::vector<TableColumn> columns{
        {"node", "node", CellKind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Node")},
        {"state", "state", CellKind::State, 23, true, QT_TRANSLATE_NOOP("Columns", "State")},
        {"roles", "role", CellKind::Text, 21, true, QT_TRANSLATE_NOOP("Columns", "Roles")},
        {"problems", "problem", CellKind::Text, 26, true, QT_TRANSLATE_NOOP("Columns", "What is wrong")},
        {"sockets", "sockets", CellKind::Number, 8, true, QT_TRANSLATE_NOOP("Columns", "Sockets"),
         QT_TRANSLATE_NOOP("Columns", "Connections of clients that it holds")},
        {"provisions", "provisions", CellKind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Provisions"),
         QT_TRANSLATE_NOOP("Columns", "Clients that it alone may open tabs and windows for at present")},
        {"roundtrip", "roundtrip", CellKind::Number, 10, true, QT_TRANSLATE_NOOP("Columns", "Redis"),
         QT_TRANSLATE_NOOP("Columns", "How long Redis takes to answer it")},
        {"offset", "offset", CellKind::Number, 10, true, QT_TRANSLATE_NOOP("Columns", "Clock"),
         QT_TRANSLATE_NOOP("Columns", "How far its clock is ahead of the registry's")},
        {"heard", nullptr, CellKind::Text, 11, true, QT_TRANSLATE_NOOP("Columns", "Heard of"),
         QT_TRANSLATE_NOOP("Columns", "When it last told how it is")},
        {"started", nullptr, CellKind::Text, 16, true, QT_TRANSLATE_NOOP("Columns", "Started")},
        {"version", "version", CellKind::Text, 9, true, QT_TRANSLATE_NOOP("Columns", "Version")},
        {"address", "address", CellKind::Text, 26, true, QT_TRANSLATE_NOOP("Columns", "Address")},
        {"incarnation", "incarnation", CellKind::Text, 18, false, QT_TRANSLATE_NOOP("Columns", "Incarnation")},
    };
    return columns;
}

enum class Asked : FieldIndex {
    Node,
    State,
    Role,
    Problem,
    Sockets,
    Provisions,
    RoundTrip,
    Offset,
    Version,
    Address,
    Incarnation
};

const FieldSet &nodeFields()
{
    using enum FieldKind;
    static const FieldSet set(
        {
            {.name = "node", .help = QT_TRANSLATE_NOOP("FilterHelp", "id of the node"), .searched = true},
            {.name = "state",
             .help = QT_TRANSLATE_NOOP("FilterHelp", "ready, warned, draining, not-ready, silent or unknown")},
            {.name = "role",
             .help = QT_TRANSLATE_NOOP("FilterHelp", "what it serves: app, rest, websocket"),
             .searched = true},
            {.name = "problem",
             .help = QT_TRANSLATE_NOOP("FilterHelp", "names of conditions that do not hold"),
             .searched = true},
            {.name = "sockets",
             .kind = Number,
             .help = QT_TRANSLATE_NOOP("FilterHelp", "connections of clients that it holds")},
            {.name = "provisions",
             .help = QT_TRANSLATE_NOOP("FilterHelp", "clients that it alone may open tabs and windows for"),
             .searched = true},
            {.name = "roundtrip",
             .kind = Duration,
             .help = QT_TRANSLATE_NOOP("FilterHelp", "how long Redis takes to answer it, such as roundtrip>5ms")},
            {.name = "offset",
             .kind = Duration,
             .help = QT_TRANSLATE_NOOP("FilterHelp", "how far its clock is off, such as offset>1s")},
            {.name = "version", .help = QT_TRANSLATE_NOOP("FilterHelp", "its version"), .searched = true},
            {.name = "address", .help = QT_TRANSLATE_NOOP("FilterHelp", "where it is reached"), .searched = true},
            {.name = "incarnation", .help = QT_TRANSLATE_NOOP("FilterHelp", "id of this one run of it")},
        },
        {});
    return set;
}

std::string_view codeOf(NodeWords::State state)
{
    static constexpr std::string_view codes[] = {"ready", "warned", "draining", "not-ready", "silent", "unknown"};
    return codes[std::size_t(state)];
}

std::string problemsOf(const NodeInfo &node)
{
    std::string names;
    for (const ConditionState &problem : node.report.problems)
        names.append(names.empty() ? "" : " ").append(problem.name);
    return names;
}

std::string namesOf(const std::vector<ClientName> &clients)
{
    std::string names;
    for (const ClientName &client : clients)
        names.append(names.empty() ? "" : " ").append(client.user.text()).append("/").append(client.client.text());
    return names;
}

/// In the words of the inspector.
QString problemWords(const NodeInfo &node)
{
    static const Words words;
    QStringList texts;
    for (const ConditionState &problem : node.report.problems)
        texts.append(text(words.wording().condition(problem.name)));
    return texts.join(QStringLiteral(", "));
}

bool isNumber(int column)
{
    return column == Sockets || column == RoundTrip || column == Offset;
}

} // namespace

/// Reads nodes for filters; of one pass.
class NodeReader final : public FieldReader {
public:
    void setRow(const NodeView &node, NodeWords::State state)
    {
        m_view = &node;
        m_node = &node.node;
        m_state = state;
    }

    std::string_view text(FieldIndex field) const override
    {
        switch (Asked(field)) {
        case Asked::Node:
            return m_node->id.text();
        case Asked::State:
            return codeOf(m_state);
        case Asked::Role:
            return m_text = toText(m_node->roles);
        case Asked::Problem:
            return m_text = problemsOf(*m_node);
        case Asked::Sockets:
            return m_text = std::to_string(m_node->report.sockets);
        case Asked::Provisions:
            return m_text = namesOf(m_view->provisions);
        case Asked::Version:
            return m_node->version;
        case Asked::Address:
            return NodeWords::address(*m_node);
        case Asked::Incarnation:
            return m_node->incarnation.text();
        case Asked::RoundTrip:
        case Asked::Offset:
            break;
        }
        return {};
    }

    std::optional<std::int64_t> number(FieldIndex field) const override
    {
        const NodeReport &report = m_node->report;
        switch (Asked(field)) {
        case Asked::Sockets:
            return report.sockets;
        case Asked::RoundTrip:
            return report.storeRoundTrip ? std::optional<std::int64_t>(report.storeRoundTrip->count()) : std::nullopt;
        case Asked::Offset:
            return report.clockOffset ? std::optional<std::int64_t>(std::chrono::abs(*report.clockOffset).count())
                                      : std::nullopt;
        default:
            return std::nullopt;
        }
    }

private:
    const NodeView *m_view = nullptr;
    const NodeInfo *m_node = nullptr; ///< its
    NodeWords::State m_state = NodeWords::State::Unknown;
    mutable std::string m_text;
};

NodeRows::NodeRows(const FleetStore &store, const PendingActions *pending, QObject *parent)
    : TableRows(parent), m_store(store), m_pending(pending)
{
    beginPass();
    m_looking.setInterval(lookInterval);
    connect(&m_looking, &QTimer::timeout, this, &NodeRows::look);
    connect(&store, &FleetStore::changed, this, [this](const FleetBatch &batch) {
        if (m_isActive && (batch.whole || batch.nodes || batch.drains))
            look();
    });
    if (pending)
        connect(pending, &PendingActions::underWayChanged, this, [this](const std::vector<ObjectId> &objects) {
            std::vector<Slot> rows;
            for (const ObjectId &object : objects)
                if (const Slot slot = find(object); slot != noSlot)
                    rows.push_back(slot);
            emit lookChanged(rows);
        });
}

NodeRows::~NodeRows() = default;

const std::vector<TableColumn> &NodeRows::columns() const
{
    return allColumns();
}

void NodeRows::setActive(bool active)
{
    m_isActive = active;
    m_looking.stop();
    if (!active)
        return;
    m_looking.start();
    look();
}

/// Finds out who came, went and told something else since the last look.
void NodeRows::look()
{
    if (isPaused() && !m_nodes.isEmpty())
        return;
    NamedSlots<NodeId, Row>::Look look(m_nodes);
    for (const NodeView &node : nodeViews(m_store.fleet(), m_store.now())) {
        const auto state = NodeWords::state(m_store.fleet(), node.node, m_store.now(), m_store.connectionLease());
        look.see(
            node.node.id, [&](const Row &row) { return row.view == node && row.state == state; },
            [&] {
                return Row{node, state};
            });
    }
    const RowChanges changes = look.end();
    if (!changes.empty())
        emit changed(changes);
}

QVariant NodeRows::data(Slot slot, int column, int role) const
{
    if (!belongs(slot))
        return {};
    const Row &row = m_nodes[slot];
    const UnderWay *now = column == State ? underWay(slot) : nullptr;
    switch (role) {
    case Qt::TextAlignmentRole:
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case GlyphRole:
        return column != State ? QVariant() : int(now ? FlowWords::glyph(*now) : NodeWords::glyph(row.state));
    case ToneRole:
        return column != State ? QVariant() : int(now ? FlowWords::tone(*now) : NodeWords::tone(row.state));
    case Qt::AccessibleTextRole:
        return column == Node ? sentence(row) : text(row, column);
    case Qt::ToolTipRole:
        return plainTip(now ? FlowWords::underWay(*now) : text(row, column));
    case Qt::DisplayRole:
        return now ? FlowWords::underWay(*now) : text(row, column);
    default:
        return {};
    }
}

QString NodeRows::text(const Row &row, int column) const
{
    const NodeInfo &node = row.view.node;
    switch (column) {
    case Node:
        return plainText(node.id.text(), mostLetters);
    case State:
        return NodeWords::word(row.state);
    case Roles:
        return gui::text(toText(node.roles)).replace(QLatin1Char(','), QStringLiteral(", "));
    case Problems:
        return problemWords(node);
    case Sockets:
        return QLocale().toString(node.report.sockets);
    case Provisions:
        return plainText(namesOf(row.view.provisions), mostLetters);
    case RoundTrip:
        return NodeWords::roundTrip(node.report.storeRoundTrip);
    case Offset:
        return NodeWords::offset(node.report.clockOffset);
    case Heard:
        return Words::ago(m_store.now() - node.heartbeatAt);
    case Started:
        return Words::time(node.startedAt);
    case Version:
        return plainText(node.version, mostLetters);
    case Address:
        return plainText(NodeWords::address(node), mostLetters);
    case Incarnation:
        return plainText(node.incarnation.text(), mostLetters);
    default:
        return {};
    }
}

QString NodeRows::sentence(const Row &row) const
{
    const QString node = plainText(row.view.node.id.text(), mostLetters);
    if (row.view.node.report.problems.empty())
        return tr("Node %1 is %2").arg(node, NodeWords::word(row.state));
    return tr("Node %1 is %2: %3").arg(node, NodeWords::word(row.state), problemWords(row.view.node));
}

SortKey NodeRows::key(Slot slot, int column) const
{
    if (!belongs(slot))
        return {};
    const Row &row = m_nodes[slot];
    const NodeInfo &node = row.view.node;
    const NodeReport &report = node.report;
    switch (column) {
    case State:
        return {-std::int64_t(row.state)};
    case Problems:
        return {-std::int64_t(report.problems.size())};
    case Sockets:
        return {std::int64_t(report.sockets)};
    case Provisions:
        return {-std::int64_t(row.view.provisions.size())};
    case RoundTrip:
        return {report.storeRoundTrip.value_or(Micros(-1)).count()};
    case Offset:
        return {report.clockOffset.value_or(Micros(0)).count()};
    case Heard:
        return {-node.heartbeatAt.us};
    case Started:
        return {node.startedAt.us};
    case Roles:
        return sortText(toText(node.roles));
    case Version:
        return sortText(node.version);
    case Address:
        return sortText(NodeWords::address(node));
    case Incarnation:
        return sortText(node.incarnation.text());
    default:
        return sortText(node.id.text());
    }
}

void NodeRows::beginPass()
{
    m_reader = std::make_unique<NodeReader>();
}

const FieldReader &NodeRows::read(Slot slot) const
{
    m_reader->setRow(m_nodes[slot].view, m_nodes[slot].state);
    return *m_reader;
}

const UnderWay *NodeRows::underWay(Slot slot) const
{
    return hasUnderWay() && belongs(slot) ? m_pending->underWay(m_nodes[slot].view.node.id) : nullptr;
}

bool NodeRows::hasUnderWay() const
{
    return m_pending && m_pending->hasUnderWay();
}

const FieldSet &NodeRows::fieldSet() const
{
    return nodeFields();
}

ObjectId NodeRows::object(Slot slot) const
{
    return belongs(slot) ? ObjectId(m_nodes[slot].view.node.id) : ObjectId();
}

Slot NodeRows::find(const ObjectId &object) const
{
    const auto *node = std::get_if<NodeId>(&object);
    return node ? m_nodes.find(*node) : noSlot;
}

QString NodeRows::copyId(Slot slot) const
{
    return belongs(slot) ? gui::text(m_nodes[slot].view.node.id.text()) : QString();
}

QJsonObject NodeRows::json(Slot slot) const
{
    if (!belongs(slot))
        return {};
    const NodeInfo &node = m_nodes[slot].view.node;
    QJsonArray problems, provisions;
    for (const ClientName &client : m_nodes[slot].view.provisions)
        provisions.append(
            QJsonObject{{"userId", gui::text(client.user.text())}, {"clientId", gui::text(client.client.text())}});
    for (const ConditionState &problem : node.report.problems)
        problems.append(gui::text(problem.name));
    return {
        {"nodeId", gui::text(node.id.text())},
        {"incarnation", gui::text(node.incarnation.text())},
        {"roles", gui::text(toText(node.roles))},
        {"state", gui::text(codeOf(m_nodes[slot].state))},
        {"problems", problems},
        {"sockets", int(node.report.sockets)},
        {"provisions", provisions},
        {"version", gui::text(node.version)},
        {"address", gui::text(NodeWords::address(node))},
        {"startedAt", Words::isoTime(node.startedAt)},
        {"heartbeatAt", Words::isoTime(node.heartbeatAt)},
    };
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journalmodel.h"

#include "filter/valuecounts.h"
#include "model/refusal.h"
#include "models/demands.h"
#include "models/plaintext.h"
#include "session/journalwords.h"
#include "session/words.h"
#include "theme/theme.h"

#include <QtCore/QDateTime>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

constexpr std::array<const char *, JournalModel::ColumnCount> journalFieldNames = {"time",   "what",    "kind", "user",
                                                                                   "client", "context", "task", "by"};

/// The time of the day to the millisecond; of another day with its date, to the second.
QString shortTime(RegistryTime at)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at.us / 1'000);
    return time.date() == QDate::currentDate() ? time.time().toString(QStringLiteral("HH:mm:ss.zzz"))
                                               : QLocale().toString(time, QStringLiteral("d MMM HH:mm:ss"));
}

QJsonObject asked(const AcquireRequest &request)
{
    QJsonArray expressions;
    if (request.requirements)
        for (const std::string &expression : expressionsOf(*request.requirements))
            expressions.append(text(expression));
    return {{"require", expressions},
            {"placement", text(toText(request.placement))},
            {"strategy", text(request.strategy)},
            {"reuseOnly", request.reuseOnly},
            {"autoProvision", request.autoProvision},
            {"anyHealth", request.anyHealth}};
}

} // namespace

JournalModel::JournalModel(JournalStore &store, const Deployment &clock, const Words &words, const Theme &theme,
                           QObject *parent)
    : TailModel(parent),
      m_store(store),
      m_clock(clock),
      m_theme(theme),
      m_reader(std::make_unique<JournalReader>(words)),
      m_words(words),
      m_sentences(store.entries().size())
{
    connect(&store, &JournalStore::changed, this, [this](int removed, int) {
        m_sentences.erase(m_sentences.begin(), m_sentences.begin() + removed);
        m_sentences.resize(m_store.entries().size());
        sourceChanged(removed);
    });
    connect(&store, &JournalStore::cleared, this, [this] {
        m_sentences.assign(m_store.entries().size(), {});
        sourceCleared();
    });
    sourceChanged(0);
}

const JournalEntry *JournalModel::entryAt(int row) const
{
    if (row < 0 || row >= rowCount() || !has(numberAt(row)))
        return nullptr;
    return &m_store.entries()[sourceIndex(numberAt(row))];
}

void JournalModel::retranslate()
{
    m_reader = std::make_unique<JournalReader>(m_words);
    m_sentences.assign(m_store.entries().size(), {});
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    restyle();
    if (filter())
        refilter();
}

void JournalModel::restyle()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int JournalModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    const JournalEntry *entry = index.isValid() ? entryAt(index.row()) : nullptr;
    if (!entry)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == What ? plainText(sentence(numberAt(index.row()))) : display(*entry, index.column());
    case Qt::DecorationRole:
        if (index.column() == What)
            return m_theme.icon(JournalWords::glyph(entry->kind), JournalWords::tone(entry->kind));
        return {};
    case Qt::ForegroundRole:
        if (index.column() == Kind && JournalWords::isProblem(entry->kind))
            return m_theme.color(Tone::Danger);
        if (index.column() == Time)
            return m_theme.color(Tone::Muted);
        return {};
    case Qt::ToolTipRole:
        if (index.column() == Time)
            return plainTip(Words::time(entry->at) + u'\n' + Words::isoTime(entry->at));
        return plainTip(index.column() == What ? plainText(sentence(numberAt(index.row())), 1'000)
                                               : display(*entry, index.column()));
    case Qt::AccessibleTextRole:
        return tr("%1, %2", "time, what happened")
            .arg(shortTime(entry->at), plainText(sentence(numberAt(index.row()))));
    default:
        return {};
    }
}

QString JournalModel::display(const JournalEntry &entry, int column) const
{
    switch (column) {
    case Time:
        return shortTime(entry.at);
    case Kind:
        return JournalWords::kind(entry.kind);
    case User:
        return plainText(entry.user.text());
    case Client:
        return plainText(entry.client.text());
    case Context:
        return entry.context ? plainText(entry.context->context.text()) : QString();
    case Task:
        return plainText(entry.task.text());
    case By:
        return plainText(entry.by);
    default:
        return {};
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return TailModel::headerData(section, orientation, role);
    switch (section) {
    case Time:
        return tr("Time");
    case What:
        return tr("What");
    case Kind:
        return tr("Kind");
    case User:
        return tr("User");
    case Client:
        return tr("Client");
    case Context:
        return tr("Tab");
    case Task:
        return tr("Task");
    case By:
        return tr("By", "who acted");
    default:
        return {};
    }
}

QString JournalModel::fieldText(Number number, FieldIndex field) const
{
    return has(number) ? text(read(number).text(field)) : QString();
}

const char *JournalModel::fieldOf(int column) const
{
    return column == Time ? nullptr : journalFieldNames[std::size_t(column)];
}

QJsonObject JournalModel::json(Number number) const
{
    if (!has(number))
        return {};
    const JournalEntry &entry = m_store.entries()[sourceIndex(number)];
    QJsonObject object{{"number", qint64(entry.number)},
                       {"at", Words::isoTime(entry.at)},
                       {"atUs", qint64(entry.at.us)},
                       {"kind", text(name(entry.kind))},
                       {"sentence", text(sentence(number))}};
    const auto add = [&](const char *key, const std::string &value) {
        if (!value.empty())
            object.insert(QLatin1String(key), text(value));
    };
    add("userId", entry.user.string());
    add("clientId", entry.client.string());
    if (entry.context) {
        add("epoch", entry.context->epoch.string());
        add("contextId", entry.context->context.string());
        add("context", toText(*entry.context));
    }
    add("taskId", entry.task.string());
    add("requestId", entry.request.string());
    add("commandId", entry.command.string());
    add("by", entry.by);
    if (entry.fence)
        object.insert(QLatin1String("fence"), QString::number(entry.fence)); // beyond what JSON numbers keep
    if (entry.cause)
        object.insert(QLatin1String("cause"), text(name(*entry.cause)));
    QJsonObject params;
    for (const auto &[key, value] : entry.params)
        params.insert(text(key), text(value));
    if (!params.isEmpty())
        object.insert(QLatin1String("params"), params);
    if (entry.refusal)
        object.insert(QLatin1String("asked"), asked(entry.refusal->request));
    return object;
}

QString JournalModel::copyText(int row, int column) const
{
    const JournalEntry *entry = entryAt(row);
    return entry && column == Time ? Words::isoTime(entry->at) : TailModel::copyText(row, column);
}

std::vector<ValueSuggestion> JournalModel::values(const QString &field, const QString &part) const
{
    const FieldIndex index = journalFields().find(field);
    const auto &entries = m_store.entries();
    if (index == noField || field.endsWith(u'.'))
        return {};
    JournalReader reader(m_words);
    std::string sentence;
    return countValues(journalFields(), index, field, part, entries.size(),
                       [&](std::size_t i) -> const JournalReader & {
                           sentence.clear();
                           reader.setRow(entries[entries.size() - 1 - i], sentence);
                           return reader;
                       });
}

const FieldReader &JournalModel::read(Number number) const
{
    const std::size_t at = sourceIndex(number);
    m_reader->setRow(m_store.entries()[at], m_sentences[at]);
    return *m_reader;
}

void JournalModel::beginPass()
{
    m_reader->setNow(m_clock.now());
}

const std::string &JournalModel::sentence(Number number) const
{
    read(number).text(FieldIndex(JournalField::What));
    return m_sentences[sourceIndex(number)];
}

} // namespace cheetah::gui

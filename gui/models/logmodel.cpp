// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/logmodel.h"

#include "filter/valuecounts.h"
#include "models/plaintext.h"
#include "session/words.h"
#include "theme/theme.h"

#include <QtCore/QDateTime>
#include <QtCore/QJsonObject>
#include <QtCore/QLocale>

namespace cheetah::gui {

namespace {

constexpr std::array<const char *, LogModel::ColumnCount> logFieldNames = {nullptr, "level", "category", "text"};

QDateTime wallDateTime(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count() / 1'000);
}

Tone toneOf(LogLevel level)
{
    constexpr std::array tones = {Tone::Muted, Tone::Info, Tone::Warn, Tone::Danger};
    return tones[std::size_t(level)];
}

Glyph glyphOf(LogLevel level)
{
    constexpr std::array glyphs = {Glyph::Settings, Glyph::Info, Glyph::Warning, Glyph::Error};
    return glyphs[std::size_t(level)];
}

} // namespace

LogModel::LogModel(LogStore &store, const Theme &theme, QObject *parent)
    : TailModel(parent), m_store(store), m_theme(theme)
{
    connect(&store, &LogStore::changed, this, [this](int removed, int) { sourceChanged(removed); });
    sourceChanged(0);
}

void LogModel::setLeast(LogLevel level)
{
    if (m_least == level)
        return;
    m_least = level;
    refilter();
}

const LogLine *LogModel::lineAt(int row) const
{
    if (row < 0 || row >= rowCount() || !has(numberAt(row)))
        return nullptr;
    return &m_store.lines()[sourceIndex(numberAt(row))];
}

void LogModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    restyle();
}

void LogModel::restyle()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString LogModel::levelWord(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return tr("debug", "log level");
    case LogLevel::Info:
        return tr("info", "log level");
    case LogLevel::Warning:
        return tr("warning", "log level");
    case LogLevel::Error:
        return tr("error", "log level");
    }
    return {};
}

int LogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    const LogLine *line = index.isValid() ? lineAt(index.row()) : nullptr;
    if (!line)
        return {};
    const QString clock = wallDateTime(line->at).time().toString(QStringLiteral("HH:mm:ss.zzz"));
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Time:
            return clock;
        case Level:
            return levelWord(line->level);
        case Category:
            return line->category;
        case Text:
            return line->text;
        }
        return {};
    case Qt::DecorationRole:
        return index.column() == Level ? QVariant(m_theme.icon(glyphOf(line->level), toneOf(line->level))) : QVariant();
    case Qt::ForegroundRole:
        if (index.column() == Time || line->level == LogLevel::Debug)
            return m_theme.color(Tone::Muted);
        return index.column() == Level && line->level >= LogLevel::Warning
                 ? QVariant(m_theme.color(toneOf(line->level)))
                 : QVariant();
    case Qt::ToolTipRole:
        return plainTip(index.column() == Time   ? QLocale().toString(wallDateTime(line->at), QLocale::LongFormat)
                        : index.column() == Text ? line->text
                                                 : QString());
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3: %4", "time, level, category, text")
            .arg(clock, levelWord(line->level), line->category, line->text);
    default:
        return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return TailModel::headerData(section, orientation, role);
    switch (section) {
    case Time:
        return tr("Time");
    case Level:
        return tr("Level");
    case Category:
        return tr("Category");
    case Text:
        return tr("Text");
    default:
        return {};
    }
}

QString LogModel::fieldText(Number number, FieldIndex field) const
{
    return has(number) ? text(read(number).text(field)) : QString();
}

const char *LogModel::fieldOf(int column) const
{
    return logFieldNames[std::size_t(column)];
}

QJsonObject LogModel::json(Number number) const
{
    if (!has(number))
        return {};
    const LogLine &line = m_store.lines()[sourceIndex(number)];
    return {{"at", wallDateTime(line.at).toUTC().toString(Qt::ISODateWithMs)},
            {"level", text(levelName(line.level))},
            {"category", line.category},
            {"text", line.text}};
}

QString LogModel::copyText(int row, int column) const
{
    const LogLine *line = lineAt(row);
    return line && column == Time ? wallDateTime(line->at).toUTC().toString(Qt::ISODateWithMs)
                                  : TailModel::copyText(row, column);
}

std::vector<ValueSuggestion> LogModel::values(const QString &field, const QString &part) const
{
    const FieldIndex index = logFields().find(field);
    if (index == noField)
        return {};
    LogReader reader;
    const auto &lines = m_store.lines();
    return countValues(logFields(), index, field, part, lines.size(), [&](std::size_t i) -> const LogReader & {
        reader.setRow(lines[lines.size() - 1 - i]);
        return reader;
    });
}

const FieldReader &LogModel::read(Number number) const
{
    m_reader.setRow(m_store.lines()[sourceIndex(number)]);
    return m_reader;
}

void LogModel::beginPass()
{
    m_reader.setNow(SystemClock().wall());
}

bool LogModel::admits(Number number) const
{
    return m_store.lines()[sourceIndex(number)].level >= m_least;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/logfields.h"

#include <QtCore/QStringEncoder>

#include <array>

namespace cheetah::gui {

namespace {

constexpr std::array<std::string_view, 4> levelNames = {"debug", "info", "warning", "error"};

std::vector<Field> logFieldList()
{
    using enum FieldKind;
    return {
        {.name = "time", .kind = Time, .help = QT_TRANSLATE_NOOP("FilterHelp", "when it was, such as time>=14:05")},
        {.name = "age",
         .kind = Duration,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "how long ago it was, such as age<5m"),
         .passes = true},
        {.name = "level",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "how serious it is"),
         .values = {levelNames.begin(), levelNames.end()}},
        {.name = "category",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "the part of the program it is from"),
         .searched = true},
        {.name = "text", .help = QT_TRANSLATE_NOOP("FilterHelp", "what it says"), .searched = true},
    };
}

} // namespace

const FieldSet &logFields()
{
    static const FieldSet set(logFieldList(), {{"problem", QT_TRANSLATE_NOOP("FilterHelp", "a warning or an error")}});
    return set;
}

std::string_view levelName(LogLevel level)
{
    return levelNames[std::size_t(level)];
}

std::string_view LogReader::text(FieldIndex field) const
{
    const auto utf8 = [this](const QString &text) -> std::string_view {
        QStringEncoder encode(QStringEncoder::Utf8);
        const auto most = std::size_t(encode.requiredSpace(text.size()));
        if (m_utf8.size() < most)
            m_utf8.resize(most);
        return {m_utf8.data(), std::size_t(encode.appendToBuffer(m_utf8.data(), text) - m_utf8.data())};
    };
    switch (LogField(field)) {
    case LogField::Level:
        return levelName(m_line->level);
    case LogField::Category:
        return utf8(m_line->category);
    case LogField::Text:
        return utf8(m_line->text);
    case LogField::Time:
    case LogField::Age:
        break;
    }
    return {};
}

std::optional<std::int64_t> LogReader::number(FieldIndex field) const
{
    if (LogField(field) == LogField::Time)
        return m_line->at.time_since_epoch().count();
    if (LogField(field) == LogField::Age)
        return (m_now - m_line->at).count();
    return std::nullopt;
}

bool LogReader::flag(FieldIndex) const
{
    return m_line->level >= LogLevel::Warning;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/journalfields.h"

#include "session/journalwords.h"
#include "session/words.h"

namespace cheetah::gui {

namespace {

enum class AskedOfEntry { Problem, Lease, Command, Operator, HasTask, HasCommand };

std::vector<Field> journalFieldList()
{
    using enum FieldKind;
    return {
        {.name = "time", .kind = Time, .help = QT_TRANSLATE_NOOP("FilterHelp", "when it was, such as time>=14:05")},
        {.name = "age",
         .kind = Duration,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "how long ago it was, such as age<5m"),
         .passes = true},
        {.name = "what", .help = QT_TRANSLATE_NOOP("FilterHelp", "the sentence"), .searched = true},
        {.name = "kind",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "what sort of event it is"),
         .values = namesUpTo(JournalKind::InputRefused),
         .searched = true},
        {.name = "user", .help = QT_TRANSLATE_NOOP("FilterHelp", "whom it concerns"), .searched = true},
        {.name = "client",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "the browser or console it concerns"),
         .searched = true},
        {.name = "context",
         .help = QT_TRANSLATE_NOOP("FilterHelp", "id of the tab it concerns"),
         .synonyms = {"tab"},
         .searched = true},
        {.name = "task", .help = QT_TRANSLATE_NOOP("FilterHelp", "the task it concerns"), .searched = true},
        {.name = "by", .help = QT_TRANSLATE_NOOP("FilterHelp", "the operator or node that acted"), .searched = true},
        {.name = "request", .help = QT_TRANSLATE_NOOP("FilterHelp", "the request that acquired")},
        {.name = "command", .help = QT_TRANSLATE_NOOP("FilterHelp", "the command it concerns")},
        {.name = "fence", .kind = Number, .help = QT_TRANSLATE_NOOP("FilterHelp", "number of the lease")},
        {.name = "cause",
         .kind = Code,
         .help = QT_TRANSLATE_NOOP("FilterHelp", "why a lease ended"),
         .values = namesUpTo(EndCause::Drained)},
        {.name = "reason", .help = QT_TRANSLATE_NOOP("FilterHelp", "why it was refused or done")},
        {.name = "number", .kind = Number, .help = QT_TRANSLATE_NOOP("FilterHelp", "its number in the journal")},
        {.name = "param", .help = QT_TRANSLATE_NOOP("FilterHelp", "a detail, such as param.window=7"), .keyed = true},
        {.name = nullptr, .searched = true},
    };
}

std::vector<Flag> journalFlags()
{
    return {
        {"problem", QT_TRANSLATE_NOOP("FilterHelp", "something went wrong or was refused")},
        {"lease", QT_TRANSLATE_NOOP("FilterHelp", "a lease began, went on or ended")},
        {"command", QT_TRANSLATE_NOOP("FilterHelp", "it is about a command")},
        {"operator", QT_TRANSLATE_NOOP("FilterHelp", "an operator stepped in")},
        {.name = "task", .help = QT_TRANSLATE_NOOP("FilterHelp", "it is about a task"), .has = true},
        {.name = "command", .help = QT_TRANSLATE_NOOP("FilterHelp", "it is about a command"), .has = true},
    };
}

std::string_view paramOf(const JournalEntry &entry, std::string_view key)
{
    for (const auto &[name, value] : entry.params)
        if (name == key)
            return value;
    return {};
}

} // namespace

const FieldSet &journalFields()
{
    static const FieldSet set(journalFieldList(), journalFlags());
    return set;
}

JournalReader::JournalReader(const Words &words) : m_words(words)
{
    for (int kind = 0; kind <= int(JournalKind::InputRefused); ++kind)
        m_kindWords.push_back(JournalWords::kind(JournalKind(kind)).toStdString());
}

std::string_view JournalReader::text(FieldIndex field) const
{
    switch (JournalField(field)) {
    case JournalField::What:
        if (m_sentence->empty())
            *m_sentence = m_words.wording().journal(*m_entry);
        return *m_sentence;
    case JournalField::Kind:
        return name(m_entry->kind);
    case JournalField::KindWord:
        return m_kindWords[std::size_t(m_entry->kind)];
    case JournalField::User:
        return m_entry->user.text();
    case JournalField::Client:
        return m_entry->client.text();
    case JournalField::Context:
        return m_entry->context ? std::string_view(m_entry->context->context.text()) : std::string_view();
    case JournalField::Task:
        return m_entry->task.text();
    case JournalField::By:
        return m_entry->by;
    case JournalField::Request:
        return m_entry->request.text();
    case JournalField::Command:
        return m_entry->command.text();
    case JournalField::Cause:
        return m_entry->cause ? name(*m_entry->cause) : std::string_view();
    case JournalField::Reason:
        return paramOf(*m_entry, "reason");
    case JournalField::Fence:
    case JournalField::Number:
        if (const auto count = number(field))
            return m_number = std::to_string(*count);
        return {};
    case JournalField::Time:
    case JournalField::Age:
    case JournalField::Param:
        break;
    }
    return {};
}

std::string_view JournalReader::keyed(FieldIndex, std::string_view key) const
{
    return paramOf(*m_entry, key);
}

std::optional<std::int64_t> JournalReader::number(FieldIndex field) const
{
    switch (JournalField(field)) {
    case JournalField::Time:
        return m_entry->at.us;
    case JournalField::Age:
        return (m_now - m_entry->at).count();
    case JournalField::Fence:
        return m_entry->fence ? std::optional(std::int64_t(m_entry->fence)) : std::nullopt;
    case JournalField::Number:
        return std::int64_t(m_entry->number);
    default:
        return std::nullopt;
    }
}

bool JournalReader::flag(FieldIndex flag) const
{
    switch (AskedOfEntry(flag)) {
    case AskedOfEntry::Problem:
        return JournalWords::isProblem(m_entry->kind);
    case AskedOfEntry::Lease:
        return m_entry->kind <= JournalKind::Ended;
    case AskedOfEntry::Command:
    case AskedOfEntry::HasCommand:
        return !m_entry->command.empty();
    case AskedOfEntry::Operator:
        return m_entry->kind == JournalKind::OperatorAction || m_entry->kind == JournalKind::DrainStarted
            || m_entry->cause == EndCause::Operator;
    case AskedOfEntry::HasTask:
        return !m_entry->task.empty();
    }
    return false;
}

} // namespace cheetah::gui

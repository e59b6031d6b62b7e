// SPDX-License-Identifier: GPL-3.0-or-later
#include "filter/completion.h"

#include "filter/filtertext.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>

#include <algorithm>

namespace cheetah::gui {

namespace {

QString helpText(const char *source)
{
    return QCoreApplication::translate("FilterHelp", source);
}

bool isOperator(QChar c)
{
    return QStringView(u":=~<>!").contains(c);
}

/// Where the term begins that the cursor stands in.
int termStart(const QString &text, int cursor)
{
    int start = 0;
    bool isQuoted = false;
    for (int i = 0; i < cursor; ++i) {
        const QChar c = text[i];
        if (isQuoted) {
            if (c == u'\\')
                ++i;
            else
                isQuoted = c != u'"';
        } else if (c == u'"') {
            isQuoted = true;
        } else if (c.isSpace() || (i == start && (c == u'(' || c == u'-'))) {
            start = i + 1;
        }
    }
    return start;
}

/// Where what the cursor stands in ends.
int wordEnd(const QString &text, int cursor)
{
    int end = cursor;
    while (end < text.size() && !text[end].isSpace() && !isOperator(text[end]) && text[end] != u'|'
           && text[end] != u')')
        ++end;
    return end;
}

/// Exact names first, then those that begin so, then the rest.
int rank(const QString &word, const QString &typed)
{
    return word.startsWith(typed, Qt::CaseInsensitive) ? 0 : 1;
}

void sortByRank(std::vector<Completion> &completions, const QString &typed)
{
    std::stable_sort(completions.begin(), completions.end(),
                     [&](const auto &a, const auto &b) { return rank(a.shown, typed) < rank(b.shown, typed); });
}

QString signFor(const Field &field)
{
    switch (field.kind) {
    case FieldKind::Duration:
        return QStringLiteral("<");
    case FieldKind::Number:
    case FieldKind::Time:
        return QStringLiteral(">=");
    default:
        return field.keyed ? QStringLiteral(".") : QStringLiteral(":");
    }
}

std::vector<Completion> fieldCompletions(const QString &typed, const FieldSet &fields)
{
    std::vector<Completion> completions;
    const auto offer = [&](const QString &name, const QString &sign, const QString &help) {
        if (name.contains(typed, Qt::CaseInsensitive))
            completions.push_back({name, help, name + sign});
    };
    for (const Field &field : fields.fields())
        if (field.name)
            offer(QString::fromLatin1(field.name), signFor(field), helpText(field.help));
    offer(QStringLiteral("is"), QStringLiteral(":"),
          helpText(QT_TRANSLATE_NOOP("FilterHelp", "a state, such as is:idle")));
    offer(QStringLiteral("has"), QStringLiteral(":"),
          helpText(QT_TRANSLATE_NOOP("FilterHelp", "whether it has something")));
    sortByRank(completions, typed);
    return completions;
}

std::vector<Completion> flagCompletions(const QString &typed, bool has, const FieldSet &fields)
{
    std::vector<Completion> completions;
    for (const Flag &flag : fields.flags())
        if (const QString name = QString::fromLatin1(flag.name);
            flag.has == has && name.contains(typed, Qt::CaseInsensitive))
            completions.push_back({name, helpText(flag.help), name});
    sortByRank(completions, typed);
    return completions;
}

QString countText(const ValueSuggestion &suggestion)
{
    const QString count = QLocale().toString(suggestion.count);
    return suggestion.isAtLeast ? QStringLiteral("≥ ") + count : count;
}

std::vector<Completion> valueCompletions(const CompletionPlace &place, const FilterTarget &target)
{
    const FieldIndex index = target.fieldSet().find(place.field);
    if (index == noField)
        return {};
    std::vector<Completion> completions;
    const auto offer = [&](const QString &value, const QString &detail) {
        if (value.contains(place.typed, Qt::CaseInsensitive))
            completions.push_back({value, detail, filterTerm({}, value, QLatin1String())});
    };
    switch (target.fieldSet().field(index).kind) {
    case FieldKind::Duration:
        for (const char *duration : {"10s", "30s", "1m", "5m", "1h"})
            offer(QString::fromLatin1(duration), {});
        break;
    case FieldKind::Flag:
        offer(QStringLiteral("yes"), {});
        offer(QStringLiteral("no"), {});
        break;
    case FieldKind::Text:
    case FieldKind::Code:
        for (const ValueSuggestion &suggestion : target.valueSuggestions(place.field, place.typed))
            offer(suggestion.value, countText(suggestion));
        break;
    case FieldKind::Number:
    case FieldKind::Time:
        break;
    }
    return completions;
}

std::vector<Completion> keyCompletions(const CompletionPlace &place, const FilterTarget &target)
{
    std::vector<Completion> completions;
    for (const ValueSuggestion &key : target.valueSuggestions(place.field + u'.', place.typed))
        completions.push_back({key.value, countText(key), filterTerm({}, key.value, QLatin1String()) + u':'});
    return completions;
}

} // namespace

CompletionPlace completionPlace(const QString &text, int cursor, const FieldSet &fields)
{
    CompletionPlace place;
    const int start = termStart(text, cursor);
    int sign = start;
    while (sign < cursor && !isOperator(text[sign]) && text[sign] != u'"')
        ++sign;
    int valueStart = sign;
    while (valueStart < cursor && isOperator(text[valueStart]))
        ++valueStart;
    const auto fill = [&](CompletionPlace::What what, int from) {
        place.what = what;
        place.position = from;
        place.length = wordEnd(text, cursor) - from;
        place.typed = text.mid(from, cursor - from).remove(u'"');
    };
    if (valueStart == sign) {
        const qsizetype dot = text.left(cursor).indexOf(u'.', start);
        const QString head = dot < 0 ? QString() : text.mid(start, int(dot) - start);
        const FieldIndex keyed = dot < 0 ? noField : fields.find(head + u'.');
        if (keyed != noField) {
            place.field = head;
            fill(CompletionPlace::What::Key, int(dot) + 1);
        } else if (start == cursor || text[start].isLetter()) {
            fill(CompletionPlace::What::Field, start);
        }
        return place;
    }
    place.field = text.mid(start, sign - start);
    if (valueStart < cursor && text[valueStart] == u'(') {
        place.inList = true;
        valueStart = std::max(int(text.lastIndexOf(u'|', cursor - 1)), valueStart) + 1;
    }
    const bool is = place.field.compare(QLatin1String("is"), Qt::CaseInsensitive) == 0;
    const bool has = place.field.compare(QLatin1String("has"), Qt::CaseInsensitive) == 0;
    if (!text.mid(sign, valueStart - sign).contains(u'~')) // nothing completes a pattern
        fill(is    ? CompletionPlace::What::Is
             : has ? CompletionPlace::What::Has
                   : CompletionPlace::What::Value,
             std::min(valueStart, cursor));
    return place;
}

std::vector<Completion> completionsAt(const CompletionPlace &place, const FilterTarget &target)
{
    switch (place.what) {
    case CompletionPlace::What::Nothing:
        break;
    case CompletionPlace::What::Field:
        return fieldCompletions(place.typed, target.fieldSet());
    case CompletionPlace::What::Key:
        return keyCompletions(place, target);
    case CompletionPlace::What::Value:
        return valueCompletions(place, target);
    case CompletionPlace::What::Is:
    case CompletionPlace::What::Has:
        return flagCompletions(place.typed, place.what == CompletionPlace::What::Has, target.fieldSet());
    }
    return {};
}

} // namespace cheetah::gui

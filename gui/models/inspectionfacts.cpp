// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inspectionfacts.h"

namespace cheetah::gui {

namespace {

const QString none = QStringLiteral("—");

/// A row whose value is told as time goes; empty where there is no time.
InspectionRow timed(const QString &label, InspectionRow::Time time, RegistryTime at)
{
    InspectionRow row{label, none};
    if (at.isSet()) {
        row.time = time;
        row.at = at;
        row.tip = Words::time(at);
    }
    return row;
}

} // namespace

QString InspectionFacts::orNone(const QString &value)
{
    return value.isEmpty() ? none : value;
}

QString InspectionFacts::yesNo(bool value)
{
    return value ? tr("yes") : tr("no");
}

QString InspectionFacts::over()
{
    return tr("over", "a time that has passed");
}

InspectionRow InspectionFacts::since(const QString &label, RegistryTime at)
{
    return timed(label, InspectionRow::Time::Ago, at);
}

InspectionRow InspectionFacts::until(const QString &label, RegistryTime at)
{
    return timed(label, InspectionRow::Time::Left, at);
}

QString InspectionFacts::usage(std::uint32_t used, std::optional<std::uint32_t> limit, std::uint32_t reserved)
{
    QString text =
        limit ? tr("%1 of %2", "used of a limit").arg(used).arg(*limit) : tr("%1, no limit", "used").arg(used);
    return reserved ? tr("%1, %2 reserved", "used of a limit; creations under way").arg(text).arg(reserved) : text;
}

QString InspectionFacts::titleOf(const ReportedContext &tab)
{
    return plainText(!tab.title.empty() ? tab.title : !tab.url.empty() ? tab.url : tab.id.text());
}

void InspectionFacts::addDrain(std::vector<InspectionSection> &sections, const Drain *drain)
{
    if (!drain)
        return;
    InspectionSection section{tr("Drain"), {}};
    const auto word = [&] {
        switch (drain->state) {
        case Drain::State::Draining:
            return tr("draining");
        case Drain::State::Done:
            return tr("done, nothing is leased any more");
        case Drain::State::Kept:
            return tr("deadline passed, what is left stays");
        case Drain::State::Forced:
            return tr("deadline passed, what was left was ended");
        }
        return QString();
    }();
    section.rows.push_back({tr("State"), word});
    section.rows.push_back(since(tr("Started"), drain->startedAt));
    section.rows.push_back({tr("By", "who started a drain"), orNone(plainText(drain->by))});
    InspectionRow deadline = until(tr("Deadline"), drain->deadline);
    if (!drain->deadline.isSet())
        deadline.value = tr("none", "deadline");
    section.rows.push_back(deadline);
    if (drain->deadline.isSet())
        section.rows.push_back({tr("Then"), drain->force ? tr("what is left is ended") : tr("what is left stays")});
    sections.push_back(std::move(section));
}

} // namespace cheetah::gui

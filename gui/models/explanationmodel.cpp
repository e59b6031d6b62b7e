// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/explanationmodel.h"

#include "session/words.h"
#include "theme/theme.h"

#include <algorithm>

namespace cheetah::gui {

ExplanationModel::ExplanationModel(const Words &words, const Theme &theme, QObject *parent)
    : QAbstractItemModel(parent), m_words(words), m_theme(theme)
{}

void ExplanationModel::show(std::optional<Explanation> now, std::optional<Explanation> then)
{
    if (!m_groups.empty()) {
        beginRemoveRows({}, 0, int(m_groups.size()) - 1);
        m_groups.clear();
        endRemoveRows();
    }
    m_now = std::move(now);
    m_then = std::move(then);
    emit headerDataChanged(Qt::Horizontal, 0, columns - 1);
    std::map<std::optional<Rule>, Group> groups; // what fits comes first
    const auto count = [&](const std::optional<Explanation> &explanation, std::uint32_t Group::*counts) {
        if (!explanation)
            return;
        if (explanation->fitting > 0)
            groups[std::nullopt].*counts = explanation->fitting;
        for (const auto &[rule, excluded] : explanation->excludedBy)
            groups[rule].*counts = excluded;
    };
    count(m_now, &Group::count);
    count(m_then, &Group::then);
    for (auto &[rule, group] : groups)
        group.rule = rule;
    if (m_now)
        for (const CandidateVerdicts &candidate : m_now->details) {
            const auto decides =
                groups.find(candidate.verdicts.empty() ? std::nullopt : std::optional(candidate.verdicts.front().rule));
            if (decides != groups.end())
                decides->second.candidates.push_back(&candidate);
        }
    if (groups.empty())
        return;
    beginInsertRows({}, 0, int(groups.size()) - 1);
    for (auto &[rule, group] : groups)
        m_groups.push_back(std::move(group));
    endInsertRows();
}

QModelIndex ExplanationModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(1 + parent.row()) : quintptr(0));
}

QModelIndex ExplanationModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() ? createIndex(int(index.internalId()) - 1, 0, quintptr(0))
                                                 : QModelIndex();
}

int ExplanationModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    const bool isGroup = parent.internalId() == 0 && parent.column() == 0;
    return isGroup ? int(m_groups[std::size_t(parent.row())].candidates.size()) : 0;
}

int ExplanationModel::columnCount(const QModelIndex &) const
{
    return columns;
}

QVariant ExplanationModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (!index.internalId())
        return groupData(m_groups[std::size_t(index.row())], index.column(), role);
    const Group &group = m_groups[index.internalId() - 1];
    return candidateData(*group.candidates[std::size_t(index.row())], index.column(), role);
}

QString ExplanationModel::groupText(const Group &group, int column) const
{
    if (column == What)
        return group.rule ? text(m_words.wording().rule(*group.rule)) : tr("Nothing stands against it");
    const std::uint32_t number = column == Then ? group.then : group.count;
    if (!(column == Then ? m_then : m_now))
        return {};
    if (number == 0)
        return tr("none", "no candidates");
    const QString count = tr("%n candidate(s)", nullptr, int(number));
    return column == Why && group.candidates.size() < number && !group.candidates.empty()
             ? tr("%1, of which %2 are listed").arg(count).arg(group.candidates.size())
             : count;
}

QVariant ExplanationModel::groupData(const Group &group, int column, int role) const
{
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return groupText(group, column);
    if (role == Qt::DecorationRole && column == What)
        return group.rule ? m_theme.icon(Glyph::No, Tone::Muted) : m_theme.icon(Glyph::Yes, Tone::Ok);
    if (role == Qt::AccessibleTextRole)
        return m_then ? tr("%1: then %2, now %3", "why not; how many")
                            .arg(groupText(group, What), groupText(group, Then), groupText(group, Why))
                      : tr("%1: %2", "why not; how many").arg(groupText(group, What), groupText(group, Why));
    return {};
}

QVariant ExplanationModel::candidateData(const CandidateVerdicts &candidate, int column, int role) const
{
    const QString name = candidate.context
                           ? text(candidate.context->client.text()) + " › " + text(candidate.context->context.text())
                           : QString();
    if (role == ContextRole)
        return QVariant::fromValue(candidate.context);
    if (role == Qt::DisplayRole)
        return column == What ? QVariant(name) : column == Why ? QVariant(reasons(candidate)) : QVariant();
    if (role == Qt::ToolTipRole)
        return reasons(candidate);
    if (role == Qt::DecorationRole && column == What)
        return m_theme.icon(Glyph::Tab, Tone::Muted);
    if (role == Qt::AccessibleTextRole)
        return QString(name + ": " + reasons(candidate));
    return {};
}

QString ExplanationModel::reasons(const CandidateVerdicts &candidate) const
{
    QStringList reasons;
    for (const Verdict &verdict : candidate.verdicts)
        reasons.push_back(text(m_words.wording().verdict(verdict)));
    return reasons.isEmpty() ? tr("It fits.") : reasons.join(QStringLiteral("; "));
}

QVariant ExplanationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (section == What)
        return tr("Candidate");
    if (section == Then)
        return tr("Then", "when it was refused");
    return m_then ? tr("Now") : tr("Why not");
}

} // namespace cheetah::gui

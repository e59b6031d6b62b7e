// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/explanationmodel.h"

#include "session/words.h"
#include "theme/theme.h"

#include <algorithm>

namespace cheetah::gui {

ExplanationModel::ExplanationModel(const Words &words, const Theme &theme, QObject *parent)
    : QAbstractItemModel(parent), m_words(words), m_theme(theme)
{}

void ExplanationModel::show(Explanation explanation)
{
    if (!m_groups.empty()) {
        beginRemoveRows({}, 0, int(m_groups.size()) - 1);
        m_groups.clear();
        endRemoveRows();
    }
    m_explanation = std::move(explanation);
    std::vector<Group> groups;
    for (const auto &[rule, count] : m_explanation.excludedBy)
        groups.push_back({rule, count, {}});
    if (m_explanation.fitting > 0)
        groups.insert(groups.begin(), Group{std::nullopt, m_explanation.fitting, {}});
    for (const CandidateVerdicts &candidate : m_explanation.details) {
        const auto decides = std::find_if(groups.begin(), groups.end(), [&](const Group &group) {
            return candidate.verdicts.empty() ? !group.rule : group.rule == candidate.verdicts.front().rule;
        });
        if (decides != groups.end())
            decides->candidates.push_back(&candidate);
    }
    if (groups.empty())
        return;
    beginInsertRows({}, 0, int(groups.size()) - 1);
    m_groups = std::move(groups);
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

QVariant ExplanationModel::groupData(const Group &group, int column, int role) const
{
    const QString title = group.rule ? text(m_words.wording().rule(*group.rule)) : tr("Nothing stands against it");
    const QString count = tr("%n candidate(s)", nullptr, int(group.count));
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        if (column == What)
            return title;
        return group.candidates.size() < group.count && !group.candidates.empty()
                 ? tr("%1, of which %2 are listed").arg(count).arg(group.candidates.size())
                 : count;
    }
    if (role == Qt::DecorationRole && column == What)
        return group.rule ? m_theme.icon(Glyph::No, Tone::Muted) : m_theme.icon(Glyph::Yes, Tone::Ok);
    if (role == Qt::AccessibleTextRole)
        return QString(title + ": " + count);
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
        return column == What ? name : reasons(candidate);
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
    return section == What ? tr("Candidate") : tr("Why not");
}

} // namespace cheetah::gui

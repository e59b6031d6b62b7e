// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/verdict.h"

#include <QtCore/QAbstractItemModel>

#include <vector>

namespace cheetah::gui {

class Theme;
class Words;

/// One explanation as a tree: the reasons that excluded candidates, in the order in which they decide, each with its
/// candidates, and each of these with all that stands against it. An earlier decision on the same request may stand beside
/// it, as counts. Owned by the explain view.
class ExplanationModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { What, Then, Why, columns };
    enum Role { ContextRole = Qt::UserRole }; ///< a ContextNamePtr, invalid where none belongs to the row

    ExplanationModel(const Words &words, const Theme &theme, QObject *parent = nullptr);

    /// Replaces what is shown. Either may be missing.
    void show(std::optional<Explanation> now, std::optional<Explanation> then = {});

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group {
        std::optional<Rule> rule; ///< unset: nothing stands against these
        std::uint32_t count = 0, then = 0;
        std::vector<const CandidateVerdicts *> candidates; ///< those that were sent along
    };
    // Internal ids: 0 for a group, 1 + group for a candidate.
    QVariant groupData(const Group &group, int column, int role) const;
    QVariant candidateData(const CandidateVerdicts &candidate, int column, int role) const;
    QString groupText(const Group &group, int column) const;
    QString reasons(const CandidateVerdicts &candidate) const;

    const Words &m_words;
    const Theme &m_theme;
    std::optional<Explanation> m_now, m_then;
    std::vector<Group> m_groups;
};

} // namespace cheetah::gui

Q_DECLARE_METATYPE(cheetah::ContextNamePtr)

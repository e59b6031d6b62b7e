// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/attention.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QTimer>

namespace cheetah::gui {

class Actions;

/// The list of what needs attention: looked at anew at most once a second, and only while somebody looks. Lines come and go
/// one by one, by their key. Ages and remaining times are told as of the moment they are asked for. Owned by its view.
class AttentionModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { What, Age, Help, ColumnCount };

    /// All outlive it.
    AttentionModel(Session &session, const Actions &actions, const Theme &theme, const Words &words,
                   QObject *parent = nullptr);

    void setAwake(bool awake);
    /// Looks now.
    void refresh();
    const std::vector<AttentionItem> &items() const { return m_items; }
    /// Things that need attention: a line can stand for several.
    int count() const;
    /// Neutral: nothing needs attention.
    Tone worst() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// It was looked, whether or not anything is different.
    void refreshed();

private:
    void follow(std::vector<AttentionItem> items);
    QString age(const AttentionItem &item) const;
    QString sentence(const AttentionItem &item) const;

    Session &m_session;
    const Actions &m_actions;
    const Theme &m_theme;
    Attention m_attention;
    std::vector<AttentionItem> m_items;
    QTimer m_timer;
    bool m_isAwake = false;
};

} // namespace cheetah::gui

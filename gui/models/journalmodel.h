// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/filtertarget.h"
#include "filter/journalfields.h"
#include "models/tailmodel.h"
#include "store/journalstore.h"

namespace cheetah::gui {

class Theme;

/// The journal as rows of a table, the newest last. Its sentences are made when they are first needed. Owned by the journal
/// view; the store, words and theme outlive it.
class JournalModel final : public TailModel {
    Q_OBJECT

public:
    enum Column { Time, What, Kind, User, Client, Context, Task, By, ColumnCount };

    /// `clock` tells registry time.
    JournalModel(JournalStore &store, const Deployment &clock, const Words &words, const Theme &theme,
                 QObject *parent = nullptr);

    /// Null if it is gone.
    const JournalEntry *entryAt(int row) const;
    /// Sentences and headers anew: the language changed.
    void retranslate();
    void restyle();

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    QString fieldText(Number number, FieldIndex field) const override;
    const char *fieldOf(int column) const override;
    QJsonObject json(Number number) const override;
    QString copyText(int row, int column) const override;
    std::vector<ValueSuggestion> values(const QString &field, const QString &part) const;

protected:
    std::size_t sourceSize() const override { return m_store.entries().size(); }
    const FieldReader &read(Number number) const override;
    void beginPass() override;

private:
    QString display(const JournalEntry &entry, int column) const;
    const std::string &sentence(Number number) const;

    JournalStore &m_store;
    const Deployment &m_clock;
    const Theme &m_theme;
    std::unique_ptr<JournalReader> m_reader;
    const Words &m_words;
    mutable std::deque<std::string> m_sentences; ///< beside the store's entries; empty where not made yet
};

} // namespace cheetah::gui

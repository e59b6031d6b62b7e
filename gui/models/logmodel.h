// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/filtertarget.h"
#include "filter/logfields.h"
#include "models/tailmodel.h"
#include "store/logstore.h"

namespace cheetah::gui {

class Theme;

/// The log as rows of a table, the newest last, from a level on. Owned by the log view; store and theme outlive it.
class LogModel final : public TailModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Category, Text, ColumnCount };

    LogModel(LogStore &store, const Theme &theme, QObject *parent = nullptr);

    LogLevel least() const { return m_least; }
    /// The lowest level that is shown.
    void setLeast(LogLevel level);
    /// Null if it is gone.
    const LogLine *lineAt(int row) const;
    void retranslate();
    void restyle();
    static QString levelWord(LogLevel level);

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    QString fieldText(Number number, FieldIndex field) const override;
    const char *fieldOf(int column) const override;
    QJsonObject json(Number number) const override;
    QString copyText(int row, int column) const override;
    std::vector<ValueSuggestion> values(const QString &field, const QString &part) const;

protected:
    std::size_t sourceSize() const override { return m_store.lines().size(); }
    const FieldReader &read(Number number) const override;
    void beginPass() override;
    bool admits(Number number) const override;

private:
    LogStore &m_store;
    const Theme &m_theme;
    LogLevel m_least = LogLevel::Debug;
    mutable LogReader m_reader;
};

} // namespace cheetah::gui

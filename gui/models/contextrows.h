// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/contextfields.h"
#include "models/contextcolumns.h"
#include "models/contextnameorder.h"
#include "models/tablerows.h"

#include <optional>

namespace cheetah::gui {

class PendingActions;
class Words;

/// Contexts as rows of a table: all of them, or those that are assigned. Times stand still in it: what counts down is drawn
/// by the lease delegate, and leases sort by when they expire. While an action by hand is under way for a tab, or for the window
/// or client that it stands in, its row says so.
class ContextRows final : public TableRows {
    Q_OBJECT

public:
    enum class Which { All, Assigned };

    /// All outlive it. Without `pending` no action by hand is known.
    ContextRows(Which which, const FleetStore &store, const Words &words, const PendingActions *pending = nullptr,
                QObject *parent = nullptr);

    const std::vector<TableColumn> &columns() const override { return m_columns; }
    Slot slotCount() const override { return m_store.fleet().contextSlots(); }
    bool belongs(Slot slot) const override;
    bool isSelective() const override { return m_which == Which::Assigned; }
    std::size_t total() const override;
    bool isPaused() const override { return m_store.isPaused(); }

    QVariant data(Slot slot, int column, int role) const override;
    SortKey key(Slot slot, int column) const override;
    bool nameLess(Slot a, Slot b) const override;

    void beginPass() override;
    const UnderWay *underWay(Slot slot) const override;
    bool hasUnderWay() const override;
    const FieldSet &fieldSet() const override { return contextFields(); }
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;

    ObjectId object(Slot slot) const override;
    Slot find(const ObjectId &object) const override;
    QString copyId(Slot slot) const override;
    QJsonObject json(Slot slot) const override;

protected:
    const FieldReader &read(Slot slot) const override;

private:
    using Cell = ContextCell;
    Cell cell(int column) const { return m_cells[std::size_t(column)]; }

    const ContextRow &row(Slot slot) const { return m_store.fleet().context(slot); }
    bool isThere(Slot slot) const { return slot < slotCount() && row(slot).name; }
    void noteUnderWay(const std::vector<ObjectId> &objects);
    /// The cell that says what is under way.
    bool tellsUnderWay(Cell cell) const { return cell == (m_which == Which::All ? Cell::State : Cell::Lease); }
    QString cellText(Slot slot, Cell cell) const;
    QString text(Slot slot, Cell cell) const;
    QString tip(Slot slot, Cell cell) const;
    QString sentence(Slot slot) const;
    QString leaseSentence(Slot slot) const;
    QVariant expiry(Slot slot) const;

    const Which m_which;
    const FleetStore &m_store;
    const Words &m_words;
    const PendingActions *m_pending;
    std::vector<TableColumn> m_columns;
    std::vector<Cell> m_cells; ///< of the columns
    ContextNameOrder m_names;
    mutable std::optional<ContextReader> m_reader; ///< of the pass
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/underway.h"
#include "filter/expression.h"
#include "filter/filtertarget.h"
#include "models/roworder.h"
#include "session/selection.h"
#include "store/fleetbatch.h"

#include <QtCore/QJsonObject>
#include <QtCore/QObject>
#include <QtCore/QVariant>

namespace cheetah::gui {

/// How a cell is drawn; its data come under the roles of its delegate.
enum class CellKind { Text, Number, State, Lease };

/// One column that a table can show.
struct TableColumn {
    const char *id;    ///< stable; in settings and tests
    const char *field; ///< its name in filters; null: cannot be filtered for
    CellKind kind = CellKind::Text;
    int letters = 12;    ///< width in digits
    bool isShown = true; ///< unless a person chose otherwise
    const char *title;   ///< source text of the context `Columns`
    const char *help = nullptr;
};

/// What a table is about: the things of one kind, by slot, with the texts of their cells, what they sort by and how they are
/// filtered. It reads the one replica and keeps nothing of it. Owned by its view; a TableModel decides what stands where.
/// Slots may be asked for that are free: they have no data.
class TableRows : public QObject, public FilterTarget {
    Q_OBJECT

public:
    using QObject::QObject;

    virtual const std::vector<TableColumn> &columns() const = 0;
    /// -1 if there is none.
    int column(std::string_view id) const;
    QString columnTitle(int column) const;

    /// While nobody looks, nothing needs to be told.
    virtual void setActive(bool) {}
    virtual Slot slotCount() const = 0;
    /// Whether it belongs to this table at all.
    virtual bool belongs(Slot slot) const = 0;
    /// Whether what belongs here can cease to without going away altogether.
    virtual bool isSelective() const { return false; }
    /// How many belong here.
    virtual std::size_t total() const = 0;
    /// A picture stands still: nothing may move by itself.
    virtual bool isPaused() const { return false; }

    virtual QVariant data(Slot slot, int column, int role) const = 0;
    virtual SortKey key(Slot slot, int column) const = 0;
    virtual bool nameLess(Slot a, Slot b) const = 0;

    /// Takes the time of now for what follows.
    virtual void beginPass() = 0;
    bool matches(Slot slot, const Expression &filter) const { return filter.matches(read(slot)); }
    /// The action by hand that a row is waiting for the end of; null: none.
    virtual const UnderWay *underWay(Slot) const { return nullptr; }
    /// Whether there is any such row.
    virtual bool hasUnderWay() const { return false; }
    /// The text of a field as filters compare it; for building filters from cells.
    QString fieldText(Slot slot, const QString &field) const;
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;

    /// What a row names; monostate for what cannot be selected.
    virtual ObjectId object(Slot slot) const = 0;
    /// noSlot if it is not here.
    virtual Slot find(const ObjectId &object) const = 0;
    /// The id that people copy.
    virtual QString copyId(Slot slot) const = 0;
    virtual QJsonObject json(Slot slot) const = 0;

protected:
    /// A slot that is there, as filters read it; until the next call, and of the time of the pass.
    virtual const FieldReader &read(Slot slot) const = 0;

signals:
    void changed(const cheetah::gui::RowChanges &changes);
    /// These look otherwise, but belong here and sort as before. Some may be unknown yet, or gone.
    void lookChanged(const std::vector<cheetah::Slot> &rows);
    /// Other things altogether.
    void replaced();
};

} // namespace cheetah::gui

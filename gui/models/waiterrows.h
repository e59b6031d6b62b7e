// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tablerows.h"
#include "store/fleetstore.h"

#include <map>
#include <optional>

namespace cheetah::gui {

class WaiterReader;

/// The queue as rows of a table. The fleet names waiters by user and place; here each has a slot while it waits. It looks at
/// the queue at most some times a second, and not at all while nobody does.
class WaiterRows final : public TableRows {
    Q_OBJECT

public:
    static constexpr Millis lookInterval{100};

    /// The store outlives it.
    explicit WaiterRows(const FleetStore &store, QObject *parent = nullptr);
    ~WaiterRows() override;

    /// Null for a free slot.
    std::shared_ptr<const Waiter> waiter(Slot slot) const;

    const std::vector<TableColumn> &columns() const override;
    void setActive(bool active) override;
    Slot slotCount() const override { return Slot(m_waiters.size()); }
    bool belongs(Slot slot) const override { return slot < m_waiters.size() && m_waiters[slot].isThere; }
    std::size_t total() const override { return m_store.fleet().waiterCount(); }
    bool isPaused() const override { return m_store.isPaused(); }

    QVariant data(Slot slot, int column, int role) const override;
    SortKey key(Slot slot, int column) const override;
    bool nameLess(Slot a, Slot b) const override;

    void beginPass() override;
    bool matches(Slot slot, const Expression &filter) const override;
    QString fieldText(Slot slot, const QString &field) const override;
    const FieldSet &fieldSet() const override;
    std::vector<ValueSuggestion> valueSuggestions(const QString &field, const QString &part) const override;

    ObjectId object(Slot) const override { return {}; }
    Slot find(const ObjectId &) const override { return noSlot; }
    QString copyId(Slot slot) const override;
    QJsonObject json(Slot slot) const override;

    /// The demands in the language of the command line; empty: none.
    static std::string wants(const Waiter &waiter);

private:
    struct Row {
        std::shared_ptr<const Waiter> waiter; ///< of a free slot: who waited there last
        std::string wants;
        bool isThere = false;
    };
    using Key = std::pair<UserId, std::uint64_t>;

    void look();
    QString sentence(const Row &row) const;

    const FleetStore &m_store;
    std::vector<Row> m_waiters; ///< by slot
    std::vector<Slot> m_free;
    std::map<Key, Slot> m_slots;
    QTimer m_looking;
    bool m_isActive = false;
    std::unique_ptr<WaiterReader> m_reader; ///< of the pass
};

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/namedslots.h"
#include "models/tablerows.h"
#include "store/fleetstore.h"

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
    Slot slotCount() const override { return m_waiters.count(); }
    bool belongs(Slot slot) const override { return m_waiters.holds(slot); }
    std::size_t total() const override { return m_store.fleet().waiterCount(); }
    bool isPaused() const override { return m_store.isPaused(); }

    QVariant data(Slot slot, int column, int role) const override;
    SortKey key(Slot slot, int column) const override;
    bool nameLess(Slot a, Slot b) const override;

    void beginPass() override;
    const FieldSet &fieldSet() const override;

    ObjectId object(Slot) const override { return {}; }
    Slot find(const ObjectId &) const override { return noSlot; }
    QString copyId(Slot slot) const override;
    QJsonObject json(Slot slot) const override;

    /// The demands in the language of the command line; empty: none.
    static std::string wants(const Waiter &waiter);

protected:
    const FieldReader &read(Slot slot) const override;

private:
    struct Row {
        std::shared_ptr<const Waiter> waiter;
        std::string wants;
    };
    using Key = std::pair<UserId, std::uint64_t>;

    void look();
    QString sentence(const Row &row) const;

    const FleetStore &m_store;
    NamedSlots<Key, Row> m_waiters;
    QTimer m_looking;
    bool m_isActive = false;
    std::unique_ptr<WaiterReader> m_reader; ///< of the pass
};

} // namespace cheetah::gui

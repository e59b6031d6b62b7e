// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/namedslots.h"
#include "models/tablerows.h"
#include "session/nodewords.h"
#include "store/fleetstore.h"

namespace cheetah::gui {

class NodeReader;
class PendingActions;

/// The nodes of the deployment as rows of a table; each has a slot for as long as it is there.
class NodeRows final : public TableRows {
    Q_OBJECT

public:
    /// Both outlive it. `pending`: what is under way by hand.
    NodeRows(const FleetStore &store, const PendingActions *pending, QObject *parent = nullptr);
    ~NodeRows() override;

    const std::vector<TableColumn> &columns() const override;
    void setActive(bool active) override;
    Slot slotCount() const override { return m_nodes.count(); }
    bool belongs(Slot slot) const override { return m_nodes.holds(slot); }
    std::size_t total() const override { return m_store.fleet().nodes().size(); }
    bool isPaused() const override { return m_store.isPaused(); }

    QVariant data(Slot slot, int column, int role) const override;
    SortKey key(Slot slot, int column) const override;
    bool nameLess(Slot a, Slot b) const override { return m_nodes[a].view.node.id < m_nodes[b].view.node.id; }

    void beginPass() override;
    const UnderWay *underWay(Slot slot) const override;
    bool hasUnderWay() const override;
    const FieldSet &fieldSet() const override;

    ObjectId object(Slot slot) const override;
    Slot find(const ObjectId &object) const override;
    QString copyId(Slot slot) const override;
    QJsonObject json(Slot slot) const override;

protected:
    const FieldReader &read(Slot slot) const override;

private:
    struct Row {
        NodeView view;
        NodeWords::State state = NodeWords::State::Unknown;
    };

    void look();
    QString text(const Row &row, int column) const;
    QString sentence(const Row &row) const;

    const FleetStore &m_store;
    const PendingActions *m_pending;
    NamedSlots<NodeId, Row> m_nodes;
    QTimer m_looking; ///< a node falls silent without a change
    bool m_isActive = false;
    std::unique_ptr<NodeReader> m_reader; ///< of the pass
};

} // namespace cheetah::gui

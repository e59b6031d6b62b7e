// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/fieldset.h"
#include "filter/filtertarget.h"
#include "store/fleetstore.h"

#include <array>

namespace cheetah::gui {

/// The fields of contexts, in the order of contextFields().
enum class ContextField : FieldIndex {
    User,
    Client,
    Window,
    Context,
    Title,
    Url,
    State,
    Health,
    Task,
    Request,
    Holder,
    Lease,
    Held,
    Renewals,
    Fence,
    Age,
    Kind,
    Node,
    Epoch,
    Agent,
    LastEnd,
    Meta,
    Active,
    Ours,
    StateWord, ///< as it is shown, for words alone
};

/// What contexts can be filtered by. A constant.
const FieldSet &contextFields();

/// Reads contexts of a FleetStore by slot. Made for one pass over rows of one moment; the store outlives it. Free rows have
/// nothing.
class ContextReader final : public FieldReader {
public:
    explicit ContextReader(const FleetStore &store);

    void setRow(Slot context) { m_row = &m_store.fleet().context(m_slot = context); }

    std::string_view text(FieldIndex field) const override;
    std::string_view keyed(FieldIndex field, std::string_view key) const override;
    std::optional<std::int64_t> number(FieldIndex field) const override;
    bool flag(FieldIndex flag) const override;

private:
    const ClientRow &client() const { return m_store.fleet().client(m_row->client); }
    const Assignment *assignment() const;

    const FleetStore &m_store;
    const RegistryTime m_now;
    const Micros m_timeout;
    std::array<std::string, FleetTotals::stateCount> m_stateWords;
    Slot m_slot = noSlot;
    const ContextRow *m_row;
    mutable std::string m_number; ///< text of the number read last
};

/// The live values of one field over all contexts of a store, for completion.
std::vector<ValueSuggestion> contextValues(const FleetStore &store, const QString &field, const QString &part);

} // namespace cheetah::gui

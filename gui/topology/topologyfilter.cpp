// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologyfilter.h"

#include "filter/contextfields.h"

#include <QtCore/QElapsedTimer>

#include <algorithm>

namespace cheetah::gui {

namespace {

constexpr std::int64_t sliceMs = 6;
constexpr std::size_t rowsBetweenLooks = 256;

} // namespace

TopologyFilter::TopologyFilter(const FleetStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    m_slice.setSingleShot(true);
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &TopologyFilter::workOn);
}

void TopologyFilter::setExpression(ExpressionPtr expression)
{
    if (expression && expression->isEmpty())
        expression.reset();
    begin(std::move(expression));
}

void TopologyFilter::begin(ExpressionPtr expression)
{
    m_next = std::move(expression);
    m_found.clear();
    m_changed.clear();
    m_isWorking = m_next != nullptr;
    if (m_isWorking)
        return m_slice.start();
    m_slice.stop();
    const bool wasActive = m_isActive;
    m_isActive = false;
    m_expression.reset();
    m_matches.clear();
    m_windowOf.clear();
    m_byWindow.clear();
    m_count = 0;
    if (wasActive)
        emit changed();
}

void TopologyFilter::reset()
{
    if (m_isWorking)
        return begin(m_next);
    if (!m_isActive)
        return;
    m_matches.clear();
    m_windowOf.clear();
    m_byWindow.assign(m_store.fleet().windowSlots(), 0);
    m_count = 0;
    begin(m_expression);
}

void TopologyFilter::tick()
{
    if (m_isActive && !m_isWorking && m_expression->dependsOnTime())
        begin(m_expression);
}

bool TopologyFilter::passes(const FieldReader &row, Slot context) const
{
    return m_store.fleet().context(context).name && m_next->matches(row);
}

/// True at the end.
bool TopologyFilter::runUntil(std::size_t end)
{
    ContextReader reader(m_store);
    end = std::min<std::size_t>(end, m_store.fleet().contextSlots());
    for (std::size_t slot = m_found.size(); slot < end; ++slot) {
        reader.setRow(Slot(slot));
        m_found.push_back(passes(reader, Slot(slot)));
    }
    return m_found.size() >= m_store.fleet().contextSlots();
}

void TopologyFilter::workOn()
{
    QElapsedTimer clock;
    clock.start();
    while (!runUntil(m_found.size() + rowsBetweenLooks))
        if (clock.elapsed() >= sliceMs)
            return m_slice.start();
    conclude();
}

void TopologyFilter::finish()
{
    if (!m_isWorking)
        return;
    m_slice.stop();
    runUntil(m_store.fleet().contextSlots());
    conclude();
}

void TopologyFilter::conclude()
{
    const Fleet &fleet = m_store.fleet();
    ContextReader reader(m_store);
    m_found.resize(fleet.contextSlots());
    for (const Slot slot : m_changed)
        if (slot < m_found.size()) {
            reader.setRow(slot);
            m_found[slot] = passes(reader, slot);
        }
    const bool isSame = m_isActive && m_found == m_matches;
    m_expression = std::exchange(m_next, nullptr);
    m_isWorking = false;
    m_isActive = true;
    m_changed.clear();
    if (isSame)
        return;
    m_matches.assign(fleet.contextSlots(), false);
    m_windowOf.assign(fleet.contextSlots(), noSlot);
    m_byWindow.assign(fleet.windowSlots(), 0);
    m_count = 0;
    for (Slot slot = 0; slot < fleet.contextSlots(); ++slot)
        if (m_found[slot])
            set(slot, true);
    m_found.clear();
    emit changed();
}

/// True if a window has more or fewer matches now.
bool TopologyFilter::set(Slot context, bool matches)
{
    const Slot window = matches ? m_store.fleet().context(context).window : noSlot;
    const Slot before = std::exchange(m_windowOf[context], window);
    m_matches[context] = matches;
    if (before == window)
        return false;
    if (before != noSlot) {
        --m_byWindow[before];
        --m_count;
    }
    if (window != noSlot) {
        ++m_byWindow[window];
        ++m_count;
    }
    return true;
}

std::vector<Slot> TopologyFilter::apply(const FleetBatch &batch)
{
    std::vector<Slot> windows;
    if (m_isWorking)
        for (const auto *list : {&batch.contexts.added, &batch.contexts.changed, &batch.contexts.removed})
            m_changed.insert(m_changed.end(), list->begin(), list->end());
    if (!m_isActive)
        return windows;
    const Fleet &fleet = m_store.fleet();
    m_matches.resize(std::max<std::size_t>(m_matches.size(), fleet.contextSlots()));
    m_windowOf.resize(m_matches.size(), noSlot);
    m_byWindow.resize(std::max<std::size_t>(m_byWindow.size(), fleet.windowSlots()));
    const auto change = [&](Slot context, bool matches) {
        const Slot before = m_windowOf[context];
        if (!set(context, matches))
            return;
        for (const Slot window : {before, m_windowOf[context]})
            if (window != noSlot)
                windows.push_back(window);
    };
    for (const Slot slot : batch.contexts.removed)
        change(slot, false);
    ContextReader reader(m_store);
    for (const auto *list : {&batch.contexts.added, &batch.contexts.changed})
        for (const Slot slot : *list) {
            reader.setRow(slot);
            change(slot, fleet.context(slot).name && m_expression->matches(reader));
        }
    return windows;
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tablerows.h"

#include "filter/valuecounts.h"
#include "session/words.h"

#include <QtCore/QCoreApplication>

namespace cheetah::gui {

int TableRows::column(std::string_view id) const
{
    for (std::size_t i = 0; i < columns().size(); ++i)
        if (id == columns()[i].id)
            return int(i);
    return -1;
}

QString TableRows::columnTitle(int column) const
{
    return QCoreApplication::translate("Columns", columns()[std::size_t(column)].title);
}

QString TableRows::fieldText(Slot slot, const QString &field) const
{
    const FieldIndex index = fieldSet().find(field);
    return belongs(slot) && index != noField ? text(read(slot).text(index)) : QString();
}

std::vector<ValueSuggestion> TableRows::valueSuggestions(const QString &field, const QString &part) const
{
    const FieldIndex index = fieldSet().find(field);
    if (index == noField)
        return {};
    std::vector<Slot> rows;
    for (Slot slot = 0; slot < slotCount(); ++slot)
        if (belongs(slot))
            rows.push_back(slot);
    return countValues(fieldSet(), index, field, part, rows.size(),
                       [&](std::size_t i) -> const FieldReader & { return read(rows[i]); });
}

} // namespace cheetah::gui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tablerows.h"

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

} // namespace cheetah::gui

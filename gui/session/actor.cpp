// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/actor.h"

#include <QtCore/QString>

namespace cheetah::gui {

std::string actor()
{
    for (const char *variable : {"USER", "LOGNAME"})
        if (const QString name = qEnvironmentVariable(variable); !name.isEmpty())
            return name.left(64).toStdString();
    return "console";
}

} // namespace cheetah::gui

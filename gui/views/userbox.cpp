// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/userbox.h"

#include "session/words.h"

namespace cheetah::gui {

UserBox::UserBox(QWidget *parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(NoInsert);
    setMinimumContentsLength(10);
}

void UserBox::offer(const Fleet &fleet)
{
    const QString typed = currentText();
    QStringList users;
    for (Slot slot = 0; slot < fleet.userSlots() && users.size() < mostOffered; ++slot)
        if (!fleet.user(slot).clients.empty())
            users.push_back(text(fleet.user(slot).id.text()));
    users.sort();
    clear();
    addItems(users);
    if (!typed.isEmpty())
        setEditText(typed);
}

} // namespace cheetah::gui

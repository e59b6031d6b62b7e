// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/fleet.h"

#include <QtCore/QObject>

#include <variant>
#include <vector>

namespace cheetah::gui {

/// Names one thing that can be selected; by name, never by row, so that it survives every update.
using ObjectId = std::variant<std::monostate, UserId, ClientName, WindowName, ContextName, NodeId>;

/// Whether the fleet still has it.
bool exists(const Fleet &fleet, const ObjectId &object);

/// What is selected: one for the whole window, so that selecting anywhere selects everywhere. Owned by the session.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<ObjectId> &objects() const { return m_objects; }
    /// The one that the inspector shows; monostate if nothing is selected.
    const ObjectId &current() const { return m_current; }

    void select(ObjectId object);
    /// `current` should be one of `objects`.
    void select(std::vector<ObjectId> objects, ObjectId current);
    void clear();

signals:
    /// Only if it is another selection than before.
    void changed();

private:
    std::vector<ObjectId> m_objects;
    ObjectId m_current;
};

} // namespace cheetah::gui

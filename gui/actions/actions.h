// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/selection.h"

#include <QtCore/QObject>
#include <QtGui/QAction>

#include <functional>
#include <map>
#include <vector>

class QMenu;

namespace cheetah::gui {

/// Everything that can be done in a window, once each: menus, toolbars, context menus and the shortcut sheet are made from
/// here. An action that cannot be done now is disabled and its tooltip says why. Owned by the window.
class Actions : public QObject {
    Q_OBJECT

public:
    struct Spec {
        QString id; ///< stable, such as `lease.release`; key of settings and tests
        /// Texts are asked for again when the language changes.
        std::function<QString()> text;
        QKeySequence shortcut;
        int glyph = -1; ///< a Glyph, or none
        /// Why it cannot be done now, in words; empty: it can. Unset: it always can.
        std::function<QString()> unavailable;
        std::function<void()> run;
        QString group; ///< heading in the shortcut sheet: `view`, `lease`, …
        bool checkable = false;
    };

    using QObject::QObject;

    QAction *add(Spec spec);
    /// Null if there is none of that id.
    QAction *find(const QString &id) const;
    std::vector<QAction *> all() const;
    const Spec &spec(const QAction *action) const;

    /// Asks every action whether it can be done now; call it when selection, connection or fleet changed.
    void refresh();
    void retranslate();
    /// The actions that concern what is selected, the same in every context menu and the inspector.
    void fillContextMenu(QMenu &menu) const;
    /// Which actions those are, in order; an empty id is a separator.
    void setContextActions(std::vector<QString> ids) { m_contextActions = std::move(ids); }
    const std::vector<QString> &contextActions() const { return m_contextActions; }

private:
    struct Entry {
        Spec spec;
        QAction *action;
    };
    void refresh(Entry &entry);

    std::vector<Entry> m_entries;
    std::map<QString, std::size_t> m_byId;
    std::vector<QString> m_contextActions;
};

} // namespace cheetah::gui

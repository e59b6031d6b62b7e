// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

#include <QtCore/QPointer>
#include <QtCore/QVariant>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QTabWidget>

#include <map>
#include <set>

class QDockWidget;

namespace cheetah::gui {

class Settings;
class Theme;

/// Where the views of a window stand: central tabs and docks, three arrangements to begin from, and the person's own kept
/// in the settings. Owned by the window, which outlives it.
class WindowLayout : public QObject {
    Q_OBJECT

public:
    enum class Arrangement {
        Watch,       ///< tree, overview, inspector
        Investigate, ///< with explain, evidence and journal's neighbours at the bottom
        Wall,        ///< the topology alone, for a screen that nobody touches
    };

    /// The views become children of the window's tabs and docks.
    WindowLayout(QMainWindow &window, const std::vector<View *> &views, Theme &theme, Settings &settings);
    ~WindowLayout() override;

    QTabWidget &tabs() const { return *m_tabs; }
    View *view(ViewId id) const;
    /// In front, with the keyboard in it.
    void show(ViewId id);
    void arrange(Arrangement arrangement);
    /// Takes away or gives back a dock; null for central views.
    QDockWidget *dock(ViewId id) const;
    View *currentCentral() const;

    void save() const;
    /// False if nothing was kept, or nothing that fits; then it is as after arrange(Watch).
    bool restore();
    void retranslate();

signals:
    void centralChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// In a narrow window the panels at the sides give way, and come back when there is room again.
    void adapt();
    void restyle();
    /// As at first, and nothing of it is kept until a person changes it.
    void forget();
    QVariantList wanted() const;

    QMainWindow &m_window;
    Theme &m_theme;
    Settings &m_settings;
    QPointer<QTabWidget> m_tabs;
    std::map<ViewId, View *> m_views;
    std::map<ViewId, QDockWidget *> m_docks;
    QVariantList m_forgotten;   ///< how it stood right after forget(); empty: never
    std::set<ViewId> m_gaveWay; ///< panels that adapt() took away
};

} // namespace cheetah::gui

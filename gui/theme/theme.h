// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtGui/QColor>
#include <QtGui/QIcon>
#include <QtGui/QPalette>

namespace cheetah::gui {

/// What a colour means; never which colour it is. Each has a foreground for text, glyphs and lines, readable on the base
/// (4.5:1), and a soft fill to stand behind ordinary text.
enum class Tone { Neutral, Ok, Info, Warn, Danger, Reserved, Muted, Accent };

/// Icons by meaning. One glyph stands for one thing everywhere.
enum class Glyph {
    // things
    User, Client, Window, Tab, Flow, Node, Lease, Waiter, Reservation, Command,
    // states of contexts, besides colour and word
    StateIdle, StateAssigned, StateSettling, StateDisconnected, StateUnavailable, StateHeld, StateDraining,
    // views
    Overview, Assignments, Contexts, Topology, Health, Journal, Tree, Inspector, Explain, Evidence, Log, Pending,
    // actions
    Release, Disconnect, Drain, Undrain, Settle, AddBrowser, Connect, Embed, Demo, Refresh, Pause, Resume, Filter, Clear,
    Copy, Settings, Help, Close, Back, Forward, Expand, Collapse, ZoomIn, ZoomOut, Follow, Export, Retry,
    // judgement
    Yes, No, Unknown, Info, Warning, Error,
};

enum class ThemeMode { System, Light, Dark };

/// Colours and icons of the whole program, light or dark. System follows the lightness of the platform's palette. Owned by
/// the application, on the GUI thread.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);

    ThemeMode mode() const { return m_mode; }
    void setMode(ThemeMode mode);
    bool isDark() const { return m_dark; }

    QColor color(Tone tone) const; ///< for text, glyphs and lines
    QColor fill(Tone tone) const;  ///< soft, behind text of the palette's text colour
    /// Tinted, crisp at every scale; follows the theme by itself when taken again after changed().
    QIcon icon(Glyph glyph, Tone tone = Tone::Neutral) const;
    const QPalette &palette() const { return m_palette; }

signals:
    void changed();

private:
    void platformChanged();
    void apply();

    ThemeMode m_mode = ThemeMode::System;
    bool m_dark = false;
    QPalette m_palette;
};

} // namespace cheetah::gui

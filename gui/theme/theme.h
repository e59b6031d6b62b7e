// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QIcon>
#include <QtGui/QPalette>

#include <array>
#include <memory>

class QAbstractButton;
class QPainter;

namespace cheetah::gui {

/// What a colour means; never which colour it is. Each has a foreground for text, glyphs and lines, readable on the base,
/// the alternate base, the window, a selected row and its own fill (4.5:1), and a soft fill to stand behind text.
enum class Tone { Neutral, Ok, Info, Warn, Danger, Reserved, Muted, Accent };
inline constexpr int toneCount = int(Tone::Accent) + 1;

/// Icons by meaning. One glyph stands for one thing everywhere. Each is resources/icons/<name>.svg.
enum class Glyph {
    // things
    User,
    Client,
    Window,
    Tab,
    Flow,
    Node,
    Lease,
    Waiter,
    Reservation,
    Command,
    // states of contexts, besides colour and word
    StateIdle,
    StateAssigned,
    StateSettling,
    StateDisconnected,
    StateUnavailable,
    StateHeld,
    StateDraining,
    // views
    Overview,
    Assignments,
    Contexts,
    Topology,
    Health,
    Journal,
    Tree,
    Inspector,
    Explain,
    Evidence,
    Log,
    Pending,
    // actions
    Release,
    Disconnect,
    Drain,
    Undrain,
    Settle,
    AddBrowser,
    Connect,
    Embed,
    Demo,
    Refresh,
    Pause,
    Resume,
    Filter,
    Clear,
    Copy,
    Settings,
    Help,
    Close,
    Back,
    Forward,
    Expand,
    Collapse,
    ZoomIn,
    ZoomOut,
    Follow,
    Export,
    Retry,
    // judgement
    Yes,
    No,
    Unknown,
    Info,
    Warning,
    Error,
};
inline constexpr int glyphCount = int(Glyph::Error) + 1;

enum class ThemeMode { System, Light, Dark };

/// What a text is for; sizes follow the font size that is set.
enum class TextRole { Body, Small, Strong, Heading, Title, Number, Mono };

class GlyphCache;

/// Colours, fonts and icons of the whole program, light or dark. System follows the lightness of the platform's palette.
/// It sets the application's style, palette and font. Owned by the application, on the GUI thread.
///
/// Roles of the palette: `Mid` are thin separators, `Dark` outlines of controls (3:1), `Light` what the mouse is over,
/// `Midlight` raised surfaces and headers, `Link` the focus ring.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);
    ~Theme() override;

    ThemeMode mode() const { return m_mode; }
    void setMode(ThemeMode mode);
    bool isDark() const { return m_dark; }
    /// Points more or less than the platform's font, -2 to +4.
    int fontStep() const { return m_fontStep; }
    void setFontStep(int step);

    QColor color(Tone tone) const { return m_colors[std::size_t(tone)]; } ///< for text, glyphs and lines
    QColor fill(Tone tone) const
    {
        return m_fills[std::size_t(tone)];
    } ///< soft, behind text in color() or the palette's
    /// Take it again after changed(): fonts of widgets do not follow by themselves.
    QFont font(TextRole role) const;
    /// Tinted, crisp at every scale; follows the theme by itself.
    QIcon icon(Glyph glyph, Tone tone = Tone::Neutral) const;
    /// Paints the glyph as large as fits in the middle of `rect`; for delegates and custom painting.
    void paint(QPainter &painter, const QRect &rect, Glyph glyph, Tone tone = Tone::Neutral, bool enabled = true) const;
    const QPalette &palette() const { return m_palette; }

    /// `units` quarters of the line height, in device-independent pixels: all gaps and margins.
    static int space(qreal units = 1);
    /// The side of icons beside text.
    static int iconSide();
    /// A filled button in this tone: Accent for what the person came to do, Danger where something ends.
    static void setTone(QAbstractButton &button, Tone tone);
    /// The program's own icon at all sizes that windows and docks ask for.
    static QIcon programIcon();

signals:
    void changed();

protected:
    /// What the desktop would have us look like.
    virtual QPalette platformPalette() const;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void reconsider();
    void apply();

    ThemeMode m_mode = ThemeMode::System;
    bool m_dark = false;
    mutable bool m_busy = false; ///< the palette is being set by us
    int m_fontStep = 0;
    QFont m_platformFont;
    QPalette m_palette;
    std::array<QColor, toneCount> m_colors, m_fills;
    std::shared_ptr<GlyphCache> m_glyphs;
};

} // namespace cheetah::gui

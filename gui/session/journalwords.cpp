// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/journalwords.h"

#include <QtCore/QCoreApplication>

#include <array>

namespace cheetah::gui {

namespace {

struct Look {
    const char *word;
    Glyph glyph;
    Tone tone;
};

/// In the order of JournalKind.
constexpr std::array<Look, std::size_t(JournalKind::InputRefused) + 1> looks{{
    {QT_TRANSLATE_NOOP("JournalWords", "acquired"), Glyph::Lease, Tone::Accent},
    {QT_TRANSLATE_NOOP("JournalWords", "refused"), Glyph::No, Tone::Danger},
    {QT_TRANSLATE_NOOP("JournalWords", "renewed"), Glyph::Lease, Tone::Muted},
    {QT_TRANSLATE_NOOP("JournalWords", "ended"), Glyph::Release, Tone::Neutral},
    {QT_TRANSLATE_NOOP("JournalWords", "new epoch"), Glyph::Refresh, Tone::Warn},
    {QT_TRANSLATE_NOOP("JournalWords", "connected"), Glyph::Connect, Tone::Ok},
    {QT_TRANSLATE_NOOP("JournalWords", "disconnected"), Glyph::Disconnect, Tone::Warn},
    {QT_TRANSLATE_NOOP("JournalWords", "client removed"), Glyph::Client, Tone::Muted},
    {QT_TRANSLATE_NOOP("JournalWords", "window opened"), Glyph::Window, Tone::Neutral},
    {QT_TRANSLATE_NOOP("JournalWords", "window closed"), Glyph::Window, Tone::Muted},
    {QT_TRANSLATE_NOOP("JournalWords", "tab opened"), Glyph::Tab, Tone::Neutral},
    {QT_TRANSLATE_NOOP("JournalWords", "tab closed"), Glyph::Tab, Tone::Muted},
    {QT_TRANSLATE_NOOP("JournalWords", "health changed"), Glyph::Health, Tone::Info},
    {QT_TRANSLATE_NOOP("JournalWords", "creation started"), Glyph::Reservation, Tone::Reserved},
    {QT_TRANSLATE_NOOP("JournalWords", "creation ended"), Glyph::Reservation, Tone::Muted},
    {QT_TRANSLATE_NOOP("JournalWords", "drain started"), Glyph::Drain, Tone::Warn},
    {QT_TRANSLATE_NOOP("JournalWords", "drain ended"), Glyph::Undrain, Tone::Neutral},
    {QT_TRANSLATE_NOOP("JournalWords", "settling"), Glyph::StateSettling, Tone::Warn},
    {QT_TRANSLATE_NOOP("JournalWords", "settled"), Glyph::Settle, Tone::Neutral},
    {QT_TRANSLATE_NOOP("JournalWords", "command"), Glyph::Command, Tone::Info},
    {QT_TRANSLATE_NOOP("JournalWords", "command ended"), Glyph::Command, Tone::Neutral},
    {QT_TRANSLATE_NOOP("JournalWords", "operator"), Glyph::User, Tone::Accent},
    {QT_TRANSLATE_NOOP("JournalWords", "node started"), Glyph::Node, Tone::Ok},
    {QT_TRANSLATE_NOOP("JournalWords", "node stopped"), Glyph::Node, Tone::Warn},
    {QT_TRANSLATE_NOOP("JournalWords", "failed"), Glyph::Error, Tone::Danger},
    {QT_TRANSLATE_NOOP("JournalWords", "restored"), Glyph::Yes, Tone::Ok},
    {QT_TRANSLATE_NOOP("JournalWords", "input refused"), Glyph::Warning, Tone::Danger},
}};

} // namespace

QString JournalWords::kind(JournalKind kind)
{
    return QCoreApplication::translate("JournalWords", looks[std::size_t(kind)].word);
}

Glyph JournalWords::glyph(JournalKind kind)
{
    return looks[std::size_t(kind)].glyph;
}

Tone JournalWords::tone(JournalKind kind)
{
    return looks[std::size_t(kind)].tone;
}

bool JournalWords::isProblem(JournalKind kind)
{
    return tone(kind) == Tone::Danger;
}

} // namespace cheetah::gui

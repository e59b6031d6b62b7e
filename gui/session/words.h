// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/views.h"
#include "theme/theme.h"
#include "wording/wording.h"

#include <QtCore/QString>

namespace cheetah::gui {

/// A std::string of ours as a QString.
inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

/// The engine's sentences in the language that is set, and words for values, one way for all views.
class Words {
public:
    Words();

    const Wording &wording() const { return m_wording; }
    QString error(const Error &error) const { return text(m_wording.error(error)); }
    QString journal(const JournalEntry &entry) const { return text(m_wording.journal(entry)); }
    QString cause(EndCause cause) const { return text(m_wording.cause(cause)); }

    static QString state(ContextState state);
    static QString health(Health health);
    static QString kind(ClientKind kind);
    static Tone tone(ContextState state);
    static Glyph glyph(ContextState state);

    /// Time left or gone as `4:32`, `1:04:32`, `3 d 4:00`; whole seconds, rounded up; negative counts as zero.
    static QString clock(Micros duration);
    /// Roughly how long, such as `12 s`, `5 min`, `3 h`.
    static QString roughly(Micros duration);
    /// Such as `12 s ago`.
    static QString ago(Micros age);
    /// Local time with seconds, with the date unless it is today's; for tooltips and tables.
    static QString time(RegistryTime at);
    /// ISO 8601 in UTC, for copying.
    static QString isoTime(RegistryTime at);

private:
    Wording m_wording;
};

} // namespace cheetah::gui

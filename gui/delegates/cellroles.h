// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/Qt>

namespace cheetah::gui {

/// What delegates ask of a cell besides Qt's own roles.
enum CellRole {
    /// Registry time in µs at which the lease may be swept; leaseWithoutExpiry for one that never is; 0 or unset: no lease.
    ExpiryRole = Qt::UserRole + 1,
    /// Time in µs from the start of what counts down to its end; unset: the lease time of the deployment.
    SpanRole = Qt::UserRole + 9,
    /// A Glyph and a Tone as int, of cells that are drawn as a chip; unset: plain text.
    GlyphRole,
    ToneRole,
};
constexpr qlonglong leaseWithoutExpiry = -1;

} // namespace cheetah::gui

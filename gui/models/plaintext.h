// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <string_view>

namespace cheetah::gui {

/// Bytes from outside as one line that shows nothing but itself: line breaks, control and bidi characters stand as `\u{…}`,
/// and what is longer than `most` characters ends with `…`.
QString plainText(std::string_view utf8, int most = 300);

/// A tooltip of plain text: Qt would take some texts for HTML.
QString plainTip(const QString &text);

} // namespace cheetah::gui

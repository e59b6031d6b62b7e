// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cheetah::gui {

/// A text that is looked for in UTF-8 without regard to case, with Unicode's simple case folding, and without making
/// strings. Bytes that are no UTF-8 are each a letter of their own. Value.
class Needle {
public:
    Needle() = default;
    explicit Needle(std::string_view utf8);

    /// Whether it stands in `text`. The empty one stands everywhere.
    bool isIn(std::string_view text) const;
    /// Whether it is all of `text`.
    bool is(std::string_view text) const;
    bool empty() const { return m_letters.empty(); }

private:
    std::u32string m_letters; ///< folded
    std::string m_ascii;      ///< the same where all are ASCII
    bool m_isAscii = true;
    bool m_hasTwins = false; ///< has a letter of ASCII that others fold to as well
};

} // namespace cheetah::gui

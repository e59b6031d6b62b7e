// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Where each choice of a person stands in the settings, with what counts where nothing stands. Columns and headers of
/// tables are kept by the views themselves, below `tables/` and `fleettree/`.
namespace cheetah::gui::keys {

inline constexpr char language[] = "general/language"; ///< a code such as `de`; empty: the system's
inline constexpr char atStart[] = "general/atStart";   ///< `auto` or `start`; `auto`
/// Whole seconds between confirming an action and sending it; unset: it depends on where the node is.
inline constexpr char graceSeconds[] = "actions/graceSeconds";
inline constexpr int longestGraceSeconds = 60;

inline constexpr char theme[] = "appearance/theme";       ///< `system`, `light` or `dark`; `system`
inline constexpr char fontStep[] = "appearance/fontStep"; ///< points more or less than the system's font; 0
inline constexpr int leastFontStep = -2, mostFontStep = 4;

/// Below it, by the action's id: its shortcut as portable text, empty for none.
inline constexpr char shortcuts[] = "shortcuts";

// The start screen's fields as last used. Never a token or password.
inline constexpr char listen[] = "start/listen";
inline constexpr char onRedis[] = "start/onRedis";
inline constexpr char redisUrl[] = "start/redisUrl"; ///< without a password
inline constexpr char nodeId[] = "start/nodeId";
inline constexpr char redisPasswordFrom[] = "start/redisPasswordFrom"; ///< `none`, `file` or `text`; `none`
inline constexpr char redisPasswordFile[] = "start/redisPasswordFile";
inline constexpr char withBrowser[] = "start/withBrowser";
inline constexpr char browserWindows[] = "start/browserWindows";
inline constexpr char browserTabs[] = "start/browserTabs";
inline constexpr char nodeUrl[] = "start/nodeUrl";
inline constexpr char tokenFile[] = "start/tokenFile";
inline constexpr char caFile[] = "start/caFile";
inline constexpr char tokenFrom[] = "start/tokenFrom"; ///< `file` or `text`; `file`

/// What "Reset layout" forgets.
inline constexpr const char *layout[] = {"window", "tables", "fleettree", "journal/columns", "log/columns"};

} // namespace cheetah::gui::keys

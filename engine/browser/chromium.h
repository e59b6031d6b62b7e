// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <QStringList>

#include <string>

namespace cheetah {

/// The Chromium to start: `wanted` (a path, or a name looked up in PATH), or the first of chromium, chromium-browser,
/// google-chrome in PATH. `browser_missing` names what was looked for.
Result<QString> findChromium(const std::string &wanted);

/// Command line for a browser that is driven over the pipe, opens no window by itself, keeps hidden tabs running and
/// calls nobody. Without sandbox only as root, where Chromium has none.
QStringList chromiumArguments(const QString &profileFolder, bool headless);

} // namespace cheetah

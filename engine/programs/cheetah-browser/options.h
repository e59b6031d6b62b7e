// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/log.h"
#include "browser/browserclient.h"
#include "wire/nodetls.h"

#include <string>
#include <vector>

namespace cheetah {

/// What one command line of cheetah-browser asks for.
struct BrowserOptions {
    BrowserClientSettings client; ///< without URL and token
    std::string node;             ///< http(s)://HOST:PORT; empty: the local node
    std::string tokenFile;        ///< empty: the local node's
    ClientTls tls;                ///< for an https node
    LogLevel logLevel = LogLevel::Info;
    std::uint64_t logLimit = 0; ///< bytes of a log in a file; 0: none
    bool help = false;
    bool version = false;
};

/// Reads the arguments; `bad_request` or `bad_setting` (params setting, value, wanted) for what cannot be.
Result<BrowserOptions> parseBrowserOptions(const std::vector<std::string> &words);
std::string browserHelp();

} // namespace cheetah

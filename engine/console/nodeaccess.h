// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/nodeurl.h"
#include "wire/pemfile.h"

#include <filesystem>
#include <string>

namespace cheetah {

/// Where a node is, and the file whose tokens open it.
struct NodeAccess {
    QUrl url;
    std::filesystem::path tokenFile; ///< empty: none known
};

/// The node that this account runs on this machine; `not_found` if there is none.
Result<NodeAccess> localNodeAccess();

/// The strongest token for a console in that file: of scope `operator`, else `viewer`. Errors as readToken's.
Result<std::string> consoleToken(const std::filesystem::path &tokenFile);

} // namespace cheetah

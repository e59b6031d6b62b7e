// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/nodetls.h"
#include "wire/nodeurl.h"

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

/// The certificate of the node at that URL, if this account runs it on this machine; empty otherwise.
std::filesystem::path nodeCertFile(std::string_view url);

/// The strongest token for a console in that file: of scope `operator`, else `viewer`. Errors as readToken's.
Result<std::string> consoleToken(const std::filesystem::path &tokenFile);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "model/ids.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace cheetah {

/// Where the local node of this account is, as it announced itself. Holds no secret.
struct LocalNode {
    std::string url;       ///< such as `http://127.0.0.1:7744`
    std::string tokenFile; ///< the plain one
    NodeId node;
    std::int64_t pid = 0;
    /// Of an https node: the certificate that it shows, which programs here take for its own.
    std::string certFile = {};
};

/// `$XDG_RUNTIME_DIR/cheetah/node.json`, else in a folder of this account's under the temporary folder.
std::filesystem::path localNodePath();

/// The local node, if its process lives: `not_found` if none announced itself or it is gone, `io_error` if the folder is
/// not this account's own, `bad_json` if the file is not what a node writes.
Result<LocalNode> readLocalNode();

/// The certificate that the local node announced, if the URL is its own; empty otherwise.
std::filesystem::path localCertFile(std::string_view url);

/// The announcement of this process, taken back at its end. The first live node of an account keeps its announcement; a
/// dead process's file is replaced.
class LocalNodeAnnouncement {
public:
    LocalNodeAnnouncement() = default;
    LocalNodeAnnouncement(LocalNodeAnnouncement &&other) noexcept;
    LocalNodeAnnouncement &operator=(LocalNodeAnnouncement &&other) noexcept;
    ~LocalNodeAnnouncement();

    /// Writes node.json. `node_id_live` (params node, pid) if another live node of this account is announced; `io_error`.
    static Result<LocalNodeAnnouncement> announce(const LocalNode &node);

private:
    void withdraw();
    std::filesystem::path m_path; ///< empty: nothing announced
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <QtCore/QList>
#include <QtNetwork/QSslConfiguration>
#include <QtNetwork/QSslError>

#include <filesystem>

namespace cheetah {

/// What a client program trusts and shows in TLS, as its options say; empty paths mean the system's authorities, and no
/// certificate of its own.
struct ClientTls {
    std::filesystem::path caFile = {};   ///< the authorities that are trusted instead of the system's
    std::filesystem::path certFile = {}; ///< shown to nodes that ask for one; with keyFile
    std::filesystem::path keyFile = {};
    std::filesystem::path nodeCertFile = {}; ///< the node's own, as it announced itself to this account (LocalNode)
};

/// How a client program connects to a node by TLS: give the socket both parts.
struct NodeTls {
    /// TLS 1.2 or later; the node's certificate and name are verified.
    QSslConfiguration configuration;
    std::filesystem::path nodeCertFile;

    /// What is no error in a node that shows the certificate of nodeCertFile, whatever authority and name it bears: this
    /// account's own node said that it would. Read anew for each connection, since certificates are renewed; nothing if the
    /// file can't be read.
    QList<QSslError> accepted() const;
};

/// Errors as readPem's and readCertificates's; `bad_setting` for a certificate without key or the other way round.
Result<NodeTls> clientTls(const ClientTls &files);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <QtCore/QList>
#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslConfiguration>

#include <filesystem>
#include <string>

namespace cheetah {

/// Whether a PEM file may be read by everybody.
enum class PemSecrecy { Public, HiddenFromOthers };

/// The text of a PEM file, at most 1 MB: `io_error`, `too_large` (params limit, path), `insecure_token_file` (params path) for
/// a secret that every account may read.
Result<std::string> readPem(const std::filesystem::path &path, PemSecrecy secrecy = PemSecrecy::Public);

/// The certificates in a PEM file; `bad_setting` (params setting=certificates, value, wanted) if there are none.
Result<QList<QSslCertificate>> readCertificates(const std::filesystem::path &path);

/// What a client program trusts and shows in TLS, as its options say; empty paths mean the system's authorities, and no
/// certificate of its own.
struct ClientTls {
    std::filesystem::path caFile;   ///< the authorities that are trusted instead of the system's
    std::filesystem::path certFile; ///< shown to nodes that ask for one; with keyFile
    std::filesystem::path keyFile;
};

/// The configuration for connections to a node: TLS 1.2 or later, the node's certificate and name are always verified.
/// Errors as readPem's and readCertificates's; `bad_setting` for a certificate without key or the other way round.
Result<QSslConfiguration> clientTls(const ClientTls &files);

} // namespace cheetah

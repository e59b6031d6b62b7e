// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <QtCore/QList>
#include <QtNetwork/QSslCertificate>

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

} // namespace cheetah

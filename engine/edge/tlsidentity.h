// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"

#include <QtNetwork/QSslConfiguration>

#include <filesystem>
#include <optional>

namespace cheetah {

/// The files of a server's TLS, all PEM.
struct TlsFiles {
    std::filesystem::path certificate; ///< the server's, then those that lead to its root
    std::filesystem::path key;         ///< of the certificate, RSA or EC, without a passphrase
    std::filesystem::path clientCa;    ///< set: clients must show a certificate of one of these (SPEC E3)
};

/// What a port shows and demands in TLS handshakes, read from files and read again when they change, so that a renewed
/// certificate needs no restart. New files that do not fit together leave the old ones in force and are told by problem().
/// Owned by the node, outlives the port; connections keep what they began with.
class TlsIdentity {
public:
    /// `io_error`, `bad_setting` (params setting, value, wanted) for files that are not what they should be, do not belong
    /// together or are out of date; `insecure_token_file` for a key that everybody may read.
    static Result<std::unique_ptr<TlsIdentity>> create(TlsFiles files, const Clock &clock, Log log);

    const QSslConfiguration &configuration() const { return m_configuration; }

    /// Reads the files if one of them changed since they were last read.
    void reloadIfChanged();
    /// Reads them now.
    void reload();

    /// Why the files as they now are were not taken; unset: they are in force.
    const std::optional<Error> &problem() const { return m_problem; }
    /// How often they were read and taken again.
    std::uint64_t reloads() const { return m_reloads; }

private:
    /// Tells whether the files are still those that were read.
    using Stamp = std::array<std::pair<std::int64_t, std::uint64_t>, 3>;

    TlsIdentity(TlsFiles files, const Clock &clock, Log log);
    Stamp stamp() const;
    Result<QSslConfiguration> read() const;

    const TlsFiles m_files;
    const Clock &m_clock;
    const Log m_log;
    Stamp m_read{};
    QSslConfiguration m_configuration;
    std::optional<Error> m_problem;
    std::uint64_t m_reloads = 0;
};

} // namespace cheetah

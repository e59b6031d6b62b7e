// SPDX-License-Identifier: Apache-2.0
#include "wire/pemfile.h"

#include <QtNetwork/QSslKey>
#include <QtNetwork/QSslSocket>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr std::size_t maxBytes = 1 << 20;

Error ioError(const std::filesystem::path &path)
{
    return Error(ErrorCode::IoError, {{"what", "reading " + path.string()}, {"reason", std::strerror(errno)}});
}

Result<std::string> readOpen(int file, const std::filesystem::path &path, PemSecrecy secrecy)
{
    struct stat status {};
    if (::fstat(file, &status) != 0)
        return ioError(path);
    if (secrecy == PemSecrecy::HiddenFromOthers && status.st_mode & 007)
        return Error(ErrorCode::InsecureTokenFile, {{"path", path.string()}});
    std::string content;
    char buffer[16 * 1024];
    for (ssize_t got = 0; (got = ::read(file, buffer, sizeof buffer)) != 0;) {
        if (got < 0)
            return ioError(path);
        content.append(buffer, std::size_t(got));
        if (content.size() > maxBytes)
            return Error(ErrorCode::TooLarge, {{"limit", std::to_string(maxBytes)}, {"path", path.string()}});
    }
    return content;
}

Error bad(const char *setting, const std::filesystem::path &path, std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", setting}, {"value", path.string()}, {"wanted", std::move(wanted)}});
}

} // namespace

Result<std::string> readPem(const std::filesystem::path &path, PemSecrecy secrecy)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return ioError(path);
    auto content = readOpen(file, path, secrecy);
    ::close(file);
    return content;
}

Result<QList<QSslCertificate>> readCertificates(const std::filesystem::path &path)
{
    const auto text = readPem(path);
    if (!text)
        return text.error();
    auto certificates = QSslCertificate::fromData(QByteArray::fromStdString(*text));
    if (certificates.isEmpty())
        return bad("certificates", path, "a PEM file with certificates");
    return certificates;
}

Result<QSslConfiguration> clientTls(const ClientTls &files)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    if (!files.caFile.empty()) {
        const auto authorities = readCertificates(files.caFile);
        if (!authorities)
            return authorities.error();
        configuration.setCaCertificates(*authorities);
    }
    if (files.certFile.empty() != files.keyFile.empty())
        return bad("cert-file", files.certFile, "a certificate and its key, or neither");
    if (files.certFile.empty())
        return configuration;
    const auto chain = readCertificates(files.certFile);
    if (!chain)
        return chain.error();
    const auto secret = readPem(files.keyFile, PemSecrecy::HiddenFromOthers);
    if (!secret)
        return secret.error();
    const QByteArray pem = QByteArray::fromStdString(*secret);
    QSslKey key(pem, chain->first().publicKey().algorithm());
    if (key.isNull())
        return bad("key-file", files.keyFile, "the PEM file of the certificate's private key");
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(key);
    return configuration;
}

} // namespace cheetah

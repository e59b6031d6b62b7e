// SPDX-License-Identifier: Apache-2.0
#include "wire/pemfile.h"

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
        return Error(
            ErrorCode::BadSetting,
            {{"setting", "certificates"}, {"value", path.string()}, {"wanted", "a PEM file with certificates"}});
    return certificates;
}

} // namespace cheetah

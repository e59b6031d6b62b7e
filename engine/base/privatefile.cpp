// SPDX-License-Identifier: Apache-2.0
#include "base/privatefile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr std::size_t maxBytes = 4 << 20;

Error failure(const std::filesystem::path &path)
{
    return Error(ErrorCode::IoError, {{"what", "reading " + path.string()}, {"reason", std::strerror(errno)}});
}

Result<std::string> readOpen(int file, const std::filesystem::path &path)
{
    struct stat status {};
    if (::fstat(file, &status) != 0)
        return failure(path);
    if (status.st_mode & 077)
        return Error(ErrorCode::InsecureTokenFile, {{"path", path.string()}});
    if (std::size_t(status.st_size) > maxBytes)
        return Error(ErrorCode::TooLarge, {{"limit", std::to_string(maxBytes)}, {"path", path.string()}});
    std::string content(std::size_t(status.st_size), '\0');
    const ssize_t got = ::read(file, content.data(), content.size());
    if (got < 0)
        return failure(path);
    content.resize(std::size_t(got));
    return content;
}

} // namespace

Result<std::string> readPrivateFile(const std::filesystem::path &path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return failure(path);
    auto content = readOpen(file, path);
    ::close(file);
    return content;
}

} // namespace cheetah

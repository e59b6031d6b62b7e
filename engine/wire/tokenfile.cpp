// SPDX-License-Identifier: Apache-2.0
#include "wire/tokenfile.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace cheetah {

Result<std::string> readToken(const std::filesystem::path &path, std::string_view scope)
{
    struct stat status {};
    std::ifstream file(path);
    if (!file || ::stat(path.c_str(), &status) != 0)
        return Error(ErrorCode::IoError, {{"what", "reading " + path.string()}, {"reason", std::strerror(errno)}});
    if (status.st_mode & 077)
        return Error(ErrorCode::InsecureTokenFile, {{"path", path.string()}});
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string lineScope, token;
        if (words >> lineScope >> token && lineScope == scope)
            return token;
    }
    return Error(ErrorCode::NotFound, {{"path", "a token of scope " + std::string(scope) + " in " + path.string()}});
}

} // namespace cheetah

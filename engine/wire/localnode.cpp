// SPDX-License-Identifier: Apache-2.0
#include "wire/localnode.h"

#include "wire/fields.h"
#include "wire/jsonwalker.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cheetah {

template <class V>
void fields(V &visit, FieldsOf<V, LocalNode> &node)
{
    visit.required("url", node.url);
    visit.required("tokenFile", node.tokenFile);
    visit.required("nodeId", node.node);
    visit.required("pid", node.pid);
    visit.optional("certFile", node.certFile);
}

namespace {

Error ioError(std::string what)
{
    return Error(ErrorCode::IoError, {{"what", std::move(what)}, {"reason", std::strerror(errno)}});
}

std::filesystem::path folder()
{
    if (const char *runtime = std::getenv("XDG_RUNTIME_DIR"); runtime && *runtime)
        return std::filesystem::path(runtime) / "cheetah";
    return std::filesystem::temp_directory_path() / ("cheetah-" + std::to_string(::getuid()));
}

/// A folder that somebody else made or can write to may hold somebody else's words.
Result<void> checkFolder()
{
    struct stat status {};
    if (::lstat(folder().c_str(), &status) != 0)
        return ErrorCode::NotFound;
    if (!S_ISDIR(status.st_mode) || status.st_uid != ::getuid() || (status.st_mode & 022))
        return Error(ErrorCode::IoError,
                     {{"what", "using " + folder().string()}, {"reason", "it is not a folder of this account alone"}});
    return {};
}

bool isAlive(std::int64_t pid)
{
    return pid > 0 && (::kill(pid_t(pid), 0) == 0 || errno == EPERM);
}

Result<LocalNode> readFile(const std::filesystem::path &path)
{
    std::ifstream file(path);
    if (!file)
        return Error(ErrorCode::NotFound, {{"path", path.string()}});
    std::stringstream content;
    content << file.rdbuf();
    const auto json = parseJson(content.str(), {.maxBytes = 64 << 10, .maxDepth = 4});
    if (!json)
        return json.error();
    return fromJson<LocalNode>(*json);
}

/// Keeps two starting nodes from reading and writing at the same time.
class FolderLock {
public:
    FolderLock() : m_file(::open((folder() / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (m_file >= 0)
            ::flock(m_file, LOCK_EX);
    }
    ~FolderLock()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    FolderLock(const FolderLock &) = delete;
    FolderLock &operator=(const FolderLock &) = delete;

private:
    const int m_file;
};

} // namespace

std::filesystem::path localNodePath()
{
    return folder() / "node.json";
}

Result<LocalNode> readLocalNode()
{
    if (auto checked = checkFolder(); !checked)
        return checked.error();
    auto node = readFile(localNodePath());
    if (node && !isAlive(node->pid))
        return Error(ErrorCode::NotFound, {{"path", localNodePath().string()}});
    return node;
}

std::filesystem::path localCertFile(std::string_view url)
{
    const auto local = readLocalNode();
    return local && local->url == url ? std::filesystem::path(local->certFile) : std::filesystem::path();
}

Result<LocalNodeAnnouncement> LocalNodeAnnouncement::announce(const LocalNode &node)
{
    if (::mkdir(folder().c_str(), 0700) != 0 && errno != EEXIST)
        return ioError("making " + folder().string());
    if (auto checked = checkFolder(); !checked)
        return checked.error();
    const FolderLock lock;
    if (const auto other = readFile(localNodePath()); other && other->pid != node.pid && isAlive(other->pid))
        return Error(ErrorCode::NodeIdLive,
                     {{"node", other->node.string()}, {"pid", std::to_string(other->pid)}, {"url", other->url}});
    const std::filesystem::path temporary = localNodePath().string() + '.' + std::to_string(::getpid());
    {
        std::ofstream file(temporary, std::ios::trunc);
        ::chmod(temporary.c_str(), 0600);
        file << toJson(node) << '\n';
        if (!file.flush())
            return ioError("writing " + temporary.string());
    }
    if (::rename(temporary.c_str(), localNodePath().c_str()) != 0)
        return ioError("writing " + localNodePath().string());
    LocalNodeAnnouncement announcement;
    announcement.m_path = localNodePath();
    return announcement;
}

LocalNodeAnnouncement::LocalNodeAnnouncement(LocalNodeAnnouncement &&other) noexcept
    : m_path(std::exchange(other.m_path, {}))
{}

LocalNodeAnnouncement &LocalNodeAnnouncement::operator=(LocalNodeAnnouncement &&other) noexcept
{
    withdraw();
    m_path = std::exchange(other.m_path, {});
    return *this;
}

LocalNodeAnnouncement::~LocalNodeAnnouncement()
{
    withdraw();
}

void LocalNodeAnnouncement::withdraw()
{
    if (m_path.empty())
        return;
    if (const auto announced = readFile(m_path); announced && announced->pid == ::getpid())
        ::unlink(m_path.c_str());
    m_path.clear();
}

} // namespace cheetah

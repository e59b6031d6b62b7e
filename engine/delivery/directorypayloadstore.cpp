// SPDX-License-Identifier: Apache-2.0
#include "delivery/directorypayloadstore.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cheetah {

namespace {

constexpr std::string_view suffix = ".payload";

Error ioError(const std::string &path, std::string why)
{
    return Error(ErrorCode::IoError, {{"path", path}}, std::move(why));
}

/// Ids are our own base64url, so they are safe as file names.
std::string fileName(const PayloadId &payload)
{
    return payload.string() + std::string(suffix);
}

bool isPrivate(int folder)
{
    struct stat status = {};
    return ::fstat(folder, &status) == 0 && status.st_uid == ::geteuid() && !(status.st_mode & 077);
}

/// Closes a descriptor at the end of a function.
struct Descriptor {
    int value = -1;
    ~Descriptor()
    {
        if (value >= 0)
            ::close(value);
    }
};

} // namespace

Result<std::unique_ptr<DirectoryPayloadStore>> DirectoryPayloadStore::create(const std::string &path,
                                                                             const Clock &clock, IdSource &ids,
                                                                             PayloadLimits limits)
{
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        return ioError(path, std::strerror(errno));
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return ioError(path, std::strerror(errno));
    std::unique_ptr<DirectoryPayloadStore> store(new DirectoryPayloadStore(folder, clock, ids, limits));
    if (!isPrivate(folder))
        return ioError(path, "others may enter the folder, or own it");
    if (const auto removed = store->removeLeftovers(); !removed)
        return ioError(path, removed.error().detail);
    return store;
}

DirectoryPayloadStore::~DirectoryPayloadStore()
{
    ::close(m_folder);
}

Result<void> DirectoryPayloadStore::removeLeftovers()
{
    const int copy = ::openat(m_folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *const entries = copy < 0 ? nullptr : ::fdopendir(copy);
    if (!entries)
        return Error(ErrorCode::IoError, {}, std::strerror(errno));
    while (const dirent *entry = ::readdir(entries))
        if (std::string_view(entry->d_name).ends_with(suffix))
            ::unlinkat(m_folder, entry->d_name, 0);
    ::closedir(entries);
    return {};
}

void DirectoryPayloadStore::put(const UserId &user, std::string bytes, const Scope &, Reply<PayloadId> reply)
{
    const auto room = m_ledger.makeRoom(bytes.size(), [this](const PayloadId &expired) { unlink(expired); });
    if (!room)
        return reply(room.error());
    const PayloadId payload = PayloadId::trusted(m_ids.unique());
    if (const auto written = write(payload, bytes); !written) {
        unlink(payload);
        return reply(written.error());
    }
    m_ledger.add(payload, user, bytes.size());
    reply(payload);
}

void DirectoryPayloadStore::get(const UserId &user, const PayloadId &payload, const Scope &, Reply<std::string> reply)
{
    if (!m_ledger.holds(user, payload))
        return reply(ErrorCode::PayloadUnknown);
    reply(read(payload));
}

void DirectoryPayloadStore::remove(const UserId &user, const PayloadId &payload, const Scope &, Reply<void> reply)
{
    if (m_ledger.holds(user, payload)) {
        m_ledger.remove(payload);
        unlink(payload);
    }
    reply({});
}

Result<void> DirectoryPayloadStore::write(const PayloadId &payload, std::string_view bytes)
{
    const Descriptor file{
        ::openat(m_folder, fileName(payload).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
    if (file.value < 0)
        return ioError(payload.string(), std::strerror(errno));
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.value, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return ioError(payload.string(), std::strerror(errno));
        bytes.remove_prefix(std::size_t(written));
    }
    return {};
}

Result<std::string> DirectoryPayloadStore::read(const PayloadId &payload) const
{
    const Descriptor file{::openat(m_folder, fileName(payload).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)};
    struct stat status = {};
    if (file.value < 0 || ::fstat(file.value, &status) != 0)
        return errno == ENOENT ? Error(ErrorCode::PayloadUnknown) : ioError(payload.string(), std::strerror(errno));
    std::string bytes(std::size_t(status.st_size), '\0');
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t count = ::read(file.value, bytes.data() + have, bytes.size() - have);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return ioError(payload.string(), count ? std::strerror(errno) : "shorter than it was");
        have += std::size_t(count);
    }
    return bytes;
}

void DirectoryPayloadStore::unlink(const PayloadId &payload)
{
    ::unlinkat(m_folder, fileName(payload).c_str(), 0);
}

} // namespace cheetah

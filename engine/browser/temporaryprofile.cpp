// SPDX-License-Identifier: Apache-2.0
#include "browser/temporaryprofile.h"

#include <QFileInfo>
#include <QSysInfo>

#include <cerrno>

#include <signal.h>
#include <unistd.h>

namespace cheetah {

namespace {

const QString prefix = QStringLiteral("cheetah-browser-");

/// Chromium marks a profile that it uses with a link `SingletonLock` to `HOST-PID`, which leads nowhere.
bool isLeftBehind(const QString &folder)
{
    const QString owner = QFileInfo(QFile::symLinkTarget(folder + QStringLiteral("/SingletonLock"))).fileName();
    const qsizetype dash = owner.lastIndexOf('-');
    if (dash < 0 || owner.left(dash) != QSysInfo::machineHostName())
        return false;
    bool isNumber = false;
    const pid_t process = owner.mid(dash + 1).toInt(&isNumber);
    return isNumber && process > 0 && ::kill(process, 0) == -1 && errno == ESRCH;
}

} // namespace

TemporaryProfile::TemporaryProfile(const QString &parent) : m_folder(parent + '/' + prefix + QStringLiteral("XXXXXX"))
{}

int TemporaryProfile::removeLeftovers(const QString &parent)
{
    int removed = 0;
    const QDir folders(parent, prefix + '*', QDir::Unsorted, QDir::Dirs | QDir::NoSymLinks);
    for (const QFileInfo &folder : folders.entryInfoList())
        if (folder.ownerId() == ::getuid() && isLeftBehind(folder.filePath()))
            removed += QDir(folder.filePath()).removeRecursively() ? 1 : 0;
    return removed;
}

} // namespace cheetah

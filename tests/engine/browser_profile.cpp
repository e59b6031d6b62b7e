// SPDX-License-Identifier: Apache-2.0
#include "browser/temporaryprofile.h"

#include <QFile>
#include <QSysInfo>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace cheetah {

namespace {

/// The id of a process that was and is no more.
pid_t deadProcess()
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return child;
}

/// A profile as a killed process leaves it: in use by that owner.
QString left(const QTemporaryDir &parent, const QString &name, const QString &owner)
{
    const QString folder = parent.filePath(name);
    EXPECT_TRUE(QDir().mkpath(folder + "/Default"));
    EXPECT_TRUE(owner.isEmpty() || QFile::link(owner, folder + "/SingletonLock"));
    return folder;
}

TEST(TemporaryProfile, GoesWithItsObject)
{
    const QTemporaryDir parent;
    QString folder;
    {
        const TemporaryProfile profile(parent.path());
        folder = profile.path();
        EXPECT_TRUE(QDir(folder).exists());
    }
    EXPECT_FALSE(QDir(folder).exists());
}

TEST(TemporaryProfile, OnlyWhatADeadBrowserLeftIsRemoved)
{
    const QTemporaryDir parent;
    const QString here = QSysInfo::machineHostName() + '-', dead = QString::number(deadProcess());
    const QString killed = left(parent, "cheetah-browser-killed", here + dead);
    const QString alive = left(parent, "cheetah-browser-alive", here + QString::number(::getpid()));
    const QString starting = left(parent, "cheetah-browser-starting", {});
    const QString elsewhere = left(parent, "cheetah-browser-elsewhere", "another-machine-" + dead);
    const QString odd = left(parent, "cheetah-browser-odd", here + "-1");
    const QString other = left(parent, "some-other-program", here + dead);
    const QString linked = parent.filePath("cheetah-browser-link");
    ASSERT_TRUE(QFile::link(other, linked));

    EXPECT_EQ(TemporaryProfile::removeLeftovers(parent.path()), 1);
    EXPECT_FALSE(QDir(killed).exists());
    for (const QString &kept : {alive, starting, elsewhere, odd, other, linked})
        EXPECT_TRUE(QDir(kept + "/Default").exists()) << kept.toStdString();
}

} // namespace

} // namespace cheetah

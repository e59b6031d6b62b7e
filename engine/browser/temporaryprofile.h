// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QTemporaryDir>

namespace cheetah {

/// A profile folder for one life of a Chromium, gone with this object. A process that was killed leaves its folder
/// behind; the next one that starts removes it. Owned by the ChromiumHost.
class TemporaryProfile {
public:
    explicit TemporaryProfile(const QString &parent = QDir::tempPath());

    /// Empty if it could not be made.
    QString path() const { return m_folder.path(); }

    /// Removes this account's folders whose Chromium ran on this machine and runs no more; how many. A folder that
    /// names no process is left alone: its Chromium may be about to start.
    static int removeLeftovers(const QString &parent = QDir::tempPath());

private:
    QTemporaryDir m_folder;
};

} // namespace cheetah

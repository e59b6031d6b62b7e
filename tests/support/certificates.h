// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QTemporaryDir>

#include <filesystem>
#include <string>

namespace cheetah::test {

/// A certificate authority of the test's own and what it issues, in a folder that goes with it.
class Certificates {
public:
    Certificates();

    std::string authority() const { return path("ca.pem"); }
    /// Issues `<name>.pem` and `<name>.key` for localhost and 127.0.0.1; the same name again replaces both. `days` below
    /// zero: expired. By another authority than ours where `foreign`.
    void issue(const std::string &name, int days = 30, bool foreign = false);
    std::string certificate(const std::string &name) const { return path(name + ".pem"); }
    std::string key(const std::string &name) const { return path(name + ".key"); }
    std::string path(const std::string &file) const
    {
        return m_folder.filePath(QString::fromStdString(file)).toStdString();
    }

private:
    QTemporaryDir m_folder;
    long m_serial = 1;
};

/// Makes a file look changed later than any before it, whatever the file system's clock.
void touch(const std::filesystem::path &file);

} // namespace cheetah::test

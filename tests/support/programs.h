// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

#include <QByteArray>
#include <QProcess>
#include <QStringList>
#include <QUrl>

#include <string>
#include <vector>

namespace cheetah::test {

/// Path of one of our built programs.
QString programPath(const std::string &name);

/// A program of ours that runs beside the test; killed with this object if it still lives. Its output is collected while
/// the test's event loop turns, so that clients in the test go on working meanwhile.
class Program {
public:
    using Environment = std::vector<std::pair<std::string, std::string>>;

    Program(const std::string &name, const std::vector<std::string> &arguments, const Environment &environment = {});
    ~Program();

    /// Waits for its end and gives the exit status; -1 if a signal ended it, or if it did not end in time.
    int wait(Millis limit = Seconds(30));
    void signal(int number);
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    qint64 pid() const { return m_process.processId(); }

    const std::string &out() const { return m_out; }
    const std::string &err() const { return m_err; }

private:
    QProcess m_process;
    std::string m_out, m_err;
};

/// What a program that ended said.
struct Ended {
    int status = -1;
    std::string out, err;
};
Ended runProgram(const std::string &name, const std::vector<std::string> &arguments,
                 const Program::Environment &environment = {}, Millis limit = Seconds(30));

/// A real `cheetahd` on a port of the system's choice. Its folders are those that the test runner gave to the test.
class NodeProcess {
public:
    /// `options` may name another `--listen`. Check isReady().
    explicit NodeProcess(std::vector<std::string> options = {});

    bool isReady() const { return m_url.isValid() && !m_url.isEmpty(); }
    const QUrl &url() const { return m_url; }
    std::string urlText() const { return m_url.toString().toStdString(); }
    /// The unbound token of that scope out of its token file.
    std::string token(std::string_view scope) const;
    /// SIGTERM; gives the exit status.
    int stop();
    Program &program() { return m_program; }

private:
    Program m_program;
    QUrl m_url;
};

} // namespace cheetah::test

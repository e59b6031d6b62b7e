// SPDX-License-Identifier: Apache-2.0
#include "support/programs.h"

#include "support/loop.h"
#include "wire/tokenfile.h"

#include <QProcessEnvironment>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace cheetah::test {

namespace {

QStringList toQt(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts)
        list.append(QString::fromStdString(text));
    return list;
}

std::vector<std::string> nodeArguments(std::vector<std::string> options)
{
    if (std::find(options.begin(), options.end(), "--listen") == options.end())
        options.insert(options.begin(), {"--listen", "127.0.0.1:0"});
    return options;
}

} // namespace

QString programPath(const std::string &name)
{
    return qEnvironmentVariable("CHEETAH_BIN_DIR") + '/' + QString::fromStdString(name);
}

Program::Program(const std::string &name, const std::vector<std::string> &arguments, const Environment &environment)
{
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const auto &[key, value] : environment)
        variables.insert(QString::fromStdString(key), QString::fromStdString(value));
    m_process.setProcessEnvironment(variables);
    m_process.setStandardInputFile(QProcess::nullDevice());
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process,
                     [this] { m_out += m_process.readAllStandardOutput().toStdString(); });
    QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process,
                     [this] { m_err += m_process.readAllStandardError().toStdString(); });
    m_process.start(programPath(name), toQt(arguments));
}

Program::~Program()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(5000);
}

int Program::wait(Millis limit)
{
    if (!runUntil([this] { return !isRunning(); }, limit))
        return -1;
    return m_process.exitStatus() == QProcess::NormalExit && m_process.error() != QProcess::FailedToStart
             ? m_process.exitCode()
             : -1;
}

void Program::signal(int number)
{
    if (isRunning() && pid() > 0)
        ::kill(pid_t(pid()), number);
}

Ended runProgram(const std::string &name, const std::vector<std::string> &arguments,
                 const Program::Environment &environment, Millis limit)
{
    Program program(name, arguments, environment);
    const int status = program.wait(limit);
    return {status, program.out(), program.err()};
}

NodeProcess::NodeProcess(std::vector<std::string> options) : m_program("cheetahd", nodeArguments(std::move(options)))
{
    runUntil([this] { return !m_program.isRunning() || m_program.out().find('\n') != std::string::npos; });
    const std::string &out = m_program.out();
    if (const std::size_t end = out.find('\n'); end != std::string::npos)
        m_url = QUrl(QString::fromStdString(out.substr(0, end)));
}

std::string NodeProcess::token(std::string_view scope) const
{
    const std::filesystem::path file = qEnvironmentVariable("XDG_STATE_HOME").toStdString() + "/cheetah/tokens";
    const auto found = readToken(file, scope);
    return found ? *found : std::string();
}

int NodeProcess::stop()
{
    m_program.signal(SIGTERM);
    return m_program.wait();
}

} // namespace cheetah::test

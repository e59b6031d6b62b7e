// SPDX-License-Identifier: Apache-2.0
#include "support/redisserver.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QTcpServer>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace cheetah::test {

namespace {

constexpr Millis longest = Seconds(40);
constexpr Millis longestMaking = Seconds(60); // of a certificate

QStringList list(const std::vector<std::string> &arguments)
{
    QStringList texts;
    for (const auto &argument : arguments)
        texts << QString::fromStdString(argument);
    return texts;
}

/// Runs a tool to its end; what it printed. Throws unless it ends well.
std::string run(const QString &program, const QStringList &arguments, const QString &folder = {},
                Millis limit = Seconds(10))
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(int(limit.count())) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0) {
        const std::string said = process.readAll().toStdString();
        process.kill();
        process.waitForFinished(5'000);
        throw std::runtime_error(program.toStdString() + " " + arguments.join(' ').toStdString() + ": " + said);
    }
    return process.readAll().toStdString();
}

} // namespace

std::uint16_t freePort()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost, 0))
        throw std::runtime_error("no port");
    return server.serverPort();
}

RedisServer::RedisServer(Options options) : m_options(std::move(options))
{
    if (m_options.tls)
        makeCertificates();
    for (int attempt = 0;; ++attempt) { // another process may take the port in between
        m_port = freePort();
        writeConfiguration();
        try {
            start();
            return;
        } catch (const std::exception &) {
            if (attempt == 4 || log().find("Address already in use") == std::string::npos)
                throw;
        }
    }
}

RedisServer::~RedisServer()
{
    kill();
}

std::string RedisServer::file(const char *name) const
{
    return m_folder.filePath(QString::fromLatin1(name)).toStdString();
}

/// An authority, a certificate of it for localhost that serves both sides, and an authority that signed nothing.
void RedisServer::makeCertificates()
{
    const QString folder = m_folder.path();
    const auto authority = [&](const char *name) {
        const QString stem = QString::fromLatin1(name);
        run("openssl",
            {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=" + stem, "-keyout", stem + ".key", "-out", stem + ".crt"},
            folder, longestMaking);
    };
    authority("ca");
    authority("other");
    run("openssl",
        {"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
         "-keyout", "redis.key", "-out", "redis.csr"},
        folder, longestMaking);
    QFile names(m_folder.filePath("names"));
    if (!names.open(QIODevice::WriteOnly) || names.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n") < 0)
        throw std::runtime_error("no file of names");
    names.close();
    run("openssl",
        {"x509", "-req", "-in", "redis.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
         "-extfile", "names", "-out", "redis.crt"},
        folder, longestMaking);
}

void RedisServer::writeConfiguration()
{
    std::vector<std::string> lines = {
        "bind 127.0.0.1",
        "dir " + m_folder.path().toStdString(),
        "logfile " + file("redis.log"),
        "save \"\"",
        "protected-mode no",
        "daemonize no",
    };
    const std::string port = std::to_string(m_port);
    if (m_options.tls) {
        lines.insert(lines.end(), {"port 0", "tls-port " + port, "tls-cert-file " + file("redis.crt"),
                                   "tls-key-file " + file("redis.key"), "tls-ca-cert-file " + file("ca.crt"),
                                   std::string("tls-auth-clients ") + (m_options.tlsClientAuth ? "yes" : "no")});
    } else {
        lines.push_back("port " + port);
    }
    if (m_options.unixSocket)
        lines.push_back("unixsocket " + socketPath());
    if (m_options.keepData)
        lines.insert(lines.end(), {"appendonly yes", "appendfsync always"});
    if (m_options.cluster)
        lines.insert(lines.end(), {"cluster-enabled yes", "cluster-node-timeout 2000"});
    if (!m_options.password.empty())
        lines.push_back("requirepass " + m_options.password);
    if (m_options.sentinel)
        std::erase_if(lines, [](const std::string &line) { return line.starts_with("save"); });
    lines.insert(lines.end(), m_options.lines.begin(), m_options.lines.end());

    QFile configuration(QString::fromStdString(file("redis.conf")));
    if (!configuration.open(QIODevice::WriteOnly))
        throw std::runtime_error("no redis.conf");
    for (const auto &line : lines)
        configuration.write((line + "\n").c_str());
}

void RedisServer::start()
{
    QFile::remove(QString::fromStdString(file("redis.log")));
    std::vector<std::string> arguments{"redis-server", file("redis.conf")};
    if (m_options.sentinel)
        arguments.push_back("--sentinel");
    spawn(std::move(arguments));
    awaitAnswer();
}

/// QProcess would bind the server to one thread.
void RedisServer::spawn(std::vector<std::string> arguments)
{
    std::vector<char *> words;
    for (auto &argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    const std::string log = file("redis.err");
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe");
    m_pid = ::fork();
    if (m_pid == 0) {
        const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(out, 1);
        ::dup2(out, 2);
        ::close_range(3, ~0U, 0);
        ::execvp(words[0], words.data());
        ::_exit(127);
    }
    m_guard = ::fork();
    if (m_guard == 0) {
        ::dup2(ends[0], 0);
        ::close_range(1, ~0U, 0);
        char nothing;
        while (::read(0, &nothing, 1) != 0) {
        }
        ::kill(m_pid, SIGKILL);
        ::_exit(0);
    }
    ::close(ends[0]);
    m_guardPipe = ends[1];
}

void RedisServer::awaitAnswer()
{
    const QDeadlineTimer deadline(longest);
    while (!deadline.hasExpired()) {
        if (hasEnded(Millis(10)))
            break;
        try {
            const std::string answer = cli({"PING"});
            if (answer.starts_with("PONG") || answer.starts_with("NOAUTH") || answer.starts_with("NOPERM"))
                return;
        } catch (const std::exception &) {
            // not yet
        }
    }
    const std::string said = log();
    if (isRunning())
        kill();
    throw std::runtime_error("redis-server does not answer: " + said);
}

/// Waits for the server's end; then its guard goes too.
bool RedisServer::hasEnded(Millis limit)
{
    const QDeadlineTimer deadline(limit);
    while (isRunning()) {
        if (::waitpid(m_pid, nullptr, WNOHANG) != 0) {
            ::kill(m_guard, SIGKILL);
            ::waitpid(m_guard, nullptr, 0);
            ::close(m_guardPipe);
            m_pid = m_guard = 0;
            return true;
        }
        if (deadline.hasExpired())
            return false;
        ::usleep(1000);
    }
    return true;
}

void RedisServer::stop()
{
    if (!isRunning())
        return;
    ::kill(m_pid, SIGTERM);
    if (!hasEnded(longest))
        kill();
}

void RedisServer::kill()
{
    if (!isRunning())
        return;
    ::kill(m_pid, SIGKILL);
    hasEnded(longest);
}

void RedisServer::restart()
{
    kill();
    start();
}

void RedisServer::pause()
{
    ::kill(m_pid, SIGSTOP);
}

void RedisServer::resume()
{
    ::kill(m_pid, SIGCONT);
}

RedisUrl RedisServer::url(bool overUnix) const
{
    RedisUrl url;
    url.password = m_options.password;
    url.tls = m_options.tls && !overUnix;
    if (overUnix)
        url.endpoints = {{{}, 0, socketPath()}};
    else
        url.endpoints = {{m_options.tls ? "localhost" : "127.0.0.1", m_port, {}}};
    return url;
}

std::string RedisServer::cli(const std::vector<std::string> &arguments) const
{
    QStringList all{"-h", "127.0.0.1", "-p", QString::number(m_port), "--no-auth-warning"};
    if (!m_options.password.empty())
        all << "-a" << QString::fromStdString(m_options.password);
    if (m_options.tls)
        all << "--tls"
            << "--cacert" << QString::fromStdString(caFile()) << "--cert"
            << QString::fromStdString(clientCertificateFile()) << "--key" << QString::fromStdString(clientKeyFile());
    return run("redis-cli", all + list(arguments));
}

std::string RedisServer::log() const
{
    std::string text;
    for (const char *const name : {"redis.err", "redis.log"}) {
        QFile log(QString::fromStdString(file(name)));
        if (log.open(QIODevice::ReadOnly))
            text += log.readAll().toStdString();
    }
    return text.size() > 4000 ? text.substr(text.size() - 4000) : text;
}

} // namespace cheetah::test

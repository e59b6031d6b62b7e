// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "redis/redisurl.h"

#include <QTemporaryDir>

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cheetah::test {

/// A port of loopback that nobody used a moment ago.
std::uint16_t freePort();

/// A real redis-server of the test's own: loopback or a Unix socket, in a private folder, killed by its pid with this
/// object or with the test's process, even when it stands still. Without persistence unless asked for. The functions
/// wait, with a limit, and throw when the server does not come, so that a test ends with its log; any thread may call
/// them, one at a time.
class RedisServer {
public:
    struct Options {
        bool unixSocket = false;             ///< besides the port
        bool tls = false;                    ///< url() then is rediss; certificates are made on the spot
        bool tlsClientAuth = false;          ///< and the client must present one
        bool keepData = false;               ///< append-only file: survives restart()
        bool cluster = false;                ///< --cluster-enabled
        bool sentinel = false;               ///< the process is a sentinel; `lines` are its configuration
        std::string password = {};           ///< requirepass
        std::vector<std::string> lines = {}; ///< further lines of redis.conf, such as "maxmemory 3mb"
    };

    explicit RedisServer(Options options);
    RedisServer() : RedisServer(Options()) {}
    ~RedisServer();

    std::uint16_t port() const { return m_port; }
    std::string socketPath() const { return file("redis.sock"); }
    /// What createRedisClient() needs, over the port (TLS if it has it) or, `overUnix`, over the Unix socket.
    RedisUrl url(bool overUnix = false) const;

    /// PEM files of a server with TLS: the authority it is signed by, one that signed nothing, and a client's proof.
    std::string caFile() const { return file("ca.crt"); }
    std::string otherCaFile() const { return file("other.crt"); }
    std::string clientCertificateFile() const { return file("redis.crt"); }
    std::string clientKeyFile() const { return file("redis.key"); }

    void stop();    ///< SIGTERM, and waits for its end
    void kill();    ///< SIGKILL, and waits for its end
    void start();   ///< on the same port, after stop() or kill()
    void restart(); ///< kill() and start(): empty unless keepData
    void pause();   ///< SIGSTOP: it stands still with its connections open
    void resume();  ///< SIGCONT
    bool isRunning() const { return m_pid > 0; }
    pid_t pid() const { return m_pid; }

    /// Says one command over a connection of its own, blocking, and gives what redis-cli would print; throws when it
    /// gets no answer within 10 s.
    std::string cli(const std::vector<std::string> &arguments) const;
    /// The newest part of its log.
    std::string log() const;

private:
    std::string file(const char *name) const;
    void makeCertificates();
    void writeConfiguration();
    void spawn(std::vector<std::string> arguments);
    void awaitAnswer();
    bool hasEnded(Millis limit);

    Options m_options;
    QTemporaryDir m_folder;
    std::uint16_t m_port = 0;
    pid_t m_pid = 0;
    pid_t m_guard = 0;    ///< a process that kills the server when this one dies
    int m_guardPipe = -1; ///< whose end tells it
};

} // namespace cheetah::test

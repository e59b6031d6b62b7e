// SPDX-License-Identifier: Apache-2.0
// Callers who take something over HTTP and give it back, again and again, each over a connection that it keeps.
// usage: http_load PORT CALLERS SECONDS leases TOKEN|sessions PREFIX
// leases: acquire and release at a node of Cheetah, for user u. sessions: new and deleted sessions of WebDriver.
// Prints one JSON line: cycles a second, the median and the 99th percentile of a cycle in milliseconds.
#include "http.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What is taken and given back, as requests.
struct Service {
    int port;
    bool leases;
    std::string more; ///< the token, or what stands before the paths

    std::string take(int caller, long number) const
    {
        if (leases)
            return post("/v1/acquire", R"({"userId":"u","taskId":"task","requestId":"r)" + std::to_string(getpid())
                                           + '-' + std::to_string(caller) + '-' + std::to_string(number) + R"("})");
        return post(more + "/session", R"({"desiredCapabilities":{"browserName":"chrome"},)"
                                       R"("capabilities":{"alwaysMatch":{"browserName":"chrome"},"firstMatch":[{}]}})");
    }
    std::string give(const std::string &what) const
    {
        if (leases)
            return post("/v1/release", R"({"handle":")" + what + R"("})");
        return "DELETE " + more + "/session/" + what + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    }
    const char *key() const { return leases ? "\"handle\":\"" : "\"sessionId\":\""; }

private:
    std::string post(const std::string &path, const std::string &body) const
    {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
             + std::to_string(body.size()) + (leases ? "\r\nAuthorization: Bearer " + more : std::string()) + "\r\n\r\n"
             + body;
    }
};

class Load {
public:
    Load(Service service, double duration) : m_service(std::move(service)), m_end(now() + duration) {}

    void call(int caller)
    try {
        http::Connection connection;
        std::vector<double> took;
        for (double started; (started = now()) < m_end; took.push_back(now() - started)) {
            const std::string taken = ask(connection, m_service.take(caller, long(took.size())));
            const std::size_t at = taken.find(m_service.key());
            if (at == std::string::npos)
                throw std::runtime_error("nothing was got: " + taken.substr(0, 200));
            const std::size_t first = at + std::string(m_service.key()).size();
            ask(connection, m_service.give(taken.substr(first, taken.find('"', first) - first)));
        }
        const std::lock_guard lock(m_mutex);
        m_took.insert(m_took.end(), took.begin(), took.end());
    } catch (const std::exception &error) {
        std::fprintf(stderr, "http_load: %s\n", error.what());
        m_failed = true;
    }

    bool failed() const { return m_failed || m_took.empty(); }
    std::size_t cycles() const { return m_took.size(); }
    double milliseconds(double part)
    {
        const auto at = m_took.begin() + std::ptrdiff_t(part * double(m_took.size() - 1));
        std::nth_element(m_took.begin(), at, m_took.end());
        return *at * 1000;
    }

private:
    std::string ask(http::Connection &connection, const std::string &request) const
    {
        if (connection.endsAfterThis())
            connection.close();
        if (!connection.isOpen() && !connection.open(m_service.port))
            throw std::runtime_error("nobody listens there");
        http::Message answer;
        if (!connection.write(request) || !connection.read(answer))
            throw std::runtime_error("the connection ended");
        if (answer.head.compare(8, 4, " 200") != 0)
            throw std::runtime_error(answer.head.substr(0, answer.head.find('\r')) + ' ' + answer.body.substr(0, 200));
        return answer.body;
    }

    const Service m_service;
    const double m_end;
    std::mutex m_mutex;
    std::vector<double> m_took;
    std::atomic<bool> m_failed{false};
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 6) {
        std::fprintf(stderr, "usage: http_load PORT CALLERS SECONDS leases TOKEN|sessions PREFIX\n");
        return 2;
    }
    const double started = now();
    Load load({std::atoi(argv[1]), std::string(argv[4]) == "leases", argv[5]}, std::atof(argv[3]));
    std::vector<std::thread> callers;
    for (int i = 0; i < std::atoi(argv[2]); ++i)
        callers.emplace_back(&Load::call, &load, i);
    for (std::thread &caller : callers)
        caller.join();
    if (load.failed())
        return 1;
    std::printf("{\"rate\":%.1f,\"p50_ms\":%.3f,\"p99_ms\":%.3f}\n", double(load.cycles()) / (now() - started),
                load.milliseconds(0.5), load.milliseconds(0.99));
    return 0;
}

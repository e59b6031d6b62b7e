// SPDX-License-Identifier: Apache-2.0
// Callers who take something over HTTP and give it back, again and again, each over a connection that it keeps. All of them
// share one thread, for the load runs beside the servers that it measures.
// usage: http_load PORT CALLERS SECONDS leases|joined TOKEN|sessions PREFIX
// leases: acquire and release at a node of Cheetah, for user u. joined: the same, where one request gives back and takes the
// next. sessions: new and deleted sessions of WebDriver.
// Prints one JSON line: cycles a second, the median and the 99th percentile of a cycle in milliseconds.
#include "http.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <sys/epoll.h>
#include <vector>

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What is taken and given back, as requests.
struct Service {
    int port;
    bool leases, joined;
    std::string more; ///< the token, or what stands before the paths

    /// `held`: what is given back with it, if anything.
    std::string take(int caller, long number, const std::string &held) const
    {
        if (leases) {
            const std::string acquire = R"({"userId":"u","taskId":"task","requestId":"r)" + std::to_string(getpid())
                                      + '-' + std::to_string(caller) + '-' + std::to_string(number) + R"("})";
            if (held.empty())
                return post("/v1/acquire", acquire);
            return post("/v1/releaseAndAcquire", R"({"handle":")" + held + R"(","acquire":)" + acquire + '}');
        }
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

/// Tells which callers have something to read. Costs the load less than poll() does, which looks at all each time.
class Arrivals {
public:
    Arrivals() : m_epoll(epoll_create1(EPOLL_CLOEXEC)) {}
    ~Arrivals() { ::close(m_epoll); }
    Arrivals(const Arrivals &) = delete;
    Arrivals &operator=(const Arrivals &) = delete;

    /// A caller's new connection; one that is closed needs no word.
    void watch(int caller, int socket)
    {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u32 = std::uint32_t(caller);
        if (epoll_ctl(m_epoll, EPOLL_CTL_ADD, socket, &event) != 0)
            throw std::runtime_error("epoll_ctl failed");
    }
    /// The callers to go on.
    const std::vector<std::uint32_t> &wait()
    {
        epoll_event events[64];
        const int count = epoll_wait(m_epoll, events, 64, 20'000);
        if (count <= 0)
            throw std::runtime_error("nobody answers");
        m_callers.clear();
        for (int i = 0; i < count; ++i)
            m_callers.push_back(events[i].data.u32);
        return m_callers;
    }

private:
    int m_epoll;
    std::vector<std::uint32_t> m_callers;
};

/// One who takes and gives back, with at most one request under way.
class Caller {
public:
    Caller(const Service &service, Arrivals &arrivals, int number)
        : m_service(service), m_arrivals(arrivals), m_number(number)
    {}

    void take()
    {
        m_started = now();
        m_taking = true;
        ask(m_service.take(m_number, m_asked++, m_held));
    }
    /// Reads the answer, which has begun to come, and gives back what was taken. False once that was given back, or is to
    /// be given back with the next.
    bool goOn()
    {
        http::Message answer;
        if (!m_connection.read(answer))
            throw std::runtime_error("the connection ended");
        if (answer.head.compare(8, 4, " 200") != 0)
            throw std::runtime_error(answer.head.substr(0, answer.head.find('\r')) + ' ' + answer.body.substr(0, 200));
        if (!m_taking) {
            m_took.push_back(now() - m_started);
            return false;
        }
        const std::size_t at = answer.body.find(m_service.key());
        if (at == std::string::npos)
            throw std::runtime_error("nothing was got: " + answer.body.substr(0, 200));
        const std::size_t first = at + std::strlen(m_service.key());
        const std::string got = answer.body.substr(first, answer.body.find('"', first) - first);
        if (m_service.joined) {
            if (!m_held.empty())
                m_took.push_back(now() - m_started);
            m_held = got;
            return false;
        }
        m_taking = false;
        ask(m_service.give(got));
        return true;
    }
    const std::vector<double> &took() const { return m_took; }

private:
    void ask(const std::string &request)
    {
        if (m_connection.endsAfterThis())
            m_connection.close();
        if (!m_connection.isOpen()) {
            if (!m_connection.open(m_service.port))
                throw std::runtime_error("nobody listens there");
            m_arrivals.watch(m_number, m_connection.socket());
        }
        if (!m_connection.write(request))
            throw std::runtime_error("the connection ended");
    }

    const Service &m_service;
    Arrivals &m_arrivals;
    const int m_number;
    http::Connection m_connection;
    bool m_taking = false;
    std::string m_held; ///< where it is given back with the next
    long m_asked = 0;
    double m_started = 0;
    std::vector<double> m_took;
};

/// Has all callers go on as their answers come, until the end.
void run(std::deque<Caller> &callers, Arrivals &arrivals, double end)
{
    for (Caller &caller : callers)
        caller.take();
    for (std::size_t busy = callers.size(); busy;)
        for (const std::uint32_t i : arrivals.wait()) {
            if (callers[i].goOn())
                continue;
            if (now() < end)
                callers[i].take();
            else
                --busy;
        }
}

double milliseconds(std::vector<double> &took, double part)
{
    const auto at = took.begin() + std::ptrdiff_t(part * double(took.size() - 1));
    std::nth_element(took.begin(), at, took.end());
    return *at * 1000;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 6) {
        std::fprintf(stderr, "usage: http_load PORT CALLERS SECONDS leases|joined TOKEN|sessions PREFIX\n");
        return 2;
    }
    const std::string kind = argv[4];
    const Service service{std::atoi(argv[1]), kind != "sessions", kind == "joined", argv[5]};
    const double started = now();
    Arrivals arrivals;
    std::deque<Caller> callers;
    for (int i = 0; i < std::atoi(argv[2]); ++i)
        callers.emplace_back(service, arrivals, i);
    try {
        run(callers, arrivals, started + std::atof(argv[3]));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "http_load: %s\n", error.what());
        return 1;
    }
    const double lasted = now() - started;
    std::vector<double> took;
    for (const Caller &caller : callers)
        took.insert(took.end(), caller.took().begin(), caller.took().end());
    std::printf("{\"rate\":%.1f,\"p50_ms\":%.3f,\"p99_ms\":%.3f}\n", double(took.size()) / lasted,
                milliseconds(took, 0.5), milliseconds(took, 0.99));
    return 0;
}

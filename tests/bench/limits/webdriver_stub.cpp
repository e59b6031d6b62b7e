// SPDX-License-Identifier: Apache-2.0
// A WebDriver node whose browser is there at once: it answers every new session and every end of one, and starts nothing.
// For a hub to lead sessions to. Ends by itself when nobody asks for a minute.
// usage: webdriver_stub PORT
#include "http.h"

#include <atomic>
#include <cstdio>
#include <poll.h>
#include <thread>

namespace {

std::atomic<long> sessions{0};

std::string answerTo(const std::string &head)
{
    if (head.rfind("POST ", 0) == 0 && head.find("/session HTTP") != std::string::npos) {
        char id[40];
        std::snprintf(id, sizeof id, "stub-%016lx", ++sessions);
        return std::string(R"({"sessionId":")") + id + R"(","status":0,"value":{"sessionId":")" + id
             + R"(","capabilities":{"browserName":"chrome","browserVersion":"1","platformName":"linux"}}})";
    }
    if (head.rfind("DELETE ", 0) == 0)
        return R"({"status":0,"value":null})";
    return R"({"status":0,"value":{"ready":true,"message":"a stub","build":{"version":"1"},"os":{"name":"linux"}}})";
}

void serve(int socket)
{
    http::Connection connection(socket);
    http::Message request;
    while (connection.read(request)) {
        const std::string body = answerTo(request.head);
        if (!connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: "
                              + std::to_string(body.size()) + "\r\n\r\n" + body))
            return;
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: webdriver_stub PORT\n");
        return 2;
    }
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(std::uint16_t(std::atoi(argv[1])));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, reinterpret_cast<sockaddr *>(&address), sizeof address) || listen(listener, 256)) {
        std::perror("webdriver_stub");
        return 1;
    }
    pollfd waiting{listener, POLLIN, 0};
    for (long seen = -1; poll(&waiting, 1, 60'000) > 0 || seen != sessions; seen = sessions) {
        if (!(waiting.revents & POLLIN))
            continue;
        const int one = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (one < 0)
            continue;
        setsockopt(one, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        std::thread(serve, one).detach();
    }
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// The echo server that the edge is measured with: Port, WebSocketLink and EpollDispatcher, nothing behind them. A message
// under 1024 bytes comes back, a longer one is acknowledged. Clients need not offer a subprotocol.
// usage: edge_echo PORT
#include "base/epolldispatcher.h"
#include "base/qtscheduler.h"
#include "edge/httpexchange.h"
#include "edge/port.h"
#include "edge/websocketlink.h"

#include <QtCore/QCoreApplication>

#include <cstdlib>
#include <iostream>
#include <unordered_map>

namespace {

using namespace cheetah;

struct Echo final : LinkHandler {
    std::unique_ptr<WebSocketLink> link;
    std::unordered_map<Echo *, std::unique_ptr<Echo>> *all = nullptr;

    void message(std::string_view text) override
    {
        if (text.size() < 1024)
            link->send(text);
        else
            link->send("{\"ack\":" + std::to_string(text.size()) + "}");
    }
    void closed(std::uint16_t, const std::string &) override { all->erase(this); }
};

struct EchoHandler final : PortHandler {
    std::unordered_map<Echo *, std::unique_ptr<Echo>> echoes;

    Result<RequestAdmission> authorize(const HttpHead &, const std::string &) override { return RequestAdmission{}; }
    void http(std::shared_ptr<HttpExchange> exchange) override { exchange->respondJson(200, "{}"); }
    void webSocket(std::unique_ptr<WebSocketLink> link) override
    {
        auto echo = std::make_unique<Echo>();
        echo->link = std::move(link);
        echo->all = &echoes;
        echo->link->setHandler(echo.get());
        Echo *key = echo.get();
        echoes[key] = std::move(echo);
    }
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setEventDispatcher(new EpollDispatcher);
    QCoreApplication app(argc, argv);
    SystemClock clock;
    QtScheduler scheduler(clock);
    EchoHandler handler;
    PortConfig config;
    config.port = std::uint16_t(argc > 1 ? std::atoi(argv[1]) : 0);
    config.limits.connectionsPerAddress = config.limits.connections;
    config.limits.messagesPerSecond = 1'000'000;
    config.limits.messageBurst = 2'000'000;
    config.limits.idleTime = Seconds(600);
    Port port(config, handler, clock, scheduler);
    if (const auto bound = port.bind(); !bound) {
        std::cerr << name(bound.error().code) << '\n';
        return 1;
    }
    std::cout << port.address() << std::endl;
    return app.exec();
}

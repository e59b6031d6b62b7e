// SPDX-License-Identifier: Apache-2.0
// Clients of a node, without browsers: each holds a socket and reported its tabs once.
// usage: http_clients URL TOKEN CLIENTS TABS
// Prints "ready" once all are in, and ends when its input does.
#include "support/scriptedclient.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <unistd.h>

using namespace cheetah;
using namespace cheetah::test;

int main(int argc, char **argv)
{
    if (argc < 5) {
        std::fprintf(stderr, "usage: http_clients URL TOKEN CLIENTS TABS\n");
        return 2;
    }
    QCoreApplication application(argc, argv);
    std::vector<std::unique_ptr<ScriptedClient>> clients;
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        const ClientName name{UserId::trusted("u"), ClientId::trusted("client-" + std::to_string(i))};
        clients.push_back(
            std::make_unique<ScriptedClient>(name, Epoch::trusted("e"), std::uint32_t(std::atoi(argv[4]))));
        if (!clients.back()->connectTo(QUrl(argv[1]), argv[2])) {
            std::fprintf(stderr, "http_clients: a client was refused\n");
            return 1;
        }
    }
    std::puts("ready");
    std::fflush(stdout);
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &application, &QCoreApplication::quit);
    return QCoreApplication::exec();
}

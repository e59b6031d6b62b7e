// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "console/workerthread.h"
#include "wire/consolemessages.h"

#include <QPointer>
#include <QWebSocket>
#include <QWebSocketServer>

#include <atomic>

namespace cheetah::test {

/// A node's end of console sockets, on a thread of its own, that says what a test wants: also what no node of today
/// says. Owned by the test.
class FakeConsoleNode {
public:
    struct Setup {
        std::string subprotocol{consoleSubprotocol};
        Micros clockAhead{0};         ///< of this machine
        std::optional<Error> refusal; ///< of attach
        std::string change;           ///< one more change in each snapshot, as JSON; empty: none
        std::uint16_t port = 0;       ///< 0: chosen by the system
    };
    explicit FakeConsoleNode(Setup setup);
    FakeConsoleNode() : FakeConsoleNode(Setup()) {}
    ~FakeConsoleNode();

    QUrl url() const;
    int subscriptions() const { return m_subscriptions; }

    /// Sends text to every console.
    void say(std::string text);
    /// Changes the title of the one window so many times, each a delta of its own.
    void change(int times);
    /// Leaves out a revision.
    void skipRevision();
    /// Says that it lives, once.
    void beat();
    std::uint64_t revision() const { return m_revision; }

private:
    void accept();
    void received(QWebSocket &socket, const std::string &text);
    RegistryTime now() const;
    Fleet fleet() const;

    const Setup m_setup;
    std::unique_ptr<QWebSocketServer> m_server; ///< as all below: of the thread
    std::vector<QPointer<QWebSocket>> m_sockets;
    std::atomic<int> m_subscriptions = 0;
    std::atomic<std::uint64_t> m_revision = 1;
    std::atomic<int> m_port = 0;
    WorkerThread m_thread{"fake node"};
};

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "edge/edgeservices.h"
#include "edge/hellorequest.h"
#include "edge/websocketlink.h"
#include "wire/messages.h"
#include "wire/reportreader.h"

#include <optional>
#include <unordered_map>

namespace cheetah {

/// One client's socket: its hello, its reports and results in, commands out (SPEC W7, D1, E1). Owned by the Edge, which
/// tells it when a newer connection took its place. It holds no fleet state: the registry decides, and the session passes
/// refusals on by name. Input that is no message of the protocol closes the socket and touches nothing else (SPEC E4).
class ClientSession final : public LinkHandler, public ClientLink {
public:
    /// What a session tells its owner.
    class Owner {
    public:
        virtual ~Owner() = default;
        /// `limit_exceeded` if the user has too many sockets for one more client.
        virtual Result<void> admitClient(const ClientName &client) = 0;
        /// The session's hello was accepted: an older session of the client must go.
        virtual void clientWelcomed(ClientSession &session) = 0;
        /// The socket is closed; destroy the session, but not inside this call.
        virtual void clientFinished(ClientSession &session) = 0;
    };

    /// `principal`: proved by the handshake's header; else the hello must bring a token.
    ClientSession(EdgeServices &services, InputCounters &counters, FailureLimiter &failures, ReportReader &reader,
                  const EdgeLimits &limits, Owner &owner, std::unique_ptr<WebSocketLink> link,
                  std::optional<Principal> principal);
    ~ClientSession() override;

    bool welcomed() const { return m_generation != 0; }
    /// A hello is being answered by the registry.
    bool helloUnderWay() const { return m_hello.isUnderWay(); }
    const ClientName &client() const { return m_client; }
    std::uint64_t generation() const { return m_generation; }
    SteadyTime openedAt() const { return m_openedAt; }

    /// Says something, so that idle sockets and the workers behind them stay alive.
    void keepAlive();
    void refuse(ErrorCode reason);

    // LinkHandler
    void message(std::string_view text) override;
    void closed(std::uint16_t code, const std::string &reason) override;

    // ClientLink
    bool send(const CommandFrame &frame) override;
    void cancelCommand(const CommandId &command) override;
    void resultKept(const CommandId &command) override;
    void queryProvision(const ProvisionId &provision, const Scope &scope, Reply<CreationStatus> reply) override;
    void close(ErrorCode reason) override;

private:
    struct Query {
        Scope::Guard asker;
        Reply<CreationStatus> reply;
    };

    /// The bytes of the windows that the registry last accepted over this socket, to tell that a report says the same.
    struct LastReport {
        std::uint64_t seq = 0;
        std::string rawWindows;
    };

    void handle(RpcMessage &message);
    void hello(const RpcMessage &message);
    Result<Hello> admitHello(HelloMessage hello);
    void welcome(const RpcId &id, const Hello &hello, const Welcome &welcome);
    ReportLimits reportLimits() const;
    bool readReport(std::string_view text);
    void report(Result<ReportFrame> frame, const std::optional<RpcId> &id);
    bool isCurrent(const LastReport &last) const;
    void unchanged(const RpcMessage &message);
    void result(const RpcMessage &message);
    void acknowledge(const RpcMessage &message);
    void queryAnswered(const RpcMessage &message);
    void reported(const RpcId &id, LastReport report, Result<ReportAccepted> accepted);
    void answer(const std::optional<RpcId> &id, const Error &error);
    void endQueries();

    EdgeServices &m_services;
    InputCounters &m_counters;
    FailureLimiter &m_failures;
    ReportReader &m_reader;
    const EdgeLimits &m_limits;
    Owner &m_owner;
    std::unique_ptr<WebSocketLink> m_link;
    std::optional<Principal> m_principal;
    const ConnectionId m_connection;
    const SteadyTime m_openedAt;
    ClientName m_client;
    Epoch m_epoch;
    std::uint64_t m_generation = 0; ///< 0: no hello was accepted yet
    HelloRequest m_hello;
    LastReport m_lastReport;
    LinkDirectory::Registration m_registration;
    std::int64_t m_nextQuery = 1;
    std::unordered_map<std::int64_t, Query> m_queries;
    Scope m_scope;
};

/// The close code that stands for an error.
CloseCode closeCodeOf(ErrorCode reason);

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/wheel.h"
#include "edge/addressranges.h"
#include "edge/connectioncount.h"
#include "edge/headreader.h"

#include <unordered_set>
#include <vector>

namespace cheetah {

class PortHandler;
class WebSocketLink;

/// What a port grants anybody (SPEC E4), with its defaults.
struct PortLimits {
    HeadLimits head;
    std::size_t connections = 16'000;
    std::size_t connectionsPerAddress = 4'096;
    Micros headTime = Seconds(5);                ///< from the first byte, or from accepting, to the end of a head
    Micros bodyTime = Seconds(10);               ///< from the end of the head to the end of the body
    Micros idleTime = Seconds(60);               ///< between requests, and between messages of a WebSocket
    Micros closeTime = Seconds(2);               ///< for the other side to see an end coming
    std::size_t httpBacklog = 256 * 1024;        ///< unread answers, beyond which no further request is read
    std::size_t messageBytes = 8 * 1024 * 1024;  ///< of an incoming frame and of a message
    std::size_t outgoingBytes = 4 * 1024 * 1024; ///< queued for one WebSocket: beyond it, it reads too slowly
    std::uint32_t messagesPerSecond = 20'000;    ///< of one WebSocket, in the long run
    std::uint32_t messageBurst = 40'000;         ///< and at once
};

/// How often a port did what; monotonic.
struct PortCounters {
    std::uint64_t connections = 0; ///< accepted
    std::uint64_t requests = 0;    ///< with a sound head
    std::uint64_t upgrades = 0;    ///< that became WebSockets
    std::uint64_t messagesIn = 0;
    std::uint64_t messagesOut = 0;
    // refused or ended by us
    std::uint64_t overTotal = 0;
    std::uint64_t overAddress = 0;
    std::uint64_t notAdmitted = 0;
    std::uint64_t acceptErrors = 0;
    std::uint64_t badHeads = 0;
    std::uint64_t badBodies = 0;
    std::uint64_t largeBodies = 0;
    std::uint64_t unauthorized = 0;
    std::uint64_t badOrigins = 0;
    std::uint64_t badSubprotocols = 0;
    std::uint64_t badHandshakes = 0;
    std::uint64_t badTls = 0;    ///< handshakes of TLS that failed
    std::uint64_t slowHeads = 0; ///< and handshakes of TLS
    std::uint64_t slowBodies = 0;
    std::uint64_t idle = 0;
    std::uint64_t slowReaders = 0;
    std::uint64_t floods = 0;
    std::uint64_t badFrames = 0;
    std::uint64_t answersDropped = 0; ///< the client left first
};

/// Whom a port believes, and what it demands of everybody.
struct PortRules {
    std::vector<std::string> subprotocols = {};   ///< one of these must be offered; none: whatever is offered will do
    AddressRanges trustedProxies = {};            ///< whose word on who asks counts (SPEC E3)
    std::vector<std::string> allowedOrigins = {}; ///< pages that may ask besides those that PortHandler allows
};

/// What the connections, exchanges and links of one port share. They hold it together, so that a link may outlive the
/// port.
struct PortContext {
    PortContext(const Clock &systemClock, Scheduler &systemScheduler, PortHandler &portHandler, PortLimits portLimits,
                PortRules portRules, Micros tick)
        : clock(systemClock),
          scheduler(systemScheduler),
          handler(portHandler),
          limits(std::move(portLimits)),
          rules(std::move(portRules)),
          wheel(systemClock, systemScheduler, tick),
          count(limits.connections, limits.connectionsPerAddress)
    {}

    const Clock &clock;
    Scheduler &scheduler;
    PortHandler &handler; ///< not called once the port is closed
    const PortLimits limits;
    const PortRules rules;
    PortCounters counters;
    Wheel wheel;
    ConnectionCount count;
    std::unordered_set<WebSocketLink *> links;
    bool goingDown = false;
};

} // namespace cheetah

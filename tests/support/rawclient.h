// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cheetah::test {

/// A TCP client that sends exactly the bytes it is told to, good or bad, and never blocks: let the loop run and ask again.
/// Loopback only. Closes with its end.
class RawClient {
public:
    /// Connects at once; open() tells whether it worked.
    explicit RawClient(std::uint16_t port);
    ~RawClient();
    RawClient(RawClient &&other) noexcept;
    RawClient &operator=(RawClient &&) = delete;

    bool open() const { return m_fd >= 0; }
    void close();
    /// Makes the kernel hold little of what we don't read; call it before the other side sends.
    void shrinkReceiveBuffer();

    /// Takes as much of `bytes` as the kernel wants now, and tells how much. Nothing once the other side is gone.
    std::size_t send(std::string_view bytes);
    /// Sends all by running the loop in between; false if the other side is gone first.
    bool sendAll(std::string_view bytes);

    /// Reads what is there and gives everything received so far.
    const std::string &received();
    /// Whether the other side closed; all that it sent before is in received().
    bool closedByPeer();
    void forget() { m_received.clear(); }

    /// Upgrades to a WebSocket, running the loop; false if refused.
    bool upgrade(std::string_view subprotocol, std::string_view moreHeaders = {});

    struct Frame {
        int opcode = 0;
        bool last = true;
        std::string payload;
        /// Of a close frame; 1005 if it bears none.
        int closeCode() const;
    };
    /// Takes the next whole frame off received().
    std::optional<Frame> takeFrame();
    /// Runs the loop until there is one, or the other side closed.
    std::optional<Frame> nextFrame();

private:
    void read();

    int m_fd = -1;
    bool m_closed = false;
    std::string m_received;
};

/// A masked client frame.
std::string maskedFrame(std::string_view payload, int opcode = 1, bool last = true);

} // namespace cheetah::test

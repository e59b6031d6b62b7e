// SPDX-License-Identifier: Apache-2.0
#include "support/rawclient.h"

#include "support/loop.h"

#include <cerrno>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace cheetah::test {

RawClient::RawClient(std::uint16_t port) : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        close();
    else
        ::fcntl(m_fd, F_SETFL, O_NONBLOCK);
}

RawClient::~RawClient()
{
    close();
}

RawClient::RawClient(RawClient &&other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)), m_closed(other.m_closed), m_received(std::move(other.m_received))
{}

void RawClient::close()
{
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
}

void RawClient::shrinkReceiveBuffer()
{
    const int size = 4096;
    ::setsockopt(m_fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

std::size_t RawClient::send(std::string_view bytes)
{
    const ssize_t sent = m_fd < 0 ? -1 : ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN)
        m_closed = true;
    return sent < 0 ? 0 : std::size_t(sent);
}

bool RawClient::sendAll(std::string_view bytes)
{
    runUntil([&] {
        bytes.remove_prefix(send(bytes));
        return bytes.empty() || m_closed;
    });
    return bytes.empty();
}

void RawClient::read()
{
    char buffer[65536];
    while (m_fd >= 0) {
        const ssize_t size = ::recv(m_fd, buffer, sizeof buffer, 0);
        if (size > 0) {
            m_received.append(buffer, std::size_t(size));
            continue;
        }
        if (size == 0 || errno != EAGAIN)
            m_closed = true;
        return;
    }
}

const std::string &RawClient::received()
{
    read();
    return m_received;
}

bool RawClient::closedByPeer()
{
    read();
    return m_closed;
}

bool RawClient::upgrade(std::string_view subprotocol, std::string_view moreHeaders)
{
    std::string head = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
    head.append("Sec-WebSocket-Protocol: ").append(subprotocol).append("\r\n").append(moreHeaders).append("\r\n");
    if (!sendAll(head))
        return false;
    runUntil([&] { return received().find("\r\n\r\n") != std::string::npos || closedByPeer(); });
    const auto end = m_received.find("\r\n\r\n");
    const bool upgraded = m_received.rfind("HTTP/1.1 101 ", 0) == 0 && end != std::string::npos;
    if (upgraded)
        m_received.erase(0, end + 4);
    return upgraded;
}

int RawClient::Frame::closeCode() const
{
    return payload.size() < 2 ? 1005
                              : static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
}

std::optional<RawClient::Frame> RawClient::takeFrame()
{
    read();
    const auto byte = [this](std::size_t at) { return std::uint64_t(static_cast<unsigned char>(m_received[at])); };
    if (m_received.size() < 2)
        return {};
    std::uint64_t size = byte(1) & 127;
    std::size_t head = 2;
    if (size >= 126) {
        const std::size_t width = size == 126 ? 2 : 8;
        head += width;
        if (m_received.size() < head)
            return {};
        size = 0;
        for (std::size_t i = 2; i < head; ++i)
            size = size << 8 | byte(i);
    }
    if (m_received.size() < head + size)
        return {};
    Frame frame{int(byte(0) & 15), (byte(0) & 0x80) != 0, m_received.substr(head, std::size_t(size))};
    m_received.erase(0, head + std::size_t(size));
    return frame;
}

std::optional<RawClient::Frame> RawClient::nextFrame()
{
    std::optional<Frame> frame;
    runUntil([&] { return (frame = takeFrame()) || closedByPeer(); });
    return frame ? frame : takeFrame();
}

std::string maskedFrame(std::string_view payload, int opcode, bool last)
{
    std::string frame(1, char((last ? 0x80 : 0) | opcode));
    if (payload.size() < 126) {
        frame += char(0x80 | int(payload.size()));
    } else {
        const int width = payload.size() < 65536 ? 2 : 8;
        frame += char(0x80 | (width == 2 ? 126 : 127));
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
            frame += char(payload.size() >> shift);
    }
    constexpr char mask[] = {0x37, 0x11, 0x21, 0x3d};
    frame.append(mask, 4);
    for (std::size_t i = 0; i < payload.size(); ++i)
        frame += char(payload[i] ^ mask[i & 3]);
    return frame;
}

} // namespace cheetah::test

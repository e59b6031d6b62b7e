// SPDX-License-Identifier: Apache-2.0
// HTTP/1.1 over one blocking loopback connection, as little of it as a load and a stub need.
#pragma once

#include <arpa/inet.h>
#include <cstdlib>
#include <netinet/tcp.h>
#include <string>
#include <string_view>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace http {

struct Message {
    std::string head; ///< first line and fields, as they came
    std::string body; ///< with the marks of its chunks, if it came in chunks
};

class Connection {
public:
    explicit Connection(int socket = -1) : m_socket(socket) {}
    ~Connection() { close(); }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    bool open(int port)
    {
        close();
        m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        int on = 1;
        setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        timeval limit{20, 0};
        setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(std::uint16_t(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(m_socket, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0)
            return true;
        close();
        return false;
    }
    void close()
    {
        if (m_socket >= 0)
            ::close(m_socket);
        m_socket = -1;
        m_endsAfterThis = false;
        m_unread.clear();
    }
    bool isOpen() const { return m_socket >= 0; }
    int socket() const { return m_socket; }

    bool write(const std::string &bytes)
    {
        for (std::size_t sent = 0; sent < bytes.size();) {
            const ssize_t now = ::send(m_socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (now <= 0)
                return false;
            sent += std::size_t(now);
        }
        return true;
    }

    /// The next message with its body; false if the other side ended first.
    bool read(Message &message)
    {
        static const std::string blank = "\r\n\r\n";
        std::size_t end;
        while ((end = m_unread.find(blank)) == std::string::npos)
            if (!more())
                return false;
        message.head = m_unread.substr(0, end + 2);
        const std::size_t start = end + blank.size();
        std::size_t size = 0;
        if (has(message.head, "transfer-encoding: chunked")) {
            std::size_t last;
            while ((last = m_unread.find("0\r\n\r\n", start)) == std::string::npos)
                if (!more())
                    return false;
            size = last + 5 - start;
        } else if (const char *length = has(message.head, "content-length:")) {
            size = std::strtoul(length, nullptr, 10);
        }
        while (m_unread.size() < start + size)
            if (!more())
                return false;
        message.body = m_unread.substr(start, size);
        m_unread.erase(0, start + size);
        if (has(message.head, "connection: close"))
            m_endsAfterThis = true;
        return true;
    }
    bool endsAfterThis() const { return m_endsAfterThis; }

private:
    /// What follows `begin`, in lower case, of the field that begins so; nullptr where there is none.
    static const char *has(const std::string &head, std::string_view begin)
    {
        for (std::size_t line = head.find('\n'); line != std::string::npos; line = head.find('\n', line + 1))
            if (strncasecmp(head.c_str() + line + 1, begin.data(), begin.size()) == 0)
                return head.c_str() + line + 1 + begin.size();
        return nullptr;
    }
    bool more()
    {
        char bytes[16384];
        const ssize_t now = ::recv(m_socket, bytes, sizeof bytes, 0);
        if (now <= 0)
            return false;
        m_unread.append(bytes, std::size_t(now));
        return true;
    }

    int m_socket;
    bool m_endsAfterThis = false;
    std::string m_unread;
};

} // namespace http

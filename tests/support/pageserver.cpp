// SPDX-License-Identifier: Apache-2.0
#include "support/pageserver.h"

#include <QTcpSocket>

namespace cheetah::test {

PageServer::PageServer()
{
    m_server.listen(QHostAddress::LocalHost);
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { serve(socket); });
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
}

std::string PageServer::url(const std::string &path) const
{
    return "http://127.0.0.1:" + std::to_string(m_server.serverPort()) + path;
}

void PageServer::serve(QTcpSocket *socket)
{
    const QByteArray head = socket->peek(16'384);
    if (!head.contains("\r\n\r\n"))
        return;
    socket->readAll();
    const auto page = m_pages.find(head.split(' ').value(1).toStdString());
    if (page != m_pages.end() && page->second == "silence")
        return;
    const QByteArray body = QByteArray::fromStdString(page == m_pages.end() ? "nothing here" : page->second);
    socket->write(page == m_pages.end() ? "HTTP/1.1 404 Not Found\r\n" : "HTTP/1.1 200 OK\r\n");
    socket->write("Content-Type: text/html; charset=utf-8\r\nConnection: close\r\nContent-Length: "
                  + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    socket->disconnectFromHost();
}

} // namespace cheetah::test

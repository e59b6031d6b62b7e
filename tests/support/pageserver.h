// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTcpServer>

#include <map>
#include <string>

namespace cheetah::test {

/// Serves fixed HTML pages on loopback to a browser under test. A path without page is answered with 404; a page whose
/// text is `silence` is never answered.
class PageServer {
public:
    PageServer();

    void put(const std::string &path, const std::string &html) { m_pages[path] = html; }
    std::string url(const std::string &path) const;

private:
    void serve(QTcpSocket *socket);

    QTcpServer m_server;
    std::map<std::string, std::string> m_pages;
};

} // namespace cheetah::test

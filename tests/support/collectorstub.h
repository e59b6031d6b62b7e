// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "wire/jsonvalue.h"

#include <QtCore/QUrl>
#include <QtNetwork/QTcpServer>

#include <map>
#include <string>
#include <vector>

namespace cheetah::test {

/// An OpenTelemetry collector as far as an exporter sees it: a real HTTP server that takes traces and holds every message
/// against OTLP's JSON shape. What it answers is set by the test; what it took is kept. Owned by the test, served by its
/// event loop.
class CollectorStub : public QObject {
public:
    struct Span {
        std::string trace, id, parent, name;
        std::int64_t kind = 0;
        std::uint64_t begin = 0, end = 0; ///< ns
        std::map<std::string, std::string> attributes;
        std::vector<std::string> events;
        bool failed = false;
    };

    /// On a port of the system's choice.
    CollectorStub();

    /// `http://127.0.0.1:PORT`
    std::string endpoint() const;

    int status = 200;        ///< of all answers from now on; 0: requests are never answered
    std::string headers;     ///< more lines of the answer, each with its CRLF
    std::string body = "{}"; ///< of the answer

    const std::vector<Span> &spans() const { return m_spans; } ///< of requests that were answered with 200
    const Span *find(const std::string &name) const;           ///< the first of that name
    const std::map<std::string, std::string> &resource() const { return m_resource; }
    const std::string &text() const { return m_text; }       ///< all that came, heads included
    const std::string &problem() const { return m_problem; } ///< of the first message that is not OTLP; empty: none
    const std::vector<SteadyTime> &requests() const { return m_requests; }

private:
    void accept();
    void serve(class QTcpSocket &socket, std::string &received);
    void take(const std::string &head, const std::string &message);
    void check(bool holds, const std::string &what);
    void readSpan(const JsonValue &json);
    std::map<std::string, std::string> readAttributes(const JsonValue &owner);

    QTcpServer m_server;
    std::vector<Span> m_spans;
    std::map<std::string, std::string> m_resource;
    std::string m_text, m_problem;
    std::vector<SteadyTime> m_requests;
};

} // namespace cheetah::test

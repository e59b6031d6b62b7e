// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/callback.h"
#include "base/error.h"
#include "edge/porthandler.h"

#include <QtCore/QPointer>

namespace cheetah {

class Connection;

/// One whole request and the way to its one answer, now or later. Shared between the handler that works on it and the
/// connection, of which only one is in work, so that answers keep their order. It may outlive its client: then the
/// answer is dropped. Dropping the last reference unanswered answers 500.
class HttpExchange {
public:
    HttpExchange(Connection &connection, HttpHead head, std::string body, std::shared_ptr<const Grant> grant,
                 std::string peer);
    ~HttpExchange();
    HttpExchange(const HttpExchange &) = delete;
    HttpExchange &operator=(const HttpExchange &) = delete;

    const HttpHead &head() const { return m_head; }
    const std::string &body() const { return m_body; }
    const std::shared_ptr<const Grant> &grant() const { return m_grant; }
    const std::string &peer() const { return m_peer; }

    /// Whether an answer could still reach the client.
    bool open() const;

    /// Answers; the first answer counts. `Content-Length`, `Connection`, `Cache-Control: no-store` and
    /// `X-Content-Type-Options` are added; a HEAD request gets no body.
    void respond(int status, const HttpHeaders &headers, const std::string &body);
    void respondJson(int status, const std::string &body);
    /// Answers with the error's status and the handler's errorBody().
    void respondError(const Error &error);

    /// Called once if the client leaves before the answer.
    void onGone(Callback<void()> gone);

private:
    friend class Connection;
    void gone();

    QPointer<Connection> m_connection; ///< empty once answered or left
    HttpHead m_head;
    std::string m_body;
    std::shared_ptr<const Grant> m_grant;
    std::string m_peer;
    Callback<void()> m_gone;
};

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#include "edge/httpexchange.h"

#include "edge/connection.h"

namespace cheetah {

HttpExchange::HttpExchange(Connection &connection, HttpHead head, std::string body, std::shared_ptr<const Grant> grant,
                           std::string peer)
    : m_connection(&connection),
      m_head(std::move(head)),
      m_body(std::move(body)),
      m_grant(std::move(grant)),
      m_peer(std::move(peer))
{}

HttpExchange::~HttpExchange()
{
    if (m_connection)
        respondError(ErrorCode::Internal);
}

bool HttpExchange::open() const
{
    return m_connection;
}

void HttpExchange::respond(int status, const HttpHeaders &headers, const std::string &body)
{
    if (Connection *connection = m_connection) {
        m_connection.clear();
        m_gone = nullptr;
        connection->answer(status, headers, body);
    }
}

void HttpExchange::respondJson(int status, const std::string &body)
{
    static const HttpHeaders headers = {{"Content-Type", "application/json"}};
    respond(status, headers, body);
}

void HttpExchange::respondError(const Error &error)
{
    if (Connection *connection = m_connection) {
        m_connection.clear();
        m_gone = nullptr;
        connection->answerError(httpStatus(error), error);
    }
}

void HttpExchange::onGone(Callback<void()> gone)
{
    m_gone = std::move(gone);
}

void HttpExchange::gone()
{
    m_connection.clear();
    if (auto gone = std::exchange(m_gone, nullptr))
        gone();
}

} // namespace cheetah

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/jsonwalker.h"

#include <QUrl>
#include <QtNetwork/QNetworkAccessManager>
#include <QtNetwork/QNetworkReply>

#include <memory>
#include <string>

namespace cheetah::test {

/// Asks nodes over HTTP, as any program would. Waiting for an answer runs the test's event loop.
class NodeApi {
public:
    struct Answer {
        int status = 0; ///< 0: none came
        JsonValue body;
        std::string text;
        std::string code() const; ///< of an error
        /// The text or number at a path such as `rows.0.task`; empty if there is nothing.
        std::string at(std::string_view path) const;
        bool ok() const { return status == 200; }
    };
    /// `POST /v1/<method>`.
    Answer call(const QUrl &node, std::string_view method, const std::string &token, const std::string &params = "{}");
    /// `GET` of a path such as `/readyz`.
    Answer get(const QUrl &node, std::string_view path, const std::string &token);

    /// A call under way while the test does other things; given up with this object.
    class Call {
    public:
        bool isDone() const { return m_reply->isFinished(); }
        /// Waits for it.
        Answer answer() const;

    private:
        friend class NodeApi;
        explicit Call(QNetworkReply *reply) : m_reply(reply) {}
        std::unique_ptr<QNetworkReply> m_reply;
    };
    Call begin(const QUrl &node, std::string_view method, const std::string &token, const std::string &params = "{}");

private:
    QNetworkAccessManager m_http;
};

} // namespace cheetah::test

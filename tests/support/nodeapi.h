// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/jsonwalker.h"

#include <QUrl>
#include <QtNetwork/QNetworkAccessManager>

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

private:
    QNetworkAccessManager m_http;
};

} // namespace cheetah::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "wire/jsonvalue.h"
#include "wire/nodetls.h"

#include <QNetworkAccessManager>
#include <QUrl>

namespace cheetah {

class UnixSignals;

/// What a node answered to one call.
struct NodeAnswer {
    std::string body;           ///< exactly as it came; empty without an answer
    JsonValue json;             ///< the same, parsed; null if it is no JSON
    std::optional<Error> error; ///< why it is not a success
    bool reached = false;       ///< a node answered at all
    bool interrupted = false;   ///< the person pressed Ctrl-C first
};

/// Calls methods of one node over HTTP: `POST {node}/v1/<method>` with a bearer token. Used by commands that ask and end,
/// so that a call returns with its answer; its event loop is the only one that runs then. Follows no redirects.
class NodeClient {
public:
    /// `tls`: for https, see clientTls(); without: as the system has it. Signals must outlive this.
    NodeClient(QUrl node, std::string token, std::optional<NodeTls> tls, UnixSignals &unixSignals);

    /// `params` is a JSON object. Answers at the latest after `timeout`, with `deadline_exceeded`.
    NodeAnswer call(std::string_view method, const std::string &params, Millis timeout = Seconds(10));

    const QUrl &url() const { return m_node; }

private:
    QUrl m_node;
    std::string m_token;
    std::optional<NodeTls> m_tls;
    UnixSignals &m_signals;
    QNetworkAccessManager m_network;
};

} // namespace cheetah

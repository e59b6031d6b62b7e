// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/qtscheduler.h"
#include "node/node.h"
#include "support/scriptedclient.h"
#include "wire/jsonwalker.h"

#include <QtCore/QTemporaryDir>
#include <QtNetwork/QNetworkAccessManager>

#include <fstream>
#include <map>

namespace cheetah::test {

/// A whole node in this process, on a port of the system's choice, asked over real sockets. Its HTTP traffic can be
/// recorded, to be held against the OpenAPI description. Owned by the test.
class NodeFixture {
public:
    /// `settings` by name as on the command line. Check started().
    explicit NodeFixture(std::map<std::string, std::string> settings = {});
    ~NodeFixture();

    bool started() const { return m_started; }
    Node &node() { return *m_node; }
    QUrl url() const { return QUrl(QString::fromStdString(m_node->url())); }
    std::string token(std::string_view scope) const;
    std::filesystem::path tokenFile() const { return m_folder.filePath("tokens").toStdString(); }

    struct Answer {
        int status = 0;
        JsonValue body;
        std::string text;
        std::string code() const;                        ///< of an error
        std::string textAt(std::string_view name) const; ///< a member of the body
    };
    /// `POST /v1/<method>` with the unbound token of `scope`; runs the loop until the answer came.
    Answer call(std::string_view method, std::string_view scope, const std::string &params = "{}");
    Answer callWith(std::string_view method, const std::string &token, const std::string &params = "{}");
    Answer get(const std::string &path, std::string_view scope = {});
    void recordTo(const std::string &path) { m_traffic.open(path); }

    /// A connected client with one window and so many tabs.
    std::unique_ptr<ScriptedClient> client(const char *user, const char *client, std::uint32_t tabs = 2);

private:
    Answer ask(const std::string &verb, const std::string &path, const std::string &token, const std::string *body);

    QTemporaryDir m_folder;
    SystemClock m_clock;
    SystemIdSource m_ids;
    QtScheduler m_scheduler{m_clock};
    std::unique_ptr<Node> m_node;
    QNetworkAccessManager m_http;
    std::ofstream m_traffic;
    bool m_started = false;
    int m_epochs = 0;
    Scope m_scope;
};

} // namespace cheetah::test

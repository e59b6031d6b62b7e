// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/nodeapi.h"
#include "support/programs.h"
#include "support/redisserver.h"
#include "support/scriptedclient.h"

#include <csignal>
#include <map>
#include <memory>

namespace cheetah::test {

/// Several cheetahd on one real Redis, each a process of its own, asked over real sockets. The deployment's times are
/// short, so that what lapses does so within seconds. Owned by the test; takes everything down with itself.
class RedisDeployment {
public:
    explicit RedisDeployment(RedisServer::Options redis = defaultRedis());
    /// On the Redis that the test has: `registry` is what nodes get as --registry.
    explicit RedisDeployment(std::string registry) : m_registry(std::move(registry)) {}
    /// Not with a Redis of the test's.
    RedisServer &redis() { return *m_redis; }

    /// Further options, as pairs, of every node that is started from now on.
    void setAll(std::vector<std::string> options) { m_all = std::move(options); }

    /// Starts a node with these roles; true once it is ready. `more` overrides what all nodes get.
    bool start(const std::string &id, const std::string &roles, const std::vector<std::string> &more = {});
    NodeProcess &node(const std::string &id) { return *m_nodes.at(id); }
    void kill(const std::string &id);
    void pause(const std::string &id) { node(id).program().signal(SIGSTOP); }
    void resume(const std::string &id) { node(id).program().signal(SIGCONT); }
    std::vector<std::string> optionsOf(const std::string &id, const std::string &roles) const;

    /// Calls a method at a node with the unbound token of the scope.
    NodeApi::Answer call(const std::string &id, std::string_view method, std::string_view scope,
                         const std::string &params = "{}");
    /// A lease for the task at that node; tells a failure in the test.
    NodeApi::Answer acquire(const std::string &id, const std::string &task, const std::string &more = {});
    /// The same while the test goes on.
    NodeApi::Call begin(const std::string &id, std::string_view method, const std::string &params);
    /// Waits until that node shows so many contexts of connected clients.
    bool shows(const std::string &id, std::size_t contexts);
    /// How many assignments that node shows.
    std::size_t held(const std::string &id);
    /// The error code of a condition of that node's readiness; empty while it holds.
    std::string obstacle(const std::string &id, std::string_view condition = "registry");

    /// A connected client with one window; null if the node refused it.
    std::unique_ptr<ScriptedClient> client(const std::string &id, const char *name, std::uint32_t tabs = 2,
                                           const char *user = "u");
    /// Connects it anew, to that node, as often as it is refused within some seconds.
    bool connect(ScriptedClient &client, const std::string &id);

    static RedisServer::Options defaultRedis() { return {.unixSocket = true}; }

private:
    std::unique_ptr<RedisServer> m_redis; ///< before the nodes: it ends after them
    std::string m_registry;
    std::vector<std::string> m_all;
    std::map<std::string, std::unique_ptr<NodeProcess>> m_nodes;
    NodeApi m_api;
    int m_epochs = 0;
};

/// Parameters of the application's methods; `more` are further members, each with a comma before it.
std::string handleParams(const std::string &handle, const std::string &more = {});
std::string acquireParams(const std::string &task, const std::string &request, const std::string &more = {});

} // namespace cheetah::test

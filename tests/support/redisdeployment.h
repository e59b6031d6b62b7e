// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/nodeapi.h"
#include "support/programs.h"
#include "support/redisserver.h"
#include "support/scriptedclient.h"

#include <map>
#include <memory>

namespace cheetah::test {

/// Several cheetahd on one real Redis, each a process of its own, asked over real sockets. The deployment's times are
/// short, so that what lapses does so within seconds. Owned by the test; takes everything down with itself.
class RedisDeployment {
public:
    RedisServer &redis() { return m_redis; }
    explicit RedisDeployment(RedisServer::Options redis = defaultRedis());

    /// Starts a node with these roles; true once it is ready. `more` overrides what all nodes get.
    bool start(const std::string &id, const std::string &roles, const std::vector<std::string> &more = {});
    NodeProcess &node(const std::string &id) { return *m_nodes.at(id); }
    void kill(const std::string &id);
    std::vector<std::string> optionsOf(const std::string &id, const std::string &roles) const;

    /// Calls a method at a node with the unbound token of the scope.
    NodeApi::Answer call(const std::string &id, std::string_view method, std::string_view scope,
                         const std::string &params = "{}");
    /// A lease for the task at that node; tells a failure in the test.
    NodeApi::Answer acquire(const std::string &id, const std::string &task, const std::string &more = {});
    /// Waits until that node shows so many contexts of connected clients.
    bool shows(const std::string &id, std::size_t contexts);

    /// A connected client with one window; null if the node refused it.
    std::unique_ptr<ScriptedClient> client(const std::string &id, const char *name, std::uint32_t tabs = 2);

    static RedisServer::Options defaultRedis() { return {.unixSocket = true}; }

private:
    RedisServer m_redis;
    std::map<std::string, std::unique_ptr<NodeProcess>> m_nodes;
    NodeApi m_api;
    int m_epochs = 0;
};

} // namespace cheetah::test

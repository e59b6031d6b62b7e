// SPDX-License-Identifier: Apache-2.0
#include "redis/redisfunctions.h"

namespace cheetah {

namespace {

bool says(const Error &error, std::string_view words)
{
    return error.code == ErrorCode::StoreError && error.detail.find(words) != std::string::npos;
}

} // namespace

RedisFunctions::RedisFunctions(RedisClient &client, const RedisLibrary &library)
    : m_client(client), m_source(library.source())
{}

void RedisFunctions::load(const std::string &key, const Scope &scope, Reply<void> reply)
{
    std::vector<Reply<void>> &waiting = m_loading[key];
    waiting.push_back(scope.wrap(std::move(reply)));
    if (waiting.size() > 1)
        return;
    m_client.call(RedisCommand("FUNCTION").arg("LOAD").arg("REPLACE").arg(m_source).route(key), m_scope,
                  [this, key](Result<RedisReply> result) { loaded(key, result); });
}

void RedisFunctions::loaded(const std::string &key, const Result<RedisReply> &result)
{
    std::vector<Reply<void>> waiting = std::move(m_loading[key]);
    m_loading.erase(key);
    Result<void> outcome;
    if (!result && says(result.error(), "unknown command"))
        outcome = Error(ErrorCode::VersionUnsupported, {{"what", "redis"}, {"wanted", "7.0"}}, result.error().detail);
    else if (!result)
        outcome = result.error();
    const Scope::Guard alive = m_scope.guard();
    for (Reply<void> &reply : waiting) {
        if (!alive.alive())
            return;
        reply(outcome);
    }
}

void RedisFunctions::call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply)
{
    RedisCommand again = command;
    m_client.call(
        std::move(command), scope,
        [this, &scope, again = std::move(again), reply = std::move(reply)](Result<RedisReply> result) mutable {
            if (result || !says(result.error(), "Function not found"))
                return reply(std::move(result));
            const std::string key = again.route() ? *again.route() : std::string();
            load(key, scope,
                 [this, &scope, again = std::move(again), reply = std::move(reply)](Result<void> ready) mutable {
                     if (!ready)
                         return reply(ready.error());
                     m_client.call(std::move(again), scope, std::move(reply));
                 });
        });
}

} // namespace cheetah

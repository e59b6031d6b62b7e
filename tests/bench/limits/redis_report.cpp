// SPDX-License-Identifier: Apache-2.0
// The least that a report of TABS tabs with one changed can cost Redis: a script looks at epoch and seq, keeps the seq
// and writes the changed tab into a hash of the client. One at a time over plain hiredis.
// usage: redis_report SOCKET TABS SECONDS
// SOCKET: of a redis-server that is this program's alone; it is flushed.
// Prints one JSON line: reports a second, microseconds of Redis' CPU time each.
#include "snapshot.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <hiredis/hiredis.h>
#include <stdexcept>
#include <vector>

namespace {

const char *const script = R"(
local state = KEYS[2]
if redis.call('HGET', state, 'epoch') ~= ARGV[1]
    or tonumber(redis.call('HGET', state, 'seq')) ~= tonumber(ARGV[2]) - 1 then
    redis.call('HSET', state, 'epoch', ARGV[1], 'seq', ARGV[2])
end
redis.call('HSET', state, 'seq', ARGV[2])
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
return 1)";

class Redis {
public:
    explicit Redis(const char *socket) : m_context(redisConnectUnix(socket))
    {
        if (!m_context || m_context->err)
            throw std::runtime_error("no Redis there");
    }
    ~Redis() { redisFree(m_context); }
    Redis(const Redis &) = delete;
    Redis &operator=(const Redis &) = delete;

    std::string ask(const std::vector<std::string> &command)
    {
        std::vector<const char *> texts;
        std::vector<std::size_t> sizes;
        for (const std::string &part : command) {
            texts.push_back(part.data());
            sizes.push_back(part.size());
        }
        auto *reply =
            static_cast<redisReply *>(redisCommandArgv(m_context, int(texts.size()), texts.data(), sizes.data()));
        if (!reply || reply->type == REDIS_REPLY_ERROR)
            throw std::runtime_error(reply ? reply->str : "Redis is gone");
        std::string text(reply->str ? reply->str : "", reply->len);
        freeReplyObject(reply);
        return text;
    }
    double cpu()
    {
        const std::string info = ask({"INFO", "cpu"});
        double sum = 0;
        for (const char *name : {"used_cpu_sys:", "used_cpu_user:"})
            sum += std::atof(info.c_str() + info.find(name) + std::strlen(name));
        return sum;
    }

private:
    redisContext *m_context;
};

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void measure(const char *socket, std::size_t tabs, double duration)
{
    Redis redis(socket);
    redis.ask({"FLUSHALL"});
    const std::string sha = redis.ask({"SCRIPT", "LOAD", script});
    const std::string snapshot = makeSnapshot(int(tabs));
    std::vector<std::string> values;
    for (std::size_t i = 0; i < tabs; ++i)
        values.push_back("{\"id\":" + std::to_string(200000 + i) + ',' + snapshot.substr(500, 360) + '}');
    const double cpu = redis.cpu(), started = now();
    std::size_t count = 0;
    for (; now() < started + duration; ++count) {
        std::string &value = values[count % tabs];
        value[10] = char('0' + count % 10);
        redis.ask({"EVALSHA", sha, "2", "tabs:client", "state:client", "epoch", std::to_string(count),
                   std::to_string(200000 + count % tabs), value});
    }
    const double took = now() - started;
    std::printf("{\"rate\":%.0f,\"redis_us\":%.2f}\n", double(count) / took, (redis.cpu() - cpu) / double(count) * 1e6);
}

} // namespace

int main(int argc, char **argv)
try {
    if (argc < 4)
        throw std::runtime_error("usage: redis_report SOCKET TABS SECONDS");
    measure(argv[1], std::strtoul(argv[2], nullptr, 10), std::atof(argv[3]));
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "redis_report: %s\n", error.what());
    return 1;
}

// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulatedredis.h"

#include "redis/rediskeys.h"
#include "redis/redislibrary.h"
#include "redis/snapshotload.h"
#include "support/packedchanges.h"

#include <algorithm>
#include <charconv>

namespace cheetah::simulation {

namespace {

constexpr double lostMessage = 0.06, repeatedMessage = 0.06;

/// The arguments of a command in RESP2.
std::vector<std::string> wordsOf(std::string_view encoded)
{
    std::vector<std::string> words;
    const auto number = [&encoded] {
        std::size_t value = 0;
        std::from_chars(encoded.data() + 1, encoded.data() + encoded.size(), value);
        encoded.remove_prefix(encoded.find('\n') + 1);
        return value;
    };
    for (std::size_t left = number(); left > 0; --left) {
        const std::size_t size = number();
        words.emplace_back(encoded.substr(0, size));
        encoded.remove_prefix(size + 2);
    }
    return words;
}

std::string textOf(const std::optional<StreamId> &id)
{
    return id ? id->text() : std::string();
}

} // namespace

SimulatedRedis::SimulatedRedis(SharedStore &store, StoreLink &link, Random &random, Lane &home, Fault fault)
    : m_store(store), m_link(link), m_random(random), m_home(home), m_fault(fault), m_status(home)
{
    m_store.listen(*this);
    if (m_store.reachable())
        m_status.setReady();
}

SimulatedRedis::~SimulatedRedis()
{
    m_store.leave(*this);
}

void SimulatedRedis::call(RedisCommand command, const Scope &scope, Reply<RedisReply> reply)
{
    if (!m_store.reachable())
        return reply(redisUnavailable(RedisOutcome::NotSent, "disconnected"));
    auto kept = std::make_shared<Reply<RedisReply>>(std::move(reply));
    m_link.carry([this, words = wordsOf(command.encoded()), kept, here = m_scope.guard(), caller = scope.guard(),
                  connection = m_store.connection()]() -> std::function<void()> {
        const auto lost = [this, connection] { return m_store.connection() != connection; };
        const auto answer = std::make_shared<Result<RedisReply>>(ErrorCode::Internal);
        if (here.alive() && !lost())
            *answer = this->answer(words);
        return [kept, here, caller, answer, lost] {
            if (here.alive() && caller.alive())
                (*kept)(lost() ? Result<RedisReply>(redisUnavailable(RedisOutcome::Unknown, "disconnected"))
                               : std::move(*answer));
        };
    });
}

RedisReply SimulatedRedis::answer(const std::vector<std::string> &words)
{
    if (words[0] == "XRANGE")
        return page(words);
    if (words[0] == "PUBLISH") {
        m_store.publish(words[1], words[2]);
        return RedisReply::integer(1);
    }
    if (words[1] == RedisLibrary::functionName("open"))
        return opened();
    if (m_store.empty())
        return RedisReply::array({RedisReply::integer(1), RedisReply::text(""), RedisReply::text("unavailable"),
                                  RedisReply::text("reason"), RedisReply::text("store_empty")});
    return slice(words[5]);
}

RedisReply SimulatedRedis::opened()
{
    m_store.open();
    return RedisReply::array({RedisReply::integer(0), RedisReply::text(""),
                              RedisReply::text(m_store.fleet().revisions().front().incarnation.string()),
                              RedisReply::integer(std::int64_t(m_store.revision())),
                              RedisReply::text(textOf(m_store.last())), RedisReply::integer(m_store.now().us)});
}

/// What is no client's first, then one client after the other, in their order: the cursor names those that were given.
RedisReply SimulatedRedis::slice(const std::string &cursor) const
{
    std::vector<Change> all;
    for (std::vector<Change> &slice : m_store.fleet().snapshot(64))
        std::move(slice.begin(), slice.end(), std::back_inserter(all));
    ClientName name;
    std::vector<ClientName> left; // to be given
    for (const Change &change : all)
        if (const ClientName *client = clientOf(change, name);
            client && std::find(left.begin(), left.end(), *client) == left.end()
            && cursor.find('/' + nameBytes(*client) + '/') == std::string::npos)
            left.push_back(*client);
    if (m_fault == Fault::SliceLeftOut && left.size() > 1)
        left.pop_back();
    const std::optional<ClientName> shown = cursor.empty() || left.empty() ? std::nullopt : std::optional(left.front());
    std::erase_if(all, [&](const Change &change) {
        const ClientName *client = clientOf(change, name);
        return cursor.empty() ? client != nullptr : !client || !shown || *client != *shown;
    });
    const bool last = cursor.empty() ? left.empty() : left.size() <= 1;
    const std::string next = (cursor.empty() ? "/" : cursor) + (shown ? nameBytes(*shown) + '/' : std::string());
    return RedisReply::array({RedisReply::integer(0), RedisReply::text(""),
                              RedisReply::integer(std::int64_t(m_store.revision())),
                              RedisReply::text(textOf(m_store.last())),
                              RedisReply::text(m_store.fleet().revisions().front().incarnation.string()),
                              RedisReply::text(last ? "0" : next), RedisReply::integer(m_store.now().us),
                              RedisReply::text(test::packChanges(all))});
}

RedisReply SimulatedRedis::page(const std::vector<std::string> &words) const
{
    const auto after = words[2] == "-" ? std::nullopt : StreamId::parse(std::string_view(words[2]).substr(1));
    std::vector<RedisReply> entries;
    for (const StreamedDelta &entry : m_store.after(after, std::stoul(words[5])))
        entries.push_back(
            RedisReply::array({RedisReply::text(entry.id.text()),
                               RedisReply::array({RedisReply::text("d"), RedisReply::text(test::packDelta(entry))})}));
    return RedisReply::array(std::move(entries));
}

RedisSubscription SimulatedRedis::subscribe(std::string channel, Handlers handlers, ChannelKind kind)
{
    // There is one stream, whatever its name.
    const std::uint64_t id = m_nextWish++;
    (*m_wishes)[id] = {kind == ChannelKind::Sharded ? "stream" : std::move(channel), std::move(handlers)};
    m_home.post(m_scope.wrap([this, id] {
        if (const auto wish = m_wishes->find(id); wish != m_wishes->end() && m_store.reachable())
            std::function<void()>(wish->second.handlers.reset)();
    }));
    return RedisSubscription([wishes = std::weak_ptr(m_wishes), id] {
        if (const auto left = wishes.lock())
            left->erase(id);
    });
}

void SimulatedRedis::published(const std::string &channel, const std::string &message)
{
    const bool wished = std::any_of(m_wishes->begin(), m_wishes->end(),
                                    [&](const auto &wish) { return wish.second.channel == channel; });
    if (!wished || (!m_link.calmed() && m_random.chance(lostMessage)))
        return;
    for (int times = !m_link.calmed() && m_random.chance(repeatedMessage) ? 2 : 1; times > 0; --times)
        m_link.tell(m_scope.wrap([this, channel, message] { heard(channel, message); }));
}

void SimulatedRedis::heard(const std::string &channel, const std::string &message)
{
    std::vector<std::function<void(std::string_view)>> handlers; // one may take another's wish back
    for (const auto &[id, wish] : *m_wishes)
        if (wish.channel == channel)
            handlers.push_back(wish.handlers.message);
    for (const auto &handler : handlers)
        handler(message);
}

void SimulatedRedis::reachableChanged()
{
    m_home.later(m_random.between(Micros(0), Millis(30)), m_scope.wrap([this] {
        if (!m_store.reachable())
            return m_status.setFailed(redisUnavailable(RedisOutcome::NotSent, "disconnected"));
        m_status.setReady();
        subscribed();
    }));
}

void SimulatedRedis::subscribed()
{
    std::vector<std::function<void()>> handlers;
    for (const auto &[id, wish] : *m_wishes)
        handlers.push_back(wish.handlers.reset);
    for (const auto &handler : handlers)
        handler();
}

} // namespace cheetah::simulation

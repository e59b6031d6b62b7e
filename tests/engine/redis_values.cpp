// SPDX-License-Identifier: Apache-2.0
#include "redis/clustermap.h"
#include "redis/rediscommand.h"
#include "redis/rediserror.h"
#include "redis/redisreply.h"
#include "redis/redisslot.h"
#include "redis/redisurl.h"

#include <gtest/gtest.h>

using namespace cheetah;

namespace {

// --- addresses ---

struct GoodUrl {
    const char *text;
    const char *display;
    const char *user;
    const char *password;
    int db;
};

TEST(RedisUrl, NamesWhatItSaysAndNeverThePassword)
{
    const GoodUrl table[] = {
        {"redis://localhost", "redis://localhost:6379", "", "", 0},
        {"redis://127.0.0.1:7000/3", "redis://127.0.0.1:7000/3", "", "", 3},
        {"redis://127.0.0.1:7000/?db=3", "redis://127.0.0.1:7000/3", "", "", 3},
        {"redis://[::1]:7000", "redis://[::1]:7000", "", "", 0},
        {"redis://:secret@h", "redis://h:6379", "", "secret", 0},
        {"redis://eng:s%40c%3Aret%2f@h:1", "redis://h:1", "eng", "s@c:ret/", 0},
        {"redis://eng:a@b@h:1", "redis://h:1", "eng", "a@b", 0},
        {"rediss://eng:secret@h:6380/1", "rediss://h:6380/1", "eng", "secret", 1},
        {"redis+unix:///run/redis.sock", "redis+unix:///run/redis.sock", "", "", 0},
        {"redis+unix://eng:secret@/run/a%20b?db=1", "redis+unix:///run/a b?db=1", "eng", "secret", 1},
        {"redis+sentinel://a,b:1/mymaster?db=2", "redis+sentinel://a:26379,b:1/mymaster?db=2", "", "", 2},
        {"rediss+sentinel://:secret@a/m", "rediss+sentinel://a:26379/m", "", "secret", 0},
        {"redis+cluster://a:1,b:2,[::1]:3", "redis+cluster://a:1,b:2,[::1]:3", "", "", 0},
        {"rediss+cluster://eng:secret@a", "rediss+cluster://a:6379", "eng", "secret", 0},
    };
    for (const auto &[text, display, user, password, db] : table) {
        const auto url = RedisUrl::parse(text);
        ASSERT_TRUE(url) << text << ": " << url.error().param("wanted");
        EXPECT_EQ(url->display(), display);
        EXPECT_EQ(url->user, user) << text;
        EXPECT_EQ(url->password, password) << text;
        EXPECT_EQ(url->db, db) << text;
        EXPECT_EQ(url->display().find("secret"), std::string::npos);
        if (url->password.empty()) {
            const auto again = RedisUrl::parse("redis+unix:///run/a%20b?db=1");
            EXPECT_EQ(*(url->display().find(' ') == std::string::npos ? RedisUrl::parse(url->display()) : again), *url);
        }
    }
}

TEST(RedisUrl, SaysWhatToWriteInsteadAndNeverThePassword)
{
    const std::pair<const char *, const char *> table[] = {
        {"", "redis://"},
        {"localhost:6379", "redis://"},
        {"http://:secret@localhost", "redis://"},
        {"redis:/localhost", "redis://"},
        {"redis://", "host"},
        {"redis://:secret@", "host"},
        {"redis://:secret@h:0", "port"},
        {"redis://:secret@h:65536", "port"},
        {"redis://:secret@h:6379x", "port"},
        {"redis://h:", "port"},
        {"redis://h h", "host"},
        {"redis://[::1", "IPv6"},
        {"redis://[xyz]", "IPv6"},
        {"redis://::1", "host"},
        {"redis://:secret@a,b", "redis+sentinel://"},
        {"redis://h/x", "database"},
        {"redis://h/-1", "database"},
        {"redis://h/99999999999", "database"},
        {"redis://h?db=", "database"},
        {"redis://h?secret=1", "db=NUMBER"},
        {"redis://user@h", "password"},
        {"redis://user:%zz@h", "%25"},
        {"redis://user:%4@h", "%25"},
        {"redis://user:%00secret@h", "%25"},
        {"redis+unix://host/path", "no host"},
        {"redis+unix://", "absolute path"},
        {"redis+unix:///", "absolute path"},
        {"redis+sentinel://a", "master"},
        {"redis+sentinel://a/", "master"},
        {"redis+sentinel://a/m/1", "master"},
        {"redis+sentinel://a,,b/m", "host"},
        {"redis+cluster://:secret@a/1", "no databases"},
        {"redis://h#secret", "4096"},
    };
    for (const auto &[text, wanted] : table) {
        const auto url = RedisUrl::parse(text);
        ASSERT_FALSE(url) << text;
        EXPECT_EQ(url.error().code, ErrorCode::BadSetting) << text;
        EXPECT_NE(url.error().param("wanted").find(wanted), std::string::npos)
            << text << ": " << url.error().param("wanted");
        for (const auto &[name, value] : url.error().params) {
            EXPECT_EQ(value.find("secret"), std::string::npos) << text;
        }
    }
    EXPECT_FALSE(RedisUrl::parse("redis://" + std::string(5000, 'a')));
    EXPECT_FALSE(RedisUrl::parse("redis+unix:///" + std::string(107, 'a')));
    std::string many = "redis+cluster://a";
    for (int i = 0; i < 64; ++i)
        many += ",a";
    EXPECT_FALSE(RedisUrl::parse(many));
}

// --- commands ---

TEST(RedisCommand, IsItsBytes)
{
    EXPECT_EQ(RedisCommand("PING").encoded(), "*1\r\n$4\r\nPING\r\n");
    constexpr char bytes[] =
        "*5\r\n$3\r\nSET\r\n$0\r\n\r\n$5\r\na\r\n\0b\r\n$3\r\n-17\r\n$20\r\n18446744073709551615\r\n";
    const std::string_view expected(bytes, sizeof bytes - 1);
    const std::string_view odd("a\r\n\0b", 5);
    EXPECT_EQ(RedisCommand("SET").arg("").arg(odd).arg(-17).arg(std::uint64_t(18446744073709551615u)).encoded(),
              expected);
    RedisCommand many("RPUSH");
    for (int i = 0; i < 12'345; ++i)
        many.arg(i);
    EXPECT_TRUE(many.encoded().starts_with("*12346\r\n$5\r\nRPUSH\r\n$1\r\n0\r\n"));
    const RedisCommand routed = RedisCommand("GET").arg("k").route("{u}").within(Seconds(1));
    ASSERT_TRUE(routed.route());
    EXPECT_EQ(*routed.route(), "{u}");
    EXPECT_EQ(routed.limit(), Micros(Seconds(1)));
}

// --- replies ---

std::vector<RedisReply> everyReply()
{
    return {
        RedisReply::status("OK"),
        RedisReply::error("ERR no"),
        RedisReply::integer(-42),
        RedisReply::nil(),
        RedisReply::text(""),
        RedisReply::text(std::string("a\r\n\0b", 5)),
        RedisReply::nil(),
        RedisReply::array({}),
        RedisReply::array({RedisReply::integer(1),
                           RedisReply::array({RedisReply::text("x"), RedisReply::array({RedisReply::status("deep")})}),
                           RedisReply::nil()}),
    };
}

std::string wireOfEveryKind()
{
    // The literal holds a NUL, which ends it for std::string(const char *).
    std::string text = "+OK\r\n-ERR no\r\n:-42\r\n$-1\r\n$0\r\n\r\n$5\r\na\r\n";
    text += '\0';
    return text + "b\r\n*-1\r\n*0\r\n*3\r\n:1\r\n*2\r\n$1\r\nx\r\n*1\r\n+deep\r\n$-1\r\n";
}

void takeAll(RedisReplyReader &reader, std::vector<RedisReply> &replies)
{
    while (auto reply = reader.next())
        replies.push_back(*std::move(reply));
}

TEST(RedisReply, IsTheSameInAnyPieces)
{
    const std::string wire = wireOfEveryKind();
    const std::vector<RedisReply> expected = everyReply();
    for (std::size_t first = 0; first <= wire.size(); ++first)
        for (std::size_t second = first; second <= wire.size(); ++second) {
            RedisReplyReader reader;
            std::vector<RedisReply> replies;
            for (const auto piece :
                 {std::string_view(wire).substr(0, first), std::string_view(wire).substr(first, second - first),
                  std::string_view(wire).substr(second)}) {
                reader.feed(piece);
                takeAll(reader, replies);
            }
            ASSERT_EQ(replies, expected) << first << " " << second;
        }
    RedisReplyReader reader;
    std::vector<RedisReply> replies;
    for (const char c : wire) {
        reader.feed({&c, 1});
        takeAll(reader, replies);
    }
    EXPECT_EQ(replies, expected);
}

TEST(RedisReply, ReadsLenientlyWhatIsNotThere)
{
    const RedisReply reply = RedisReply::array({RedisReply::text("12"), RedisReply::text("12x")});
    EXPECT_EQ(reply.at(0).integer(), 12);
    EXPECT_EQ(reply.at(1).integer(), 0);
    EXPECT_TRUE(reply.at(2).isNil());
    EXPECT_EQ(reply.at(2).at(7).text(), "");
}

TEST(RedisReply, RefusesHostileBytes)
{
    const auto errorOf = [](std::string_view bytes, RedisReplyReader::Limits limits = {}) -> std::string {
        RedisReplyReader reader(limits);
        std::vector<RedisReply> replies;
        for (std::size_t at = 0; at < bytes.size(); at += 16384) {
            reader.feed(bytes.substr(at, 16384));
            takeAll(reader, replies);
        }
        EXPECT_TRUE(replies.empty());
        return reader.error() ? reader.error()->detail : "";
    };
    for (const std::string_view bytes : {"HTTP/1.1 200 OK\r\n", "$x\r\n", "$-2\r\n", ":abc\r\n", ":\r\n", "*-2\r\n",
                                         "*2147483648\r\n", "%1\r\n", "_\r\n", "\r\n"})
        EXPECT_NE(errorOf(bytes), "") << bytes;

    std::string deep;
    for (int i = 0; i < 9; ++i)
        deep += "*1\r\n";
    EXPECT_NE(errorOf(deep), "");
    EXPECT_NE(errorOf("+" + std::string(100'000, 'a')), "");
    EXPECT_NE(errorOf("$" + std::string(100'000, '1')), "");
    EXPECT_NE(errorOf("$99999\r\n" + std::string(2000, 'a'), {1000, 100}), "") << "more bytes than allowed";
    std::string wide = "*200\r\n";
    for (int i = 0; i < 200; ++i)
        wide += ":1\r\n";
    EXPECT_NE(errorOf(wide, {1u << 20, 100}).find("elements"), std::string::npos);

    RedisReplyReader announced; // announced, not come: costs nothing
    announced.feed("*2000000000\r\n");
    EXPECT_FALSE(announced.next());
    EXPECT_FALSE(announced.error());
    announced.reset();
    announced.feed("+OK\r\n");
    EXPECT_EQ(announced.next(), RedisReply::status("OK"));
}

TEST(RedisReply, GivesNothingAfterAnError)
{
    RedisReplyReader reader;
    reader.feed("+OK\r\n?\r\n+OK\r\n");
    EXPECT_TRUE(reader.next());
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.error());
    reader.feed("+OK\r\n");
    EXPECT_FALSE(reader.next());
}

// --- refusals ---

// SPEC R4
TEST(RedisError, NamesWhatCanBeDone)
{
    using enum ErrorCode;
    const std::tuple<const char *, ErrorCode, bool> table[] = {
        {"NOAUTH Authentication required.", StoreLoginRefused, true},
        {"WRONGPASS invalid username-password pair or user is disabled.", StoreLoginRefused, true},
        {"ERR AUTH <password> called without any password configured for the default user. Are you sure?",
         StoreLoginRefused, true},
        {"NOPERM this user has no permissions to run the 'fcall' command", StoreForbidden, false},
        {"ERR The user executing the script can't access at least one of the keys mentioned in the command arguments",
         StoreForbidden, false},
        {"OOM command not allowed when used memory > 'maxmemory'.", StoreFull, true},
        {"READONLY You can't write against a read only replica.", StoreReadOnly, true},
        {"MISCONF Redis is configured to save RDB snapshots", StoreReadOnly, true},
        {"LOADING Redis is loading the dataset in memory", Unavailable, true},
        {"BUSY Redis is busy running a script.", Unavailable, true},
        {"MASTERDOWN Link with MASTER is down", Unavailable, true},
        {"CLUSTERDOWN The cluster is down", Unavailable, true},
        {"ERR max number of clients reached", Unavailable, true},
        {"NOSCRIPT No matching script. Please use EVAL.", StoreError, false},
        {"ERR value is not an integer or out of range", StoreError, false},
        {"", StoreError, false},
    };
    for (const auto &[text, code, noEffect] : table) {
        const Error error = redisError(text);
        EXPECT_EQ(error.code, code) << text;
        EXPECT_EQ(error.detail, text);
        EXPECT_EQ(hadNoEffect(error), noEffect) << text;
    }
    EXPECT_EQ(redisError("NOSCRIPT No matching script.").param("prefix"), "NOSCRIPT");
    EXPECT_EQ(redisError("LOADING Redis").param("reason"), "loading");
    EXPECT_TRUE(hadNoEffect(redisUnavailable(RedisOutcome::NotSent, "disconnected")));
    EXPECT_FALSE(hadNoEffect(redisUnavailable(RedisOutcome::Unknown, "timeout")));
}

// --- clusters ---

// SPEC R2
TEST(RedisSlot, IsThatOfTheServer)
{
    EXPECT_EQ(redisSlot("123456789"), 0x31c3);
    EXPECT_EQ(redisSlot("foo"), 12182);
    EXPECT_EQ(redisSlot("hello"), 866);
    EXPECT_EQ(redisSlot(""), 0);
    EXPECT_EQ(redisSlot("{user1000}.following"), redisSlot("user1000"));
    EXPECT_EQ(redisSlot("foo{{bar}}zap"), redisSlot("{bar"));
    EXPECT_EQ(redisSlot("foo{bar}{zap}"), redisSlot("bar"));
    EXPECT_NE(redisSlot("foo{}{bar}"), redisSlot("bar"));
    EXPECT_NE(redisSlot("foo{bar"), redisSlot("bar"));
}

TEST(ClusterMap, ReadsWhatANodeTells)
{
    const auto number = [](std::int64_t value) { return RedisReply::integer(value); };
    const auto range = [&](std::int64_t from, std::int64_t to, const char *host, std::int64_t port) {
        return RedisReply::array({number(from), number(to),
                                  RedisReply::array({RedisReply::text(host), number(port), RedisReply::text("id")})});
    };
    const RedisEndpoint asked{"h", 1, {}};
    auto map = ClusterMap::read(RedisReply::array({range(0, 100, "a", 7), range(101, 16383, "", 8)}), asked);
    ASSERT_TRUE(map);
    EXPECT_TRUE(map->isWhole());
    EXPECT_EQ(map->holder(100)->display(), "a:7");
    EXPECT_EQ(map->holder(101)->display(), "h:8");
    map->move(100, {"h", 8, {}});
    EXPECT_EQ(map->holder(100)->display(), "h:8");
    EXPECT_EQ(map->masters().size(), 2u);

    const auto partial = ClusterMap::read(RedisReply::array({range(5, 5, "a", 7)}), asked);
    ASSERT_TRUE(partial);
    EXPECT_FALSE(partial->isWhole());
    EXPECT_EQ(partial->holder(4), nullptr);

    for (const auto &odd : {range(0, 16384, "a", 7), range(2, 1, "a", 7), range(-1, 1, "a", 7), range(0, 1, "a", 0),
                            range(0, 1, "a", 65536), RedisReply::text("x")})
        EXPECT_FALSE(ClusterMap::read(RedisReply::array({odd}), asked));
    EXPECT_FALSE(ClusterMap::read(RedisReply::status("OK"), asked));
}

TEST(ClusterRedirect, ReadsMovedAndAsk)
{
    const RedisEndpoint asked{"h", 1, {}};
    const auto shown = [&](std::string_view text) -> std::string {
        const auto redirect = ClusterRedirect::read(text, asked);
        if (!redirect)
            return "";
        return (redirect->ask ? "ask " : "moved ") + std::to_string(redirect->slot) + " " + redirect->holder.display();
    };
    EXPECT_EQ(shown("MOVED 3999 127.0.0.1:6381"), "moved 3999 127.0.0.1:6381");
    EXPECT_EQ(shown("ASK 3999 node.example:6381"), "ask 3999 node.example:6381");
    EXPECT_EQ(shown("MOVED 1 :6381"), "moved 1 h:6381");
    EXPECT_EQ(shown("MOVED 1 ::1:6381"), "moved 1 [::1]:6381");
    for (const std::string_view text : {"", "MOVED", "MOVED ", "MOVED 1", "MOVED 16384 h:1", "MOVED x h:1", "MOVED 1 h",
                                        "MOVED 1 h:0", "MOVED 1 h:65536", "MOVED 1 h:x", "ERR MOVED 1 h:1"})
        EXPECT_EQ(shown(text), "") << text;
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Lease-cycle limit driver: acquire -> renew -> release against Redis, minimal Lua, raw hiredis + epoll.
// usage: redis_lease <host:port | /unix/path> <mode> <conns> <inflight_per_conn> <N> <seconds>
//  mode: three (acquire, renew, release: 3 round trips) | fused (release+acquire fused: 2 round trips)
//        one (whole cycle in one EVALSHA: server limit) | ping (PING x1 per "cycle": loop limit)
//        meta (three, acquire picks from a per-metadata idle index, 2 predicates, and maintains 3 indexes)
//        scan (three, acquire walks all N contexts in Lua until an idle one with matching metadata: O(N))
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hiredis/hiredis.h>
#include <string>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <vector>
using clk = std::chrono::steady_clock;
static double now()
{
    return std::chrono::duration<double>(clk::now().time_since_epoch()).count();
}
static const char *ACQ = R"(local id=redis.call('LPOP','idle') if not id then return false end
local t=redis.call('INCR','tok') redis.call('HSET','c:'..id,'o',ARGV[1],'t',t) redis.call('ZADD','lease',ARGV[2],id) return {id,t})";
static const char *REN = R"(if redis.call('HGET','c:'..ARGV[1],'t')~=ARGV[2] then return 0 end
redis.call('ZADD','lease','XX',ARGV[3],ARGV[1]) return 1)";
static const char *REL = R"(if redis.call('HGET','c:'..ARGV[1],'t')~=ARGV[2] then return 0 end
redis.call('HDEL','c:'..ARGV[1],'o','t') redis.call('ZREM','lease',ARGV[1]) redis.call('RPUSH','idle',ARGV[1]) return 1)";
static const char *FUSED = R"(if redis.call('HGET','c:'..ARGV[1],'t')==ARGV[2] then
redis.call('HDEL','c:'..ARGV[1],'o','t') redis.call('ZREM','lease',ARGV[1]) redis.call('RPUSH','idle',ARGV[1]) end
local id=redis.call('LPOP','idle') if not id then return false end
local t=redis.call('INCR','tok') redis.call('HSET','c:'..id,'o',ARGV[3],'t',t) redis.call('ZADD','lease',ARGV[4],id) return {id,t})";
static const char *ONE = R"(local id=redis.call('LPOP','idle') if not id then return false end
local t=redis.call('INCR','tok') redis.call('HSET','c:'..id,'o',ARGV[1],'t',t) redis.call('ZADD','lease',ARGV[2],id)
if redis.call('HGET','c:'..id,'t')~=tostring(t) then return 0 end redis.call('ZADD','lease','XX',ARGV[2],id)
if redis.call('HGET','c:'..id,'t')~=tostring(t) then return 0 end
redis.call('HDEL','c:'..id,'o','t') redis.call('ZREM','lease',id) redis.call('RPUSH','idle',id) return {id,t})";
// meta: idle zset per combined metadata bucket, score = last use (least recently used first); fields lang/tier kept on the context
static const char *MACQ =
    R"(local k='i:'..ARGV[3]..':'..ARGV[4] local r=redis.call('ZPOPMIN',k) if not r[1] then return false end local id=r[1]
local t=redis.call('INCR','tok') redis.call('HSET','c:'..id,'o',ARGV[1],'t',t,'b',k) redis.call('ZADD','lease',ARGV[2],id) redis.call('ZREM','idleall',id) return {id,t})";
static const char *MREL = R"(local v=redis.call('HMGET','c:'..ARGV[1],'t','b') if v[1]~=ARGV[2] then return 0 end
redis.call('HDEL','c:'..ARGV[1],'o','t','b') redis.call('ZREM','lease',ARGV[1]) redis.call('ZADD',v[2],ARGV[3],ARGV[1]) redis.call('ZADD','idleall',ARGV[3],ARGV[1]) return 1)";
static const char *SACQ = R"(local want='"lang":"'..ARGV[3]..'","tier":'..ARGV[4]
local all=redis.call('HGETALL','ctx') for i=1,#all,2 do local id=all[i]
 if string.find(all[i+1],want,1,true) and redis.call('HEXISTS','c:'..id,'t')==0 then
 local t=redis.call('INCR','tok') redis.call('HSET','c:'..id,'o',ARGV[1],'t',t) redis.call('ZADD','lease',ARGV[2],id) return {id,t} end end return false)";
static const char *SREL = R"(if redis.call('HGET','c:'..ARGV[1],'t')~=ARGV[2] then return 0 end
redis.call('HDEL','c:'..ARGV[1],'o','t') redis.call('ZREM','lease',ARGV[1]) return 1)";

static std::string load(redisContext *c, const char *s)
{
    redisReply *r = (redisReply *)redisCommand(c, "SCRIPT LOAD %s", s);
    if (!r || r->type == REDIS_REPLY_ERROR) {
        fprintf(stderr, "load: %s\n", r ? r->str : c->errstr);
        exit(1);
    }
    std::string h = r->str;
    freeReplyObject(r);
    return h;
}
struct Task {
    int st = 0;
    std::string id, tok;
    double t0 = 0, ta = 0;
};
struct Conn {
    redisContext *c;
    std::vector<int> fifo;
    size_t head = 0;
    bool wantw = false;
};
int main(int argc, char **argv)
{
    if (argc < 7)
        return 2;
    std::string addr = argv[1], mode = argv[2];
    int nc = atoi(argv[3]), inf = atoi(argv[4]), N = atoi(argv[5]);
    double secs = atof(argv[6]);
    auto conn = [&](bool nb) {
        if (addr[0] == '/')
            return nb ? redisConnectUnixNonBlock(addr.c_str()) : redisConnectUnix(addr.c_str());
        size_t p = addr.find(':');
        std::string h = addr.substr(0, p);
        int port = atoi(addr.c_str() + p + 1);
        return nb ? redisConnectNonBlock(h.c_str(), port) : redisConnect(h.c_str(), port);
    };
    redisContext *s = conn(false);
    if (!s || s->err) {
        fprintf(stderr, "connect\n");
        return 1;
    }
    freeReplyObject(redisCommand(s, "FLUSHALL"));
    bool meta = mode == "meta", scan = mode == "scan";
    const char *langs[] = {"de", "en", "fr", "ja", "pt"};
    for (int i = 0; i < N; i++) {
        const char *l = langs[i % 5];
        int tier = i % 4;
        if (meta) {
            redisAppendCommand(s, "ZADD i:%s:%d %d ctx-%06d", l, tier, i, i);
            redisAppendCommand(s, "ZADD idleall %d ctx-%06d", i, i);
        } else if (scan)
            redisAppendCommand(s,
                               "HSET ctx ctx-%06d "
                               "{\"client\":\"c%04d\",\"window\":%d,\"tab\":%d,\"lang\":\"%s\",\"tier\":%d,\"url\":"
                               "\"https://example.test/path/to/page/%d\",\"title\":\"A page title of usual length "
                               "%d\",\"epoch\":\"e-000017\",\"status\":\"complete\"}",
                               i, i / 10, i / 5, i, l, tier, i, i);
        else
            redisAppendCommand(s, "RPUSH idle ctx-%06d", i);
        if (i % 256 == 255 || i == N - 1) {
            int k = (i % 256 + 1) * (meta ? 2 : 1);
            void *r;
            for (int j = 0; j < k; j++) {
                redisGetReply(s, &r);
                freeReplyObject(r);
            }
        }
    }
    std::string hA = load(s, meta   ? MACQ
                             : scan ? SACQ
                                    : ACQ),
                hN = load(s, REN),
                hL = load(s, meta   ? MREL
                             : scan ? SREL
                                    : REL),
                hF = load(s, FUSED), hO = load(s, ONE);
    int ep = epoll_create1(0);
    std::vector<Conn> cs(nc);
    std::vector<Task> ts(nc * inf);
    for (int i = 0; i < nc; i++) {
        cs[i].c = conn(true);
        epoll_event e{};
        e.events = EPOLLIN | EPOLLOUT;
        e.data.u32 = i;
        epoll_ctl(ep, EPOLL_CTL_ADD, cs[i].c->fd, &e);
        cs[i].wantw = true;
    }
    long long seq = 1700000000000LL;
    unsigned rnd = 12345;
    long cycles = 0, rts = 0, empty = 0;
    std::vector<float> lat, alat;
    lat.reserve(4000000);
    alat.reserve(4000000);
    double start = now(), end = start + secs, warm = start + 0.3;
    auto send = [&](Conn &c, int ti) {
        Task &t = ts[ti];
        char b[32];
        snprintf(b, 32, "%lld", seq++);
        rts++;
        char tb[16];
        rnd = rnd * 1664525u + 1013904223u;
        const char *lg = langs[(rnd >> 16) % 5];
        snprintf(tb, 16, "%u", (rnd >> 8) % 4);
        if (t.st == 0) {
            t.t0 = now();
            if (mode == "ping")
                redisAppendCommand(c.c, "PING");
            else if (mode == "one")
                redisAppendCommand(c.c, "EVALSHA %s 0 task-%d %s", hO.c_str(), ti, b);
            else if (meta || scan)
                redisAppendCommand(c.c, "EVALSHA %s 0 task-%d %s %s %s", hA.c_str(), ti, b, lg, tb);
            else
                redisAppendCommand(c.c, "EVALSHA %s 0 task-%d %s", hA.c_str(), ti, b);
        } else if (t.st == 1)
            redisAppendCommand(c.c, "EVALSHA %s 0 %s %s %s", hN.c_str(), t.id.c_str(), t.tok.c_str(), b);
        else if (t.st == 2)
            redisAppendCommand(c.c, "EVALSHA %s 0 %s %s %s", hL.c_str(), t.id.c_str(), t.tok.c_str(), b);
        else {
            t.t0 = now();
            redisAppendCommand(c.c, "EVALSHA %s 0 %s %s task-%d %s", hF.c_str(), t.id.c_str(), t.tok.c_str(), ti, b);
        }
        c.fifo.push_back(ti);
    };
    auto flush = [&](int ci) {
        Conn &c = cs[ci];
        int done = 0;
        while (!done)
            if (redisBufferWrite(c.c, &done) != REDIS_OK) {
                fprintf(stderr, "w %s\n", c.c->errstr);
                exit(1);
            } else
                break;
        bool w = !done;
        if (w != c.wantw) {
            epoll_event e{};
            e.events = EPOLLIN | (w ? EPOLLOUT : 0);
            e.data.u32 = ci;
            epoll_ctl(ep, EPOLL_CTL_MOD, c.c->fd, &e);
            c.wantw = w;
        }
    };
    bool stop = false;
    int outstanding = 0;
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < inf; j++) {
            send(cs[i], i * inf + j);
            outstanding++;
        }
    double tEnd = end;
    while (outstanding > 0) {
        epoll_event ev[128];
        int n = epoll_wait(ep, ev, 128, 2000);
        if (n == 0) {
            fprintf(stderr, "stall\n");
            return 1;
        }
        double tn = now();
        if (tn > end && !stop) {
            stop = true;
            tEnd = tn;
        }
        for (int k = 0; k < n; k++) {
            int ci = ev[k].data.u32;
            Conn &c = cs[ci];
            if (ev[k].events & EPOLLIN) {
                if (redisBufferRead(c.c) != REDIS_OK) {
                    fprintf(stderr, "r %s\n", c.c->errstr);
                    return 1;
                }
                void *rp = nullptr;
                while (redisReaderGetReply(c.c->reader, &rp) == REDIS_OK && rp) {
                    redisReply *r = (redisReply *)rp;
                    int ti = c.fifo[c.head++];
                    outstanding--;
                    if (c.head > 4096 && c.head * 2 > c.fifo.size()) {
                        c.fifo.erase(c.fifo.begin(), c.fifo.begin() + c.head);
                        c.head = 0;
                    }
                    Task &t = ts[ti];
                    double tt = now();
                    bool fin = false;
                    if (r->type == REDIS_REPLY_ERROR) {
                        fprintf(stderr, "err %s\n", r->str);
                        return 1;
                    }
                    if (mode == "ping" || mode == "one") {
                        fin = true;
                    } else if (t.st == 0 || t.st == 3) {
                        if (r->type == REDIS_REPLY_ARRAY) {
                            if (tt > warm)
                                alat.push_back((tt - t.t0) * 1e6);
                            t.id = r->element[0]->str;
                            t.tok = std::to_string(r->element[1]->integer);
                            t.st = 1;
                        } else {
                            empty++;
                            t.st = 0;
                        }
                    } else if (t.st == 1) {
                        if (r->integer != 1) {
                            fprintf(stderr, "renew lost\n");
                            return 1;
                        }
                        if (mode == "fused") {
                            t.st = 3;
                            fin = true;
                        } else
                            t.st = 2;
                    } else {
                        if (r->integer != 1) {
                            fprintf(stderr, "release lost\n");
                            return 1;
                        }
                        t.st = 0;
                        fin = true;
                    }
                    if (fin && !stop) {
                        cycles++;
                        if (tt > warm)
                            lat.push_back((tt - t.t0) * 1e6);
                    }
                    freeReplyObject(r);
                    rp = nullptr;
                    if (!stop) {
                        send(c, ti);
                        outstanding++;
                    }
                }
            }
            flush(ci);
        }
    }
    double el = tEnd - start;
    rusage ru;
    getrusage(RUSAGE_SELF, &ru);
    double cpu = ru.ru_utime.tv_sec + ru.ru_stime.tv_sec + (ru.ru_utime.tv_usec + ru.ru_stime.tv_usec) / 1e6;
    auto pct = [](std::vector<float> &v, double p) {
        if (v.empty())
            return 0.f;
        size_t i = std::min(v.size() - 1, size_t(v.size() * p));
        std::nth_element(v.begin(), v.begin() + i, v.end());
        return v[i];
    };
    printf("{\"rate\":%.0f,\"p50us\":%.1f,\"p99us\":%.1f,\"acq_p50us\":%.1f,\"acq_p99us\":%.1f,\"rt_per_cycle\":%.2f,"
           "\"empty\":%ld,\"client_cpu\":%.2f}\n",
           cycles / el, pct(lat, .5), pct(lat, .99), pct(alat, .5), pct(alat, .99), double(rts) / std::max(1L, cycles),
           empty, cpu / el);
}

// SPDX-License-Identifier: Apache-2.0
// In-process lease-cycle limit. usage: pool_limit <mode> <N> <seconds> [occupancy 0..1]
// modes: index  : dense array + generation handle + intrusive free list per metadata bucket + deadline heap-free wheel
//        map    : std::unordered_map<string id> for every step + per-bucket free vector (string handles, as a registry keyed by id)
//        mapmtx : map + std::mutex on each step
//        scan   : unordered_map walked with a metadata predicate (map<string,string>) until an idle match, O(N)
//        least  : least busy client first: per bucket std::set ordered by (client load, last use), updated on each step
//        sweepw / sweeps: cost per sweep of N leases with 1% expired, by timer wheel / by full scan
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;
static double now()
{
    return chrono::duration<double>(chrono::steady_clock::now().time_since_epoch()).count();
}
static double cpu()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
struct X {
    uint64_t s = 88172645463325252ull;
    uint64_t operator()()
    {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        return s;
    }
};
struct C {
    uint32_t next, gen, bucket, wprev, wnext;
    uint64_t owner, exp;
};
int main(int argc, char **argv)
{
    string mode = argv[1];
    int N = atoi(argv[2]);
    double secs = atof(argv[3]);
    double occ = argc > 4 ? atof(argv[4]) : .5;
    const int B = 20;
    X r;
    long n = 0;
    double w0, c0;
    uint64_t sink = 0;
    const char *langs[] = {"de", "en", "fr", "ja", "pt"};
    auto report = [&](double div) {
        double w = now() - w0, c = cpu() - c0;
        printf("{\"rate\":%.0f,\"ns_wall\":%.1f,\"ns_cpu\":%.1f,\"sink\":%d}\n", n / w, w / n * 1e9 / div,
               c / n * 1e9 / div, int(sink & 1));
    };
    vector<string> ids;
    for (int i = 0; i < N; i++) {
        char b[32];
        snprintf(b, 32, "ctx-%06d-client-%04d", i, i / 10);
        ids.push_back(b);
    }
    if (mode == "index" || mode == "sweepw" || mode == "sweeps") {
        vector<C> c(N);
        vector<uint32_t> head(B, ~0u);
        const uint32_t W = 4096;
        vector<uint32_t> wheel(W, ~0u);
        uint64_t tick = 0;
        for (int i = N - 1; i >= 0; i--) {
            c[i] = {head[i % B], 1, uint32_t(i % B), ~0u, ~0u, 0, 0};
            head[i % B] = i;
        }
        auto wdel = [&](uint32_t i) {
            C &x = c[i];
            if (x.wprev != ~0u)
                c[x.wprev].wnext = x.wnext;
            else
                wheel[x.exp % W] = x.wnext;
            if (x.wnext != ~0u)
                c[x.wnext].wprev = x.wprev;
        };
        auto wadd = [&](uint32_t i, uint64_t e) {
            C &x = c[i];
            x.exp = e;
            x.wprev = ~0u;
            x.wnext = wheel[e % W];
            if (x.wnext != ~0u)
                c[x.wnext].wprev = i;
            wheel[e % W] = i;
        };
        auto acq = [&](uint32_t b, uint64_t o) -> uint64_t {
            uint32_t i = head[b];
            if (i == ~0u)
                return 0;
            head[b] = c[i].next;
            c[i].owner = o;
            wadd(i, tick + 3000);
            return uint64_t(c[i].gen) << 32 | i;
        };
        auto ren = [&](uint64_t h) {
            uint32_t i = uint32_t(h);
            if (c[i].gen != h >> 32)
                return false;
            wdel(i);
            wadd(i, tick + 3001);
            return true;
        };
        auto rel = [&](uint64_t h) {
            uint32_t i = uint32_t(h);
            if (c[i].gen != h >> 32)
                return false;
            wdel(i);
            c[i].gen++;
            c[i].next = head[c[i].bucket];
            head[c[i].bucket] = i;
            return true;
        };
        if (mode == "index") {
            vector<uint64_t> held;
            for (int i = 0; i < N * occ; i++)
                held.push_back(acq(i % B, i)); // steady state: release a random held one, acquire, renew
            w0 = now(), c0 = cpu();
            while ((n & 4095) || now() - w0 < secs) {
                size_t k = r() % held.size();
                uint64_t &h = held[k];
                rel(h);
                uint64_t g = 0;
                for (uint32_t b = r() % B; !(g = acq(b, n)); b = (b + 1) % B) {
                }
                h = g;
                sink += ren(h);
                n++;
                tick += !(n & 15);
            }
            report(1);
        } else {
            vector<uint64_t> held(N);
            for (int i = 0; i < N; i++) {
                held[i] = acq(i % B, i);
            }
            for (int i = 0; i < N; i++) {
                wdel(i);
                wadd(i, 100 + i % 100);
            }
            double tw = 0, tc = 0;
            w0 = now();
            n = 0;
            while (now() - w0 < secs) {
                uint64_t t = 100 + n % 100;
                vector<uint32_t> out;
                double a = now();
                if (mode == "sweepw") {
                    uint32_t i;
                    while ((i = wheel[t % W]) != ~0u) {
                        wdel(i);
                        c[i].gen++;
                        out.push_back(i);
                    }
                } else {
                    for (int i = 0; i < N; i++)
                        if (c[i].exp == t) {
                            wdel(i);
                            c[i].gen++;
                            out.push_back(i);
                        }
                }
                tw += now() - a;
                for (auto i : out)
                    wadd(i, t);
                n++;
                sink += out.size();
            }
            printf("{\"rate\":%.0f,\"us_per_sweep\":%.3f,\"released\":%.0f}\n", n / tw, tw / n * 1e6, double(sink) / n);
        }
    } else if (mode == "map" || mode == "mapmtx") {
        struct M {
            uint32_t b;
            uint64_t tok, exp;
            string owner;
        };
        unordered_map<string, M> m;
        m.reserve(N);
        vector<vector<string>> fr(B);
        mutex mx;
        bool lk = mode == "mapmtx";
        for (int i = 0; i < N; i++) {
            m[ids[i]] = {uint32_t(i % B), 0, 0, {}};
            fr[i % B].push_back(ids[i]);
        }
        struct H {
            string id;
            uint64_t tok;
        };
        uint64_t tok = 0;
        auto acq = [&](uint32_t b, H &h) {
            unique_lock<mutex> l(mx, defer_lock);
            if (lk)
                l.lock();
            auto &f = fr[b];
            if (f.empty())
                return false;
            h.id = std::move(f.back());
            f.pop_back();
            auto &x = m.find(h.id)->second;
            h.tok = x.tok = ++tok;
            x.owner = "task-000123";
            x.exp = n + 300;
            return true;
        };
        auto ren = [&](H &h) {
            unique_lock<mutex> l(mx, defer_lock);
            if (lk)
                l.lock();
            auto it = m.find(h.id);
            if (it == m.end() || it->second.tok != h.tok)
                return false;
            it->second.exp = n + 301;
            return true;
        };
        auto rel = [&](H &h) {
            unique_lock<mutex> l(mx, defer_lock);
            if (lk)
                l.lock();
            auto it = m.find(h.id);
            if (it == m.end() || it->second.tok != h.tok)
                return false;
            it->second.tok = 0;
            it->second.owner.clear();
            fr[it->second.b].push_back(h.id);
            return true;
        };
        vector<H> held(max(1, int(N * occ)));
        for (size_t i = 0; i < held.size(); i++)
            acq(i % B, held[i]);
        w0 = now(), c0 = cpu();
        while ((n & 1023) || now() - w0 < secs) {
            H &h = held[r() % held.size()];
            rel(h);
            for (uint32_t b = r() % B; !acq(b, h); b = (b + 1) % B) {
            }
            sink += ren(h);
            n++;
        }
        report(1);
    } else if (mode == "scan") {
        struct M {
            map<string, string> md;
            uint64_t tok, exp;
        };
        unordered_map<string, M> m;
        m.reserve(N);
        for (int i = 0; i < N; i++)
            m[ids[i]] = {{{"lang", langs[i % 5]}, {"tier", to_string(i % 4)}, {"client", to_string(i / 10)}}, 0, 0};
        vector<pair<string, uint64_t>> held;
        uint64_t tok = 0;
        auto acq = [&](const string &l, const string &t) {
            for (auto &[id, x] : m)
                if (!x.tok) {
                    auto a = x.md.find("lang");
                    if (a == x.md.end() || a->second != l)
                        continue;
                    auto b = x.md.find("tier");
                    if (b == x.md.end() || b->second != t)
                        continue;
                    x.tok = ++tok;
                    held.emplace_back(id, tok);
                    return true;
                }
            return false;
        };
        for (auto &[id, x] : m)
            if (r() % 1000 < occ * 1000) {
                x.tok = ++tok;
                held.emplace_back(id, tok);
            }
        w0 = now(), c0 = cpu();
        while ((n & 7) || now() - w0 < secs) {
            size_t k = r() % held.size();
            auto h = held[k];
            held[k] = held.back();
            held.pop_back();
            m[h.first].tok = 0;
            auto &md = m[h.first].md;
            sink += acq(md["lang"], md["tier"]);
            n++;
        }
        report(1);
    } else if (mode == "least") {
        struct M {
            uint32_t b, cl;
            uint64_t tok, seq;
        };
        vector<M> m(N);
        int NC = max(1, N / 10);
        vector<uint32_t> load(NC);
        vector<vector<uint32_t>> byc(NC);
        vector<set<pair<uint64_t, uint32_t>>> idle(B);
        uint64_t tok = 0;
        auto key = [&](uint32_t i) { return pair<uint64_t, uint32_t>(uint64_t(load[m[i].cl]) << 40 | m[i].seq, i); };
        for (int i = 0; i < N; i++) {
            m[i] = {uint32_t(i / 10 % B), uint32_t(i / 10) % NC, 0, uint64_t(i)};
            byc[m[i].cl].push_back(i);
            idle[m[i].b].insert(key(i));
        }
        auto shift = [&](uint32_t cl, int d) {
            for (auto i : byc[cl])
                if (!m[i].tok)
                    idle[m[i].b].erase(key(i));
            load[cl] += d;
            for (auto i : byc[cl])
                if (!m[i].tok)
                    idle[m[i].b].insert(key(i));
        };
        auto acq = [&](uint32_t b) -> int {
            if (idle[b].empty())
                return -1;
            uint32_t i = idle[b].begin()->second;
            idle[b].erase(idle[b].begin());
            m[i].tok = ++tok;
            shift(m[i].cl, 1);
            return i;
        };
        auto rel = [&](int i) {
            shift(m[i].cl, -1);
            m[i].tok = 0;
            m[i].seq = ++tok;
            idle[m[i].b].insert(key(i));
        };
        vector<int> held;
        for (int i = 0; i < N * occ; i++)
            held.push_back(acq(i % B));
        held.erase(remove(held.begin(), held.end(), -1), held.end());
        w0 = now(), c0 = cpu();
        while ((n & 255) || now() - w0 < secs) {
            int &h = held[r() % held.size()];
            rel(h);
            int g;
            for (uint32_t b = r() % B; (g = acq(b)) < 0; b = (b + 1) % B) {
            }
            h = g;
            sink += g;
            n++;
        }
        report(1);
    }
}

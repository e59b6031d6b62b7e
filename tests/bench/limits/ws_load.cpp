// SPDX-License-Identifier: Apache-2.0
// Bounded WebSocket load client (raw sockets, epoll, one thread, prebuilt masked frames). Loopback only.
// usage: ws_load <port> <conns> <active> <msg_bytes> <window> <seconds> <text|bin> <server_pid> [raw]
// closed loop: each active connection keeps <window> messages outstanding; the server echoes (< 1024 B) or acks.
#include "snapshot.h"
#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>
using namespace std;
static double now()
{
    return chrono::duration<double>(chrono::steady_clock::now().time_since_epoch()).count();
}
static double srvCpu(int pid)
{
    char p[64];
    snprintf(p, 64, "/proc/%d/stat", pid);
    FILE *f = fopen(p, "r");
    if (!f)
        return 0;
    char b[2048];
    size_t n = fread(b, 1, 2047, f);
    b[n] = 0;
    fclose(f);
    char *q = strrchr(b, ')');
    unsigned long u = 0, s = 0;
    sscanf(q + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &u, &s);
    return double(u + s) / sysconf(_SC_CLK_TCK);
}
static long srvRss(int pid)
{
    char p[64];
    snprintf(p, 64, "/proc/%d/status", pid);
    FILE *f = fopen(p, "r");
    if (!f)
        return 0;
    char l[256];
    long v = 0;
    while (fgets(l, 256, f))
        if (!strncmp(l, "VmRSS:", 6))
            v = atol(l + 6);
    fclose(f);
    return v;
}
struct Co {
    int fd = -1, st = 0;
    size_t off = 0;
    int pend = 0;
    string in;
    size_t skip = 0;
    deque<double> t;
    bool w = false;
};
int main(int argc, char **argv)
{
    int port = atoi(argv[1]), N = atoi(argv[2]), act = min(N, atoi(argv[3]));
    size_t msg = atoi(argv[4]);
    int win = atoi(argv[5]);
    double secs = atof(argv[6]);
    bool text = !strcmp(argv[7], "text");
    int pid = atoi(argv[8]);
    string pl = msg < 1024 ? "{\"type\":\"command\",\"id\":\"c-000017\",\"ctx\":\"ctx-000042\",\"handle\":\"h-1b2c\","
                             "\"op\":\"navigate\",\"args\":{\"url\":\"https://www.example.test/a/b\"},\"pad\":\""
                           : makeSnapshot(msg > 100000 ? 500 : 9);
    if (msg < 1024) {
        pl.append(msg - pl.size() - 2, 'x');
        pl += "\"}";
    }
    string fr;
    fr += char(0x80 | (text ? 1 : 2));
    size_t L = pl.size();
    if (L < 126)
        fr += char(0x80 | L);
    else if (L < 65536) {
        fr += char(0x80 | 126);
        fr += char(L >> 8);
        fr += char(L);
    } else {
        fr += char(0x80 | 127);
        for (int i = 7; i >= 0; i--)
            fr += char(L >> (8 * i));
    }
    unsigned char mk[4] = {0x37, 0xfa, 0x21, 0x3d};
    fr.append((char *)mk, 4);
    for (size_t i = 0; i < L; i++)
        fr += char(pl[i] ^ mk[i & 3]);
    string hs = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    int ep = epoll_create1(0);
    vector<Co> c(N);
    long rss0 = srvRss(pid);
    int next = 0, up = 0, inhs = 0;
    double t0 = now();
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    inet_pton(AF_INET, "127.0.0.1", &a.sin_addr);
    char buf[262144];
    epoll_event ev[256];
    int fails = 0;
    auto mod = [&](int i, bool w) {
        if (c[i].w == w)
            return;
        c[i].w = w;
        epoll_event e{};
        e.events = EPOLLIN | (w ? EPOLLOUT : 0);
        e.data.u32 = i;
        epoll_ctl(ep, EPOLL_CTL_MOD, c[i].fd, &e);
    };
    while (up < N && now() - t0 < 60) {
        while (next < N && inhs < 32) {
            int fd = socket(AF_INET, SOCK_STREAM, 0);
            if (fd < 0) {
                perror("socket");
                return 1;
            }
            if (connect(fd, (sockaddr *)&a, sizeof a)) {
                perror("connect");
                return 1;
            }
            fcntl(fd, F_SETFL, O_NONBLOCK);
            int one = 1;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, 4);
            c[next].fd = fd;
            c[next].st = 1;
            if (write(fd, hs.data(), hs.size()) < 0) {
                perror("w");
                return 1;
            }
            epoll_event e{};
            e.events = EPOLLIN;
            e.data.u32 = next;
            epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
            next++;
            inhs++;
        }
        int n = epoll_wait(ep, ev, 256, 5000);
        if (n <= 0) {
            fprintf(stderr, "handshake stall at %d\n", up);
            return 1;
        }
        for (int k = 0; k < n; k++) {
            int i = ev[k].data.u32;
            ssize_t r = read(c[i].fd, buf, sizeof buf);
            if (r <= 0) {
                fails++;
                if (fails > 50) {
                    fprintf(stderr, "closed\n");
                    return 1;
                }
                close(c[i].fd);
                int fd = socket(AF_INET, SOCK_STREAM, 0);
                (void)!connect(fd, (sockaddr *)&a, sizeof a);
                fcntl(fd, F_SETFL, O_NONBLOCK);
                c[i].fd = fd;
                c[i].in.clear();
                (void)!write(fd, hs.data(), hs.size());
                epoll_event e{};
                e.events = EPOLLIN;
                e.data.u32 = i;
                epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
                continue;
            }
            c[i].in.append(buf, r);
            size_t p = c[i].in.find("\r\n\r\n");
            if (p != string::npos && c[i].st == 1) {
                if (c[i].in.find(" 101 ") == string::npos) {
                    fprintf(stderr, "no 101: %s\n", c[i].in.c_str());
                    return 1;
                }
                c[i].in.erase(0, p + 4);
                c[i].in.shrink_to_fit();
                c[i].st = 2;
                up++;
                inhs--;
            }
        }
    }
    double conSecs = now() - t0;
    usleep(300000);
    long rss1 = srvRss(pid);
    vector<float> lat;
    lat.reserve(2000000);
    long frames = 0, bytes = 0;
    double s0 = srvCpu(pid), st = now(), end = st + secs;
    bool stop = secs <= 0;
    rusage r0;
    getrusage(RUSAGE_SELF, &r0);
    long outst = 0;
    double sEnd = -1, tStop = 0;
    auto pump = [&](int i) {
        Co &x = c[i];
        while (x.pend) {
            ssize_t w = write(x.fd, fr.data() + x.off, fr.size() - x.off);
            if (w < 0) {
                if (errno == EAGAIN) {
                    mod(i, true);
                    return;
                }
                perror("write");
                exit(1);
            }
            bytes += w;
            x.off += w;
            if (x.off < fr.size()) {
                mod(i, true);
                return;
            }
            x.off = 0;
            x.pend--;
        }
        mod(i, false);
    };
    if (!stop)
        for (int i = 0; i < act; i++) {
            for (int k = 0; k < win; k++) {
                c[i].pend++;
                c[i].t.push_back(now());
                outst++;
            }
            pump(i);
        }
    while (outst > 0) {
        double tn = now();
        if (tn > end + 10) {
            fprintf(stderr, "drain timeout\n");
            break;
        }
        if (tn > end && !stop) {
            stop = true;
            tStop = tn;
            sEnd = srvCpu(pid);
        }
        int n = epoll_wait(ep, ev, 256, 1000);
        for (int k = 0; k < n; k++) {
            int i = ev[k].data.u32;
            Co &x = c[i];
            if (ev[k].events & EPOLLIN) {
                ssize_t r = read(x.fd, buf, sizeof buf);
                if (r <= 0) {
                    fprintf(stderr, "server closed\n");
                    return 1;
                }
                const char *p = buf, *e = buf + r;
                string tmp;
                if (!x.in.empty()) {
                    x.in.append(buf, r);
                    tmp.swap(x.in);
                    p = tmp.data();
                    e = p + tmp.size();
                }
                while (true) {
                    if (e - p < 2)
                        break;
                    unsigned op = p[0] & 15;
                    size_t l = (unsigned char)p[1] & 127, h = 2;
                    if (l == 126) {
                        if (e - p < 4)
                            break;
                        l = (unsigned char)p[2] << 8 | (unsigned char)p[3];
                        h = 4;
                    } else if (l == 127) {
                        if (e - p < 10)
                            break;
                        l = 0;
                        for (int q = 2; q < 10; q++)
                            l = l << 8 | (unsigned char)p[q];
                        h = 10;
                    }
                    if (size_t(e - p) < h + l)
                        break;
                    bool fin = p[0] & 0x80;
                    p += h + l;
                    if (op == 8) {
                        fprintf(stderr, "close frame\n");
                        return 1;
                    }
                    if (op > 8 || !fin)
                        continue;
                    outst--;
                    double tt = now();
                    if (!stop) {
                        frames++;
                        lat.push_back((tt - x.t.front()) * 1e6);
                    }
                    x.t.pop_front();
                    if (!stop) {
                        x.pend++;
                        x.t.push_back(tt);
                        outst++;
                    }
                }
                x.in.assign(p, e - p);
                if (x.pend)
                    pump(i);
            }
            if (ev[k].events & EPOLLOUT)
                pump(i);
        }
    }
    double el = max(1e-9, (tStop > 0 ? tStop : now()) - st), sc = (sEnd >= 0 ? sEnd : srvCpu(pid)) - s0;
    rusage r1;
    getrusage(RUSAGE_SELF, &r1);
    auto tv = [](timeval t) { return t.tv_sec + t.tv_usec / 1e6; };
    double cc = tv(r1.ru_utime) + tv(r1.ru_stime) - tv(r0.ru_utime) - tv(r0.ru_stime);
    auto pct = [&](double p) {
        if (lat.empty())
            return 0.f;
        size_t k = min(lat.size() - 1, size_t(lat.size() * p));
        nth_element(lat.begin(), lat.begin() + k, lat.end());
        return lat[k];
    };
    printf("{\"rate\":%.0f,\"MBps\":%.1f,\"p50us\":%.0f,\"p99us\":%.0f,\"srv_cpu_us_per_msg\":%.3f,\"srv_cpu\":%.2f,"
           "\"client_cpu\":%.2f,\"rss0_kb\":%ld,\"rss1_kb\":%ld,\"rss_after_kb\":%ld,\"kb_per_conn\":%.2f,\"connect_"
           "per_s\":%.0f}\n",
           frames / el, double(frames) * fr.size() / el / 1e6, pct(.5), pct(.99), frames ? sc * 1e6 / frames : 0,
           sc / el, cc / el, rss0, rss1, srvRss(pid), double(rss1 - rss0) / N, N / conSecs);
}

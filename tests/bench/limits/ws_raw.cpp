// SPDX-License-Identifier: Apache-2.0
// Minimal epoll WebSocket server: the limit (in-place 8-byte unmask; with "utf8": simdjson::validate_utf8 on text). usage: ws_raw <port> [utf8]
#include <arpa/inet.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <simdjson.h>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>
using namespace std;
static void sha1(const string &m, unsigned char o[20])
{
    uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    string s = m;
    s += char(0x80);
    while (s.size() % 64 != 56)
        s += '\0';
    uint64_t L = m.size() * 8;
    for (int i = 7; i >= 0; i--)
        s += char(L >> (8 * i));
    auto R = [](uint32_t x, int n) { return x << n | x >> (32 - n); };
    for (size_t p = 0; p < s.size(); p += 64) {
        uint32_t w[80];
        for (int i = 0; i < 16; i++)
            w[i] = uint32_t((unsigned char)s[p + 4 * i]) << 24 | (unsigned char)s[p + 4 * i + 1] << 16
                 | (unsigned char)s[p + 4 * i + 2] << 8 | (unsigned char)s[p + 4 * i + 3];
        for (int i = 16; i < 80; i++)
            w[i] = R(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            uint32_t f, k;
            if (i < 20)
                f = (b & c) | (~b & d), k = 0x5A827999;
            else if (i < 40)
                f = b ^ c ^ d, k = 0x6ED9EBA1;
            else if (i < 60)
                f = (b & c) | (b & d) | (c & d), k = 0x8F1BBCDC;
            else
                f = b ^ c ^ d, k = 0xCA62C1D6;
            uint32_t t = R(a, 5) + f + e + k + w[i];
            e = d;
            d = c;
            c = R(b, 30);
            b = a;
            a = t;
        }
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
        h[4] += e;
    }
    for (int i = 0; i < 20; i++)
        o[i] = h[i / 4] >> (24 - 8 * (i % 4));
}
static string b64(const unsigned char *d, int n)
{
    static const char *T = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    string o;
    for (int i = 0; i < n; i += 3) {
        uint32_t v = d[i] << 16 | (i + 1 < n ? d[i + 1] << 8 : 0) | (i + 2 < n ? d[i + 2] : 0);
        o += T[v >> 18];
        o += T[v >> 12 & 63];
        o += i + 1 < n ? T[v >> 6 & 63] : '=';
        o += i + 2 < n ? T[v & 63] : '=';
    }
    return o;
}
struct Co {
    bool up = false;
    vector<char> in;
    string out;
};
int main(int argc, char **argv)
{
    bool u8 = argc > 2;
    int ls = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    setsockopt(ls, SOL_SOCKET, SO_REUSEADDR, &one, 4);
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(atoi(argv[1]));
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(ls, (sockaddr *)&a, sizeof a) || listen(ls, 1024)) {
        perror("bind");
        return 1;
    }
    int ep = epoll_create1(0);
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.fd = ls;
    epoll_ctl(ep, EPOLL_CTL_ADD, ls, &e);
    vector<Co *> cs(70000);
    static char rb[1 << 18];
    epoll_event ev[256];
    while (true) {
        int n = epoll_wait(ep, ev, 256, -1);
        for (int k = 0; k < n; k++) {
            int fd = ev[k].data.fd;
            if (fd == ls) {
                int c = accept4(ls, nullptr, nullptr, SOCK_NONBLOCK);
                if (c < 0)
                    continue;
                setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &one, 4);
                cs[c] = new Co;
                e.events = EPOLLIN;
                e.data.fd = c;
                epoll_ctl(ep, EPOLL_CTL_ADD, c, &e);
                continue;
            }
            Co &c = *cs[fd];
            ssize_t r = read(fd, rb, sizeof rb);
            if (r <= 0) {
                if (r < 0 && errno == EAGAIN)
                    continue;
                close(fd);
                delete cs[fd];
                cs[fd] = nullptr;
                continue;
            }
            char *p = rb, *q = rb + r;
            bool own = false;
            if (!c.in.empty()) {
                c.in.insert(c.in.end(), rb, rb + r);
                p = c.in.data();
                q = p + c.in.size();
                own = true;
            }
            if (!c.up) {
                string h(p, q);
                size_t z = h.find("\r\n\r\n");
                if (z == string::npos) {
                    if (!own)
                        c.in.assign(p, q);
                    continue;
                }
                size_t kp = h.find("Sec-WebSocket-Key: ");
                string key = h.substr(kp + 19, 24);
                unsigned char d[20];
                sha1(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", d);
                c.out = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
                        "Upgrade\r\nSec-WebSocket-Accept: "
                      + b64(d, 20) + "\r\n\r\n";
                c.up = true;
                p += z + 4;
            }
            while (q - p >= 6) {
                size_t l = (unsigned char)p[1] & 127, h = 2;
                if (l == 126) {
                    l = (unsigned char)p[2] << 8 | (unsigned char)p[3];
                    h = 4;
                } else if (l == 127) {
                    if (q - p < 10)
                        break;
                    l = 0;
                    for (int i = 2; i < 10; i++)
                        l = l << 8 | (unsigned char)p[i];
                    h = 10;
                }
                if (size_t(q - p) < h + 4 + l) {
                    if (own || true) {
                    }
                    break;
                }
                uint32_t m;
                memcpy(&m, p + h, 4);
                uint64_t mm = uint64_t(m) << 32 | m;
                char *d = p + h + 4;
                size_t i = 0;
                for (; i + 8 <= l; i += 8) {
                    uint64_t v;
                    memcpy(&v, d + i, 8);
                    v ^= mm;
                    memcpy(d + i, &v, 8);
                }
                for (; i < l; i++)
                    d[i] ^= ((char *)&m)[i & 3];
                if (u8 && !simdjson::validate_utf8(d, l))
                    return 1;
                int op = p[0] & 15;
                if (op == 8) {
                    shutdown(fd, SHUT_RDWR);
                }
                if (op == 1 || op == 2) {
                    if (l < 1024) {
                        c.out += char(0x80 | op);
                        if (l < 126)
                            c.out += char(l);
                        else {
                            c.out += char(126);
                            c.out += char(l >> 8);
                            c.out += char(l);
                        }
                        c.out.append(d, l);
                    } else {
                        char b[32];
                        int bl = snprintf(b, 32, "{\"ack\":%zu}", l);
                        c.out += char(0x80 | op);
                        c.out += char(bl);
                        c.out.append(b, bl);
                    }
                }
                p = d + l;
            }
            if (p == q) {
                if (c.in.size()) {
                    vector<char>().swap(c.in);
                }
            } else {
                if (own) {
                    c.in.erase(c.in.begin(), c.in.begin() + (p - c.in.data()));
                } else {
                    c.in.assign(p, q);
                }
                if (c.in.size() > 16384 && c.in.capacity() < 300000)
                    c.in.reserve(300000);
            }
            if (!c.out.empty()) {
                (void)!write(fd, c.out.data(), c.out.size());
                c.out.clear();
            }
        }
    }
}

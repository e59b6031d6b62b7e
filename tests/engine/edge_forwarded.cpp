// SPDX-License-Identifier: Apache-2.0
// Who asks, past proxies that are believed: what others write is no evidence.
#include "edge/connectioncount.h"
#include "edge/forwarded.h"

#include <gtest/gtest.h>

#include <random>

namespace cheetah::test {
namespace {

AddressRanges ranges(std::string_view text)
{
    const auto parsed = AddressRanges::parse(text);
    EXPECT_TRUE(parsed) << text;
    return parsed ? *parsed : AddressRanges();
}

/// What comes out for a request with these headers, or the error's name.
std::string peerOf(HttpHeaders headers, const char *connected = "10.0.0.1")
{
    static const AddressRanges trusted = ranges("10.0.0.0/8, fd00::/8");
    HttpHead head;
    head.headers = std::move(headers);
    const auto peer = forwardedPeer(head, connected, trusted);
    return peer ? peer->address + (peer->isPlain ? " plain" : "") : std::string(name(peer.error().code));
}

} // namespace

// SPEC E3
TEST(AddressRanges, HoldWhatTheirPrefixSays)
{
    const AddressRanges some = ranges("192.0.2.7, 10.0.0.0/8,172.16.0.0/12, fd00::/8 ,2001:db8::1");
    for (const char *inside :
         {"192.0.2.7", "10.255.0.1", "172.31.255.255", "fd12::1", "2001:db8::1", "::ffff:10.1.1.1"})
        EXPECT_TRUE(some.contains(inside)) << inside;
    for (const char *outside : {"192.0.2.8", "11.0.0.0", "172.32.0.0", "fe80::1", "2001:db8::2", "", "ten", "10.0.0"})
        EXPECT_FALSE(some.contains(outside)) << outside;
    EXPECT_TRUE(ranges("").empty());
    EXPECT_TRUE(ranges(" ").empty());
    for (const char *wrong : {"0.0.0.0/0", "::/0", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "proxy",
                              "10.0.0.0/8,,", "fd00::/129"})
        EXPECT_FALSE(AddressRanges::parse(wrong)) << wrong;
    for (const char *local : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"})
        EXPECT_TRUE(NetworkAddress::parse(local)->isLoopback()) << local;
    for (const char *far : {"128.0.0.1", "::2", "0.0.0.0", "::"})
        EXPECT_FALSE(NetworkAddress::parse(far)->isLoopback()) << far;
}

// SPEC E3: only from trusted proxies, and only the right-most address that is not one of theirs.
TEST(ForwardedPeer, IsTheRightMostAddressThatIsNoTrustedProxys)
{
    const std::tuple<HttpHeaders, const char *, const char *> cases[] = {
        {{}, "10.0.0.1", "10.0.0.1"},
        {{{"x-forwarded-for", "198.51.100.1"}}, "203.0.113.9", "203.0.113.9"},
        {{{"forwarded", "for=198.51.100.1;proto=http"}}, "203.0.113.9", "203.0.113.9"},
        {{{"x-forwarded-proto", "http"}}, "203.0.113.9", "203.0.113.9"},
        {{{"x-forwarded-for", "198.51.100.1"}}, "10.0.0.1", "198.51.100.1"},
        {{{"x-forwarded-for", "1.1.1.1, 198.51.100.1"}}, "10.0.0.1", "198.51.100.1"},
        {{{"x-forwarded-for", "1.1.1.1"}, {"x-forwarded-for", "198.51.100.1"}}, "10.0.0.1", "198.51.100.1"},
        {{{"x-forwarded-for", "1.1.1.1, 198.51.100.1, 10.2.2.2, 10.3.3.3"}}, "10.0.0.1", "198.51.100.1"},
        {{{"x-forwarded-for", "198.51.100.1:4711"}}, "10.0.0.1", "198.51.100.1"},
        {{{"x-forwarded-for", "2001:db8::9"}}, "fd00::1", "2001:db8::9"},
        {{{"x-forwarded-for", "198.51.100.1, unknown"}}, "10.0.0.1", "10.0.0.1"},
        {{{"x-forwarded-for", "198.51.100.1, 10.2.2.2, <script>"}}, "10.0.0.1", "10.0.0.1"},
        {{{"x-forwarded-for", "10.9.9.9"}}, "10.0.0.1", "10.9.9.9"},
        {{{"forwarded", "for=198.51.100.1"}}, "10.0.0.1", "198.51.100.1"},
        {{{"forwarded", "For=\"[2001:db8::9]:80\";proto=https;by=10.0.0.1"}}, "10.0.0.1", "2001:db8::9"},
        {{{"forwarded", "for=1.1.1.1, for=198.51.100.1;proto=http"}}, "10.0.0.1", "198.51.100.1 plain"},
        {{{"forwarded", "for=1.1.1.1;proto=http, for=198.51.100.1;proto=https"}}, "10.0.0.1", "198.51.100.1"},
        {{{"forwarded", "for=\"1.1.1.1, for=2.2.2.2\", for=198.51.100.1"}}, "10.0.0.1", "198.51.100.1"},
        {{{"forwarded", "for=_hidden"}}, "10.0.0.1", "10.0.0.1"},
        {{{"x-forwarded-for", "198.51.100.1"}, {"x-forwarded-proto", "http"}}, "10.0.0.1", "198.51.100.1 plain"},
        {{{"x-forwarded-for", "198.51.100.1"}, {"x-forwarded-proto", "http, https"}}, "10.0.0.1", "198.51.100.1"},
        // The proxy writes one of the two; whoever adds the other gains nothing.
        {{{"forwarded", "for=1.1.1.1"}, {"x-forwarded-for", "198.51.100.1"}}, "10.0.0.1", "bad_request"},
        {{{"forwarded", "for=198.51.100.1"}, {"x-forwarded-for", "198.51.100.1"}}, "10.0.0.1", "198.51.100.1"},
    };
    for (const auto &[headers, connected, wanted] : cases)
        EXPECT_EQ(peerOf(headers, connected), wanted) << (headers.empty() ? "" : headers[0].value);
}

// SPEC E3 SPEC E4: any bytes give a sound address or a refusal.
TEST(ForwardedPeer, HostileHeadersNeitherCrashNorGiveWhatIsNoAddress)
{
    std::mt19937 random(7);
    const std::string alphabet = "for=\"[];,:.\\ 0123456789abcdef%_proto/";
    for (int round = 0; round < 20'000; ++round) {
        std::string value(random() % 60, ' ');
        for (char &c : value)
            c = random() % 20 ? alphabet[random() % alphabet.size()] : char(random());
        const std::string peer = peerOf({{random() % 2 ? "forwarded" : "x-forwarded-for", value}});
        const std::string address = peer.substr(0, peer.find(' '));
        EXPECT_TRUE(NetworkAddress::parse(address)) << value << " gave " << peer;
    }
    EXPECT_EQ(peerOf({{"forwarded", std::string(16'000, ',')}}), "10.0.0.1");
    EXPECT_EQ(peerOf({{"forwarded", "for=\"" + std::string(16'000, '\\')}}), "10.0.0.1");
}

// SPEC E4: behind a proxy each client has its own share.
TEST(ConnectionCount, AProxysConnectionsCountForThoseBehindIt)
{
    ConnectionCount count(100, 2);
    std::vector<ConnectionCount::Place> places;
    for (int i = 0; i < 5; ++i)
        places.push_back(count.take("10.0.0.1", ConnectionCount::Kind::Proxy));
    for (const auto &place : places)
        EXPECT_TRUE(place);
    EXPECT_TRUE(count.move(places[0], "198.51.100.1"));
    EXPECT_TRUE(count.move(places[1], "198.51.100.1"));
    EXPECT_FALSE(count.move(places[2], "198.51.100.1"));
    EXPECT_EQ(places[2].address(), "10.0.0.1");
    EXPECT_EQ(count.total(), 5u);
    EXPECT_FALSE(count.take("198.51.100.1"));
    places.clear();
    EXPECT_EQ(count.total(), 0u);
}

} // namespace cheetah::test

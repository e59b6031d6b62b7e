// SPDX-License-Identifier: Apache-2.0
// Realistic full-state report of a browser client: windows and tabs as JSON text (about 400 B a tab, some non-ASCII titles).
#pragma once
#include <cstdio>
#include <string>
inline std::string makeSnapshot(int tabs, size_t padTo = 0)
{
    static const char *titles[] = {
        "Inbox (12) - mail.example.test",
        "\xC3\x9C"
        "bersicht \xE2\x80\x93 Projekt",
        "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x81\xAE\xE3\x83\x9A\xE3\x83\xBC\xE3\x82\xB8",
        "Ticket 4711: tab \\\"lost\\\" after restart", "Search results for browser pools and leases"};
    std::string s = "{\"type\":\"state\",\"user_id\":\"u-01\",\"client_id\":\"client-0042\",\"epoch\":\"e-7f3a9c1d\","
                    "\"seq\":1829,\"windows\":[";
    int perWin = 25;
    char b[1024];
    for (int w = 0; w * perWin < tabs; w++) {
        snprintf(b, sizeof b,
                 "%s{\"id\":%d,\"focused\":%s,\"incognito\":false,\"type\":\"normal\",\"state\":\"normal\",\"left\":%d,"
                 "\"top\":%d,\"width\":1280,\"height\":800,\"tabs\":[",
                 w ? "," : "", 1000 + w, w ? "false" : "true", 10 * w, 20 * w);
        s += b;
        for (int t = 0; t < perWin && w * perWin + t < tabs; t++) {
            int i = w * perWin + t;
            snprintf(b, sizeof b,
                     "%s{\"id\":%d,\"windowId\":%d,\"index\":%d,\"active\":%s,\"pinned\":false,\"audible\":false,"
                     "\"discarded\":false,\"status\":\"%s\",\"url\":\"https://www.example.test/section/%d/"
                     "page?ref=%d&q=context+lease\",\"title\":\"%s\",\"favIconUrl\":\"https://www.example.test/"
                     "favicon-%d.ico\",\"lastAccessed\":1764412345%03d.25,\"meta\":{\"lang\":\"de\",\"tier\":%d}}",
                     t ? "," : "", 200000 + i, 1000 + w, t, t ? "false" : "true", i % 9 ? "complete" : "loading", i,
                     i * 7, titles[i % 5], i % 40, i % 1000, i % 4);
            s += b;
        }
        s += "]}";
    }
    s += "]}";
    if (padTo > s.size() + 12) {
        s.pop_back();
        s += ",\"pad\":\"";
        s.append(padTo - s.size() - 2, 'x');
        s += "\"}";
    }
    return s;
}

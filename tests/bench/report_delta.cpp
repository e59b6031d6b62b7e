// SPDX-License-Identifier: Apache-2.0
// What a client's report of 500 tabs costs in which one tab changed, from the bytes of its frame to the delta that an
// observer got and encoded for a console; beside it what a program on stock Qt does with the same frame: QWebSocket makes
// a QString of it, QJsonDocument a tree, and the rows are built anew. Unmasking is left out of both.
// usage: report_delta SECONDS [TABS]
// Both alternate in slices. Prints one JSON line: CPU nanoseconds a report of ours and of the stock way.
#include "registry/memoryregistry.h"
#include "support/testclock.h"
#include "wire/fleetcodec.h"
#include "wire/protocol.h"
#include "wire/reportreader.h"

#include <QtCore/QHash>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace cheetah {
namespace {

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

void fail(const char *what)
{
    std::fprintf(stderr, "report_delta: %s\n", what);
    std::exit(1);
}

/// A report frame whose next() differs in its seq and in one tab's title.
class Frame {
public:
    explicit Frame(int tabs)
    {
        static constexpr const char *titles[] = {"Inbox - mail.example.test", "Übersicht – Projekt", "日本語のページ",
                                                 "Tab \\\"lost\\\" after restart", "Search results for browser pools"};
        constexpr int tabsPerWindow = 25;
        m_text = R"({"jsonrpc":"2.0","id":17,"method":"report","params":{"epoch":"epoch","seq":)";
        m_seqAt = m_text.size();
        m_text += "1000000000,\"windows\":[";
        for (int tab = 0; tab < tabs; ++tab) {
            char text[512];
            if (tab % tabsPerWindow == 0) {
                const int window = tab / tabsPerWindow;
                std::snprintf(text, sizeof text,
                              R"(%s{"windowId":"%08X","title":"Window %d","focused":%s,"isolated":false,"contexts":[)",
                              window ? "]}," : "", unsigned(window), window, window ? "false" : "true");
            } else {
                std::snprintf(text, sizeof text, ",");
            }
            m_text += text;
            std::snprintf(text, sizeof text, R"({"contextId":"7F3A9C1D5B2E4A60%016X","title":")", unsigned(tab));
            m_text += text;
            m_titleAt.push_back(m_text.size());
            std::snprintf(text, sizeof text,
                          R"(0 %s","url":"https://www.example.test/section/%d/page?ref=%d&q=context+lease",)"
                          R"("health":"live","active":%s,"ours":false})",
                          titles[tab % 5], tab, tab * 7, tab % tabsPerWindow ? "false" : "true");
            m_text += text;
        }
        m_text += "]}]}}";
    }

    const std::string &next()
    {
        for (std::size_t at = m_seqAt + 9; ++m_text[at] > '9'; --at)
            m_text[at] = '0';
        char &digit = m_text[m_titleAt[m_turn++ % m_titleAt.size()]];
        digit = digit == '9' ? '0' : char(digit + 1);
        return m_text;
    }
    std::size_t bytes() const { return m_text.size(); }

private:
    std::string m_text;
    std::size_t m_seqAt = 0;
    std::vector<std::size_t> m_titleAt;
    std::size_t m_turn = 0;
};

/// Encodes each delta as a console's session does.
struct Console final : FleetObserver {
    std::size_t contexts = 0;
    std::size_t bytes = 0;

    void fleetChanged(const Delta &delta) override
    {
        for (const Change &change : delta.changes)
            contexts += std::holds_alternative<ContextChanged>(change);
        bytes += deltaNotification(Incarnation::trusted("i"), delta).size();
    }
    void fleetReset() override {}
};

class Ours {
public:
    Ours() : m_registry({}, m_clock, m_ids), m_subscription(m_registry.subscribe(m_console))
    {
        Hello hello;
        hello.client = m_client;
        hello.epoch = Epoch::trusted("epoch");
        hello.node = NodeId::trusted("node");
        hello.connection = ConnectionId::trusted("connection");
        m_registry.hello(hello, m_scope, [this](Result<Welcome> welcome) {
            if (!welcome)
                fail("the hello failed");
            m_generation = welcome->generation;
        });
    }

    void take(const std::string &frame)
    {
        const auto read = m_reader.read(frame, {}, m_lastWindows);
        if (!read || !*read || !(*read)->report)
            fail("the frame was not read as a report");
        Report &report = *(*read)->report;
        report.client = m_client;
        m_registry.report(report, {m_generation}, m_scope, [](Result<ReportAccepted> accepted) {
            if (!accepted || !accepted->changed)
                fail("the report was not taken");
        });
        m_lastWindows = (*read)->rawWindows;
    }
    std::size_t contextsPublished() const { return m_console.contexts; }

private:
    const ClientName m_client{UserId::trusted("user"), ClientId::trusted("client")};
    test::ManualClock m_clock;
    SeededIdSource m_ids{42};
    MemoryRegistry m_registry;
    Console m_console;
    FleetSource::Subscription m_subscription;
    ReportReader m_reader;
    std::string m_lastWindows;
    std::uint64_t m_generation = 0;
    Scope m_scope;
};

class Stock {
public:
    void take(const std::string &frame)
    {
        const QString message = QString::fromUtf8(frame.data(), qsizetype(frame.size()));
        const QJsonDocument document = QJsonDocument::fromJson(message.toUtf8());
        const QJsonObject params = document[QLatin1String("params")].toObject();
        QHash<QString, Row> rows;
        for (const auto windowValue : params[QLatin1String("windows")].toArray()) {
            const QJsonObject window = windowValue.toObject();
            const QString windowId = window[QLatin1String("windowId")].toString();
            int position = 0;
            for (const auto tabValue : window[QLatin1String("contexts")].toArray()) {
                const QJsonObject tab = tabValue.toObject();
                const QString id = tab[QLatin1String("contextId")].toString();
                rows.insert(id, {windowId, position++, tab[QLatin1String("title")].toString(),
                                 tab[QLatin1String("url")].toString(), tab[QLatin1String("health")].toString(),
                                 tab[QLatin1String("active")].toBool(), tab[QLatin1String("ours")].toBool(),
                                 m_rows.value(id).owner});
            }
        }
        m_rows.swap(rows);
    }
    qsizetype rows() const { return m_rows.size(); }

private:
    struct Row {
        QString window;
        int position = 0;
        QString title, url, health;
        bool active = false, ours = false;
        qint64 owner = 0;
    };
    QHash<QString, Row> m_rows;
};

int run(int argc, char **argv)
{
    if (argc < 2)
        fail("usage: report_delta SECONDS [TABS]");
    const double duration = std::atof(argv[1]);
    const int tabs = argc > 2 ? std::atoi(argv[2]) : 500;
    Frame frame(tabs);
    Ours ours;
    Stock stock;
    ours.take(frame.next());
    stock.take(frame.next());
    ours.take(frame.next()); // takes in what changed meanwhile
    double oursSpent = 0, stockSpent = 0;
    std::size_t reports = 0;
    const std::size_t published = ours.contextsPublished();
    while (oursSpent + stockSpent < duration) {
        constexpr std::size_t slice = 10;
        double before = cpuSeconds();
        for (std::size_t i = 0; i < slice; ++i)
            ours.take(frame.next());
        oursSpent += cpuSeconds() - before;
        reports += slice;
        if (ours.contextsPublished() - published != reports)
            fail("a report did not publish exactly its change");
        Frame other = frame; // so that ours sees a single change again
        before = cpuSeconds();
        for (std::size_t i = 0; i < slice; ++i)
            stock.take(other.next());
        stockSpent += cpuSeconds() - before;
    }
    if (stock.rows() != tabs)
        fail("the stock rows are not complete");
    std::printf("{\"bytes\":%zu,\"ns_cpu\":%.0f,\"stock_ns_cpu\":%.0f}\n", frame.bytes(),
                oursSpent / double(reports) * 1e9, stockSpent / double(reports) * 1e9);
    return 0;
}

} // namespace
} // namespace cheetah

int main(int argc, char **argv)
{
    return cheetah::run(argc, argv);
}

// SPDX-License-Identifier: Apache-2.0
// The cheapest live table that Qt allows, as a yardstick for the console's: gui_table <rows> <updates a second> <seconds>
//
// Updates go into a dense vector, sixteen milliseconds apart the rows in sight that changed are told, run by run. It sorts
// nothing, filters nothing, and no row comes or goes. Offscreen. Prints one line of JSON: CPU of the process in percent.
#include <QtCore/QAbstractTableModel>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

double seconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

class Model final : public QAbstractTableModel {
public:
    explicit Model(int rows) : m_rows(std::size_t(rows)), m_isDirty(std::size_t(rows))
    {
        for (int i = 0; i < rows; ++i)
            m_rows[std::size_t(i)] = {QString("ctx-%1").arg(i, 6, 10, QChar('0')),
                                      QString("https://www.example.test/section/%1/page").arg(i),
                                      i % 3 ? QStringLiteral("idle") : QStringLiteral("leased"), i % 4, i};
    }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 6; }
    QVariant data(const QModelIndex &index, int role) const override
    {
        const Row &row = m_rows[std::size_t(index.row())];
        if (role == Qt::BackgroundRole)
            return index.column() == 2 && row.lease % 2 ? QVariant(QColor(255, 240, 200)) : QVariant();
        if (role != Qt::DisplayRole)
            return {};
        switch (index.column()) {
        case 0:
            return row.id;
        case 1:
            return row.url;
        case 2:
            return row.state;
        case 3:
            return row.tier;
        case 4:
            return row.lease;
        default:
            return QStringLiteral("client-%1").arg(index.row() / 10);
        }
    }

    void change(std::size_t at)
    {
        Row &row = m_rows[at];
        ++row.lease;
        row.state = row.lease % 2 ? QStringLiteral("leased") : QStringLiteral("idle");
        if (m_isDirty[at])
            return;
        m_isDirty[at] = 1;
        m_dirty.push_back(at);
    }

    void tell(int first, int last)
    {
        std::sort(m_dirty.begin(), m_dirty.end());
        for (std::size_t from = 0; from < m_dirty.size();) {
            std::size_t to = from;
            while (to + 1 < m_dirty.size() && m_dirty[to + 1] == m_dirty[to] + 1)
                ++to;
            if (int(m_dirty[to]) >= first && int(m_dirty[from]) <= last)
                emit dataChanged(index(int(m_dirty[from]), 2), index(int(m_dirty[to]), 4));
            from = to + 1;
        }
        for (const std::size_t at : m_dirty)
            m_isDirty[at] = 0;
        m_dirty.clear();
    }

private:
    struct Row {
        QString id, url, state;
        int tier;
        qint64 lease;
    };
    std::vector<Row> m_rows;
    std::vector<char> m_isDirty;
    std::vector<std::size_t> m_dirty;
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    if (argc != 4)
        return 2;
    const int rows = std::atoi(argv[1]);
    const double rate = std::atof(argv[2]), length = std::atof(argv[3]);
    Model model(rows);
    QTableView view;
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.setModel(&model);
    view.resize(1200, 900);
    view.show();
    for (int i = 0; i < 20; ++i)
        QApplication::processEvents();

    quint64 seed = 88172645463325252ULL;
    const auto random = [&] {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        return std::size_t(seed % quint64(rows));
    };
    const double start = seconds(CLOCK_MONOTONIC), cpuStart = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double done = 0;
    QTimer frame;
    frame.setTimerType(Qt::PreciseTimer);
    QObject::connect(&frame, &QTimer::timeout, [&] {
        const double wanted = (seconds(CLOCK_MONOTONIC) - start) * rate;
        for (done = std::max(done, wanted - rate / 4); done < wanted; ++done)
            model.change(random());
        const int first = view.indexAt({2, 2}).row(), last = view.indexAt({2, view.viewport()->height() - 2}).row();
        model.tell(first, last < 0 ? rows : last);
    });
    frame.start(16);
    QTimer arrival; // the loop wakes as often as if something arrived
    arrival.setTimerType(Qt::PreciseTimer);
    arrival.start(5);
    QTimer::singleShot(int(length * 1000), &application, &QApplication::quit);
    QApplication::exec();
    const double took = seconds(CLOCK_MONOTONIC) - start;
    std::printf("{\"cpu_pct\":%.2f,\"updates_per_s\":%.0f}\n",
                (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuStart) / took * 100, done / took);
    return 0;
}
